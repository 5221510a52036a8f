#include "service/usecases/repeatable.h"

#include "service/domain/try.h"
#include "service/usecases/retention.h"
#include "service/usecases/webhooks.h"
#include "test_services.h"

namespace storey::service {
namespace {

class RepeatableTest : public ServicesTest {
 protected:
  Outcome<Order> order(const std::string& token, const std::string& name = "House") {
    NewOrder wanted{name, "areaplan", "Metric", std::nullopt, std::nullopt, std::nullopt, {}, token};
    return initialize_order(*services, client, wanted);
  }
};

TEST_F(RepeatableTest, ARepeatedRequestMakesNothingNew) {
  const Order first = value_of(order("a"));
  EXPECT_EQ(value_of(order("a")).id, first.id);
  EXPECT_NE(value_of(order("b")).id, first.id);
  value_of(cancel_order(*services, client, first.id));
  EXPECT_EQ(value_of(order("a")).status, OrderStatus::kCancelled) << "as it is now";
  const auto other = value_of(create_client(*services, {"Other", Tier::kStandard, std::nullopt}));
  NewOrder wanted{"House", "areaplan", "Metric", std::nullopt, std::nullopt, std::nullopt, {}, "a"};
  EXPECT_NE(value_of(initialize_order(*services, other.client.id, wanted)).id, first.id);
}

TEST_F(RepeatableTest, ATokenStandsForOneRequest) {
  value_of(order("a"));
  EXPECT_EQ(code_of(order("a", "Another house")), FailureCode::kBadUserInput);
  EXPECT_EQ(code_of(order("")), FailureCode::kBadUserInput);
  EXPECT_EQ(code_of(order(std::string(256, 'a'))), FailureCode::kBadUserInput);
}

TEST_F(RepeatableTest, WhatWasRefusedCanBeTriedAgain) {
  settings.max_open_orders = 0;
  EXPECT_EQ(code_of(order("a")), FailureCode::kQuotaExceeded);
  settings.max_open_orders = 10;
  value_of(order("a"));
}

TEST_F(RepeatableTest, IsKnownForADay) {
  const Order first = value_of(order("a"));
  clock.time += kRepetitionTime - Seconds(1);
  value_of(keep_house(*services));
  EXPECT_EQ(value_of(order("a")).id, first.id);
  clock.time += Seconds(1);
  EXPECT_NE(value_of(order("a")).id, first.id);
  clock.time += 2 * kRepetitionTime;
  value_of(keep_house(*services));
  EXPECT_FALSE(value_of(store->read([&](Session& session) -> Outcome<std::optional<ClientToken>> {
    STOREY_TRY(auto found, session.client_tokens().find(client, "initializeOrder", "a"));
    return found;
  })));
}

TEST_F(RepeatableTest, UploadsAndWebhooksToo) {
  NewUpload wanted;
  wanted.order_id = new_order().id;
  wanted.asset_type = "xyz";
  wanted.upload_type = "url";
  wanted.source_url = "https://example.com/a.xyz";
  wanted.client_token = "a";
  const Asset first = value_of(initialize_upload(*services, client, wanted));
  EXPECT_EQ(value_of(initialize_upload(*services, client, wanted)).id, first.id);
  EXPECT_EQ(value_of(list_assets(*services, wanted.order_id)).size(), 1u);
  wanted.source_url = "https://example.com/b.xyz";
  EXPECT_EQ(code_of(initialize_upload(*services, client, wanted)), FailureCode::kBadUserInput);

  const auto webhook = [&] {
    return value_of(create_webhook(*services, client, "https://example.com/", std::nullopt, "a"));
  };
  const auto made = webhook(), again = webhook();
  EXPECT_EQ(again.webhook.id, made.webhook.id);
  EXPECT_EQ(again.secret, made.secret)
      << "the answer that was lost may have been the only one with the secret";
}

}  // namespace
}  // namespace storey::service
