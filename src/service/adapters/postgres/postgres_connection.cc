#include "service/adapters/postgres/postgres_connection.h"

#include <libpq-fe.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>

#include "service/domain/text.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

constexpr Dialect kDialect = {
    .like = "ILIKE",
    .join_texts = "string_agg",
    .greatest = "greatest",
    // References to a row are still allowed meanwhile: only FOR UPDATE would keep them off.
    .lock_row = " FOR NO KEY UPDATE",
    .lock_free_row = " FOR NO KEY UPDATE SKIP LOCKED",
    .last_event = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM events_number_seq",
    .each_of_json = "json_array_elements_text",
    .delivery_order = "position",
    .begin_exclusive = "BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('storey migrations', 0))",
    .migrations_table =
        "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL,"
        " applied bigint NOT NULL)"};

/// More than the longest time that a statement may take (statement_timeout).
constexpr std::chrono::seconds kSilence{40};

/// Of the SQL standard's states (PostgreSQL manual, appendix A) those that are decided by.
PostgresTrouble trouble_of(std::string_view state, bool connected) {
  if (state == "40001" || state == "40P01" || state == "55P03") return PostgresTrouble::kConflict;
  // 25006: this server only reads, another one has taken its place. 57P0x: it is shut down.
  if (!connected || state.starts_with("08") || state.starts_with("57P") || state == "25006")
    return PostgresTrouble::kLost;
  return PostgresTrouble::kOther;
}

std::string without_line_end(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

Error database_error(PGconn* handle, const PGresult* result, PostgresTrouble trouble) {
  const char* state = result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* words = result == nullptr ? PQerrorMessage(handle) : PQresultErrorMessage(result);
  const std::string code = state == nullptr ? "" : state;
  Error error;
  error.message = "the database failed: " + without_line_end(words) + (code.empty() ? "" : " (" + code + ")");
  if (trouble == PostgresTrouble::kLost) {
    error.code = ErrorCode::kUnreadable;
    error.remedy = "see that PostgreSQL runs and that this machine reaches it";
  } else if (trouble == PostgresTrouble::kConflict) {
    error.code = ErrorCode::kUnreadable;
  } else if (code.starts_with("53") || code.starts_with("58")) {
    error.code = ErrorCode::kUnwritable;
    error.remedy = "give the database server more room";
  }
  return error;
}

/// So many statements are sent at most before the server is waited for: its answers must fit into buffers.
constexpr std::size_t kMostSent = 100;

/// `?` and `?1` as the server writes them: `$1`.
std::string with_dollars(std::string_view sql) {
  std::string text;
  int next = 1;
  bool quoted = false;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql[i] == '\'') quoted = !quoted;
    if (sql[i] != '?' || quoted) {
      text += sql[i];
      continue;
    }
    text += '$';
    if (i + 1 == sql.size() || sql[i + 1] < '0' || sql[i + 1] > '9') text += std::to_string(next++);
  }
  return text;
}

/// The server takes no text with a zero in it, and none that is no UTF-8. What clients send as identifiers
/// may be both: it is changed so that it names nothing.
std::string acceptable(std::string_view text) {
  std::string copy(text);
  if (!is_plain_utf8(text))
    std::replace_if(
        copy.begin(), copy.end(), [](char c) { return c == '\0' || static_cast<unsigned char>(c) >= 0x80; },
        '?');
  return copy;
}

std::string number_text(auto value) {
  std::array<char, 32> buffer;
  const auto [end, status] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end};
}

bool is_success(const PGresult* result) {
  const ExecStatusType status = PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

}  // namespace

void PostgresResultCloser::operator()(pg_result* result) const { PQclear(result); }

class PostgresStatement final : public Statement {
 public:
  PostgresStatement(PostgresConnection& connection, std::string sql)
      : connection_(connection), sql_(std::move(sql)) {}

  void bind(const SqlValue& value) override {
    values_.push_back(std::visit([](const auto& known) { return as_text(known); }, value));
  }
  Result<bool> step() override {
    if (result_ == nullptr) {
      if (connection_.asks_ahead_) {
        const auto result = std::make_shared<PostgresResult>();
        connection_.asked_.push_back({this, values_, result});
        STOREY_TRY_VOID(connection_.send(*this, result));
        return false;
      }
      STOREY_TRY(result_, connection_.result_of(*this));
    } else {
      ++row_;
    }
    return row_ < PQntuples(result_.get());
  }
  Result<void> run() override { return connection_.send(*this, nullptr); }
  void reset() override {
    values_.clear();
    result_.reset();
    row_ = 0;
  }

  bool null(int column) const override { return PQgetisnull(result_.get(), row_, column) != 0; }
  std::int64_t integer(int column) const override {
    const std::string_view digits = view(column);
    if (digits == "t") return 1;
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }
  double real(int column) const override {
    const std::string_view digits = view(column);
    double value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }
  std::string text(int column) const override { return std::string(view(column)); }
  Digest digest(int column) const override {
    Digest digest{};
    const std::string_view hex = view(column);  // "\x" and the digits
    for (std::size_t i = 0; i < digest.size() && 2 * i + 3 < hex.size(); ++i)
      digest[i] = static_cast<std::uint8_t>(16 * digit(hex[2 * i + 2]) + digit(hex[2 * i + 3]));
    return digest;
  }

 private:
  friend class PostgresConnection;
  using Text = std::optional<std::string>;
  static Text as_text(std::monostate) { return std::nullopt; }
  static Text as_text(std::int64_t value) { return number_text(value); }
  static Text as_text(double value) { return number_text(value); }
  static Text as_text(std::string_view text) { return acceptable(text); }
  static Text as_text(const Digest& digest) { return "\\x" + to_hex(service::as_text(digest)); }

  std::string_view view(int column) const {
    return {PQgetvalue(result_.get(), row_, column),
            static_cast<std::size_t>(PQgetlength(result_.get(), row_, column))};
  }

  PostgresConnection& connection_;
  std::string sql_;
  std::string name_;  ///< by which the server knows it; empty: it does not
  std::vector<Text> values_;
  PostgresResult result_;
  int row_ = 0;
};

Result<std::unique_ptr<PostgresConnection>> PostgresConnection::open(const PostgresOptions& options) {
  // A server that is cut off is noticed within seconds, and no transaction of a process that is cut off holds
  // up others for longer than that. All statements go by an index, whatever their values: they are planned
  // once. What the address itself says wins.
  const std::string settings =
      std::string("-c client_min_messages=warning -c statement_timeout=30s -c lock_timeout=10s") +
      " -c idle_in_transaction_session_timeout=30s -c plan_cache_mode=force_generic_plan -c jit=off" +
      (options.durable ? "" : " -c synchronous_commit=off");
  const std::array<const char*, 11> names = {"connect_timeout",
                                             "keepalives_idle",
                                             "keepalives_interval",
                                             "keepalives_count",
                                             "tcp_user_timeout",
                                             "client_encoding",
                                             "application_name",
                                             "options",
                                             "target_session_attrs",
                                             "dbname",
                                             nullptr};
  const std::array<const char*, 11> values = {
      "5",    "5", "5", "2", "10000", "UTF8", "storey", settings.c_str(), "read-write", options.url.c_str(),
      nullptr};
  PGconn* const handle = PQconnectdbParams(names.data(), values.data(), 1);
  if (handle == nullptr) return fail(ErrorCode::kInternal, "no memory for a database connection");
  std::unique_ptr<PostgresConnection> connection(new PostgresConnection(handle));
  if (PQstatus(handle) != CONNECTION_OK) return fail(database_error(handle, nullptr, PostgresTrouble::kLost));
  return connection;
}

PostgresConnection::~PostgresConnection() {
  forget_statements();
  PQfinish(handle_);
}

const Dialect& PostgresConnection::dialect() const { return kDialect; }

bool PostgresConnection::is_open() const { return PQstatus(handle_) == CONNECTION_OK; }

PostgresResult PostgresConnection::next_result() {
  const auto deadline = std::chrono::steady_clock::now() + kSilence;
  while (PQisBusy(handle_) != 0) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd polled{PQsocket(handle_), POLLIN, 0};
    const int ready = left.count() > 0 ? ::poll(&polled, 1, static_cast<int>(left.count())) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) ::shutdown(PQsocket(handle_), SHUT_RDWR);  // what is read next is the end
    if (ready <= 0 || PQconsumeInput(handle_) == 0) break;     // and the result says so
  }
  return PostgresResult(PQgetResult(handle_));
}

Error PostgresConnection::failure_of(const pg_result* result) {
  const char* state = result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const PostgresTrouble trouble = trouble_of(state == nullptr ? "" : state, is_open());
  if (trouble_ == PostgresTrouble::kNone) trouble_ = trouble;
  return database_error(handle_, result, trouble);
}

PostgresConnection::Awaited PostgresConnection::take_asked(const PostgresStatement& statement) {
  const auto found = std::find_if(asked_.begin(), asked_.end(), [&](const Asked& asked) {
    return asked.statement == &statement && asked.values == statement.values_;
  });
  if (found == asked_.end()) return nullptr;
  Awaited result = std::move(found->result);
  asked_.erase(found);
  return result;
}

Result<PostgresResult> PostgresConnection::result_of(PostgresStatement& statement) {
  const Awaited asked = take_asked(statement);
  if (asked == nullptr) {
    STOREY_TRY_VOID(send(statement, nullptr));
    return answer();
  }
  if (*asked == nullptr) STOREY_TRY_VOID(answer());
  return std::move(*asked);
}

void PostgresConnection::ask_ahead(const std::function<void()>& asks) {
  asks_ahead_ = true;
  asks();
  asks_ahead_ = false;
}

Result<void> PostgresConnection::send(PostgresStatement& statement, Awaited result) {
  if (sent_.size() >= kMostSent) STOREY_TRY_VOID(answer());
  if (PQpipelineStatus(handle_) == PQ_PIPELINE_OFF && PQenterPipelineMode(handle_) != 1)
    return fail(failure_of(nullptr));
  if (statement.name_.empty()) {
    const std::string name = "s" + std::to_string(++prepared_);
    if (PQsendPrepare(handle_, name.c_str(), statement.sql_.c_str(), 0, nullptr) != 1)
      return fail(failure_of(nullptr));
    statement.name_ = name;
    sent_.push_back({.prepared = &statement});
  }
  std::vector<const char*> values;
  for (const auto& value : statement.values_) values.push_back(value ? value->c_str() : nullptr);
  constexpr int kTextResults = 0;
  if (PQsendQueryPrepared(handle_, statement.name_.c_str(), static_cast<int>(values.size()), values.data(),
                          nullptr, nullptr, kTextResults) != 1)
    return fail(failure_of(nullptr));
  sent_.push_back({.result = std::move(result)});
  ++statements_sent_;
  return {};
}

Result<void> PostgresConnection::end_batch() {
  if (PQpipelineSync(handle_) != 1) return fail(failure_of(nullptr));
  sent_.push_back({.ends = true});
  return {};
}

Result<void> PostgresConnection::go_on() { return sent_.empty() ? Result<void>() : end_batch(); }

Result<PostgresResult> PostgresConnection::answer() {
  if (sent_.empty()) return PostgresResult();
  std::optional<Error> failure;
  PostgresResult last;
  if (auto ended = end_batch(); !ended) failure = std::move(ended).error();
  for (const Sent& sent : std::exchange(sent_, {})) {
    // Behind a statement that failed the server does nothing of its batch, and prepares nothing either.
    if (!is_open() || failure) {
      if (sent.prepared != nullptr) sent.prepared->name_.clear();
    }
    if (!is_open()) continue;
    PostgresResult result = next_result();
    if (sent.ends) continue;
    if (!is_success(result.get()) && !failure) {
      failure = failure_of(result.get());
      if (sent.prepared != nullptr) sent.prepared->name_.clear();
    }
    while (is_open() && next_result() != nullptr) {
    }
    if (sent.result == nullptr)
      last = std::move(result);
    else if (!failure)
      *sent.result = std::move(result);
  }
  if (!is_open() && !failure) failure = failure_of(nullptr);
  if (failure) return fail(std::move(*failure));
  return last;
}

Result<PostgresConnection::Awaited> PostgresConnection::ask(std::string_view sql) {
  STOREY_TRY(Statement* const statement, statement_of(sql));
  const auto result = std::make_shared<PostgresResult>();
  STOREY_TRY_VOID(send(static_cast<PostgresStatement&>(*statement), result));
  return result;
}

Result<std::int64_t> PostgresConnection::changed_rows() {
  STOREY_TRY(const PostgresResult result, answer());
  return std::atoll(PQcmdTuples(result.get()));
}

Result<PostgresResult> PostgresConnection::run(const std::string& sql) {
  if (PQpipelineStatus(handle_) != PQ_PIPELINE_OFF) {
    if (!sent_.empty()) STOREY_TRY_VOID(answer());
    if (PQexitPipelineMode(handle_) != 1) return fail(failure_of(nullptr));
  }
  if (PQsendQuery(handle_, sql.c_str()) != 1) return fail(failure_of(nullptr));
  PostgresResult last;
  while (PostgresResult next = next_result()) {
    last = std::move(next);
    if (!is_open()) break;
  }
  if (is_success(last.get())) return last;
  return fail(failure_of(last.get()));
}

Result<void> PostgresConnection::run_script(const std::string& sql) {
  STOREY_TRY_VOID(run(sql));
  return {};
}

Result<void> PostgresConnection::lock_name(std::string_view name, bool shared) {
  return execute(shared ? "SELECT pg_advisory_xact_lock_shared(hashtextextended(?, 0))"
                        : "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))",
                 name);
}

// Of most changes others are told once the transaction is done, many at a time: a NOTIFY within it would make
// all commits wait for each other. Grants change rarely, and who revokes one wants it to hold.
Result<void> PostgresConnection::announce(Change change) {
  const auto kind = static_cast<std::size_t>(change);
  const bool known = announced_.test(kind);
  announced_.set(kind);
  if (change != Change::kGrants || known) return {};
  return execute("SELECT pg_notify('storey_grants', '')");
}

Result<std::unique_ptr<Statement>> PostgresConnection::prepare_text(std::string_view sql) {
  return std::make_unique<PostgresStatement>(*this, with_dollars(sql));
}

}  // namespace storey::service
