#include "service/api/web_pages.h"

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "service/api/media_type.h"

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

/// The content of a file of gzip (RFC 1952), which ends with its size.
std::string inflated(std::string_view gzip) {
  std::uint32_t size = 0;
  std::memcpy(&size, gzip.data() + gzip.size() - sizeof size, sizeof size);
  std::string content(size, '\0');
  z_stream stream{};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzip.data()));
  stream.avail_in = static_cast<uInt>(gzip.size());
  stream.next_out = reinterpret_cast<Bytef*>(content.data());
  stream.avail_out = size;
  constexpr int kGzip = 16 + MAX_WBITS;
  const bool whole = inflateInit2(&stream, kGzip) == Z_OK && inflate(&stream, Z_FINISH) == Z_STREAM_END;
  inflateEnd(&stream);
  if (!whole) throw std::logic_error("a page of the binary is damaged");
  return content;
}

/// One of the files, as it is kept or, for the few who do not take that, as it is.
class Served {
 public:
  Served(const WebFile& file, std::string policy)
      : file_(file),
        policy_(std::move(policy)),
        number_(std::to_string(std::hash<std::string_view>()(file.gzip))) {}

  http::Response answer(const http::Request& request) {
    const bool gzip = accepts_gzip(request.headers.get("Accept-Encoding"));
    const std::string etag = '"' + number_ + (gzip ? "" : "-plain") + '"';
    const bool known = request.headers.get("If-None-Match") == etag;
    http::Response response = known ? http::Response::empty(304)
                                    : http::Response::bytes(200, std::string(file_.content_type),
                                                            gzip ? std::string(file_.gzip) : plain());
    if (gzip && !known) response.headers.set("Content-Encoding", "gzip");
    response.headers.set("Vary", "Accept-Encoding");
    response.headers.set("ETag", etag);
    response.headers.set("Cache-Control", "no-cache");
    response.headers.set("Content-Security-Policy", policy_);
    response.headers.set("Referrer-Policy", "no-referrer");
    return response;
  }

 private:
  /// Made once: nobody should be able to keep the service busy with it.
  const std::string& plain() {
    std::call_once(once_, [this] { plain_ = inflated(file_.gzip); });
    return plain_;
  }

  const WebFile& file_;
  const std::string policy_;
  const std::string number_;
  std::once_flag once_;
  std::string plain_;
};

void add_routes(http::Router& router, std::span<const WebFile> files, const Place& place,
                const std::string& policy) {
  for (const WebFile& file : files) {
    const std::string path =
        std::string(file.name == "index.html" ? place.index : std::string(place.folder).append(file.name));
    router.add(http::Method::kGet, path,
               [served = std::make_shared<Served>(file, policy)](http::Request& request) {
                 return served->answer(request);
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

void add_icon_route(http::Router& router) {
  router.add(http::Method::kGet, "/favicon.ico",
             [](http::Request&) {
               http::Response nothing = http::Response::empty(204);
               nothing.headers.set("Cache-Control", "public, max-age=86400");
               return nothing;
             },
             {.max_body_bytes = 0, .free = true});
}

void add_graphiql_routes(http::Router& router) {
  add_routes(router, graphiql_files(), kGraphiql, std::string(kGraphiql.content_policy));
}

}  // namespace storey::service
