#include <chrono>
#include <map>
#include <thread>

#include "store_test.h"

namespace storey::service {
namespace {

/// What a remote store says comes when it comes; what has not come after so long never does.
template <class Condition>
void wait_until(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!condition()) {
    ASSERT_LT(std::chrono::steady_clock::now(), end) << "what was waited for did not come";
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST_P(StoreTest, KeepsClientsAsTheyAre) {
  auto client = write([](Session& s) { return s.clients().find(id<ClientId>(1)); });
  ASSERT_TRUE(client);
  EXPECT_EQ(client->name, "client 1");
  EXPECT_EQ(client->secret_hash, sha256("secret 1"));
  EXPECT_FALSE(client->requests_per_hour);
  client->tier = Tier::kPremium;
  client->requests_per_hour = 7;
  client->disabled = true;
  write([&](Session& s) { return s.clients().update(*client); });
  const auto changed = write([](Session& s) { return s.clients().list(); });
  ASSERT_EQ(changed.size(), 2u);
  EXPECT_EQ(changed[0].tier, Tier::kPremium);
  EXPECT_EQ(changed[0].requests_per_hour, 7);
  EXPECT_TRUE(changed[0].disabled);
  EXPECT_FALSE(write([](Session& s) { return s.clients().find(id<ClientId>(9)); }));
}

TEST_P(StoreTest, FindsTokensWithTheirClient) {
  const Token token{sha256("t"), id<ClientId>(2), at(1), at(100), std::nullopt};
  write([&](Session& s) { return s.tokens().insert(token); });
  const auto grant = write([](Session& s) { return s.tokens().find(sha256("t")); });
  ASSERT_TRUE(grant);
  EXPECT_EQ(grant->client.id, id<ClientId>(2));
  EXPECT_EQ(grant->token.expires, at(100));
  EXPECT_FALSE(grant->token.revoked);
  write([](Session& s) { return s.tokens().revoke(sha256("t"), at(50)); });
  write([](Session& s) { return s.tokens().revoke(sha256("t"), at(60)); });
  EXPECT_EQ(write([](Session& s) { return s.tokens().find(sha256("t")); })->token.revoked, at(50));
  EXPECT_EQ(write([](Session& s) { return s.tokens().erase_expired(at(100), 10); }), 0);
  EXPECT_EQ(write([](Session& s) { return s.tokens().erase_expired(at(101), 10); }), 1);
}

TEST_P(StoreTest, KeepsProjectsApartAndCountsTheirOrders) {
  add_order(10);
  const auto project = write([](Session& s) { return s.projects().find(id<ClientId>(1), id<ProjectId>(1)); });
  ASSERT_TRUE(project);
  EXPECT_EQ(project->order_count, 1);
  EXPECT_FALSE(write([](Session& s) { return s.projects().find(id<ClientId>(2), id<ProjectId>(1)); }));
  const auto choose = [&](int client, std::optional<ProjectId> wanted) {
    return write([&](Session& s) { return s.projects().choose(id<ClientId>(client), wanted); });
  };
  EXPECT_EQ(choose(1, std::nullopt), id<ProjectId>(1));
  EXPECT_EQ(choose(1, id<ProjectId>(1)), id<ProjectId>(1));
  EXPECT_EQ(choose(2, id<ProjectId>(1)), std::nullopt) << "it is not theirs";
  EXPECT_EQ(write([](Session& s) { return s.projects().list(id<ClientId>(2)); }).at(0).order_count, 0);
}

TEST_P(StoreTest, GivesBackEveryFieldOfAnOrder) {
  Order order = add_order(10);
  order.status = OrderStatus::kError;
  order.progress = {12.5, "walls"};
  order.error = OrderError{"NO_PLAN", "why"};
  order.submitted = at(11);
  order.completed = at(12);
  order.summary = OrderSummary{2, 9, 123.25};
  write([&](Session& s) { return s.orders().update(order); });
  const auto found = write([](Session& s) { return s.orders().find(id<ClientId>(1), id<OrderId>(10)); });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->status, OrderStatus::kError);
  EXPECT_EQ(found->progress.percentage, 12.5);
  EXPECT_EQ(found->progress.stage, "walls");
  EXPECT_EQ(found->error->code, "NO_PLAN");
  EXPECT_EQ(found->submitted, at(11));
  EXPECT_EQ(found->completed, at(12));
  EXPECT_EQ(found->summary->rooms, 9);
  EXPECT_EQ(found->summary->floor_area_m2, 123.25);
  EXPECT_FALSE(found->address);
  EXPECT_FALSE(write([](Session& s) { return s.orders().find(id<ClientId>(2), id<OrderId>(10)); }));
}

TEST_P(StoreTest, KeepsWhatAClientChose) {
  Order order;
  order.id = id<OrderId>(10);
  order.client_id = id<ClientId>(1);
  order.project_id = id<ProjectId>(1);
  order.address = "Straße 1";
  order.metadata = R"({"b":1,"a":[]})";
  order.model_units = ModelUnits::kImperial;
  for (const TextOption& option : text_options()) order.options.*option.value = option.name;
  order.options.sheet_scale = 50;
  order.options.storeys = {0, 2};
  order.options.formats = {"svg", "pdf"};
  write([&](Session& s) { return s.orders().insert(order); });
  const auto found = write([](Session& s) { return s.orders().find(id<ClientId>(1), id<OrderId>(10)); });
  EXPECT_EQ(found->address, order.address);
  EXPECT_EQ(found->metadata, order.metadata);
  EXPECT_EQ(found->model_units, ModelUnits::kImperial);
  EXPECT_EQ(found->options, order.options);
}

TEST_P(StoreTest, PagesThroughOrdersFromBothEnds) {
  for (std::uint64_t i = 10; i < 15; ++i) add_order(i);
  add_order(20, OrderStatus::kDraft, 2);
  const auto page = [&](const PageRequest& request) {
    return write([&](Session& s) { return s.orders().list(id<ClientId>(1), {}, request); });
  };
  const auto names = [](const Page<Order>& of) {
    Messages found;
    for (const Order& order : of.items) found.push_back(order.name);
    return found;
  };
  const auto first = page({std::nullopt, std::nullopt, 2, false});
  EXPECT_EQ(names(first), (Messages{"order 14", "order 13"}));
  EXPECT_EQ(first.total_count, 5);
  EXPECT_TRUE(first.has_next);
  EXPECT_FALSE(first.has_previous);
  const auto last = page({id<OrderId>(12).text, std::nullopt, 2, false});
  EXPECT_EQ(names(last), (Messages{"order 11", "order 10"}));
  EXPECT_FALSE(last.has_next);
  EXPECT_TRUE(last.has_previous);
  const auto back = page({std::nullopt, std::nullopt, 2, true});
  EXPECT_EQ(names(back), (Messages{"order 11", "order 10"}));
  EXPECT_TRUE(back.has_previous);
  const auto before = page({std::nullopt, id<OrderId>(13).text, 5, true});
  EXPECT_EQ(names(before), (Messages{"order 14"}));
  EXPECT_FALSE(before.has_previous);
}

TEST_P(StoreTest, FiltersOrders) {
  add_order(10);
  add_order(11, OrderStatus::kProcessing);
  const auto count = [&](const OrderFilter& filter) {
    return write([&](Session& s) { return s.orders().list(id<ClientId>(1), filter, {}); }).total_count;
  };
  OrderFilter filter;
  filter.statuses = {OrderStatus::kProcessing, OrderStatus::kError};
  EXPECT_EQ(count(filter), 1);
  filter = {};
  filter.name_contains = "ORDER 1";
  EXPECT_EQ(count(filter), 2);
  filter.name_contains = "_";
  EXPECT_EQ(count(filter), 0);
  filter = {};
  filter.created_after = at(10);
  EXPECT_EQ(count(filter), 1);
  filter.created_before = at(11);
  EXPECT_EQ(count(filter), 0);
  EXPECT_EQ(write([](Session& s) { return s.orders().count_open(id<ClientId>(1)); }), 2);
}

TEST_P(StoreTest, ErasesAnOrderWithAllThatBelongsToIt) {
  const Order order = add_order(10);
  add_job(1, order);
  Asset asset;
  asset.id = id<AssetId>(1);
  asset.order_id = order.id;
  asset.blob = id<BlobId>(1);
  write([&](Session& s) { return s.assets().insert(asset); });
  write([&](Session& s) { return s.assets().put_part(asset.id, {1, "e", 3, id<BlobId>(2)}); });
  EXPECT_TRUE(write([](Session& s) { return s.assets().refers_to(id<BlobId>(1)); }));
  EXPECT_TRUE(write([](Session& s) { return s.assets().refers_to(id<BlobId>(2)); }));
  write([&](Session& s) { return s.orders().erase(order.id); });
  EXPECT_FALSE(write([](Session& s) { return s.assets().find(id<AssetId>(1)); }));
  EXPECT_FALSE(write([](Session& s) { return s.jobs().find(id<JobId>(1)); }));
  EXPECT_FALSE(write([](Session& s) { return s.assets().refers_to(id<BlobId>(1)); }));
  EXPECT_FALSE(write([](Session& s) { return s.assets().refers_to(id<BlobId>(2)); }));
}

TEST_P(StoreTest, ReplacesPartsOfTheSameNumber) {
  const Order order = add_order(10);
  Asset asset;
  asset.id = id<AssetId>(1);
  asset.order_id = order.id;
  write([&](Session& s) { return s.assets().insert(asset); });
  write([&](Session& s) { return s.assets().put_part(asset.id, {2, "b", 3, id<BlobId>(2)}); });
  write([&](Session& s) { return s.assets().put_part(asset.id, {1, "a", 3, id<BlobId>(1)}); });
  write([&](Session& s) { return s.assets().put_part(asset.id, {2, "c", 4, id<BlobId>(3)}); });
  const auto parts = write([&](Session& s) { return s.assets().list_parts(asset.id); });
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].etag, "a");
  EXPECT_EQ(parts[1].etag, "c");
}

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

TEST_P(StoreTest, ErasesAWebhookWithItsLog) {
  const Webhook webhook = add_webhook(1);
  add_delivery(1, webhook, 10);
  EXPECT_FALSE(write([](Session& s) { return s.deliveries().find(id<ClientId>(2), id<DeliveryId>(1)); }));
  EXPECT_EQ(write([&](Session& s) { return s.deliveries().list(webhook.id, {}); }).total_count, 1);
  write([&](Session& s) { return s.webhooks().erase(webhook.id); });
  EXPECT_FALSE(write([](Session& s) { return s.deliveries().find(id<ClientId>(1), id<DeliveryId>(1)); }));
}

TEST_P(StoreTest, ReadsWhatWasLoggedOfOneSubject) {
  const StatusChange first{id<OrderId>(1), OrderStatus::kUploading, OrderStatus::kDraft, at(7)};
  const StatusChange second{id<OrderId>(1), OrderStatus::kCancelled, OrderStatus::kUploading, at(8)};
  const UploadChange upload{id<AssetId>(1), UploadStatus::kPending, 0};
  EXPECT_EQ(write([](Session& s) { return s.events().forgotten_number(); }), 0);
  write([&](Session& s) { return s.events().append(first, at(7)); });
  write([&](Session& s) { return s.events().append(upload, at(7)); });
  write([&](Session& s) { return s.events().append(second, at(8)); });
  const auto of_order = write([](Session& s) { return s.events().read_about(id<OrderId>(1), 0, 10); });
  ASSERT_EQ(of_order.size(), 2u);
  EXPECT_EQ(std::get<StatusChange>(of_order[1].event).status, OrderStatus::kCancelled);
  EXPECT_EQ(
      write([&](Session& s) { return s.events().read_about(id<OrderId>(1), of_order[0].number, 10); }).size(),
      1u);
  EXPECT_EQ(write([](Session& s) { return s.events().read_about(id<AssetId>(1), 0, 10); }).size(), 1u);
  EXPECT_TRUE(write([](Session& s) { return s.events().read_about(id<OrderId>(2), 0, 10); }).empty());
  EXPECT_EQ(write([](Session& s) { return s.events().last_change(id<OrderId>(1)); })->status,
            OrderStatus::kCancelled);
  EXPECT_FALSE(write([](Session& s) { return s.events().last_change(id<OrderId>(2)); }));
  EXPECT_EQ(write([](Session& s) { return s.events().erase_before(at(100), 2); }), 2);
  EXPECT_EQ(write([](Session& s) { return s.events().forgotten_number(); }), of_order[1].number - 1);
  EXPECT_EQ(write([](Session& s) { return s.events().erase_before(at(100), 2); }), 1);
  EXPECT_EQ(write([](Session& s) { return s.events().forgotten_number(); }), of_order[1].number);
}

TEST_P(StoreTest, KeepsTokensOfClients) {
  add_order(10);
  const ClientToken token{id<ClientId>(1), "initializeOrder", "a", sha256("asked"), "made", at(7)};
  const auto find = [&](const char* operation, const char* name) {
    return write([&](Session& s) { return s.client_tokens().find(id<ClientId>(1), operation, name); });
  };
  write([&](Session& s) { return s.client_tokens().put(token); });
  ASSERT_TRUE(find("initializeOrder", "a"));
  EXPECT_EQ(find("initializeOrder", "a")->subject_id, "made");
  EXPECT_EQ(find("initializeOrder", "a")->request, sha256("asked"));
  EXPECT_FALSE(find("createWebhook", "a"));
  EXPECT_FALSE(find("initializeOrder", "b"));
  EXPECT_EQ(write([](Session& s) { return s.client_tokens().erase_before(at(7), 10); }), 0);
  EXPECT_EQ(write([](Session& s) { return s.client_tokens().erase_before(at(8), 10); }), 1);
  EXPECT_FALSE(find("initializeOrder", "a"));
}

TEST_P(StoreTest, LogsEventsInTheirOrder) {
  const StatusChange status{id<OrderId>(10), OrderStatus::kUploading, OrderStatus::kDraft, at(7)};
  const UploadChange upload{id<AssetId>(1), UploadStatus::kUploaded, 40};
  write([&](Session& s) { return s.events().append(status, at(7)); });
  const auto last = write([](Session& s) { return s.events().last_number(); });
  write([&](Session& s) { return s.events().append(upload, at(8)); });
  const auto all = write([](Session& s) { return s.events().read_after(0, 10); });
  ASSERT_EQ(all.size(), 2u);
  const auto& change = std::get<StatusChange>(all[0].event);
  EXPECT_EQ(change.order_id, status.order_id);
  EXPECT_EQ(change.previous, OrderStatus::kDraft);
  EXPECT_EQ(change.changed, at(7));
  const auto later = write([&](Session& s) { return s.events().read_after(last, 10); });
  ASSERT_EQ(later.size(), 1u);
  EXPECT_EQ(std::get<UploadChange>(later[0].event).percentage, 40);
  EXPECT_EQ(write([](Session& s) { return s.events().erase_before(at(8), 10); }), 1);
}

TEST_P(StoreTest, ForgetsWhatAFailedTransactionDid) {
  const auto failed = store().write([&](Session& session) -> Outcome<void> {
    STOREY_TRY_VOID(session.events().append(UploadChange{id<AssetId>(1), UploadStatus::kPending, 0}, at(1)));
    return refuse(FailureCode::kQuotaExceeded, "no");
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, FailureCode::kQuotaExceeded);
  EXPECT_THROW(static_cast<void>(store().write([&](Session& session) -> Outcome<void> {
                 STOREY_TRY_VOID(
                     session.events().append(UploadChange{id<AssetId>(1), UploadStatus::kPending, 0}, at(1)));
                 throw std::runtime_error("a defect");
               })),
               std::runtime_error);
  EXPECT_TRUE(write([](Session& s) { return s.events().read_after(0, 10); }).empty());
}

TEST_P(StoreTest, CountsChangesForThoseWhoWatch) {
  const StoreChanges before = store().changes().value();
  write([](Session& s) {
    return s.events().append(UploadChange{id<AssetId>(1), UploadStatus::kPending, 0}, at(1));
  });
  wait_until([&] { return store().changes().value().events != before.events; });
  add_job(1, add_order(10));
  wait_until([&] { return store().changes().value().jobs != before.jobs; });
  add_delivery(1, add_webhook(1), 10);
  wait_until([&] { return store().changes().value().deliveries != before.deliveries; });
}

TEST_P(StoreTest, WhatIsAskedAheadIsWhatIsFoundLater) {
  const Order order = add_order(10);
  add_webhook(1);
  const auto named = [&](const OrderId& id) {
    return store().write([&](Session& s) -> Outcome<std::string> {
      s.ask_ahead([&] {
        std::ignore = s.orders().find(order.client_id, order.id);
        std::ignore = s.webhooks().list(order.client_id);
        std::ignore = s.orders().count_open(order.client_id);
      });
      STOREY_TRY(const std::int64_t open, s.orders().count_open(order.client_id));
      STOREY_TRY(const auto found, s.orders().find(order.client_id, id));
      STOREY_TRY(const auto webhooks, s.webhooks().list(order.client_id));
      return (found ? found->name : "none") + " " + std::to_string(webhooks.size()) + " " +
             std::to_string(open);
    });
  };
  EXPECT_EQ(named(order.id).value(), "order 10 1 1");
  EXPECT_EQ(named(id<OrderId>(11)).value(), "none 1 1") << "other arguments ask anew";
  add_order(11);
  EXPECT_EQ(named(id<OrderId>(11)).value(), "order 11 1 2") << "nothing is left of the transaction before";
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

TEST_P(StoreTest, ALookFindsWhatAReadFinds) {
  const Order order = add_order(10);
  const auto name = store().look([&](Session& s) -> Outcome<std::string> {
    STOREY_TRY(const auto found, s.orders().find(order.client_id, order.id));
    return found ? found->name : "none";
  });
  EXPECT_EQ(name.value(), "order 10");
}

TEST_P(StoreTest, EventsAreForgottenFromTheFirstOn) {
  for (std::int64_t time = 1; time <= 5; ++time)
    write([&](Session& s) {
      return s.events().append(UploadChange{id<AssetId>(1), UploadStatus::kPending, 0}, at(time));
    });
  EXPECT_EQ(write([](Session& s) { return s.events().erase_before(at(4), 2); }), 2);
  EXPECT_EQ(write([](Session& s) { return s.events().erase_before(at(4), 2); }), 1);
  EXPECT_EQ(write([](Session& s) { return s.events().erase_before(at(4), 2); }), 0);
  EXPECT_EQ(write([](Session& s) { return s.events().read_after(0, 10); }).size(), 2u);
}

class GrantsTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    for (const char* token : {"t", "u"})
      write([&](Session& s) {
        return s.tokens().insert({sha256(token), id<ClientId>(1), at(1), at(100), std::nullopt});
      });
    wait_until([&] { return grants().has_value(); });
  }

  std::optional<std::uint64_t> grants() { return store().changes().value().grants; }

  /// Whether the number is another one after `change`, which this process makes.
  template <class Change>
  bool raised_by(Change change) {
    const auto before = grants();
    write(change);
    return grants() != before;
  }
};

TEST_P(GrantsTest, SaysAtOnceThatAGrantMayHaveChanged) {
  EXPECT_TRUE(raised_by([](Session& s) { return s.tokens().revoke(sha256("t"), at(50)); }));
  EXPECT_TRUE(raised_by([](Session& s) { return s.tokens().revoke_all(id<ClientId>(1), at(50)); }));
  EXPECT_TRUE(raised_by([](Session& s) -> Result<void> {
    STOREY_TRY(auto client, s.clients().find(id<ClientId>(1)));
    client->disabled = true;
    return s.clients().update(*client);
  }));
  EXPECT_TRUE(raised_by([](Session& s) { return s.clients().erase(id<ClientId>(1)); }));
}

// Whoever remembers whose token it is would otherwise forget it with each write of anybody.
TEST_P(GrantsTest, WhatIsNoChangeOfAGrantIsNotSaidToBeOne) {
  EXPECT_FALSE(raised_by([](Session& s) {
    return s.events().append(UploadChange{id<AssetId>(1), UploadStatus::kPending, 0}, at(1));
  }));
  EXPECT_FALSE(raised_by([](Session& s) {
    return s.tokens().insert({sha256("new"), id<ClientId>(1), at(1), at(100), std::nullopt});
  }));
  EXPECT_FALSE(raised_by([](Session& s) { return s.clients().lock(id<ClientId>(1)); }));
  const auto before = grants();
  add_job(1, add_order(10));
  add_delivery(1, add_webhook(1), 10);
  EXPECT_EQ(grants(), before);
}

TEST_P(GrantsTest, WhatAnotherProcessChangesIsHeardOf) {
  const std::unique_ptr<Store> other = open_again();
  const auto before = grants();
  ASSERT_TRUE(other->write([](Session& s) { return outcome(s.tokens().revoke(sha256("t"), at(50))); }));
  wait_until([&] { return grants() != before; });
}

TEST_P(StoreTest, TakesAnyTextThatAClientMaySend) {
  const std::string odd("a\0b\xff", 4);
  EXPECT_FALSE(write([&](Session& s) { return s.orders().find(id<ClientId>(1), OrderId(odd)); }));
  EXPECT_FALSE(write([&](Session& s) { return s.orders().find(id<ClientId>(1), OrderId("a")); }));
}

std::string store_name(const testing::TestParamInfo<MakeStore>& store) { return store.param.name; }

INSTANTIATE_TEST_SUITE_P(Adapters, StoreTest, testing::ValuesIn(stores_under_test()), store_name);
INSTANTIATE_TEST_SUITE_P(Adapters, GrantsTest, testing::ValuesIn(stores_under_test()), store_name);

}  // namespace
}  // namespace storey::service
