#include "service/ports/blob_store.h"

#include <unistd.h>

namespace storey::service {

OpenBlob::~OpenBlob() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace storey::service
