// A thin layer over one SQLite connection: prepared statements, typed parameters and columns, errors as
// values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "service/domain/digest.h"
#include "service/domain/id.h"
#include "service/domain/timestamp.h"
#include "storey/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace storey::service {

/// The columns of the row that a query stands on.
class Row {
 public:
  explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
  bool null(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  Digest digest(int column) const;
  Timestamp time(int column) const { return from_unix_ms(integer(column)); }

  std::optional<std::string> maybe_text(int column) const;
  std::optional<std::int64_t> maybe_integer(int column) const;
  std::optional<Timestamp> maybe_time(int column) const;

 private:
  sqlite3_stmt* statement_;
};

/// A prepared statement with its parameters; goes back to its connection when it is destroyed.
class Query {
 public:
  explicit Query(sqlite3_stmt* statement) : statement_(statement) {}
  ~Query();
  Query(Query&& other) noexcept
      : statement_(std::exchange(other.statement_, nullptr)), next_(std::exchange(other.next_, 1)) {}
  Query& operator=(Query&&) = delete;

  void bind(std::nullopt_t);
  void bind(std::int64_t value);
  void bind(int value) { bind(static_cast<std::int64_t>(value)); }
  void bind(std::uint64_t value) { bind(static_cast<std::int64_t>(value)); }
  void bind(bool value) { bind(static_cast<std::int64_t>(value)); }
  void bind(double value);
  void bind(std::string_view text);
  void bind(const std::string& text) { bind(std::string_view(text)); }
  void bind(const char* text) { bind(std::string_view(text)); }
  void bind(const Digest& digest);
  void bind(Timestamp time) { bind(unix_ms(time)); }
  template <class Tag>
  void bind(const Id<Tag>& id) {
    bind(std::string_view(id.text));
  }
  template <class T>
  void bind(const std::optional<T>& value) {
    if (value)
      bind(*value);
    else
      bind(std::nullopt);
  }

  /// Goes to the next row; false after the last.
  Result<bool> step();
  Row row() const { return Row(statement_); }

 private:
  sqlite3_stmt* statement_;
  int next_ = 1;
};

/// Used by one thread at a time.
class Connection {
 public:
  /// Opens the database, making it if missing. `durable`: a commit is on disk when it returns, even if power
  /// fails; without, it survives the process only.
  static Result<Connection> open(const std::filesystem::path& file, bool durable);
  ~Connection();
  Connection(Connection&& other) noexcept = default;
  Connection& operator=(Connection&&) = delete;

  /// Runs a statement without rows.
  template <class... Parameters>
  Result<void> execute(std::string_view sql, const Parameters&... parameters) {
    auto query = prepare(sql, parameters...);
    if (!query) return fail(std::move(query).error());
    if (auto stepped = query->step(); !stepped) return fail(std::move(stepped).error());
    return {};
  }

  /// The first row as `map` reads it; nothing if there is none.
  template <class Map, class... Parameters>
  auto find(Map map, std::string_view sql, const Parameters&... parameters)
      -> Result<std::optional<std::invoke_result_t<Map, Row>>> {
    auto query = prepare(sql, parameters...);
    if (!query) return fail(std::move(query).error());
    const auto stepped = query->step();
    if (!stepped) return fail(stepped.error());
    if (!*stepped) return std::nullopt;
    return map(query->row());
  }

  /// All rows as `map` reads them.
  template <class Map, class... Parameters>
  auto list(Map map, std::string_view sql, const Parameters&... parameters)
      -> Result<std::vector<std::invoke_result_t<Map, Row>>> {
    auto query = prepare(sql, parameters...);
    if (!query) return fail(std::move(query).error());
    return collect(*query, map);
  }

  template <class Map>
  static auto collect(Query& query, Map map) -> Result<std::vector<std::invoke_result_t<Map, Row>>> {
    std::vector<std::invoke_result_t<Map, Row>> rows;
    while (true) {
      const auto stepped = query.step();
      if (!stepped) return fail(stepped.error());
      if (!*stepped) return rows;
      rows.push_back(map(query.row()));
    }
  }

  /// The first column of the first row; 0 if there is none.
  template <class... Parameters>
  Result<std::int64_t> number(std::string_view sql, const Parameters&... parameters) {
    const auto found = find([](Row row) { return row.integer(0); }, sql, parameters...);
    if (!found) return fail(found.error());
    return found->value_or(0);
  }

  template <class... Parameters>
  Result<Query> prepare(std::string_view sql, const Parameters&... parameters) {
    auto query = prepare_text(sql);
    if (query) (query->bind(parameters), ...);
    return query;
  }

  /// Runs several statements; no parameters, no rows.
  Result<void> run_script(const std::string& sql);

  /// Rows that the last statement changed.
  std::int64_t changes() const;

 private:
  struct Closer {
    void operator()(sqlite3* handle) const;
  };
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Statements =
      std::unordered_map<std::string, std::unique_ptr<sqlite3_stmt, Finalizer>, TextHash, std::equal_to<>>;

  explicit Connection(sqlite3* handle) : handle_(handle) {}
  Result<Query> prepare_text(std::string_view sql);

  std::unique_ptr<sqlite3, Closer> handle_;
  Statements statements_;  // after handle_: finalized before it is closed
};

}  // namespace storey::service
