// What a process hears of its PostgreSQL server without asking: that others have changed something, and what
// time it is.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <thread>

#include "service/adapters/postgres/postgres_connection.h"
#include "service/ports/clock.h"
#include "service/ports/store.h"

namespace storey::service {

/// Listens on a connection of its own. What is heard is a hint: without it, and where the connection is lost,
/// the counters go on by themselves every second, but for that of grants.
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
  /// What of one kind is heard and told.
  struct Channel {
    const char* name;
    std::atomic<std::uint64_t> changes{1};
    std::atomic<bool> to_tell{false};
  };
  using Change = Connection::Change;

  explicit PostgresWatch(const PostgresOptions& options);
  Channel& channel(Change change) { return channels_[static_cast<std::size_t>(change)]; }
  std::uint64_t changes_of(Change change) const {
    return channels_[static_cast<std::size_t>(change)].changes.load();
  }
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
  std::array<Channel, Connection::kChanges> channels_{
      {{"storey_events"}, {"storey_jobs"}, {"storey_deliveries"}, {"storey_grants"}}};
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
