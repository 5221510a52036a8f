// Stands in for what bundle.mjs makes where the binary is built without the page.
#include "service/api/web_pages.h"

namespace storey::service {

std::span<const WebFile> page_files() { return {}; }

}  // namespace storey::service
