// Client: the credentials of one tenant. Token: what it is given for an hour in exchange.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "service/domain/digest.h"
#include "service/domain/id.h"
#include "service/domain/timestamp.h"

namespace storey::service {

enum class Tier { kStandard, kPremium };

std::string_view tier_name(Tier tier);
std::optional<Tier> parse_tier(std::string_view text);

/// Requests per hour that a tier allows.
struct TierLimits {
  std::int64_t standard = 1000;
  std::int64_t premium = 5000;
  std::int64_t of(Tier tier) const { return tier == Tier::kPremium ? premium : standard; }
};

/// The secret before the present one, for as long as it still holds.
struct FormerSecret {
  Digest hash{};
  Timestamp expires{};
};

struct Client {
  ClientId id;
  std::string name;
  Digest secret_hash{};
  std::optional<FormerSecret> former_secret;
  Tier tier = Tier::kStandard;
  std::optional<std::int64_t> requests_per_hour;  ///< instead of the tier's
  bool disabled = false;
  Timestamp created{};

  std::int64_t allowed_per_hour(const TierLimits& limits) const {
    return requests_per_hour ? *requests_per_hour : limits.of(tier);
  }
};

enum class TokenState { kActive, kExpired, kRevoked };

struct Token {
  Digest hash{};  ///< the token itself is kept nowhere
  ClientId client_id;
  Timestamp created{};
  Timestamp expires{};
  std::optional<Timestamp> revoked;

  TokenState state(Timestamp now) const {
    if (revoked) return TokenState::kRevoked;
    return now < expires ? TokenState::kActive : TokenState::kExpired;
  }
};

/// A token together with the client it belongs to.
struct Grant {
  Token token;
  Client client;
};

}  // namespace storey::service
