// Checks of what clients send.
#pragma once

#include <string>
#include <string_view>

#include "service/domain/failure.h"

namespace storey::service {

/// Refuses with BAD_USER_INPUT, naming the field, what is not `min` to `max` bytes of plain UTF-8.
Outcome<void> check_text(const std::string& field, std::string_view text, std::size_t min, std::size_t max);

inline tl::unexpected<Failure> bad_field(const std::string& field, std::string message) {
  return refuse(FailureCode::kBadUserInput, std::move(message), {{"field", field}});
}

}  // namespace storey::service
