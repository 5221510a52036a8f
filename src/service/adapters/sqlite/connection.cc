#include "service/adapters/sqlite/connection.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>

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

}  // namespace

bool Row::null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
std::int64_t Row::integer(int column) const { return sqlite3_column_int64(statement_, column); }
double Row::real(int column) const { return sqlite3_column_double(statement_, column); }

std::string Row::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return bytes == nullptr
             ? std::string()
             : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

Digest Row::digest(int column) const {
  Digest digest{};
  const void* bytes = sqlite3_column_blob(statement_, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  if (bytes != nullptr) std::memcpy(digest.data(), bytes, std::min(size, digest.size()));
  return digest;
}

std::optional<std::string> Row::maybe_text(int column) const {
  return null(column) ? std::nullopt : std::optional(text(column));
}
std::optional<std::int64_t> Row::maybe_integer(int column) const {
  return null(column) ? std::nullopt : std::optional(integer(column));
}
std::optional<Timestamp> Row::maybe_time(int column) const {
  return null(column) ? std::nullopt : std::optional(time(column));
}

Query::~Query() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

void Query::bind(std::nullopt_t) { sqlite3_bind_null(statement_, next_++); }
void Query::bind(std::int64_t value) { sqlite3_bind_int64(statement_, next_++, value); }
void Query::bind(double value) { sqlite3_bind_double(statement_, next_++, value); }
void Query::bind(std::string_view text) {
  sqlite3_bind_text64(statement_, next_++, text.data() == nullptr ? "" : text.data(), text.size(),
                      SQLITE_TRANSIENT, SQLITE_UTF8);
}
void Query::bind(const Digest& digest) {
  sqlite3_bind_blob(statement_, next_++, digest.data(), static_cast<int>(digest.size()), SQLITE_TRANSIENT);
}

Result<bool> Query::step() {
  const int status = sqlite3_step(statement_);
  if (status == SQLITE_ROW) return true;
  if (status == SQLITE_DONE) return false;
  return fail(database_error(sqlite3_db_handle(statement_)));
}

void Connection::Closer::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
void Connection::Finalizer::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Result<Connection> Connection::open(const std::filesystem::path& file, bool durable) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int status = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
  if (handle == nullptr) return fail(ErrorCode::kInternal, "no memory for a database connection");
  Connection connection(handle);
  if (status != SQLITE_OK) return fail(database_error(handle));
  sqlite3_busy_timeout(handle, kBusyTimeoutMs);
  const std::string script =
      std::string("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;") +
      "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -1024;" +
      "PRAGMA journal_size_limit = " + std::to_string(kMaxIdleWal) + ";" +
      (durable ? "PRAGMA synchronous = FULL;" : "PRAGMA synchronous = NORMAL;");
  if (auto ran = connection.run_script(script); !ran) return fail(std::move(ran).error());
  return connection;
}

Connection::~Connection() = default;

Result<Query> Connection::prepare_text(std::string_view sql) {
  if (const auto found = statements_.find(sql); found != statements_.end()) return Query(found->second.get());
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                         &statement, nullptr) != SQLITE_OK)
    return fail(database_error(handle_.get()));
  statements_.emplace(std::string(sql), statement);
  return Query(statement);
}

Result<void> Connection::run_script(const std::string& sql) {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    return fail(database_error(handle_.get()));
  return {};
}

std::int64_t Connection::changes() const { return sqlite3_changes64(handle_.get()); }

}  // namespace storey::service
