#include "service/adapters/sqlite/log_copier.h"

#include <tuple>
#include <utility>

#include "service/domain/try.h"

namespace storey::service {
namespace {

constexpr int kCopyAtPages = 1000;  // 4 MB, as SQLite has it

}  // namespace

LogCopier::LogCopier(std::unique_ptr<SqliteConnection> connection, GroupCommit& writes)
    : writes_(writes), next_at_(kCopyAtPages), connection_(std::move(connection)) {}

void LogCopier::on_commit(int pages) {
  if (pages < kCopyAtPages) next_at_ = kCopyAtPages;
  if (pages < next_at_) return;
  // As long as somebody reads what is old, nothing more can be copied: not again after each commit.
  next_at_ = pages + kCopyAtPages;
  // What fails here, as on a full disk, fails those who write too, and they say so.
  pool_.post("", [this] { std::ignore = copy(); });
}

Result<void> LogCopier::copy() {
  const std::lock_guard lock(mutex_);
  STOREY_TRY_VOID(connection_->copy_log());
  return writes_.alone([this] { return connection_->copy_log(); });
}

}  // namespace storey::service
