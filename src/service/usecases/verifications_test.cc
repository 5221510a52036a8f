#include "service/usecases/verifications.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

constexpr Milliseconds kForever = std::chrono::hours(1);

Asset named(const std::string& id) {
  Asset asset;
  asset.id = AssetId(id);
  return asset;
}

class VerificationsTest : public testing::Test {
 protected:
  /// A check that ends when it is released.
  Verifications::Check slow() {
    return [this](const std::atomic<bool>&) -> Outcome<Asset> {
      ++begun;
      released.wait();
      return named("slow");
    };
  }

  std::atomic<int> begun{0};
  std::promise<void> release;
  std::shared_future<void> released = release.get_future().share();
  Verifications verifications;
};

TEST_F(VerificationsTest, AFileIsCheckedOnceHoweverOftenThatIsAskedFor) {
  for (int i = 0; i < 100; ++i)
    EXPECT_FALSE(verifications.run(ClientId("a"), AssetId("slow"), slow(), Milliseconds(0)));
  release.set_value();
  EXPECT_EQ(verifications.run(ClientId("a"), AssetId("other"), slow(), kForever)->value().id,
            AssetId("slow"));
  EXPECT_EQ(begun, 2) << "one for each file";
}

TEST_F(VerificationsTest, FilesOfOneClientDoNotHoldUpThoseOfAnother) {
  for (const char* id : {"1", "2", "3", "4", "5", "6", "7", "8"})
    EXPECT_FALSE(verifications.run(ClientId("a"), AssetId(id), slow(), Milliseconds(0)));
  const auto quick = [](const std::atomic<bool>&) -> Outcome<Asset> { return named("quick"); };
  EXPECT_EQ(verifications.run(ClientId("b"), AssetId("quick"), quick, kForever)->value().id,
            AssetId("quick"));
  release.set_value();
}

TEST_F(VerificationsTest, WhatACheckThrowsReachesWhoAsked) {
  const auto thrower = [](const std::atomic<bool>&) -> Outcome<Asset> { throw std::runtime_error("odd"); };
  EXPECT_THROW(verifications.run(ClientId("a"), AssetId("x"), thrower, kForever), std::runtime_error);
}

TEST(Verifications, TellsItsChecksToStopWhenItEnds) {
  Verifications verifications;
  const auto endless = [](const std::atomic<bool>& stop) -> Outcome<Asset> {
    while (!stop) std::this_thread::yield();
    return named("stopped");
  };
  EXPECT_FALSE(verifications.run(ClientId("a"), AssetId("x"), endless, Milliseconds(0)));
}

}  // namespace
}  // namespace storey::service
