// What a process hears of its PostgreSQL server without asking: that others have changed something, and what
// time it is.
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "service/adapters/postgres/postgres_connection.h"
#include "service/ports/clock.h"
#include "service/ports/store.h"

namespace storey::service {

/// Listens on a connection of its own. What is heard is a hint: without it, and where the connection is lost,
/// the counters of events and work go on by themselves every second.
class PostgresWatch {
 public:
  /// Connects, and learns the time. Errors: those of connecting.
  static Result<std::unique_ptr<PostgresWatch>> start(const PostgresOptions& options);
  ~PostgresWatch();
  PostgresWatch(const PostgresWatch&) = delete;
  PostgresWatch& operator=(const PostgresWatch&) = delete;

  StoreChanges changes() const;
  /// Tells this process at once and the others soon, those that happen shortly after another together.
  void announce(const PostgresConnection::Announced& announced);

  /// The time of the server: this machine's own clock may be set wrongly.
  Timestamp now() const;

 private:
  explicit PostgresWatch(const PostgresOptions& options);
  void run();
  Result<void> connect();
  Result<void> learn_time();
  Result<void> tell_others();
  Result<void> hear();
  void wait() const;

  PostgresOptions options_;
  std::unique_ptr<PostgresConnection> connection_;
  int wake_;  ///< an eventfd
  std::atomic<bool> stopping_{false};
  std::atomic<bool> tells_events_{false}, tells_work_{false};
  std::atomic<std::uint64_t> events_{1}, work_{1}, grants_{1};
  std::atomic<std::int64_t> heard_ms_{0};   ///< by the machine's uptime: the server answered last
  std::atomic<std::int64_t> offset_ms_{0};  ///< from the machine's uptime to the server's time
  std::thread thread_;
};

/// The server's time, which all nodes share.
class PostgresClock final : public Clock {
 public:
  explicit PostgresClock(const PostgresWatch& watch) : watch_(watch) {}
  Timestamp now() const override { return watch_.now(); }

 private:
  const PostgresWatch& watch_;
};

}  // namespace storey::service
