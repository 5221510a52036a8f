// Counters of requests in a table that all nodes share.
#pragma once

#include <map>
#include <mutex>

#include "service/adapters/postgres/postgres_store.h"
#include "service/ports/rate_limits.h"

namespace storey::service {

class PostgresRateLimits final : public RateLimits {
 public:
  explicit PostgresRateLimits(PostgresStore& store) : store_(store) {}

  Result<std::uint32_t> count(const RateKey& key, Timestamp now, std::uint32_t requests) override;
  std::uint32_t look(const RateKey& key, Timestamp now) override;

 private:
  struct Seen {
    std::int64_t hour = 0;
    std::uint32_t count = 0;
  };
  Result<std::int64_t> add(const RateKey& key, std::int64_t hour, std::uint32_t requests);

  PostgresStore& store_;
  std::mutex mutex_;
  std::map<std::pair<RateKey::Kind, Digest>, Seen> seen_;  ///< by this node
};

}  // namespace storey::service
