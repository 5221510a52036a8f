#include "service/api/graphiql.h"

#include <functional>
#include <string>

namespace storey::service {
namespace {

/// Nothing but this service's own files, and no page of others around it. Monaco writes style attributes.
constexpr std::string_view kContentPolicy =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

bool takes_gzip(const http::Request& request) {
  const std::string_view accepted = request.headers.get("Accept-Encoding");
  return accepted.find("gzip") != std::string_view::npos || accepted.find('*') != std::string_view::npos;
}

std::string etag_of(const GraphiqlFile& file) {
  return '"' + std::to_string(std::hash<std::string_view>()(file.gzip)) + '"';
}

http::Response serve(const http::Request& request, const GraphiqlFile& file, const std::string& etag) {
  if (!takes_gzip(request)) return http::Response::text(406, "this comes with Content-Encoding: gzip only\n");
  const bool known = request.headers.get("If-None-Match") == etag;
  http::Response response =
      known ? http::Response::empty(304)
            : http::Response::bytes(200, std::string(file.content_type), std::string(file.gzip));
  if (!known) response.headers.set("Content-Encoding", "gzip");
  response.headers.set("Vary", "Accept-Encoding");
  response.headers.set("ETag", etag);
  response.headers.set("Cache-Control", "no-cache");
  response.headers.set("Content-Security-Policy", std::string(kContentPolicy));
  return response;
}

}  // namespace

void add_graphiql_routes(http::Router& router) {
  for (const GraphiqlFile& file : graphiql_files()) {
    const std::string path =
        file.name == "index.html" ? "/graphiql" : std::string("/graphiql/").append(file.name);
    router.add(http::Method::kGet, path,
               [&file, etag = etag_of(file)](http::Request& request) { return serve(request, file, etag); },
               {0, false});
  }
}

}  // namespace storey::service
