#include "service/api/health_routes.h"

#include <boost/json.hpp>

namespace storey::service {
namespace {

namespace json = boost::json;

http::Response ready(Services& services) {
  const Result<void> database = services.store.check();
  const Result<void> blobs = services.blobs.check();
  // Only whether, not why: this answers anybody. The reason is in the log.
  const auto word = [](const Result<void>& part) { return part ? "ok" : "unavailable"; };
  const bool all = database && blobs;
  const json::object body{
      {"status", all ? "ok" : "unavailable"}, {"database", word(database)}, {"blobs", word(blobs)}};
  return http::Response::json(all ? 200 : 503, json::serialize(body));
}

}  // namespace

void add_health_routes(http::Router& router, Services& services) {
  // Whoever watches over the service is nobody that clients share it with.
  const auto nobody = [](http::Request&) -> http::Task<std::string> { co_return std::string(); };
  router.add(http::Method::kGet, "/healthz",
             [](http::Request&) { return http::Response::json(200, R"({"status":"ok"})"); },
             {.max_body_bytes = 0, .free = true, .party = nobody});
  router.add(http::Method::kGet, "/readyz", [&services](http::Request&) { return ready(services); },
             {.max_body_bytes = 0, .blocking = true, .free = true, .party = nobody});
}

}  // namespace storey::service
