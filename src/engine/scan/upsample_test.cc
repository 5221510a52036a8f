#include "engine/scan/upsample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <random>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kNoise = 0.002;  // m

/// Surfaces that are hit at random places, `spacing` (m) apart in the mean.
class ThinScan {
 public:
  explicit ThinScan(double spacing) : spacing_(spacing) {}

  /// All over the rectangle that `u` and `v` (m) span from `corner`.
  void add(const Eigen::Vector3f& corner, const Eigen::Vector3f& u, const Eigen::Vector3f& v,
           StationSet stations = 1) {
    const double hits = static_cast<double>(u.norm() * v.norm()) / (spacing_ * spacing_);
    for (int i = 0; i < static_cast<int>(hits); ++i)
      surfels.push_back({corner + share_(random_) * u + share_(random_) * v, 1, stations});
  }

  /// Of `upsample`.
  std::vector<Surfel> filled(double noise = kNoise, int threads = 2) const {
    SurfelStore store(1);
    EXPECT_TRUE(store.put(0, SurfelChunk(surfels.begin(), surfels.end())));
    Result<SurfelStore> filled = upsample(std::move(store), *sets, noise, threads);
    EXPECT_TRUE(filled);
    return filled->take_all();
  }
  /// What nobody measured of them.
  std::vector<Surfel> appended(double noise = kNoise, int threads = 2) const {
    std::vector<Surfel> all = filled(noise, threads);
    std::erase_if(all, [](const Surfel& surfel) { return surfel.count > 0; });
    return all;
  }

  std::vector<Surfel> surfels;
  std::shared_ptr<StationSets> sets = sets_of_two();

 private:
  double spacing_;
  std::mt19937 random_{7};
  std::uniform_real_distribution<float> share_{0, 1};
};

const Eigen::Vector3f kAlong(3, 0, 0), kUp(0, 0, 2.5f), kAcross(0, 3, 0);

TEST(Upsample, LeavesDenseCloudsAsTheyAre) {
  ThinScan scan(0.02);
  scan.add({0, 0, 0}, kAlong, kUp);
  EXPECT_TRUE(scan.appended().empty());
}

TEST(Upsample, FillsAThinlyHitWall) {
  ThinScan scan(0.04);
  scan.add({0, 0, 0}, kAlong, kUp);
  const std::vector<Surfel> appended = scan.appended();
  EXPECT_GT(appended.size(), 2 * scan.surfels.size());
  for (const Surfel& surfel : appended) EXPECT_EQ(surfel.mean.y(), 0);
  EXPECT_EQ(scan.filled().size(), scan.surfels.size() + appended.size()) << "what was measured stays";
}

TEST(Upsample, PutsNothingBetweenTheFacesOfAThinWall) {
  ThinScan scan(0.045);
  scan.add({0, 0, 0}, kAlong, kUp);
  scan.add({0, 0.08f, 0}, kAlong, kUp, 2);
  const std::vector<Surfel> appended = scan.appended();
  EXPECT_GT(appended.size(), scan.surfels.size());
  const auto between = std::ranges::count_if(
      appended, [](const Surfel& surfel) { return surfel.mean.y() > 0.01f && surfel.mean.y() < 0.07f; });
  EXPECT_LT(static_cast<double>(between), 0.01 * static_cast<double>(appended.size()));
}

TEST(Upsample, FillsFartherWhereAllIsThin) {
  ThinScan scan(0.04);
  scan.add({0, 0, 0}, kAlong, kUp);
  scan.add({0, 0, 0}, kAlong, kAcross);
  ThinScan far_end(0.10);
  far_end.add({8, 0, 0}, kAlong, kUp);
  far_end.add({8, 0, 0}, kAlong, kAcross);
  std::ranges::copy(far_end.surfels, std::back_inserter(scan.surfels));
  const std::vector<Surfel> appended = scan.appended();
  const auto there =
      std::ranges::count_if(appended, [](const Surfel& surfel) { return surfel.mean.x() > 7; });
  EXPECT_GT(static_cast<double>(there), 8 * static_cast<double>(far_end.surfels.size()));
}

TEST(Upsample, FillsNoPaneBeforeAWallThatShows) {
  ThinScan scan(0.04);
  scan.add({0, 0, 0}, kAlong, kUp);
  ThinScan pane(0.15);
  pane.add({0, 0.25f, 0}, kAlong, kUp);
  std::ranges::copy(pane.surfels, std::back_inserter(scan.surfels));
  const std::vector<Surfel> appended = scan.appended();
  const auto on_pane =
      std::ranges::count_if(appended, [](const Surfel& surfel) { return surfel.mean.y() == 0.25f; });
  EXPECT_LT(on_pane, std::ssize(pane.surfels));
}

TEST(Upsample, PutsNothingBetweenTheFacesOfAThinWallWhereAllIsThin) {
  ThinScan scan(0.09);
  scan.add({0, 0, 0}, kAlong, kUp);
  scan.add({0, 0.05f, 0}, kAlong, kUp, 2);
  const std::vector<Surfel> appended = scan.appended();
  const auto between = std::ranges::count_if(
      appended, [](const Surfel& surfel) { return surfel.mean.y() > 0.01f && surfel.mean.y() < 0.04f; });
  EXPECT_LT(static_cast<double>(between), 0.05 * static_cast<double>(scan.surfels.size()));
}

TEST(Upsample, FillsWhatScattersAsTheScanDoes) {
  std::mt19937 random(5);
  std::normal_distribution<float> noise(0, 0.010f);
  ThinScan scan(0.045);
  scan.add({0, 0, 0}, kAlong, kUp);
  for (Surfel& surfel : scan.surfels) surfel.mean.y() += noise(random);
  EXPECT_GT(scan.appended(0.010).size(), 2 * scan.appended().size());
}

TEST(Upsample, RoundsNoCorners) {
  ThinScan scan(0.045);
  scan.add({0, 0, 0}, kAlong, kUp);
  scan.add({0, 0, 0}, kAcross, kUp);
  const std::vector<Surfel> appended = scan.appended();
  const auto off = std::ranges::count_if(
      appended, [](const Surfel& surfel) { return std::min(surfel.mean.x(), surfel.mean.y()) > 0.01f; });
  EXPECT_LT(off, 40) << "with any two neighbours joined it would be 80";
}

TEST(Upsample, ClosesNoOpening) {
  ThinScan scan(0.045);
  scan.add({0, 0, 0}, {1, 0, 0}, kUp);
  scan.add({1.2f, 0, 0}, {1, 0, 0}, kUp);
  for (const Surfel& surfel : scan.appended())
    EXPECT_TRUE(surfel.mean.x() < 1 || surfel.mean.x() > 1.2f) << surfel.mean.x();
}

TEST(Upsample, FillsNoClutter) {
  ThinScan scan(0.045);
  scan.add({0, 0, 0}, kAlong, kUp);
  std::mt19937 random(3);
  std::uniform_real_distribution<float> place(0, 1);
  for (int i = 0; i < 1500; ++i)
    scan.surfels.push_back(
        {{place(random), 1 + 0.6f * place(random), place(random)}, 1, 1});  // a plant of 1 x 0.6 x 1 m
  const std::vector<Surfel> appended = scan.appended();
  const auto in_plant =
      std::ranges::count_if(appended, [](const Surfel& surfel) { return surfel.mean.y() > 0.5f; });
  EXPECT_LT(in_plant, 150);
}

TEST(Upsample, IsSeenByTheStationsThatSawBothNeighbours) {
  ThinScan scan(0.06);
  scan.add({0, 0, 0}, kAlong, kUp, scan.sets->of({0, 1}));
  scan.add({0, 0, 0}, kAlong, kUp, scan.sets->of({1, 2}));
  const std::vector<Surfel> appended = scan.appended();
  const StationSet both = scan.sets->of({1}), all = scan.sets->of({0, 1, 2});
  EXPECT_TRUE(std::ranges::any_of(appended, [&](const Surfel& surfel) { return surfel.stations == both; }));
  EXPECT_TRUE(std::ranges::none_of(appended, [&](const Surfel& surfel) { return surfel.stations == all; }));
}

TEST(Upsample, FillsAcrossTheEdgesOfTiles) {
  ThinScan scan(0.04);
  scan.add({-1.5f, 0.001f, -1}, kAlong, kUp);  // in four tiles, which meet at the origin
  ThinScan elsewhere = scan;
  for (Surfel& surfel : elsewhere.surfels) surfel.mean += Eigen::Vector3f(2, 2, 2);
  const auto here = static_cast<double>(scan.appended().size());
  EXPECT_NEAR(here, static_cast<double>(elsewhere.appended().size()), 0.01 * here);
}

TEST(Upsample, KeepsTheSameInAScratchFile) {
  ThinScan scan(0.04);
  scan.add({0, 0, 0}, kAlong, kUp);
  const auto space = std::make_shared<SurfelSpace>(0);
  SurfelStore store(1, space);
  ASSERT_TRUE(store.put(0, SurfelChunk(scan.surfels.begin(), scan.surfels.end())));
  Result<SurfelStore> filled = upsample(std::move(store), *scan.sets, kNoise, 2);
  ASSERT_TRUE(filled);
  EXPECT_EQ(filled->space(), space);
  const std::vector<Surfel> read = filled->take_all(), kept = scan.filled();
  ASSERT_EQ(read.size(), kept.size());
  for (std::size_t i = 0; i < read.size(); ++i) EXPECT_EQ(read[i].mean, kept[i].mean);
}

TEST(Upsample, AnyNumberOfThreadsAppendsTheSame) {
  ThinScan scan(0.04);
  scan.add({0, 0, 0}, kAlong, kUp);
  scan.add({0, 0, 0}, kAlong, kAcross);
  const std::vector<Surfel> one = scan.filled(kNoise, 1), three = scan.filled(kNoise, 3);
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].mean, three[i].mean);
}

}  // namespace
}  // namespace storey
