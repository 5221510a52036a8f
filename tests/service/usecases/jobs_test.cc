#include "service/usecases/jobs.h"

#include "service/usecases/deliver.h"
#include "service/usecases/results.h"
#include "service/usecases/retention.h"
#include "service/usecases/webhooks.h"
#include "test_services.h"

namespace storey::service {
namespace {

class JobsTest : public ServicesTest {
 protected:
  ClaimedConversion claim(const std::string& owner) {
    auto claimed = value_of(claim_conversion(*services, owner));
    if (!claimed) throw std::runtime_error("nothing to claim");
    return std::move(*claimed);
  }

  ResultFile stored_result(const Order& order) {
    ResultFile file;
    file.id = ids.make<ResultId>();
    file.order_id = order.id;
    file.client_id = client;
    file.format = "json";
    file.file_name = "plan.json";
    file.blob = ids.make<BlobId>();
    auto writer = blobs->create(file.blob).value();
    EXPECT_TRUE(writer->write(std::string_view("{}")));
    EXPECT_TRUE(writer->commit());
    return file;
  }
};

TEST_F(JobsTest, AClaimBringsTheOrderIntoProcessingWithItsScans) {
  const Order order = submitted_order();
  const auto claimed = claim("a");
  EXPECT_EQ(claimed.order.id, order.id);
  EXPECT_EQ(claimed.scans.size(), 1u);
  EXPECT_EQ(order_now(order.id).status, OrderStatus::kProcessing);
  EXPECT_FALSE(value_of(claim_conversion(*services, "b")));
}

TEST_F(JobsTest, CompletingStoresTheResultsOnce) {
  const Order order = submitted_order();
  const auto claimed = claim("a");
  EXPECT_TRUE(value_of(complete_conversion(*services, claimed.job, {stored_result(order)}, {1, 2, 3})));
  EXPECT_FALSE(value_of(complete_conversion(*services, claimed.job, {stored_result(order)}, {1, 2, 3})));
  EXPECT_EQ(order_now(order.id).status, OrderStatus::kCompleted);
  EXPECT_EQ(order_now(order.id).summary->rooms, 2);
  EXPECT_EQ(value_of(list_results(*services, client, order.id)).size(), 1u);
}

TEST_F(JobsTest, AWorkerThatLostItsLeaseChangesNothing) {
  const Order order = submitted_order();
  const auto first = claim("a");
  clock.time += settings.job_lease + Seconds(1);
  const auto second = claim("b");
  EXPECT_EQ(second.job.id, first.job.id);
  EXPECT_FALSE(value_of(renew_job(*services, first.job, OrderProgress{50, "walls"})));
  EXPECT_FALSE(value_of(complete_conversion(*services, first.job, {}, {})));
  EXPECT_FALSE(value_of(fail_conversion(*services, first.job, {"X", "x"})));
  EXPECT_EQ(order_now(order.id).status, OrderStatus::kProcessing);
  EXPECT_TRUE(value_of(complete_conversion(*services, second.job, {}, {})));
}

TEST_F(JobsTest, ProgressReachesTheOrder) {
  const Order order = submitted_order();
  const auto claimed = claim("a");
  EXPECT_TRUE(value_of(renew_job(*services, claimed.job, OrderProgress{50, "walls"})));
  EXPECT_EQ(order_now(order.id).progress.percentage, 50);
  EXPECT_EQ(order_now(order.id).progress.stage, "walls");
}

TEST_F(JobsTest, AnOrderThatIsTriedTooOftenEndsInError) {
  const Order order = submitted_order();
  for (int i = 0; i < settings.max_job_attempts; ++i) {
    claim("worker " + std::to_string(i));
    clock.time += settings.job_lease + Seconds(1);
  }
  EXPECT_FALSE(value_of(claim_conversion(*services, "one more")));
  EXPECT_EQ(order_now(order.id).status, OrderStatus::kError);
  EXPECT_EQ(order_now(order.id).error->code, "PROCESSING_FAILED");
}

TEST_F(JobsTest, AJobGivenBackIsTakenAgainAsOften) {
  submitted_order();
  for (int i = 0; i < 10; ++i) value_of(give_back_job(*services, claim("a").job));
  EXPECT_EQ(claim("a").job.attempts, 1);
}

TEST_F(JobsTest, TroubleMakesAJobWaitLongerEachTimeAndEndsInError) {
  const Order order = submitted_order();
  Seconds wait = settings.job_retry_wait;
  for (int i = 1; i < settings.max_job_attempts; ++i, wait *= 4) {
    EXPECT_TRUE(value_of(retry_conversion(*services, claim("a").job)));
    clock.time += wait - Seconds(1);
    EXPECT_FALSE(value_of(claim_conversion(*services, "a")));
    clock.time += Seconds(1);
  }
  EXPECT_FALSE(value_of(retry_conversion(*services, claim("a").job)));
  EXPECT_EQ(order_now(order.id).status, OrderStatus::kError);
  EXPECT_EQ(order_now(order.id).error->code, "PROCESSING_FAILED");
  EXPECT_FALSE(value_of(claim_conversion(*services, "a")));
}

TEST_F(JobsTest, AJobKnowsHowLargeItsScansAre) {
  submitted_order();
  EXPECT_FALSE(value_of(claim_conversion(*services, "a", 5)));
  EXPECT_TRUE(value_of(claim_conversion(*services, "a", 6)));
}

TEST_F(JobsTest, CancellingTakesTheJobAway) {
  const Order order = submitted_order();
  const auto claimed = claim("a");
  value_of(cancel_order(*services, client, order.id));
  EXPECT_FALSE(value_of(renew_job(*services, claimed.job, std::nullopt)));
  EXPECT_FALSE(value_of(complete_conversion(*services, claimed.job, {}, {})));
  EXPECT_EQ(order_now(order.id).status, OrderStatus::kCancelled);
}

TEST_F(JobsTest, DeletingAnOrderDeletesItsFiles) {
  const Order order = submitted_order();
  const auto claimed = claim("a");
  value_of(complete_conversion(*services, claimed.job, {stored_result(order)}, {}));
  EXPECT_EQ(blob_count(), 2u);
  value_of(delete_order(*services, client, order.id));
  EXPECT_EQ(blob_count(), 0u);
}

TEST_F(JobsTest, RetentionDeletesScansBeforeResults) {
  const Order order = submitted_order();
  value_of(complete_conversion(*services, claim("a").job, {stored_result(order)}, {}));
  EXPECT_EQ(value_of(keep_house(*services)).scans_of_orders, 0);
  clock.time += settings.retain_scans + Seconds(1);
  EXPECT_EQ(value_of(keep_house(*services)).scans_of_orders, 1);
  EXPECT_EQ(blob_count(), 1u);
  clock.time += settings.retain_results;
  EXPECT_EQ(value_of(keep_house(*services)).results_of_orders, 1);
  EXPECT_EQ(blob_count(), 0u);
  EXPECT_TRUE(value_of(list_results(*services, client, order.id)).empty());
}

TEST_F(JobsTest, EveryChangeOfStatusGoesIntoTheOutboxInTheSameTransaction) {
  value_of(create_webhook(*services, client, "https://example.com/", std::nullopt));
  const Order order = submitted_order();
  std::vector<std::string> steps;
  for (int i = 0; i < 2; ++i) {
    auto due = value_of(take_due_deliveries(*services, 10));
    ASSERT_EQ(due.size(), 1u) << "one after the other";
    steps.push_back(due[0].call.body);
    value_of(note_attempts(*services, {{due[0].delivery, {200, ""}}}));
  }
  EXPECT_NE(steps[0].find(R"("order_status":"UPLOADING")"), std::string::npos);
  EXPECT_NE(steps[1].find(R"("order_status":"INITIALIZED")"), std::string::npos);
  EXPECT_TRUE(value_of(take_due_deliveries(*services, 10)).empty());
}

TEST_F(JobsTest, AReceiverThatIsGoneGetsNothingMore) {
  const auto made = value_of(create_webhook(*services, client, "https://example.com/", std::nullopt));
  submitted_order();
  value_of(note_attempts(*services, {{value_of(take_due_deliveries(*services, 10))[0].delivery, {410, ""}}}));
  EXPECT_TRUE(value_of(list_webhooks(*services, client))[0].disabled);
  EXPECT_TRUE(value_of(take_due_deliveries(*services, 10)).empty());
  submitted_order();
  EXPECT_EQ(value_of(list_deliveries(*services, client, made.webhook.id, {})).total_count, 2);
}

TEST_F(JobsTest, AReceiverThatFailsForDaysIsGivenUpAndItsOwnerTold) {
  settings.webhook_retries.waits.assign(20, std::chrono::hours(24));
  const auto made = value_of(create_webhook(*services, client, "https://example.com/", std::nullopt));
  submitted_order();
  const auto fail_once = [&] {
    value_of(
        note_attempts(*services, {{value_of(take_due_deliveries(*services, 10)).at(0).delivery, {500, ""}}}));
    clock.time += std::chrono::hours(30);
    return value_of(list_webhooks(*services, client))[0];
  };
  EXPECT_TRUE(fail_once().failing_since);
  value_of(
      note_attempts(*services, {{value_of(take_due_deliveries(*services, 10)).at(0).delivery, {200, ""}}}));
  EXPECT_FALSE(value_of(list_webhooks(*services, client))[0].failing_since);
  for (int day = 0; day < 4; ++day) EXPECT_FALSE(fail_once().disabled);
  const Webhook given_up = fail_once();
  EXPECT_TRUE(given_up.disabled);
  EXPECT_NE(given_up.disabled_reason.find("failed since"), std::string::npos);
  EXPECT_TRUE(value_of(take_due_deliveries(*services, 10)).empty());
  const Webhook again =
      value_of(update_webhook(*services, client, made.webhook.id, std::nullopt, std::nullopt));
  EXPECT_FALSE(again.disabled || again.failing_since);
}

TEST_F(JobsTest, MessagesPastTheBoundFailAtOnceAndStayInTheLog) {
  settings.max_pending_deliveries = 1;
  const auto made = value_of(create_webhook(*services, client, "https://example.com/", std::nullopt));
  submitted_order();
  const auto log = value_of(list_deliveries(*services, client, made.webhook.id, {})).items;
  ASSERT_EQ(log.size(), 2u);
  EXPECT_EQ(log[0].status, DeliveryStatus::kFailed);
  EXPECT_EQ(log[1].status, DeliveryStatus::kPending);
  EXPECT_EQ(value_of(take_due_deliveries(*services, 10)).size(), 1u);
}

TEST_F(JobsTest, PrivateAddressesAreRefused) {
  EXPECT_EQ(code_of(create_webhook(*services, client, "http://private/", std::nullopt)),
            FailureCode::kInvalidWebhookUrl);
}

}  // namespace
}  // namespace storey::service
