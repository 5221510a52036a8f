#include "service/api/published.h"

#include <string>

namespace storey::service {

void add_published_routes(http::Router& router) {
  const auto add = [&](std::string_view path, std::string type, std::string_view (*text)()) {
    router.add(http::Method::kGet, path,
               [type = std::move(type), text](http::Request&) {
                 return http::Response::bytes(200, type, std::string(text()));
               },
               {.max_body_bytes = 0});
  };
  add("/v1/schema.graphql", "text/plain; charset=utf-8", schema_text);
  add("/v1/openapi.json", "application/json", openapi_text);
}

}  // namespace storey::service
