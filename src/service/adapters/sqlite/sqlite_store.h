// The store on an embedded SQLite database: one writer at a time, readers beside it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "service/adapters/sql/migrations.h"
#include "service/adapters/sqlite/group_commit.h"
#include "service/adapters/sqlite/log_copier.h"
#include "service/adapters/sqlite/sqlite_connection.h"
#include "service/ports/store.h"

namespace storey::service {

struct SqliteOptions {
  std::filesystem::path file;
  bool durable = true;  ///< commits survive a power cut
};

class SqliteStore final : public Store {
 public:
  /// Opens the database and brings it up to date.
  static Result<std::unique_ptr<SqliteStore>> open(const SqliteOptions& options, Timestamp now);
  ~SqliteStore() override;

  const MigrationReport& migrations() const { return migrations_; }

  /// Is told how long each write waited for its turn. Set before others use the store.
  void on_writer_wait(std::function<void(std::chrono::nanoseconds)> told) { writer_wait_ = std::move(told); }

  /// How many write or wait for their turn.
  std::uint64_t writers() { return writes_->wanted(); }

  Result<StoreChanges> changes() override;
  bool answers_at_once() const override { return true; }
  Result<void> shrink() override;
  Result<void> check() override;

 protected:
  Outcome<void> run_write(const Step& step) override;
  Outcome<void> run_note(const Step& step) override;
  Outcome<void> run_read(const Step& step) override;

 private:
  explicit SqliteStore(SqliteOptions options);
  Result<std::unique_ptr<SqlSession>> new_session(bool durable) const;
  Result<std::unique_ptr<SqlSession>> new_writer(bool durable);
  std::function<void()> note_turn() const;

  SqliteOptions options_;
  MigrationReport migrations_;
  std::function<void(std::chrono::nanoseconds)> writer_wait_;
  std::unique_ptr<SqlSession> writer_;
  std::unique_ptr<GroupCommit> writes_;
  std::unique_ptr<SqlSession> note_writer_;  ///< whose commits do not wait for the disk
  std::unique_ptr<LogCopier> copier_;
  std::mutex readers_mutex_;
  std::vector<std::unique_ptr<SqlSession>> idle_readers_;
  std::mutex watcher_mutex_;
  std::unique_ptr<SqliteConnection> watcher_;
};

}  // namespace storey::service
