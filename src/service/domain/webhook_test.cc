#include "service/domain/webhook.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

using enum DeliveryStatus;

TEST(DeliveryStatus, EveryTransitionIsAllowedOrRefused) {
  for (const DeliveryStatus from : {kPending, kDelivered, kFailed}) {
    EXPECT_EQ(parse_delivery_status(delivery_status_name(from)), from);
    for (const DeliveryStatus to : {kPending, kDelivered, kFailed})
      EXPECT_EQ(may_become(from, to), from == kPending && to != kPending);
  }
}

TEST(Events, EveryChangeOfStatusIsAnUpdateAndMostHaveANameOfTheirOwn) {
  for (const OrderStatus status : kOrderStatuses) {
    const auto events = events_of(status);
    for (const auto event : events) EXPECT_TRUE(is_webhook_event(event)) << event;
    if (status == OrderStatus::kDraft)
      EXPECT_TRUE(events.empty()) << "an order begins as a draft: nothing changed";
    else
      EXPECT_EQ(events.front(), kOrderUpdated);
  }
  EXPECT_EQ(events_of(OrderStatus::kError).back(), "order.error");
}

TEST(Webhook, WantsWhatItSubscribedToUntilItIsDisabled) {
  Webhook webhook;
  webhook.events = {"order.completed"};
  EXPECT_TRUE(webhook.wants("order.completed"));
  EXPECT_FALSE(webhook.wants(kOrderUpdated));
  webhook.disabled = from_unix_ms(1);
  EXPECT_FALSE(webhook.wants("order.completed"));
}

TEST(Delivery, SucceedsOnAnyStatusOf2xx) {
  for (const int status : {200, 204, 299}) {
    Delivery delivery;
    EXPECT_FALSE(record_attempt(delivery, {status, ""}, {}, from_unix_ms(5), 0));
    EXPECT_EQ(delivery.status, kDelivered);
    EXPECT_EQ(delivery.delivered, from_unix_ms(5));
  }
}

TEST(Delivery, FollowsTheScheduleAndThenFails) {
  const RetrySchedule schedule;
  Delivery delivery;
  Timestamp now = from_unix_ms(0);
  std::vector<std::int64_t> waits;
  for (std::size_t i = 0; i < schedule.waits.size(); ++i) {
    record_attempt(delivery, {500, ""}, schedule, now, 0);
    ASSERT_EQ(delivery.status, kPending);
    waits.push_back(std::chrono::duration_cast<Seconds>(delivery.next_attempt - now).count());
    now = delivery.next_attempt;
  }
  EXPECT_EQ(waits, (std::vector<std::int64_t>{5, 300, 1800, 7200, 18000, 36000, 36000}));
  record_attempt(delivery, {0, "no answer within 15 s"}, schedule, now, 0);
  EXPECT_EQ(delivery.status, kFailed);
  EXPECT_EQ(delivery.attempts, 8);
  EXPECT_FALSE(delivery.response_status);
}

TEST(Delivery, JitterAddsUpToATenth) {
  Delivery delivery;
  record_attempt(delivery, {302, ""}, {}, from_unix_ms(0), 1);
  EXPECT_EQ(delivery.next_attempt, from_unix_ms(5500));
}

TEST(Delivery, GoneEndsItAndDisablesTheWebhook) {
  Delivery delivery;
  EXPECT_TRUE(record_attempt(delivery, {410, ""}, {}, from_unix_ms(0), 0));
  EXPECT_EQ(delivery.status, kFailed);
}

}  // namespace
}  // namespace storey::service
