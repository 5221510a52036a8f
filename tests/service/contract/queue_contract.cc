// What stores keep for workers: jobs, and deliveries to webhooks. Both are claimed in turns, and come again
// if their taker dies.
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "store_test.h"

namespace storey::service {
namespace {

TEST_P(StoreTest, LeasesTheOldestJobToOneWorker) {
  const Order order = add_order(10);
  add_job(1, order);
  add_job(2, order);
  const auto claim_job = [&](const std::string& owner, std::int64_t now) {
    return write([&](Session& s) {
      return s.jobs().claim({JobKind::kConvert, owner, at(now), at(now + 10), {}, 0});
    });
  };
  EXPECT_EQ(claim_job("a", 100)->id, id<JobId>(1));
  EXPECT_EQ(claim_job("b", 100)->id, id<JobId>(2));
  EXPECT_FALSE(claim_job("c", 105));
  EXPECT_TRUE(write([](Session& s) { return s.jobs().renew(id<JobId>(1), "a", at(200)); }));
  const auto taken_over = claim_job("c", 111);
  ASSERT_TRUE(taken_over);
  EXPECT_EQ(taken_over->id, id<JobId>(2)) << "the lease of a was renewed, that of b ran out";
  EXPECT_EQ(taken_over->attempts, 2);
  EXPECT_FALSE(write([](Session& s) { return s.jobs().renew(id<JobId>(2), "b", at(300)); }));
  EXPECT_FALSE(write([](Session& s) { return s.jobs().end(id<JobId>(2), "b"); }));
  EXPECT_TRUE(write([](Session& s) { return s.jobs().end(id<JobId>(2), "c"); }));
  EXPECT_FALSE(claim_job("d", 150));
}

TEST_P(StoreTest, FindsTheJobOfAnUploadByItsKind) {
  Asset asset;
  asset.id = id<AssetId>(20);
  asset.order_id = add_order(10).id;
  asset.client_id = id<ClientId>(1);
  write([&](Session& s) { return s.assets().insert(asset); });
  Job job;
  job.id = id<JobId>(1);
  job.kind = JobKind::kVerify;
  job.client_id = asset.client_id;
  job.order_id = asset.order_id;
  job.asset_id = asset.id;
  job.size_bytes = 7;
  job.etags = {"one", "a \"second\" one", "ü"};
  write([&](Session& s) { return s.jobs().insert(job); });
  const auto found = write([&](Session& s) { return s.jobs().find(JobKind::kVerify, asset.id); });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, job.id);
  EXPECT_EQ(found->kind, JobKind::kVerify);
  EXPECT_EQ(found->etags, job.etags);
  EXPECT_FALSE(write([&](Session& s) { return s.jobs().find(JobKind::kFetch, asset.id); }));
  EXPECT_FALSE(write([&](Session& s) { return s.jobs().find(JobKind::kVerify, id<AssetId>(21)); }));
  EXPECT_FALSE(write([](Session& s) {
    return s.jobs().claim({JobKind::kConvert, "a", at(1), at(9), {}, 0});
  })) << "each kind is claimed by itself";
  const auto claimed = write([](Session& s) {
    return s.jobs().claim({JobKind::kVerify, "a", at(1), at(9), {}, 2});
  });
  ASSERT_TRUE(claimed);
  EXPECT_EQ(claimed->etags, job.etags);
  EXPECT_EQ(write([](Session& s) { return s.jobs().depth(JobKind::kVerify); }).leased, 1);
  write([&](Session& s) { return s.jobs().cancel(asset.id); });
  EXPECT_FALSE(write([&](Session& s) { return s.jobs().find(JobKind::kVerify, asset.id); }));
}

TEST_P(StoreTest, AJobThatIsPostponedWaitsAndCounts) {
  add_job(1, add_order(10));
  const auto claim_job = [&](std::int64_t now) {
    return write([&](Session& s) {
      return s.jobs().claim({JobKind::kConvert, "a", at(now), at(now + 10), {}, 0});
    });
  };
  claim_job(1);
  EXPECT_FALSE(write([](Session& s) { return s.jobs().postpone(id<JobId>(1), "b", at(50)); }));
  EXPECT_TRUE(write([](Session& s) { return s.jobs().postpone(id<JobId>(1), "a", at(50)); }));
  EXPECT_FALSE(claim_job(49));
  const auto again = claim_job(50);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->attempts, 2);
}

TEST_P(StoreTest, ClientsTakeTurnsAtJobs) {
  add_client(3);
  const Order first = add_order(10), second = add_order(11, OrderStatus::kDraft, 2),
              third = add_order(12, OrderStatus::kDraft, 3);
  for (std::uint64_t number = 1; number <= 4; ++number) add_job(number, first);
  for (std::uint64_t number = 5; number <= 6; ++number) add_job(number, second);
  Job large;
  large.id = id<JobId>(7);
  large.client_id = third.client_id;
  large.order_id = third.id;
  large.size_bytes = 1000;
  write([&](Session& s) { return s.jobs().insert(large); });
  std::int64_t now = 100;
  const auto claim_job = [&](std::optional<std::uint64_t> max_bytes, int max_per_client) {
    const auto job = write([&](Session& s) {
      return s.jobs().claim({JobKind::kConvert, "a", at(now), at(now + 1000), max_bytes, max_per_client});
    });
    ++now;
    return job ? job->id.text : std::string();
  };
  const auto number = [](std::uint64_t value) { return id<JobId>(value).text; };
  EXPECT_EQ(claim_job(999, 0), number(1));
  EXPECT_EQ(claim_job(999, 0), number(5)) << "who has none comes first";
  EXPECT_EQ(claim_job({}, 0), number(7));
  EXPECT_EQ(claim_job({}, 0), number(2)) << "all have one: whose turn is longest ago";
  EXPECT_EQ(claim_job({}, 2), number(6));
  EXPECT_EQ(claim_job({}, 2), "") << "the first client has two already";
  EXPECT_EQ(claim_job({}, 3), number(3));
}

TEST_P(StoreTest, AWorkerClaimsNothingThatIsTooLargeForIt) {
  Job large;
  large.id = id<JobId>(1);
  large.order_id = add_order(10).id;
  large.client_id = id<ClientId>(1);
  large.size_bytes = 1000;
  write([&](Session& s) { return s.jobs().insert(large); });
  const auto claims = [&](std::optional<std::uint64_t> max_bytes) {
    return write([&](Session& s) {
             return s.jobs().claim({JobKind::kConvert, "a", at(1), at(9), max_bytes, 0});
           })
        .has_value();
  };
  EXPECT_FALSE(claims(999));
  EXPECT_TRUE(claims(1000));
}

TEST_P(StoreTest, EachOfVeryManyClientsHasItsTurn) {
  constexpr std::uint64_t kClients = 45;  // more than a claim looks at
  for (std::uint64_t number = 3; number <= kClients; ++number) add_client(number);
  for (std::uint64_t number = 1; number <= kClients; ++number) {
    const Order order = add_order(100 + number, OrderStatus::kDraft, number);
    add_job(3 * number, order);
    add_job(3 * number + 1, order);
  }
  std::map<std::string, int> claimed;
  for (std::int64_t now = 1; now <= 60; ++now) {
    const auto job = write([&](Session& s) {
      return s.jobs().claim({JobKind::kConvert, "a", at(now), at(1000), {}, 0});
    });
    ASSERT_TRUE(job);
    ++claimed[job->client_id.text];
  }
  EXPECT_EQ(claimed.size(), kClients);
}

TEST_P(StoreTest, AJobGivenBackCountsNoAttempt) {
  add_job(1, add_order(10));
  write([](Session& s) { return s.jobs().claim({JobKind::kConvert, "a", at(1), at(9), {}, 0}); });
  write([](Session& s) { return s.jobs().give_back(id<JobId>(1), "a"); });
  const auto again = write([](Session& s) {
    return s.jobs().claim({JobKind::kConvert, "b", at(2), at(9), {}, 0});
  });
  EXPECT_EQ(again->attempts, 1);
  write([](Session& s) { return s.jobs().cancel(id<OrderId>(10)); });
  EXPECT_FALSE(write([](Session& s) { return s.jobs().renew(id<JobId>(1), "b", at(20)); }));
  const auto depth = write([](Session& s) { return s.jobs().depth(JobKind::kConvert); });
  EXPECT_EQ(depth.queued + depth.leased, 0);
}

TEST_P(StoreTest, TakesDeliveriesOfOneOrderOneAfterTheOther) {
  const Webhook webhook = add_webhook(1);
  const Delivery first = add_delivery(1, webhook, 10);
  add_delivery(2, webhook, 10);
  add_delivery(3, webhook, 11);
  EXPECT_EQ(claim(at(100)), (Messages{"msg_1", "msg_3"}));
  EXPECT_EQ(claim(at(101)), Messages{});
  Delivery done = first;
  done.status = DeliveryStatus::kDelivered;
  write([&](Session& s) { return s.deliveries().record(done); });
  EXPECT_EQ(claim(at(102)), Messages{"msg_2"});
  EXPECT_EQ(write([](Session& s) { return s.deliveries().count_pending(); }), 2);
}

TEST_P(StoreTest, TakesDeliveriesAgainWhoseTakerDied) {
  const Webhook webhook = add_webhook(1);
  add_delivery(1, webhook, 10, at(50));
  EXPECT_EQ(write([](Session& s) { return s.deliveries().next_due(at(49)); }), at(50));
  EXPECT_EQ(claim(at(49)), Messages{});
  EXPECT_EQ(claim(at(50)), Messages{"msg_1"});
  EXPECT_FALSE(write([](Session& s) { return s.deliveries().next_due(at(50)); }));
  EXPECT_EQ(claim(at(20'050)), Messages{"msg_1"});
}

TEST_P(StoreTest, ClientsTakeTurnsAtCalls) {
  const Webhook first = add_webhook(1), second = add_webhook(2), other = add_webhook(3, 2);
  for (std::uint64_t i = 1; i <= 3; ++i) {
    add_delivery(i, first, 10 + i);
    add_delivery(3 + i, second, 20 + i);
    add_delivery(6 + i, other, 30 + i);
  }
  EXPECT_EQ(claim(at(100), 4), (Messages{"msg_1", "msg_7", "msg_4", "msg_8"}));
  EXPECT_EQ(claim(at(101), 100, 100, 3), (Messages{"msg_2", "msg_9"})) << "each client has three now";
}

TEST_P(StoreTest, WhatFailedLetsTheNextForward) {
  const Webhook webhook = add_webhook(1);
  const Delivery first = add_delivery(1, webhook, 10);
  add_delivery(2, webhook, 10);
  write([&](Session& s) { return s.deliveries().fail_pending(webhook.id, "gone"); });
  add_delivery(3, webhook, 10);
  EXPECT_EQ(claim(at(100)), Messages{"msg_3"});
  EXPECT_EQ(write([](Session& s) { return s.deliveries().count_pending(id<ClientId>(1), 5); }), 1);
}

TEST_P(StoreTest, BoundsWhatOneWebhookTakes) {
  const Webhook busy = add_webhook(1);
  const Webhook other = add_webhook(2);
  for (std::uint64_t i = 1; i <= 5; ++i) add_delivery(i, busy, 10 + i);
  add_delivery(6, other, 20);
  EXPECT_EQ(claim(at(100), 100, 2).size(), 3u);
  EXPECT_EQ(claim(at(101), 100, 2).size(), 0u);
  EXPECT_EQ(claim(at(102), 1, 5).size(), 1u);
}

TEST_P(StoreTest, JobsThatAreEndedAheadAreEndedOnce) {
  add_job(1, add_order(10));
  write([](Session& s) { return s.jobs().claim({JobKind::kConvert, "a", at(1), at(9), {}, 0}); });
  const auto end = [&](const std::string& owner) {
    return store().write([&](Session& s) -> Outcome<bool> {
      s.ask_ahead([&] { std::ignore = s.jobs().end(id<JobId>(1), owner); });
      STOREY_TRY(const bool ended, s.jobs().end(id<JobId>(1), owner));
      return ended;
    });
  };
  EXPECT_FALSE(end("b").value());
  EXPECT_TRUE(end("a").value());
  EXPECT_FALSE(end("a").value());
}

}  // namespace
}  // namespace storey::service
