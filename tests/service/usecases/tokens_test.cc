#include "service/usecases/tokens.h"

#include "test_services.h"

namespace storey::service {
namespace {

class TokensTest : public ServicesTest {
 protected:
  std::string token() { return value_of(create_token(*services, client, issued.secret))->token; }
};

TEST_F(TokensTest, ATokenWorksUntilItExpires) {
  const std::string text = token();
  EXPECT_EQ(value_of(authenticate(*services, text)).id, client);
  clock.time += settings.token_lifetime;
  EXPECT_EQ(code_of(authenticate(*services, text)), FailureCode::kUnauthenticated);
  EXPECT_EQ(value_of(introspect_token(*services, client, text))->state(clock.now()), TokenState::kExpired);
}

TEST_F(TokensTest, ItsLifetimeIsJustUnderAnHour) {
  EXPECT_EQ(value_of(create_token(*services, client, issued.secret))->remaining, Seconds(3599));
}

TEST_F(TokensTest, WrongCredentialsGetNone) {
  EXPECT_FALSE(value_of(create_token(*services, client, "wrong")));
  EXPECT_FALSE(value_of(create_token(*services, ClientId("nobody"), issued.secret)));
  value_of(set_client_disabled(*services, client, true));
  EXPECT_FALSE(value_of(create_token(*services, client, issued.secret)));
}

TEST_F(TokensTest, ARotatedSecretReplacesTheFormerOne) {
  const auto rotated = value_of(rotate_client_secret(*services, client));
  EXPECT_FALSE(value_of(create_token(*services, client, issued.secret)));
  EXPECT_TRUE(value_of(create_token(*services, client, rotated.secret)));
}

TEST_F(TokensTest, ARevokedTokenIsRefusedAndStillKnown) {
  const std::string text = token();
  EXPECT_TRUE(value_of(revoke_token(*services, client, text)));
  EXPECT_TRUE(value_of(revoke_token(*services, client, text)));
  EXPECT_EQ(code_of(authenticate(*services, text)), FailureCode::kUnauthenticated);
  EXPECT_TRUE(value_of(introspect_token(*services, client, text))->revoked);
}

TEST_F(TokensTest, AnotherClientsTokenIsUnknown) {
  const ClientId other =
      value_of(create_client(*services, {"Other", Tier::kStandard, std::nullopt})).client.id;
  const std::string text = token();
  EXPECT_FALSE(value_of(revoke_token(*services, other, text)));
  EXPECT_FALSE(value_of(introspect_token(*services, other, text)));
  EXPECT_TRUE(authenticate(*services, text));
}

}  // namespace
}  // namespace storey::service
