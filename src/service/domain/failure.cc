#include "service/domain/failure.h"

namespace storey::service {

std::string_view code_name(FailureCode code) {
  switch (code) {
    case FailureCode::kUnauthenticated:
      return "UNAUTHENTICATED";
    case FailureCode::kRateLimited:
      return "RATE_LIMITED";
    case FailureCode::kBadUserInput:
      return "BAD_USER_INPUT";
    case FailureCode::kGraphqlParseFailed:
      return "GRAPHQL_PARSE_FAILED";
    case FailureCode::kGraphqlValidationFailed:
      return "GRAPHQL_VALIDATION_FAILED";
    case FailureCode::kQueryTooComplex:
      return "QUERY_TOO_COMPLEX";
    case FailureCode::kOrderNotFound:
      return "ORDER_NOT_FOUND";
    case FailureCode::kAssetNotFound:
      return "ASSET_NOT_FOUND";
    case FailureCode::kWebhookNotFound:
      return "WEBHOOK_NOT_FOUND";
    case FailureCode::kDeliveryNotFound:
      return "DELIVERY_NOT_FOUND";
    case FailureCode::kProjectNotFound:
      return "PROJECT_NOT_FOUND";
    case FailureCode::kResultNotFound:
      return "RESULT_NOT_FOUND";
    case FailureCode::kUnsupportedProduct:
      return "UNSUPPORTED_PRODUCT";
    case FailureCode::kUnsupportedAssetType:
      return "UNSUPPORTED_ASSET_TYPE";
    case FailureCode::kUnsupportedModelUnits:
      return "UNSUPPORTED_MODEL_UNITS";
    case FailureCode::kUnsupportedUploadType:
      return "UNSUPPORTED_UPLOAD_TYPE";
    case FailureCode::kInvalidOrderState:
      return "INVALID_ORDER_STATE";
    case FailureCode::kUploadIncomplete:
      return "UPLOAD_INCOMPLETE";
    case FailureCode::kUploadMismatch:
      return "UPLOAD_MISMATCH";
    case FailureCode::kUploadExpired:
      return "UPLOAD_EXPIRED";
    case FailureCode::kInvalidFile:
      return "INVALID_FILE";
    case FailureCode::kInvalidWebhookUrl:
      return "INVALID_WEBHOOK_URL";
    case FailureCode::kWebhookDisabled:
      return "WEBHOOK_DISABLED";
    case FailureCode::kQuotaExceeded:
      return "QUOTA_EXCEEDED";
    case FailureCode::kForbidden:
      return "FORBIDDEN";
    case FailureCode::kStorageUnavailable:
      return "STORAGE_UNAVAILABLE";
    case FailureCode::kInternalServerError:
      return "INTERNAL_SERVER_ERROR";
  }
  return "INTERNAL_SERVER_ERROR";
}

std::optional<FailureCode> parse_failure_code(std::string_view name) {
  constexpr int kCodes = static_cast<int>(FailureCode::kInternalServerError) + 1;
  for (int i = 0; i < kCodes; ++i)
    if (name == code_name(static_cast<FailureCode>(i))) return static_cast<FailureCode>(i);
  return std::nullopt;
}

Failure::Failure(const Error& error) : internal(error.describe()) {
  if (error.code == ErrorCode::kUnwritable || error.code == ErrorCode::kUnreadable) {
    code = FailureCode::kStorageUnavailable;
    message = "the service cannot store anything at the moment; nothing was changed, try again later";
  } else {
    code = FailureCode::kInternalServerError;
    message = "the service failed; the operator finds the reason in the log under this request's id";
  }
}

}  // namespace storey::service
