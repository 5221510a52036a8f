#include "service/domain/client.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

TEST(Client, IsAllowedItsTiersRequestsOrItsOwnNumber) {
  Client client;
  EXPECT_EQ(client.allowed_per_hour({}), 1000);
  client.tier = Tier::kPremium;
  EXPECT_EQ(client.allowed_per_hour({}), 5000);
  client.requests_per_hour = 7;
  EXPECT_EQ(client.allowed_per_hour({}), 7);
}

TEST(Tier, NamesAreReadBack) {
  for (const Tier tier : {Tier::kStandard, Tier::kPremium}) EXPECT_EQ(parse_tier(tier_name(tier)), tier);
  EXPECT_FALSE(parse_tier("gold"));
}

TEST(Token, IsActiveUntilItExpiresOrIsRevoked) {
  Token token;
  token.expires = from_unix_ms(1000);
  EXPECT_EQ(token.state(from_unix_ms(999)), TokenState::kActive);
  EXPECT_EQ(token.state(from_unix_ms(1000)), TokenState::kExpired);
  token.revoked = from_unix_ms(500);
  EXPECT_EQ(token.state(from_unix_ms(999)), TokenState::kRevoked);
  EXPECT_EQ(token.state(from_unix_ms(2000)), TokenState::kRevoked);
}

}  // namespace
}  // namespace storey::service
