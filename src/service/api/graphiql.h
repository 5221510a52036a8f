// GraphiQL, the GraphQL workbench for the browser, as files inside the binary.
#pragma once

#include <span>
#include <string_view>

#include "http/router.h"

namespace storey::service {

struct GraphiqlFile {
  std::string_view name;  ///< "index.html" is the page, all others are beside it
  std::string_view content_type;
  std::string_view gzip;  ///< the content, compressed
};

/// Made from web/graphiql when the project is built; empty where the npm registry could not be reached then.
std::span<const GraphiqlFile> graphiql_files();

/// Serves the page at /graphiql and its files below, if the binary has them.
void add_graphiql_routes(http::Router& router);

}  // namespace storey::service
