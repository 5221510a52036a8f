// What a client is told when an action fails, and what only the log may know.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storey/result.h"

namespace storey::service {

/// Codes of the interface. Closed list; `code_name` gives the text that clients see.
enum class FailureCode {
  kUnauthenticated,
  kRateLimited,
  kBadUserInput,
  kGraphqlParseFailed,
  kGraphqlValidationFailed,
  kQueryTooComplex,
  kOrderNotFound,
  kAssetNotFound,
  kWebhookNotFound,
  kDeliveryNotFound,
  kProjectNotFound,
  kResultNotFound,
  kUnsupportedProduct,
  kUnsupportedAssetType,
  kUnsupportedModelUnits,
  kUnsupportedUploadType,
  kInvalidOrderState,
  kUploadIncomplete,
  kUploadMismatch,
  kUploadExpired,
  kInvalidFile,
  kInvalidWebhookUrl,
  kWebhookDisabled,
  kQuotaExceeded,
  kForbidden,           ///< a pre-signed address that is forged or damaged
  kStorageUnavailable,  ///< disk full or read-only: nothing was changed, trying again later helps
  kInternalServerError,
};

/// "ORDER_NOT_FOUND" …
std::string_view code_name(FailureCode code);
std::optional<FailureCode> parse_failure_code(std::string_view name);

/// An action that did not happen. `message` and `context` go to the client, `internal` to the log only.
struct Failure {
  FailureCode code = FailureCode::kInternalServerError;
  std::string message;
  std::vector<std::pair<std::string, std::string>> context;  ///< "orderId" → the identifier …
  std::string internal;

  Failure() = default;
  Failure(FailureCode failure_code, std::string text,
          std::vector<std::pair<std::string, std::string>> values = {})
      : code(failure_code), message(std::move(text)), context(std::move(values)) {}

  /// Of a part below the use cases: its words are for the log, the client learns only whether to try again.
  Failure(const Error& error);  // NOLINT(google-explicit-constructor): errors of ports pass through use cases

  /// Whether the action itself said no, and so changed nothing. Of other failures nobody may know how far
  /// they came: a connection can be lost while a transaction is committed.
  bool is_refusal() const {
    return code != FailureCode::kStorageUnavailable && code != FailureCode::kInternalServerError;
  }

  friend bool operator==(const Failure&, const Failure&) = default;
};

/// What a use case returns.
template <class T>
using Outcome = tl::expected<T, Failure>;

inline tl::unexpected<Failure> refuse(FailureCode code, std::string message,
                                      std::vector<std::pair<std::string, std::string>> context = {}) {
  return tl::unexpected<Failure>(Failure(code, std::move(message), std::move(context)));
}

}  // namespace storey::service
