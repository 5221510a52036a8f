#include "service/usecases/tokens.h"

#include "service/adapters/sqlite/sqlite_connection.h"
#include "service/usecases/token_cache.h"
#include "service/usecases/webhooks.h"
#include "test_services.h"
#include "wrapped_store.h"

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

TEST_F(TokensTest, WhatIsRememberedOfATokenEndsWithIt) {
  TokenCache cache(*services);
  const std::string first = token();
  const std::string second = token();
  const auto is_allowed = [&](const std::string& text) {
    return cache.authenticate(text).has_value() && cache.authenticate(text).has_value();
  };
  EXPECT_TRUE(is_allowed(first));
  EXPECT_TRUE(is_allowed(second));
  EXPECT_FALSE(is_allowed("no token"));
  value_of(revoke_token(*services, client, first));
  EXPECT_FALSE(is_allowed(first));
  EXPECT_TRUE(is_allowed(second));
  value_of(set_client_disabled(*services, client, true));
  EXPECT_FALSE(is_allowed(second));
  value_of(set_client_disabled(*services, client, false));
  EXPECT_TRUE(is_allowed(second));
  clock.time += settings.token_lifetime;
  EXPECT_EQ(code_of(cache.authenticate(second)), FailureCode::kUnauthenticated);
}

/// A store that counts how often it is read.
class CountingStore final : public WrappedStore {
 public:
  using WrappedStore::WrappedStore;

  int reads = 0;

 protected:
  Outcome<void> run_read(const Step& step) override {
    ++reads;
    return wrapped.read(step);
  }
};

TEST_F(TokensTest, WhoseTokenItIsIsReadOnceWhateverElseIsWritten) {
  CountingStore counting(*store);
  Services counted{counting, *blobs, clock, random, ids, addresses, key, settings};
  TokenCache cache(counted);
  const std::string first = token();
  EXPECT_TRUE(cache.authenticate(first));
  submitted_order();
  const std::string second = token();
  EXPECT_TRUE(cache.authenticate(first));
  EXPECT_EQ(counting.reads, 1);
  value_of(revoke_token(*services, client, second));
  EXPECT_TRUE(cache.authenticate(first));
  EXPECT_EQ(counting.reads, 2) << "a grant may be another one now";
}

TEST_F(ServicesTest, AFormerSecretHoldsForAsLongAsItIsKept) {
  const auto works = [&](const std::string& secret) {
    return value_of(create_token(*services, client, secret)).has_value();
  };
  const auto second = value_of(rotate_client_secret(*services, client, {Seconds(60), false}));
  EXPECT_TRUE(works(issued.secret));
  EXPECT_TRUE(works(second.secret));
  clock.time += Seconds(60);
  EXPECT_FALSE(works(issued.secret));
  EXPECT_TRUE(works(second.secret));
  const auto third = value_of(rotate_client_secret(*services, client, {}));
  EXPECT_FALSE(works(second.secret));
  EXPECT_TRUE(works(third.secret));
}

TEST_F(ServicesTest, RotatingCanRevokeAllTokens) {
  const std::string token = value_of(create_token(*services, client, issued.secret))->token;
  value_of(rotate_client_secret(*services, client, {Seconds(60), false}));
  EXPECT_EQ(value_of(authenticate(*services, token)).id, client);
  value_of(rotate_client_secret(*services, client, {Seconds(60), true}));
  EXPECT_EQ(code_of(authenticate(*services, token)), FailureCode::kUnauthenticated);
}

TEST_F(ServicesTest, DeletingAClientErasesAllItHas) {
  const auto other = value_of(create_client(*services, {"Other", Tier::kStandard, std::nullopt}));
  value_of(create_webhook(*services, client, "https://example.com/", std::nullopt));
  const std::string token = value_of(create_token(*services, client, issued.secret))->token;
  for (int i = 0; i < 25; ++i) submitted_order();
  EXPECT_EQ(blob_count(), 25u);
  EXPECT_EQ(value_of(delete_client(*services, client)), 25);
  EXPECT_EQ(blob_count(), 0u);
  EXPECT_EQ(code_of(authenticate(*services, token)), FailureCode::kUnauthenticated);
  EXPECT_EQ(code_of(delete_client(*services, client)), FailureCode::kBadUserInput);
  const auto left = value_of(list_clients(*services));
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].id, other.client.id);
  store.reset();
  const auto database = SqliteConnection::open(folder / "storey.db", false).value();
  for (const char* table : {"orders", "assets", "jobs", "webhooks", "deliveries", "tokens", "client_tokens"})
    EXPECT_EQ(database->number("SELECT count(*) FROM " + std::string(table)).value(), 0) << table;
  EXPECT_EQ(database->number("SELECT count(*) FROM projects").value(), 1) << "the other client's";
}

}  // namespace
}  // namespace storey::service
