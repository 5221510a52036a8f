#include "service/api/web_pages.h"

#include <functional>
#include <string>

namespace storey::service {
namespace {

/// Where a page lies, and what its browser may load for it: nothing but this service's own files, and no page
/// of others around it.
struct Place {
  std::string_view index;
  std::string_view folder;
  std::string_view content_policy;
};

/// Pictures of points come as blobs.
constexpr Place kPage = {
    "/", "/page/",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"};
/// Monaco writes style attributes.
constexpr Place kGraphiql = {
    "/graphiql", "/graphiql/",
    "default-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"};

bool takes_gzip(const http::Request& request) {
  const std::string_view accepted = request.headers.get("Accept-Encoding");
  return accepted.find("gzip") != std::string_view::npos || accepted.find('*') != std::string_view::npos;
}

std::string etag_of(const WebFile& file) {
  return '"' + std::to_string(std::hash<std::string_view>()(file.gzip)) + '"';
}

http::Response serve(const http::Request& request, const WebFile& file, const std::string& etag,
                     const std::string& policy) {
  if (!takes_gzip(request)) return http::Response::text(406, "this comes with Content-Encoding: gzip only\n");
  const bool known = request.headers.get("If-None-Match") == etag;
  http::Response response =
      known ? http::Response::empty(304)
            : http::Response::bytes(200, std::string(file.content_type), std::string(file.gzip));
  if (!known) response.headers.set("Content-Encoding", "gzip");
  response.headers.set("Vary", "Accept-Encoding");
  response.headers.set("ETag", etag);
  response.headers.set("Cache-Control", "no-cache");
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Referrer-Policy", "no-referrer");
  return response;
}

void add_routes(http::Router& router, std::span<const WebFile> files, const Place& place,
                const std::string& policy) {
  for (const WebFile& file : files) {
    const std::string path =
        std::string(file.name == "index.html" ? place.index : std::string(place.folder).append(file.name));
    router.add(http::Method::kGet, path,
               [&file, policy, etag = etag_of(file)](http::Request& request) {
                 return serve(request, file, etag, policy);
               },
               {.max_body_bytes = 0, .free = true});
  }
}

}  // namespace

void add_page_routes(http::Router& router, const Services& services) {
  std::string policy(kPage.content_policy);
  if (const DirectTransfers* direct = services.blobs.direct())
    policy.insert(policy.find("; frame-ancestors"), " " + direct->origin());  // behind connect-src
  add_routes(router, page_files(), kPage, policy);
}

void add_graphiql_routes(http::Router& router) {
  add_routes(router, graphiql_files(), kGraphiql, std::string(kGraphiql.content_policy));
}

}  // namespace storey::service
