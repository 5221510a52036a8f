#include "service/api/failure_response.h"

namespace storey::service {

namespace {

FailureCode code_for(int status) {
  if (status == 413 || status == 414 || status == 431) return FailureCode::kQuotaExceeded;
  if (status == 429) return FailureCode::kRateLimited;
  return status >= 500 ? FailureCode::kInternalServerError : FailureCode::kBadUserInput;
}

}  // namespace

int http_status(FailureCode code) {
  switch (code) {
    case FailureCode::kUnauthenticated:
      return 401;
    case FailureCode::kRateLimited:
      return 429;
    case FailureCode::kBadUserInput:
    case FailureCode::kGraphqlParseFailed:
    case FailureCode::kGraphqlValidationFailed:
    case FailureCode::kQueryTooComplex:
    case FailureCode::kUnsupportedProduct:
    case FailureCode::kUnsupportedAssetType:
    case FailureCode::kUnsupportedModelUnits:
    case FailureCode::kUnsupportedUploadType:
    case FailureCode::kUploadMismatch:
    case FailureCode::kInvalidFile:
    case FailureCode::kInvalidWebhookUrl:
      return 400;
    case FailureCode::kOrderNotFound:
    case FailureCode::kAssetNotFound:
    case FailureCode::kWebhookNotFound:
    case FailureCode::kDeliveryNotFound:
    case FailureCode::kProjectNotFound:
    case FailureCode::kResultNotFound:
      return 404;
    case FailureCode::kInvalidOrderState:
    case FailureCode::kUploadIncomplete:
    case FailureCode::kWebhookDisabled:
      return 409;
    case FailureCode::kUploadExpired:
    case FailureCode::kForbidden:
      return 403;
    case FailureCode::kQuotaExceeded:
      return 413;
    case FailureCode::kStorageUnavailable:
      return 503;
    case FailureCode::kInternalServerError:
      return 500;
  }
  return 500;
}

http::Response rest_failure(const Failure& failure) {
  if (failure.code == FailureCode::kUnauthenticated) {
    http::Response response = oauth_error(401, "unauthorized", failure.message);
    response.headers.set("WWW-Authenticate", R"(Bearer error="invalid_token")");
    return response;
  }
  if (failure.code == FailureCode::kRateLimited) return oauth_error(429, "rate_limited", failure.message);
  boost::json::object body{{"data", nullptr},
                           {"status", "error"},
                           {"message", failure.message},
                           {"error", code_name(failure.code)}};
  for (const auto& [name, value] : failure.context) body[name] = value;
  http::Response response = http::Response::json(http_status(failure.code), boost::json::serialize(body));
  response.note = failure.internal;
  return response;
}

http::Response rest_error(int status, std::string_view message) {
  http::Response response = rest_failure(Failure(code_for(status), std::string(message)));
  response.status = status;
  return response;
}

http::Response graphql_error(int status, std::string_view message) {
  const FailureCode code = status == 413 ? FailureCode::kQueryTooComplex : code_for(status);
  return http::Response::json(status, graphql_failure_body(Failure(code, std::string(message))));
}

http::Response oauth_error(int status, std::string_view error, std::string_view description) {
  const boost::json::object body{{"error", error}, {"error_description", description}};
  http::Response response = http::Response::json(status, boost::json::serialize(body));
  response.headers.set("Cache-Control", "no-store");
  return response;
}

http::Response rest_success(int status, boost::json::object data, std::string_view message) {
  const boost::json::object body{{"data", std::move(data)}, {"status", "success"}, {"message", message}};
  return http::Response::json(status, boost::json::serialize(body));
}

boost::json::object error_extensions(const Failure& failure) {
  boost::json::object extensions{{"code", code_name(failure.code)}};
  for (const auto& [name, value] : failure.context) extensions[name] = value;
  return extensions;
}

std::string graphql_failure_body(const Failure& failure) {
  const boost::json::object error{{"message", failure.message}, {"extensions", error_extensions(failure)}};
  return boost::json::serialize(
      boost::json::object{{"data", nullptr}, {"errors", boost::json::array{error}}});
}

}  // namespace storey::service
