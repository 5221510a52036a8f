#include "http/cors.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace storey::http {
namespace {

std::string join(const std::vector<std::string>& members) {
  std::string text;
  for (const std::string& member : members) text += (text.empty() ? "" : ", ") + member;
  return text;
}

bool allows_any(const CorsOptions& options) {
  return std::find(options.allowed_origins.begin(), options.allowed_origins.end(), "*") !=
         options.allowed_origins.end();
}

bool allows(const CorsOptions& options, std::string_view origin) {
  return allows_any(options) || std::find(options.allowed_origins.begin(), options.allowed_origins.end(),
                                          origin) != options.allowed_origins.end();
}

}  // namespace

std::optional<Response> answer_preflight(const CorsOptions& options, const Request& request,
                                         const std::vector<Method>& allowed_methods) {
  if (options.allowed_origins.empty() || request.method != Method::kOptions || allowed_methods.empty() ||
      !request.headers.find("Origin") || !request.headers.find("Access-Control-Request-Method"))
    return std::nullopt;
  Response response = Response::empty(204);
  if (!allows(options, request.headers.get("Origin"))) return response;
  std::vector<std::string> methods;
  for (const Method method : allowed_methods) methods.emplace_back(method_name(method));
  response.headers.add("Access-Control-Allow-Methods", join(methods));
  response.headers.add("Access-Control-Allow-Headers", join(options.allowed_headers));
  response.headers.add("Access-Control-Max-Age", std::to_string(options.max_age.count()));
  return response;
}

void add_cors_fields(const CorsOptions& options, const Request& request, Response& response) {
  if (options.allowed_origins.empty()) return;
  const bool same_for_all = allows_any(options) && !options.allow_credentials;
  if (!same_for_all) response.headers.add("Vary", "Origin");
  const auto origin = request.headers.find("Origin");
  if (!origin || !allows(options, *origin)) return;
  // A wildcard means nothing to a browser that sends credentials; the origin itself must be named then.
  response.headers.set("Access-Control-Allow-Origin", same_for_all ? "*" : std::string(*origin));
  if (options.allow_credentials) response.headers.set("Access-Control-Allow-Credentials", "true");
  if (!options.exposed_headers.empty())
    response.headers.set("Access-Control-Expose-Headers", join(options.exposed_headers));
}

}  // namespace storey::http
