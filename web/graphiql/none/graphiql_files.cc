// Stands in for what bundle.mjs makes where the binary is built without GraphiQL.
#include "service/api/web_pages.h"

namespace storey::service {

std::span<const WebFile> graphiql_files() { return {}; }

}  // namespace storey::service
