#include "service/adapters/postgres/postgres_pool.h"

namespace storey::service {

Result<PostgresPool::Lease> PostgresPool::take(Steady::time_point deadline) {
  {
    std::unique_lock lock(mutex_);
    if (!free_.wait_until(lock, deadline, [&] { return in_use_ < options_.max_connections; }))
      return fail(ErrorCode::kUnreadable, "all connections to the database are in use",
                  "allow more (database.connections), or look for what holds them");
    ++in_use_;
    if (!idle_.empty()) {
      std::unique_ptr<PostgresSession> session = std::move(idle_.back());
      idle_.pop_back();
      session->connection.forget_trouble();
      return Lease(*this, std::move(session));
    }
  }
  auto opened = PostgresConnection::open(options_);
  if (opened) return Lease(*this, std::make_unique<PostgresSession>(std::move(*opened)));
  give_back(nullptr);
  return fail(opened.error());
}

void PostgresPool::give_back(std::unique_ptr<PostgresSession> session) {
  const bool usable = session != nullptr && session->connection.is_open() &&
                      session->connection.trouble() != PostgresTrouble::kLost;
  {
    const std::lock_guard lock(mutex_);
    --in_use_;
    if (usable) idle_.push_back(std::move(session));
  }
  free_.notify_one();
}

void PostgresPool::close_idle() {
  std::vector<std::unique_ptr<PostgresSession>> closed;
  const std::lock_guard lock(mutex_);
  closed.swap(idle_);
}

}  // namespace storey::service
