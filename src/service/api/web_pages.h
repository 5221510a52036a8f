// The pages of the service for people, as files inside the binary: the page itself at /, and GraphiQL, the
// GraphQL workbench, at /graphiql.
#pragma once

#include <span>
#include <string_view>

#include "http/router.h"
#include "service/usecases/services.h"

namespace storey::service {

struct WebFile {
  std::string_view name;  ///< "index.html" is the page, all others are beside it
  std::string_view content_type;
  std::string_view gzip;  ///< the content, compressed
};

/// Made from the folders of web/ when the project is built; empty where the npm registry could not be reached
/// then.
std::span<const WebFile> page_files();
std::span<const WebFile> graphiql_files();

/// Serves the page at / and its files below /page/, if the binary has them. It may send files to the blob
/// store itself.
void add_page_routes(http::Router& router, const Services& services);
/// Browsers ask for /favicon.ico beside whatever they show. There is none, and to hear so costs nobody a
/// request.
void add_icon_route(http::Router& router);
/// Serves GraphiQL at /graphiql and its files below, if the binary has them.
void add_graphiql_routes(http::Router& router);

}  // namespace storey::service
