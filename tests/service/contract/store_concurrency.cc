#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "store_test.h"

namespace storey::service {
namespace {

TEST_P(StoreTest, ServesManyThreadsAtOnce) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        static_cast<void>(store().write([&](Session& s) -> Outcome<void> {
          STOREY_TRY_VOID(s.events().append(UploadChange{id<AssetId>(1), UploadStatus::kPending, 0}, at(1)));
          return {};
        }));
        static_cast<void>(store().read([&](Session& s) -> Outcome<void> {
          STOREY_TRY_VOID(s.events().last_number());
          return {};
        }));
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(write([](Session& s) { return s.events().read_after(0, 1000); }).size(), 200u);
}

/// Runs `action` in several threads at once.
template <class Action>
void in_threads(const Action& action) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back([&, t] { action(t); });
  for (std::thread& thread : threads) thread.join();
}

TEST_P(StoreTest, ProcessesThatStartTogetherMakeTheDatabaseOnce) {
  for (int again = 0; again < 5; ++again) {
    const DatabaseUnderTest empty = GetParam().make();
    in_threads([&](int) { EXPECT_NO_THROW(empty.open()); });
  }
}

TEST_P(StoreTest, ChangesOfOneRecordLoseNothing) {
  const Order order = add_order(10);
  in_threads([&](int) {
    for (int i = 0; i < 20; ++i)
      EXPECT_TRUE(store().write([&](Session& s) -> Outcome<void> {
        STOREY_TRY(auto found, s.orders().find(order.client_id, order.id));
        ++found->progress.percentage;
        STOREY_TRY_VOID(s.orders().update(*found));
        return {};
      }));
  });
  EXPECT_EQ(
      write([&](Session& s) { return s.orders().find(order.client_id, order.id); })->progress.percentage, 80);
}

TEST_P(StoreTest, WhoCountsAndAddsForAClientGoesOneAfterTheOther) {
  std::atomic<std::uint64_t> next{100};
  const auto open_now = [](Session& s) { return s.orders().count_open(id<ClientId>(1)); };
  // One more is allowed each time, and all try at once to be the one.
  for (std::int64_t most = 1; most <= 15; ++most) {
    in_threads([&](int) {
      EXPECT_TRUE(store().write([&](Session& s) -> Outcome<void> {
        STOREY_TRY_VOID(s.clients().lock(id<ClientId>(1)));
        STOREY_TRY(const auto open, open_now(s));
        if (open >= most) return {};
        Order order;
        order.id = id<OrderId>(next++);
        order.client_id = id<ClientId>(1);
        order.project_id = id<ProjectId>(1);
        STOREY_TRY_VOID(s.orders().insert(order));
        return {};
      }));
    });
    ASSERT_EQ(write(open_now), most);
  }
}

TEST_P(StoreTest, EachJobIsClaimedOnceByWhoeverComes) {
  const Order mine = add_order(10), theirs = add_order(11, OrderStatus::kDraft, 2);
  for (std::uint64_t number = 1; number <= 40; ++number) add_job(number, number % 4 == 0 ? theirs : mine);
  std::mutex mutex;
  std::multiset<std::string> claimed;
  in_threads([&](int thread) {
    while (true) {
      const auto job = store().write([&](Session& s) -> Outcome<std::optional<Job>> {
        STOREY_TRY(auto found,
                   s.jobs().claim({JobKind::kConvert, std::to_string(thread), at(1), at(1000), {}, 0}));
        return found;
      });
      ASSERT_TRUE(job);
      if (!*job) break;
      const std::lock_guard lock(mutex);
      claimed.insert((*job)->id.text);
    }
  });
  EXPECT_EQ(claimed.size(), 40u);
  EXPECT_EQ(std::set<std::string>(claimed.begin(), claimed.end()).size(), 40u);
}

TEST_P(StoreTest, DeliveriesThatAreAddedWhileOthersEndAreNeitherLostNorOvertaken) {
  const Webhook webhook = add_webhook(1);
  add_order(10);
  std::atomic<bool> added{false};
  Messages delivered;
  std::thread sender([&] {
    while (!added || delivered.size() < 60) {
      for (const std::string& message : claim(at(100), 100, 100)) {
        delivered.push_back(message);
        Delivery done;
        done.id = id<DeliveryId>(std::stoull(message.substr(4)));
        done.webhook_id = webhook.id;
        done.client_id = webhook.client_id;
        done.order_id = id<OrderId>(10);
        done.status = DeliveryStatus::kDelivered;
        write([&](Session& s) { return s.deliveries().record(done); });
      }
    }
  });
  // Identifiers go down: they are made by machines whose clocks differ.
  Messages expected;
  for (std::uint64_t number = 160; number > 100; --number) {
    add_delivery(number, webhook, 10);
    expected.push_back("msg_" + std::to_string(number));
  }
  added = true;
  sender.join();
  EXPECT_EQ(delivered, expected);
}

TEST_P(StoreTest, EventsOfOneOrderAscendInTheOrderOfTheirCommits) {
  const Order order = add_order(10);
  in_threads([&](int) {
    for (int i = 0; i < 15; ++i)
      EXPECT_TRUE(store().write([&](Session& s) -> Outcome<void> {
        STOREY_TRY(auto found, s.orders().find(order.client_id, order.id));
        found->progress.percentage += 1;
        STOREY_TRY_VOID(s.orders().update(*found));
        const auto step = static_cast<std::int64_t>(found->progress.percentage);
        STOREY_TRY_VOID(s.events().append(
            StatusChange{order.id, OrderStatus::kProcessing, OrderStatus::kProcessing, at(step)}, at(step)));
        return {};
      }));
  });
  const auto events = write([&](Session& s) { return s.events().read_about(order.id, 0, 100); });
  ASSERT_EQ(events.size(), 60u);
  for (std::size_t i = 0; i < events.size(); ++i)
    EXPECT_EQ(std::get<StatusChange>(events[i].event).changed, at(static_cast<std::int64_t>(i) + 1));
  EXPECT_EQ(write([&](Session& s) { return s.events().last_number(order.id); }), events.back().number);
  const auto some = write([&](Session& s) {
    return s.events().read_numbers({events[3].number, events[7].number, 1 << 30});
  });
  ASSERT_EQ(some.size(), 2u);
  EXPECT_EQ(some[1].number, events[7].number);
}

}  // namespace
}  // namespace storey::service
