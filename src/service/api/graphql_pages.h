// Relay's cursor connections: pages of lists, their input and their cursors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "service/domain/failure.h"
#include "service/ports/page.h"

namespace storey::service {

struct PaginationInput {
  std::optional<std::int32_t> first;
  std::optional<std::string> after;
  std::optional<std::int32_t> last;
  std::optional<std::string> before;
};

/// Refuses with BAD_USER_INPUT: counts outside of 1 to 100, first together with last, cursors that are none.
Outcome<PageRequest> to_page_request(const std::optional<PaginationInput>& input);

/// Opaque to clients.
std::string to_cursor(const std::string& id);

struct PageInfo {
  bool has_next = false;
  bool has_previous = false;
  std::optional<std::string> start;
  std::optional<std::string> end;
};

template <class T>
struct Edge {
  std::string cursor;
  T node;
};

template <class T>
struct Connection {
  std::vector<Edge<T>> edges;
  PageInfo info;
  std::int32_t total_count = 0;
};

template <class T>
Connection<T> to_connection(Page<T> page) {
  Connection<T> connection;
  for (T& item : page.items) {
    std::string cursor = to_cursor(item.id.text);
    connection.edges.push_back({std::move(cursor), std::move(item)});
  }
  connection.info.has_next = page.has_next;
  connection.info.has_previous = page.has_previous;
  if (!connection.edges.empty()) {
    connection.info.start = connection.edges.front().cursor;
    connection.info.end = connection.edges.back().cursor;
  }
  connection.total_count = static_cast<std::int32_t>(page.total_count);
  return connection;
}

}  // namespace storey::service
