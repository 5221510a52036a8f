// Fields that may be null.
#pragma once

#include <optional>
#include <string>

#include "service/domain/timestamp.h"

namespace storey::service {

using MaybeText = std::optional<std::string>;

inline MaybeText maybe_time(const std::optional<Timestamp>& time) {
  return time ? MaybeText(to_iso8601(*time)) : std::nullopt;
}

}  // namespace storey::service
