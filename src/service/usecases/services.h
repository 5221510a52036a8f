// What every use case works with.
#pragma once

#include <memory>

#include "service/ports/blob_store.h"
#include "service/ports/clock.h"
#include "service/ports/http_client.h"
#include "service/ports/store.h"
#include "service/usecases/server_key.h"
#include "service/usecases/settings.h"
#include "service/usecases/transfers.h"
#include "service/usecases/verifications.h"

namespace storey::service {

/// Owned by the program; lives longer than all that use it.
struct Services {
  Store& store;
  BlobStore& blobs;
  const Clock& clock;
  Random& random;
  IdSource& ids;
  AddressCheck& addresses;
  const ServerKey& key;
  const Settings& settings;
  std::shared_ptr<Transfers> transfers = std::make_shared<Transfers>();
  std::shared_ptr<Verifications> verifications = std::make_shared<Verifications>();
  /// Whether small reads are so quick that an event loop may wait for them.
  bool answers_at_once() const { return store.answers_at_once() && blobs.direct() == nullptr; }
};

}  // namespace storey::service
