// All that answers GraphQL over a service of a test, without limits of rates.
#pragma once

#include <cstdint>
#include <utility>

#include "service/api/graphql_routes.h"

namespace storey::service {

class NoRateLimits final : public RateLimits {
 public:
  Result<std::uint32_t> count(const RateKey&, Timestamp, std::uint32_t) override { return 0; }
  std::uint32_t look(const RateKey&, Timestamp) override { return 0; }
};

struct GraphqlParts {
  GraphqlParts(Services& of, GraphqlEngineOptions options) : services(of), engine(std::move(options), {}) {}

  Services& services;
  NoRateLimits limits;
  EventHub hub;
  Admissions admissions{services, limits};
  GraphqlEngine engine;
  GraphqlRunner runner;
  UnsentAnswers unsent{1 << 20};
  GraphqlTransport transport{services, hub, admissions, engine, runner, unsent, {}, {}};
};

}  // namespace storey::service
