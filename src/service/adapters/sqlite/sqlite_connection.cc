#include "service/adapters/sqlite/sqlite_connection.h"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "service/domain/try.h"

namespace storey::service {
namespace {

/// How long a statement waits for another process to finish its transaction.
constexpr int kBusyTimeoutMs = 10'000;

/// A log of writes that grew past this is cut back to it once it has been copied into the database.
constexpr int kMaxIdleWal = 16 << 20;  // bytes

ErrorCode code_of(int status) {
  switch (status & 0xff) {
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_BUSY:
      return ErrorCode::kUnwritable;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return ErrorCode::kDamaged;
    default:
      return ErrorCode::kInternal;
  }
}

Error database_error(sqlite3* handle) {
  const int status = sqlite3_extended_errcode(handle);
  const char* file = sqlite3_db_filename(handle, nullptr);
  Error error;
  error.code = code_of(status);
  error.message =
      std::string("the database failed: ") + sqlite3_errmsg(handle) + " (" + std::to_string(status) + ")";
  error.file = file == nullptr ? "" : file;
  if ((status & 0xff) == SQLITE_BUSY) {
    error.message = "the database was held by another process for " + std::to_string(kBusyTimeoutMs / 1000) +
                    " s (" + std::to_string(status) + ")";
    error.remedy = "look for what holds it, such as a backup or a shell with an open transaction";
  } else if (error.code == ErrorCode::kUnwritable) {
    error.remedy = "make room on the disk, or make it writable";
  }
  if (error.code == ErrorCode::kDamaged) error.remedy = "restore the database from a backup";
  return error;
}

constexpr Dialect kDialect = {
    .like = "LIKE",
    .join_texts = "group_concat",
    .greatest = "max",
    .lock_row = "",
    .lock_free_row = "",
    .last_event = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'events'",
    .each_of_json = "json_each",
    .delivery_order = "rowid",
    .begin_exclusive = "BEGIN IMMEDIATE",
    .migrations_table =
        "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL,"
        " applied INTEGER NOT NULL) WITHOUT ROWID"};

class SqliteStatement final : public Statement {
 public:
  explicit SqliteStatement(sqlite3_stmt* statement) : statement_(statement) {}
  ~SqliteStatement() override { sqlite3_finalize(statement_); }
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  void bind(const SqlValue& value) override {
    std::visit([&](const auto& known) { put(known); }, value);
    ++next_;
  }
  Result<bool> step() override {
    const int status = sqlite3_step(statement_);
    if (status == SQLITE_ROW) return true;
    if (status == SQLITE_DONE) return false;
    return fail(database_error(sqlite3_db_handle(statement_)));
  }
  Result<void> run() override {
    if (auto ran = step(); !ran) return fail(std::move(ran).error());
    return {};
  }
  void reset() override {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
    next_ = 1;
  }

  bool null(int column) const override { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::int64_t integer(int column) const override { return sqlite3_column_int64(statement_, column); }
  double real(int column) const override { return sqlite3_column_double(statement_, column); }
  std::string text(int column) const override {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes == nullptr
               ? std::string()
               : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
  }
  Digest digest(int column) const override {
    Digest digest{};
    const void* bytes = sqlite3_column_blob(statement_, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    if (bytes != nullptr) std::memcpy(digest.data(), bytes, std::min(size, digest.size()));
    return digest;
  }

 private:
  void put(std::monostate) { sqlite3_bind_null(statement_, next_); }
  void put(std::int64_t value) { sqlite3_bind_int64(statement_, next_, value); }
  void put(double value) { sqlite3_bind_double(statement_, next_, value); }
  void put(std::string_view text) {
    sqlite3_bind_text64(statement_, next_, text.data() == nullptr ? "" : text.data(), text.size(),
                        SQLITE_TRANSIENT, SQLITE_UTF8);
  }
  void put(const Digest& digest) {
    sqlite3_bind_blob(statement_, next_, digest.data(), static_cast<int>(digest.size()), SQLITE_TRANSIENT);
  }

  sqlite3_stmt* statement_;
  int next_ = 1;
};

/// Two processes that give a new file its journal at once are in each other's way, and SQLite, which sees
/// that neither could ever end, lets none of them wait.
int set_journal(sqlite3* handle) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(kBusyTimeoutMs);
  while (true) {
    const int status = sqlite3_exec(handle, "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
    if ((status & 0xff) != SQLITE_BUSY || std::chrono::steady_clock::now() > end) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open(const std::filesystem::path& file,
                                                                 bool durable) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int status = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
  if (handle == nullptr) return fail(ErrorCode::kInternal, "no memory for a database connection");
  std::unique_ptr<SqliteConnection> connection(new SqliteConnection(handle));
  if (status != SQLITE_OK) return fail(database_error(handle));
  sqlite3_busy_timeout(handle, kBusyTimeoutMs);
  // Before the journal, which makes the file: a database that there is keeps its own.
  STOREY_TRY_VOID(connection->run_script("PRAGMA auto_vacuum = INCREMENTAL"));
  if (set_journal(handle) != SQLITE_OK) return fail(database_error(handle));
  const std::string script =
      std::string("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -1024;") +
      "PRAGMA journal_size_limit = " + std::to_string(kMaxIdleWal) + ";" +
      (durable ? "PRAGMA synchronous = FULL;" : "PRAGMA synchronous = NORMAL;");
  if (auto ran = connection->run_script(script); !ran) return fail(std::move(ran).error());
  return connection;
}

SqliteConnection::~SqliteConnection() {
  forget_statements();
  sqlite3_close_v2(handle_);
}

const Dialect& SqliteConnection::dialect() const { return kDialect; }

Result<std::unique_ptr<Statement>> SqliteConnection::prepare_text(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                         &statement, nullptr) != SQLITE_OK)
    return fail(database_error(handle_));
  return std::make_unique<SqliteStatement>(statement);
}

Result<void> SqliteConnection::run_script(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    return fail(database_error(handle_));
  return {};
}

void SqliteConnection::on_commit(std::function<void(int)> told) {
  on_commit_ = std::move(told);
  const auto pass_on = [](void* connection, sqlite3*, const char*, int pages) {
    static_cast<SqliteConnection*>(connection)->on_commit_(pages);
    return SQLITE_OK;
  };
  sqlite3_wal_hook(handle_, pass_on, this);
}

Result<void> SqliteConnection::copy_log() {
  const int status = sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  // Busy: another process is at it.
  if (status != SQLITE_OK && (status & 0xff) != SQLITE_BUSY) return fail(database_error(handle_));
  return {};
}

Result<std::uint64_t> SqliteConnection::seen_version() const {
  unsigned int version = 0;
  if (sqlite3_file_control(handle_, nullptr, SQLITE_FCNTL_DATA_VERSION, &version) != SQLITE_OK)
    return fail(database_error(handle_));
  return version;
}

Result<std::int64_t> SqliteConnection::changed_rows() { return sqlite3_changes64(handle_); }

}  // namespace storey::service
