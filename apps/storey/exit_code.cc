#include "exit_code.h"

namespace storey {

int exit_code(ErrorCode code) {
  if (code == ErrorCode::kInvalidArgument) return kExitUsage;
  return code == ErrorCode::kCancelled ? kExitInterrupted : kExitFailed;
}

std::string_view error_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "invalid_argument";
    case ErrorCode::kNotFound:
      return "not_found";
    case ErrorCode::kUnreadable:
      return "unreadable";
    case ErrorCode::kUnwritable:
      return "unwritable";
    case ErrorCode::kWrongFormat:
      return "wrong_format";
    case ErrorCode::kDamaged:
      return "damaged";
    case ErrorCode::kNoPoints:
      return "no_points";
    case ErrorCode::kNoPlan:
      return "no_plan";
    case ErrorCode::kCancelled:
      return "cancelled";
    case ErrorCode::kLimit:
      return "limit";
    case ErrorCode::kInternal:
      return "internal";
  }
  return "internal";
}

}  // namespace storey
