#include "service/domain/order.h"

#include <gtest/gtest.h>

#include <set>

namespace storey::service {
namespace {

using enum OrderStatus;

const std::set<std::pair<OrderStatus, OrderStatus>> kAllowed = {
    {kDraft, kUploading},      {kUploading, kInitialized}, {kInitialized, kProcessing},
    {kProcessing, kCompleted}, {kProcessing, kError},      {kDraft, kCancelled},
    {kUploading, kCancelled},  {kInitialized, kCancelled}, {kProcessing, kCancelled},
};

Order order_in(OrderStatus status) {
  Order order;
  order.id = OrderId("o");
  order.status = status;
  return order;
}

TEST(OrderStatus, EveryTransitionIsAllowedOrRefusedAsTheContractSays) {
  for (const OrderStatus from : kOrderStatuses) {
    for (const OrderStatus to : kOrderStatuses) {
      Order order = order_in(from);
      const auto change = move_order(order, to, from_unix_ms(7));
      const std::string step = std::string(status_name(from)) + " to " + std::string(status_name(to));
      if (kAllowed.contains({from, to})) {
        ASSERT_TRUE(change) << step;
        EXPECT_EQ(order.status, to) << step;
        EXPECT_EQ(change->previous, from) << step;
        EXPECT_EQ(change->changed, from_unix_ms(7)) << step;
      } else {
        ASSERT_FALSE(change) << step;
        EXPECT_EQ(change.error().code, FailureCode::kInvalidOrderState) << step;
        EXPECT_EQ(order.status, from) << step;
      }
    }
  }
}

TEST(OrderStatus, TheLastThreeNeverChange) {
  for (const OrderStatus status : kOrderStatuses)
    EXPECT_EQ(is_final(status), status == kCompleted || status == kError || status == kCancelled);
}

TEST(OrderStatus, NamesAreReadBack) {
  for (const OrderStatus status : kOrderStatuses) EXPECT_EQ(parse_order_status(status_name(status)), status);
  EXPECT_FALSE(parse_order_status("draft"));
}

TEST(Order, RemembersWhenItWasSubmittedAndCompleted) {
  Order order = order_in(kUploading);
  ASSERT_TRUE(move_order(order, kInitialized, from_unix_ms(1)));
  EXPECT_EQ(order.submitted, from_unix_ms(1));
  EXPECT_FALSE(order.completed);
  ASSERT_TRUE(move_order(order, kProcessing, from_unix_ms(2)));
  ASSERT_TRUE(move_order(order, kCompleted, from_unix_ms(3)));
  EXPECT_EQ(order.completed, from_unix_ms(3));
  EXPECT_EQ(order.progress.percentage, 100);
}

TEST(ModelUnits, AreReadInAnyCaseOfLetters) {
  EXPECT_EQ(parse_model_units("METRIC"), ModelUnits::kMetric);
  EXPECT_EQ(parse_model_units("Imperial"), ModelUnits::kImperial);
  EXPECT_FALSE(parse_model_units("cubits"));
}

}  // namespace
}  // namespace storey::service
