#include "http/cors.h"

#include <gtest/gtest.h>

namespace storey::http {
namespace {

const std::vector<Method> kMethods = {Method::kGet, Method::kPut};

Request preflight(const std::string& origin) {
  Request request;
  request.method = Method::kOptions;
  request.headers.add("Origin", origin);
  request.headers.add("Access-Control-Request-Method", "PUT");
  return request;
}

CorsOptions allow(std::vector<std::string> origins) {
  CorsOptions options;
  options.allowed_origins = std::move(origins);
  return options;
}

Response with_cors(const CorsOptions& options, const Request& request) {
  Response response;
  add_cors_fields(options, request, response);
  return response;
}

TEST(Cors, IsSilentUnlessConfigured) {
  EXPECT_FALSE(answer_preflight({}, preflight("https://a"), kMethods));
  EXPECT_TRUE(with_cors({}, preflight("https://a")).headers.empty());
}

TEST(Cors, PreflightNamesMethodsAndHeaders) {
  const auto response = answer_preflight(allow({"https://a"}), preflight("https://a"), kMethods);
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 204);
  EXPECT_EQ(response->headers.get("Access-Control-Allow-Methods"), "GET, PUT");
  EXPECT_TRUE(response->headers.has_token("Access-Control-Allow-Headers", "authorization"));
  EXPECT_TRUE(response->headers.has_token("Access-Control-Allow-Headers", "traceparent"));
}

TEST(Cors, AnotherOriginGetsNoPermission) {
  const CorsOptions options = allow({"https://a"});
  const auto response = answer_preflight(options, preflight("https://a.evil"), kMethods);
  ASSERT_TRUE(response);
  EXPECT_FALSE(response->headers.find("Access-Control-Allow-Methods"));
  const Response other = with_cors(options, preflight("https://b"));
  EXPECT_FALSE(other.headers.find("Access-Control-Allow-Origin"));
  EXPECT_EQ(other.headers.get("Vary"), "Origin");
}

TEST(Cors, AWildcardIsNamedOnlyWithoutCredentials) {
  CorsOptions options = allow({"*"});
  EXPECT_EQ(with_cors(options, preflight("https://a")).headers.get("Access-Control-Allow-Origin"), "*");
  options.allow_credentials = true;
  const Response response = with_cors(options, preflight("https://a"));
  EXPECT_EQ(response.headers.get("Access-Control-Allow-Origin"), "https://a");
  EXPECT_EQ(response.headers.get("Access-Control-Allow-Credentials"), "true");
  EXPECT_EQ(response.headers.get("Vary"), "Origin");
}

TEST(Cors, AnOrdinaryOptionsRequestIsNoPreflight) {
  Request request = preflight("https://a");
  request.headers.erase("Access-Control-Request-Method");
  EXPECT_FALSE(answer_preflight(allow({"*"}), request, kMethods));
}

}  // namespace
}  // namespace storey::http
