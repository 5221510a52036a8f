#include "service/api/subscription_group.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace storey::service {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Somebody who subscribes, and what he hears.
struct Subscriber {
  std::string credential = "token";
  bool takes = true;
  bool is_allowed = true;
  int asked = 0;
  std::vector<std::string> heard;
  std::shared_ptr<SubscriptionStop> stop = std::make_shared<SubscriptionStop>();

  void join(SubscriptionGroup& group, SubscriptionGroup::Ticket ticket = nullptr) {
    OperationSink sink;
    sink.next = [this](const std::string& body, std::int64_t) {
      if (takes) heard.push_back(body);
      return takes;
    };
    sink.complete = [this] { heard.emplace_back("complete"); };
    sink.still_allowed = [this] {
      ++asked;
      return is_allowed;
    };
    sink.credential = credential;
    group.add(std::move(sink), stop, std::move(ticket));
  }
};

struct SubscriptionGroupTest : testing::Test {
  std::shared_ptr<SubscriptionStop> source = std::make_shared<SubscriptionStop>();
  std::shared_ptr<SubscriptionGroup> group = std::make_shared<SubscriptionGroup>(source);
  Subscriber ann, ben;
};

TEST_F(SubscriptionGroupTest, TellsEverybodyUntilTheEnd) {
  ann.join(*group);
  ben.join(*group);
  group->send("one", 1);
  group->complete();
  EXPECT_THAT(ann.heard, ElementsAre("one", "complete"));
  EXPECT_THAT(ben.heard, ElementsAre("one", "complete"));
}

TEST_F(SubscriptionGroupTest, AsksOnceForEachCredentialAndResponse) {
  Subscriber eve;
  eve.credential = "another";
  ann.join(*group);
  ben.join(*group);
  eve.join(*group);
  group->send("one", 1);
  EXPECT_EQ(ann.asked + ben.asked, 1);
  EXPECT_EQ(eve.asked, 1);
  group->send("two", 2);
  EXPECT_EQ(ann.asked + ben.asked, 2);
}

TEST_F(SubscriptionGroupTest, IsOverForWhoIsNoLongerAllowed) {
  ann.is_allowed = false;
  ann.credential = "revoked";
  ann.join(*group);
  ben.join(*group);
  group->send("one", 1);
  group->send("two", 2);
  EXPECT_THAT(ann.heard, ElementsAre("complete"));
  EXPECT_THAT(ben.heard, ElementsAre("one", "two"));
}

TEST_F(SubscriptionGroupTest, ForgetsWhoTakesNothingMore) {
  int tickets = 1;
  ann.takes = false;
  ann.join(*group, SubscriptionGroup::Ticket(nullptr, [&](void*) { --tickets; }));
  ben.join(*group);
  group->send("one", 1);
  EXPECT_EQ(tickets, 0);
  EXPECT_FALSE(source->stopped);
}

TEST_F(SubscriptionGroupTest, SaysNothingMoreToWhoStops) {
  ann.join(*group);
  ben.join(*group);
  ann.stop->stop();
  group->send("one", 1);
  EXPECT_THAT(ann.heard, IsEmpty());
  EXPECT_THAT(ben.heard, ElementsAre("one"));
}

TEST_F(SubscriptionGroupTest, StopsItsSourceWhenTheLastOneLeaves) {
  bool woken = false;
  source->wake = [&] { woken = true; };
  ann.join(*group);
  ben.join(*group);
  ann.stop->stop();
  EXPECT_FALSE(source->stopped);
  ben.stop->stop();
  EXPECT_TRUE(source->stopped);
  EXPECT_TRUE(woken);
  EXPECT_TRUE(group->empty());
}

TEST_F(SubscriptionGroupTest, TellsNothingTwiceToWhoJoinsLater) {
  const auto stop = std::make_shared<SubscriptionStop>();
  const auto own = std::make_shared<SubscriptionGroup>(stop);
  ann.join(*group);
  ben.join(*own);
  own->send("one", 1);
  own->join(*group, 1);
  EXPECT_TRUE(own->empty());
  EXPECT_FALSE(stop->stopped) << "its source ends with itself";
  group->send("one", 1);
  group->send("two", 2);
  EXPECT_THAT(ann.heard, ElementsAre("one", "two"));
  EXPECT_THAT(ben.heard, ElementsAre("one", "two"));
  EXPECT_EQ(group->told(), 2);
  ann.stop->stop();
  ben.stop->stop();
  EXPECT_TRUE(source->stopped);
}

TEST_F(SubscriptionGroupTest, MayBeGoneBeforeItsSubscribersStop) {
  ann.join(*group);
  group.reset();
  ann.stop->stop();
  EXPECT_THAT(ann.heard, IsEmpty());
}

}  // namespace
}  // namespace storey::service
