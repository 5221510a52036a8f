#include "engine/stages/upsample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <random>

#include "engine/stages/stage_test_inputs.h"

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

  /// What `upsample` appends.
  std::vector<Surfel> appended() const {
    std::vector<Surfel> all = surfels;
    upsample(all, *sets, kNoise, 2);
    return {all.begin() + static_cast<std::ptrdiff_t>(surfels.size()), all.end()};
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
  EXPECT_FALSE(upsample(scan.surfels, *scan.sets, kNoise, 1));
}

TEST(Upsample, FillsAThinlyHitWall) {
  ThinScan scan(0.04);
  scan.add({0, 0, 0}, kAlong, kUp);
  const std::vector<Surfel> appended = scan.appended();
  EXPECT_GT(appended.size(), 2 * scan.surfels.size());
  for (const Surfel& surfel : appended) {
    EXPECT_EQ(surfel.mean.y(), 0);
    EXPECT_EQ(surfel.count, 0) << "nobody measured it";
  }
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
  std::vector<Surfel> quiet = scan.surfels, noisy = scan.surfels;
  upsample(quiet, *scan.sets, kNoise, 1);
  upsample(noisy, *scan.sets, 0.010, 1);
  EXPECT_GT(noisy.size() - scan.surfels.size(), 2 * (quiet.size() - scan.surfels.size()));
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

TEST(Upsample, AnyNumberOfThreadsAppendsTheSame) {
  ThinScan scan(0.04);
  scan.add({0, 0, 0}, kAlong, kUp);
  scan.add({0, 0, 0}, kAlong, kAcross);
  std::vector<Surfel> one = scan.surfels, three = scan.surfels;
  upsample(one, *scan.sets, kNoise, 1);
  upsample(three, *scan.sets, kNoise, 3);
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].mean, three[i].mean);
}

}  // namespace
}  // namespace storey
