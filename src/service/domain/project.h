// Project: a group of a client's orders.
#pragma once

#include <cstdint>
#include <string>

#include "service/domain/id.h"
#include "service/domain/timestamp.h"

namespace storey::service {

/// The one that every client has from the start.
inline constexpr const char* kDefaultProjectName = "Default";

struct Project {
  ProjectId id;
  ClientId client_id;
  std::string name;
  Timestamp created{};
  std::int64_t order_count = 0;  ///< filled when read
};

}  // namespace storey::service
