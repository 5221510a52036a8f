#include <chrono>
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
  }

  /// The number, once it is known: on a busy machine the server may be silent for a while.
  std::uint64_t grants() {
    std::optional<std::uint64_t> number;
    wait_until([&] {
      number = store().changes().value().grants;
      return number.has_value();
    });
    return number.value_or(0);
  }

  /// Whether the number is another one after `change`, which this process makes.
  template <class Change>
  bool raised_by(Change change) {
    const std::uint64_t before = grants();
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
