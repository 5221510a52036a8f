#include "service/usecases/verifications.h"

#include <gtest/gtest.h>

#include <future>

namespace storey::service {
namespace {

constexpr Milliseconds kForever = std::chrono::hours(1);
const AssetId kFile("file");

Verifications::Verdict verdict(const std::string& id) {
  Asset asset;
  asset.id = AssetId(id);
  return Outcome<Asset>(asset);
}

TEST(Verifications, AllThatWaitForAFileAreToldItsVerdict) {
  Verifications verifications;
  const auto one = verifications.join(kFile), two = verifications.join(kFile);
  auto waits = std::async(std::launch::async, [&] { return one->wait(kForever); });
  verifications.end(kFile, verdict("verdict"));
  EXPECT_EQ(waits.get()->value().id, AssetId("verdict"));
  EXPECT_EQ(two->wait(kForever)->value().id, AssetId("verdict")) << "told before it waited";
  EXPECT_FALSE(two->wait(Milliseconds(0))) << "told once";
}

TEST(Verifications, AnEndOfWhichOnlyTheStoreKnowsMoreIsToldToo) {
  Verifications verifications;
  const auto waiting = verifications.join(kFile);
  verifications.end(kFile, std::nullopt);
  EXPECT_FALSE(waiting->wait(kForever));
}

TEST(Verifications, OtherFilesAndWhoHasLeftHearNothing) {
  Verifications verifications;
  const auto waiting = verifications.join(kFile);
  verifications.join(kFile);
  verifications.end(AssetId("other"), verdict("other"));
  EXPECT_FALSE(waiting->wait(Milliseconds(0)));
  verifications.end(kFile, verdict("verdict"));
  EXPECT_TRUE(waiting->wait(kForever));
}

TEST(Verifications, NobodyWaitsForAProcessThatEnds) {
  Verifications verifications;
  const auto waiting = verifications.join(kFile);
  auto waits = std::async(std::launch::async, [&] { return waiting->wait(kForever); });
  verifications.stop();
  EXPECT_FALSE(waits.get());
  EXPECT_TRUE(verifications.stopped());
}

TEST(Verifications, WhoeverChecksIsCalledToWork) {
  Verifications verifications;
  verifications.call();  // nobody checks here
  int calls = 0;
  verifications.on_work([&] { ++calls; });
  verifications.call();
  verifications.on_work({});
  verifications.call();
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace storey::service
