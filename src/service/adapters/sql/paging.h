// Conditions put together at run time, and pages of a list by identifier.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "service/adapters/sql/connection.h"
#include "service/domain/try.h"
#include "service/ports/page.h"

namespace storey::service {

/// Conditions that all must hold, with their parameters. Texts of clients are parameters, never part of
/// `sql`.
class Conditions {
 public:
  using Parameter = std::variant<std::int64_t, std::string>;

  void add(const std::string& sql, std::vector<Parameter> parameters) {
    sql_ += (sql_.empty() ? " WHERE " : " AND ") + sql;
    for (Parameter& parameter : parameters) parameters_.push_back(std::move(parameter));
  }
  const std::string& sql() const { return sql_; }
  void bind(Query& query) const {
    for (const Parameter& parameter : parameters_)
      std::visit([&](const auto& value) { query.bind(value); }, parameter);
  }

 private:
  std::string sql_;
  std::vector<Parameter> parameters_;
};

/// The page of `SELECT columns FROM table` under `conditions`, newest (greatest) identifier first.
template <class Map>
auto read_page(Connection& connection, const std::string& columns, const std::string& table,
               const std::string& id, Conditions conditions, const PageRequest& request, Map map)
    -> Result<Page<std::invoke_result_t<Map, Row>>> {
  Page<std::invoke_result_t<Map, Row>> page;
  STOREY_TRY(Query counting, connection.prepare("SELECT count(*) FROM " + table + conditions.sql()));
  conditions.bind(counting);
  STOREY_TRY_VOID(counting.step());
  page.total_count = counting.row().integer(0);

  if (request.after) conditions.add(id + " < ?", {*request.after});
  if (request.before) conditions.add(id + " > ?", {*request.before});
  STOREY_TRY(Query query,
             connection.prepare("SELECT " + columns + " FROM " + table + conditions.sql() + " ORDER BY " +
                                id + (request.from_back ? " ASC" : " DESC") + " LIMIT ?"));
  conditions.bind(query);
  query.bind(request.count + 1);
  STOREY_TRY(page.items, Connection::collect(query, map));
  const bool more = page.items.size() > static_cast<std::size_t>(request.count);
  if (more) page.items.pop_back();
  page.has_next = request.from_back ? request.before.has_value() : more;
  page.has_previous = request.from_back ? more : request.after.has_value();
  if (request.from_back) std::reverse(page.items.begin(), page.items.end());
  return page;
}

}  // namespace storey::service
