#include "service/adapters/postgres/postgres_rate_limits.h"

#include <algorithm>
#include <limits>

#include "service/domain/try.h"

namespace storey::service {
namespace {

/// Keys whose counts are remembered at most; then all are forgotten.
constexpr std::size_t kMostSeen = 100'000;
constexpr std::chrono::seconds kPatienceToCount{5};

std::int64_t hour_of(Timestamp now) { return unix_seconds(now) / kRateWindow.count(); }

}  // namespace

Result<std::int64_t> PostgresRateLimits::add(const RateKey& key, std::int64_t hour, std::uint32_t requests) {
  STOREY_TRY(const auto lease, store_.pool().take(PostgresPool::Steady::now() + kPatienceToCount));
  auto counted = lease->connection.number(
      "INSERT INTO request_counts (kind, hash, hour, count) VALUES (?, ?, ?, ?)"
      " ON CONFLICT (kind, hash) DO UPDATE SET hour = excluded.hour, count = excluded.count +"
      "  CASE WHEN request_counts.hour = excluded.hour THEN request_counts.count ELSE 0 END"
      " RETURNING count",
      static_cast<int>(key.kind), sha256(key.bytes), hour, static_cast<std::int64_t>(requests));
  if (lease->connection.trouble() == PostgresTrouble::kLost) store_.pool().close_idle();
  return counted;
}

Result<std::uint32_t> PostgresRateLimits::count(const RateKey& key, Timestamp now, std::uint32_t requests) {
  const std::int64_t hour = hour_of(now);
  auto after = add(key, hour, requests);
  // Connections that a server has closed since they were used last are found out by using them.
  if (!after && after.error().code == ErrorCode::kUnreadable) after = add(key, hour, requests);
  if (!after) return fail(after.error());
  const std::int64_t counted = std::min<std::int64_t>(*after, std::numeric_limits<std::uint32_t>::max());
  const std::lock_guard lock(mutex_);
  if (seen_.size() >= kMostSeen) seen_.clear();
  seen_[{key.kind, sha256(key.bytes)}] = {hour, static_cast<std::uint32_t>(counted)};
  return static_cast<std::uint32_t>(counted - requests);
}

std::uint32_t PostgresRateLimits::look(const RateKey& key, Timestamp now) {
  const std::lock_guard lock(mutex_);
  const auto found = seen_.find({key.kind, sha256(key.bytes)});
  return found != seen_.end() && found->second.hour == hour_of(now) ? found->second.count : 0;
}

}  // namespace storey::service
