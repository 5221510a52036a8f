// One connection to an SQLite database.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "service/adapters/sql/connection.h"

struct sqlite3;

namespace storey::service {

class SqliteConnection final : public Connection {
 public:
  /// Opens the database, making it if missing. `durable`: a commit is on disk when it returns, even if power
  /// fails; without, it survives the process only.
  static Result<std::unique_ptr<SqliteConnection>> open(const std::filesystem::path& file, bool durable);
  ~SqliteConnection() override;
  SqliteConnection(const SqliteConnection&) = delete;
  SqliteConnection& operator=(const SqliteConnection&) = delete;

  const Dialect& dialect() const override;
  /// There is one writer at a time: it holds everything.
  Result<void> lock_name(std::string_view, bool) override { return {}; }
  /// Others look at the version of the file, and at a number that triggers raise.
  Result<void> announce(Change) override { return {}; }
  Result<void> run_script(const std::string& sql) override;

  /// `told` is told, at each commit of this connection, how many pages the log of writes has then. The log is
  /// not copied into the database at commits any more: that is left to whoever calls `copy_log`.
  void on_commit(std::function<void(int)> told);

  /// Copies into the database what the log of writes holds and no reader needs as it was. Waits for nobody.
  Result<void> copy_log();

  /// Of the database that the last statement saw. Each commit of another connection gives it another one.
  Result<std::uint64_t> seen_version() const;

 protected:
  Result<std::int64_t> changed_rows() override;
  Result<std::unique_ptr<Statement>> prepare_text(std::string_view sql) override;

 private:
  explicit SqliteConnection(sqlite3* handle) : handle_(handle) {}
  sqlite3* handle_;
  std::function<void(int)> on_commit_;
};

}  // namespace storey::service
