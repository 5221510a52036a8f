// Connections of one process to its PostgreSQL server, used by many threads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "service/adapters/postgres/postgres_connection.h"
#include "service/adapters/sql/sql_session.h"

namespace storey::service {

/// A connection with the stores that work on it.
struct PostgresSession {
  explicit PostgresSession(std::unique_ptr<PostgresConnection> opened)
      : connection(*opened), stores(std::move(opened)) {}

  PostgresConnection& connection;
  SqlSession stores;
  std::string server_life;  ///< as PostgresStore knows it; empty: not asked for yet
};

class PostgresPool {
 public:
  using Steady = std::chrono::steady_clock;

  explicit PostgresPool(PostgresOptions options) : options_(std::move(options)) {}

  /// A connection for one thread; goes back when it is destroyed, unless it is broken.
  class Lease {
   public:
    Lease(PostgresPool& pool, std::unique_ptr<PostgresSession> session)
        : pool_(&pool), session_(std::move(session)) {}
    ~Lease() {
      if (session_ != nullptr) pool_->give_back(std::move(session_));
    }
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    PostgresSession* operator->() const { return session_.get(); }
    PostgresSession& operator*() const { return *session_; }

   private:
    PostgresPool* pool_;
    std::unique_ptr<PostgresSession> session_;
  };

  /// Waits for one until `deadline`. Errors: kUnreadable, of the server, or if all are in use until then.
  Result<Lease> take(Steady::time_point deadline);

  /// Closes those that nobody uses: the server has gone, they are of no more use.
  void close_idle();

 private:
  void give_back(std::unique_ptr<PostgresSession> session);

  PostgresOptions options_;
  std::mutex mutex_;
  std::condition_variable free_;
  int in_use_ = 0;
  std::vector<std::unique_ptr<PostgresSession>> idle_;
};

}  // namespace storey::service
