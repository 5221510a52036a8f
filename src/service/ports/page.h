// One page of a list ordered by identifier, newest first, as Relay's cursor connections ask for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace storey::service {

/// Exclusive bounds by identifier in the order of the list; `count` from its front, or from its back.
struct PageRequest {
  std::optional<std::string> after;
  std::optional<std::string> before;
  int count = 20;
  bool from_back = false;
};

template <class T>
struct Page {
  std::vector<T> items;          ///< in the order of the list
  std::int64_t total_count = 0;  ///< of the whole list
  bool has_previous = false;
  bool has_next = false;
};

}  // namespace storey::service
