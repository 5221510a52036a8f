// A thin layer over one connection to an SQL database: prepared statements, typed parameters and columns,
// errors as values. What the databases say differently is a Dialect.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "service/domain/digest.h"
#include "service/domain/id.h"
#include "service/domain/timestamp.h"
#include "storey/result.h"

namespace storey::service {

/// A value for a place in a statement; the first alternative is NULL.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string_view, Digest>;

/// A prepared statement of one database.
class Statement {
 public:
  virtual ~Statement() = default;
  /// Gives the next place its value. Texts are copied.
  virtual void bind(const SqlValue& value) = 0;
  /// Runs the statement, or goes to its next row; false after the last.
  virtual Result<bool> step() = 0;
  /// Runs the statement for what it does; there are no rows to read. It may be sent without waiting for its
  /// answer: then its failure comes with the next statement that waits, at the latest with the commit.
  virtual Result<void> run() = 0;
  /// Forgets rows and values.
  virtual void reset() = 0;

  // Columns of the row that it stands on.
  virtual bool null(int column) const = 0;
  virtual std::int64_t integer(int column) const = 0;
  virtual double real(int column) const = 0;
  virtual std::string text(int column) const = 0;
  virtual Digest digest(int column) const = 0;
};

/// The columns of the row that a query stands on.
class Row {
 public:
  explicit Row(const Statement& statement) : statement_(&statement) {}
  bool null(int column) const { return statement_->null(column); }
  std::int64_t integer(int column) const { return statement_->integer(column); }
  double real(int column) const { return statement_->real(column); }
  std::string text(int column) const { return statement_->text(column); }
  Digest digest(int column) const { return statement_->digest(column); }
  Timestamp time(int column) const { return from_unix_ms(integer(column)); }

  std::optional<std::string> maybe_text(int column) const {
    return null(column) ? std::nullopt : std::optional(text(column));
  }
  std::optional<std::int64_t> maybe_integer(int column) const {
    return null(column) ? std::nullopt : std::optional(integer(column));
  }
  std::optional<Timestamp> maybe_time(int column) const {
    return null(column) ? std::nullopt : std::optional(time(column));
  }

 private:
  const Statement* statement_;
};

/// A statement in use, with its parameters; goes back to its connection when it is destroyed.
class Query {
 public:
  explicit Query(Statement& statement) : statement_(&statement) {}
  ~Query() {
    if (statement_ != nullptr) statement_->reset();
  }
  Query(Query&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
  Query& operator=(Query&&) = delete;

  void bind(std::nullopt_t) { statement_->bind({}); }
  void bind(std::int64_t value) { statement_->bind(value); }
  void bind(int value) { bind(static_cast<std::int64_t>(value)); }
  void bind(std::uint64_t value) { bind(static_cast<std::int64_t>(value)); }
  void bind(bool value) { bind(static_cast<std::int64_t>(value)); }
  void bind(double value) { statement_->bind(value); }
  void bind(std::string_view text) { statement_->bind(text); }
  void bind(const std::string& text) { bind(std::string_view(text)); }
  void bind(const char* text) { bind(std::string_view(text)); }
  void bind(const Digest& digest) { statement_->bind(digest); }
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
  Result<bool> step() { return statement_->step(); }
  Result<void> run() { return statement_->run(); }
  Row row() const { return Row(*statement_); }

 private:
  Statement* statement_;
};

/// Where the statements that all databases share would differ.
struct Dialect {
  std::string_view like;              ///< LIKE without regard to the case of ASCII letters
  std::string_view join_texts;        ///< the function that joins the texts of all rows
  std::string_view greatest;          ///< the function that gives the greatest of its arguments
  std::string_view lock_row;          ///< behind a SELECT: holds the rows until the transaction ends
  std::string_view lock_free_row;     ///< the same, but passes over rows that others hold
  std::string_view last_event;        ///< a SELECT of the number that was given to an event last
  std::string_view each_of_json;      ///< the function that makes rows of a JSON list, with a column `value`
  std::string_view delivery_order;    ///< the column of deliveries that ascends as they were made
  std::string_view begin_exclusive;   ///< begins a transaction that has the form of the database to itself
  std::string_view migrations_table;  ///< makes the table of migrations unless it is there
};

/// Used by one thread at a time.
class Connection {
 public:
  virtual ~Connection() = default;

  virtual const Dialect& dialect() const = 0;

  /// Behind a SELECT: in a transaction that writes, what is found stays as it is until the transaction ends.
  std::string lock_row() const { return writes_ ? std::string(dialect().lock_row) : std::string(); }
  std::string lock_free_row() const { return writes_ ? std::string(dialect().lock_free_row) : std::string(); }
  void set_writes(bool writes) { writes_ = writes; }

  /// Keeps others that ask for the same name from getting further until the transaction ends. `shared`: only
  /// those that do not ask for it shared.
  virtual Result<void> lock_name(std::string_view name, bool shared = false) = 0;

  /// Tells other processes, once the transaction is done, that something of the kind has changed.
  enum class Change { kEvents, kJobs, kDeliveries, kGrants };
  static constexpr std::size_t kChanges = 4;
  virtual Result<void> announce(Change change) = 0;

  /// Runs a statement for what it does; see Statement::run.
  template <class... Parameters>
  Result<void> execute(std::string_view sql, const Parameters&... parameters) {
    auto query = prepare(sql, parameters...);
    if (!query) return fail(std::move(query).error());
    return query->run();
  }

  /// Runs a statement and says how many rows it changed.
  template <class... Parameters>
  Result<std::int64_t> change(std::string_view sql, const Parameters&... parameters) {
    if (auto ran = execute(sql, parameters...); !ran) return fail(std::move(ran).error());
    return changed_rows();
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

  /// `sql` with `?` or `?1`, `?2` … at the places of its parameters.
  template <class... Parameters>
  Result<Query> prepare(std::string_view sql, const Parameters&... parameters) {
    auto statement = statement_of(sql);
    if (!statement) return fail(std::move(statement).error());
    Query query(**statement);
    (query.bind(parameters), ...);
    return query;
  }

  /// See Session::ask_ahead. Where a statement is answered at once, nothing is gained: nothing is done.
  virtual void ask_ahead(const std::function<void()>& /*asks*/) {}

  /// Runs several statements; no parameters, no rows.
  virtual Result<void> run_script(const std::string& sql) = 0;

 protected:
  /// How many rows the last statement changed.
  virtual Result<std::int64_t> changed_rows() = 0;
  virtual Result<std::unique_ptr<Statement>> prepare_text(std::string_view sql) = 0;
  /// That of the text: each is prepared once.
  Result<Statement*> statement_of(std::string_view sql) {
    auto found = statements_.find(sql);
    if (found == statements_.end()) {
      auto statement = prepare_text(sql);
      if (!statement) return fail(std::move(statement).error());
      found = statements_.emplace(std::string(sql), std::move(*statement)).first;
    }
    return found->second.get();
  }
  /// Before the connection goes.
  void forget_statements() { statements_.clear(); }

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  std::unordered_map<std::string, std::unique_ptr<Statement>, TextHash, std::equal_to<>> statements_;
  bool writes_ = false;
};

}  // namespace storey::service
