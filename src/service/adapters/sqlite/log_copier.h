// Brings what SQLite's log of writes holds into the database, beside those who write.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "base/fair_pool.h"
#include "service/adapters/sqlite/group_commit.h"
#include "service/adapters/sqlite/sqlite_connection.h"

namespace storey::service {

/// By itself SQLite has whoever commits as the log gets long copy it, with all others waiting for their turn:
/// 10 ms and more on a busy disk, several times a second beside a client that writes much. Here a thread does
/// that while others write. Only what came meanwhile, a few pages, is copied with nobody writing: the log
/// begins anew, and does not grow for ever, only where all of it was copied at one moment.
class LogCopier {
 public:
  /// `connection`: for this alone. `writes`: of the same database; outlives this.
  LogCopier(std::unique_ptr<SqliteConnection> connection, GroupCommit& writes);

  /// From any thread: a commit made the log that long.
  void on_commit(int pages);

  /// Copies, on this thread.
  Result<void> copy();

 private:
  GroupCommit& writes_;
  std::atomic<int> next_at_;  ///< pages of the log that are reason for the next copy
  std::mutex mutex_;          ///< of the connection
  std::unique_ptr<SqliteConnection> connection_;
  FairPool pool_{1, 1};
};

}  // namespace storey::service
