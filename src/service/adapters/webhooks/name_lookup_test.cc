#include "service/adapters/webhooks/name_lookup.h"

#include <gtest/gtest.h>

#include <future>
#include <mutex>

namespace storey::service {
namespace {

using Found = tl::expected<std::vector<sockaddr_storage>, std::string>;
using std::chrono::milliseconds;

constexpr milliseconds kForever = std::chrono::hours(1);

/// Finds every name at once, but for "slow": those it finds when they are released.
class SlowNames {
 public:
  FindAddresses find() {
    return [state = state_](const std::string& host) -> Found {
      if (host == "slow") state->released.wait();
      return std::vector<sockaddr_storage>(1);
    };
  }
  void release() { state_->release.set_value(); }

 private:
  struct State {
    std::promise<void> release;
    std::shared_future<void> released = release.get_future().share();
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

TEST(NameLookup, SlowNamesOfOneClientDoNotHoldUpAnother) {
  SlowNames names;
  NameLookup lookup(names.find(), kForever);
  std::vector<std::future<Outcome<std::vector<sockaddr_storage>>>> waiting;
  for (int i = 0; i < 100; ++i)
    waiting.push_back(
        std::async(std::launch::async, [&] { return lookup.addresses_of("slow", ClientId("a")); }));
  EXPECT_EQ(lookup.addresses_of("quick", ClientId("b"))->size(), 1u);
  names.release();
  for (auto& answer : waiting) EXPECT_EQ(answer.get()->size(), 1u);
}

TEST(NameLookup, NobodyWaitsForLongerThanThePatience) {
  SlowNames names;
  NameLookup lookup(names.find(), milliseconds(10));
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(lookup.addresses_of("slow", ClientId("a")).error().code, FailureCode::kInvalidWebhookUrl);
  names.release();
}

TEST(NameLookup, WhatIsNoNameIsSaid) {
  NameLookup none([](const std::string&) -> Found { return tl::make_unexpected("no such name"); }, kForever);
  const auto found = none.addresses_of("name", ClientId("a"));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, FailureCode::kInvalidWebhookUrl);
  EXPECT_NE(found.error().message.find("no such name"), std::string::npos);
}

TEST(NameLookup, AsksTheSystem) {
  const auto found = NameLookup(find_addresses, kForever).addresses_of("127.0.0.1", ClientId("a"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->front().ss_family, AF_INET);
}

}  // namespace
}  // namespace storey::service
