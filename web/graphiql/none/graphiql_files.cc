// Stands in for what bundle.mjs makes where the binary is built without GraphiQL.
#include "service/api/graphiql.h"

namespace storey::service {

std::span<const GraphiqlFile> graphiql_files() { return {}; }

}  // namespace storey::service
