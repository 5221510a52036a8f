#include "engine/scan/drift/drift.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace storey {
namespace {

constexpr double kNoise = 0.010;  // m
constexpr double kWall = 0.04;    // m
constexpr int kPerMoment = 2000;  // points

/// A walk through two rooms of 3 x 2.5 m with a wall of 4 cm between them (x from 3 to 3.04), there, back,
/// and there again; of every three points one lies in the other room. What is measured meanwhile lies off by
/// `drift`.
class Walk {
 public:
  explicit Walk(const std::vector<Motion>& drift) {
    for (std::size_t moment = 0; moment < kMoments; ++moment) {
      const double done = 1.5 * static_cast<double>(moment) / static_cast<double>(kMoments);
      const bool second = static_cast<int>(2 * done) % 2 == 1;
      for (int i = 0; i < kPerMoment; ++i) {
        const Eigen::Vector3d p = hit(second, i % 3 == 0);
        truth.push_back(p);
        in_second.push_back(second != (i % 3 == 0));
        measured.push_back(drift.empty() ? p : drift[moment].at(p));
      }
    }
  }

  /// The points by the moments of their places in the file.
  std::vector<Glimpse> glimpses() const {
    std::vector<Glimpse> all;
    for (std::size_t i = 0; i < measured.size(); ++i)
      all.push_back({measured[i].cast<float>(), static_cast<std::uint32_t>(i / kPerMoment)});
    return all;
  }

  /// m, root mean square off the truth.
  double off(const std::vector<Eigen::Vector3d>& points) const {
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i) sum += (points[i] - truth[i]).squaredNorm();
    return std::sqrt(sum / static_cast<double>(points.size()));
  }

  std::vector<Eigen::Vector3d> truth, measured;
  std::vector<bool> in_second;  ///< whether the point is of the second room

 private:
  /// On one of the six faces of the first or second room, or of the `other` one's that are in sight from
  /// there.
  Eigen::Vector3d hit(bool second, bool other) {
    const Eigen::Vector3d size(3, 2.5, 2.4);
    std::uniform_real_distribution<double> share(0, 1);
    std::normal_distribution<double> noise(0, kNoise);
    Eigen::Vector3d p(share(random_) * size.x(), share(random_) * size.y(), share(random_) * size.z());
    int side = static_cast<int>(6 * share(random_));
    if (other && side < 2) side = second ? 0 : 1;  // the wall between hides its own back
    p[side / 2] = (side % 2 == 0 ? 0 : size[side / 2]) + noise(random_);
    return p + Eigen::Vector3d(second != other ? 3 + kWall : 0, 0, 0);
  }
  std::mt19937 random_{7};
};

/// Some centimetres, and a step of 3 cm where a loop was closed.
std::vector<Motion> some_drift() {
  std::vector<Motion> drift;
  for (std::size_t moment = 0; moment < kMoments; ++moment) {
    const double done = static_cast<double>(moment) / static_cast<double>(kMoments);
    const double step = done > 0.7 ? 0.030 : 0;
    drift.push_back({{3, 1, 1},
                     {0.020 * std::sin(5 * done), 0.015 * (1 - std::cos(4 * done)) + step, 0.005 * done},
                     0.001 * std::sin(3 * done)});
  }
  return drift;
}

std::vector<Eigen::Vector3d> put_right(const Walk& walk, const std::vector<Motion>& motions) {
  std::vector<Eigen::Vector3d> points;
  for (std::size_t i = 0; i < walk.measured.size(); ++i)
    points.push_back(motions[i / kPerMoment].at(walk.measured[i]));
  return points;
}

TEST(Drift, IsTakenOutSoThatWallsSeenTwiceAreOne) {
  const Walk walk(some_drift());
  ASSERT_GT(walk.off(walk.measured), 0.020);
  const std::vector<Motion> motions = find_drift(walk.glimpses());
  ASSERT_EQ(motions.size(), kMoments);
  EXPECT_LT(walk.off(put_right(walk, motions)), 0.004);
}

TEST(Drift, LeavesTheFirstMomentWhereItIs) {
  const std::vector<Motion> motions = find_drift(Walk(some_drift()).glimpses());
  ASSERT_FALSE(motions.empty());
  EXPECT_LT(motions.front().shift.norm(), 0.001);
  EXPECT_LT(std::abs(motions.front().turn), 0.0005);
}

TEST(Drift, KeepsTheFacesOfAThinWallApart) {
  const Walk walk(some_drift());
  const std::vector<Motion> motions = find_drift(walk.glimpses());
  ASSERT_FALSE(motions.empty());
  const std::vector<Eigen::Vector3d> points = put_right(walk, motions);
  double first = 0, second = 0, of_first = 0, of_second = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double off = walk.truth[i].x() - 3;
    if (std::abs(off - kWall / 2) > kWall) continue;
    (walk.in_second[i] ? second : first) += points[i].x();
    (walk.in_second[i] ? of_second : of_first) += 1;
  }
  EXPECT_NEAR(second / of_second - first / of_first, kWall, 0.002);
}

TEST(Drift, IsNotFoundWhereThereIsNone) { EXPECT_TRUE(find_drift(Walk({}).glimpses()).empty()); }

TEST(Drift, IsNotFoundWhereNoiseExplainsWhatThereIs) {
  std::vector<Motion> drift = some_drift();
  for (Motion& motion : drift) {
    motion.shift *= 0.3;
    motion.turn *= 0.3;
  }
  EXPECT_TRUE(find_drift(Walk(drift).glimpses()).empty());
}

TEST(Drift, IsNotFoundWherePointsAreNotInTheOrderOfTime) {
  std::vector<Glimpse> glimpses = Walk(some_drift()).glimpses();
  std::vector<std::uint32_t> moments;
  for (const Glimpse& glimpse : glimpses) moments.push_back(glimpse.moment);
  std::mt19937 random(3);
  std::ranges::shuffle(moments, random);
  for (std::size_t i = 0; i < glimpses.size(); ++i) glimpses[i].moment = moments[i];
  EXPECT_TRUE(find_drift(glimpses).empty());
}

TEST(Drift, IsNotFoundWhereSurfacesDisagreeWithoutAMotion) {
  std::vector<Glimpse> glimpses = Walk({}).glimpses();
  for (Glimpse& glimpse : glimpses) {  // each half metre of surface lies elsewhere at each moment
    const Eigen::Vector3f tile = (2 * glimpse.point).array().floor();
    std::minstd_rand random(
        static_cast<unsigned>(1 + 31 * glimpse.moment +
                              7919 * static_cast<unsigned>(tile.dot(Eigen::Vector3f(1, 20, 400)) + 1e4f)));
    random.discard(3);
    std::normal_distribution<float> off(0, 0.015f);
    for (int axis = 0; axis < 3; ++axis) glimpse.point[axis] += off(random);
  }
  EXPECT_TRUE(find_drift(glimpses).empty());
}

TEST(Drift, IsNotFoundWherePointsAreSortedBySurfaces) {
  std::vector<Glimpse> glimpses;  // of the two faces of a wall, one after the other
  std::mt19937 random(3);
  std::uniform_real_distribution<float> share(0, 1);
  for (std::uint32_t moment = 0; moment < kMoments; ++moment) {
    const float face = moment < kMoments / 2 ? 1.05f : 1.05f + static_cast<float>(kWall);
    for (int i = 0; i < kPerMoment; ++i)
      glimpses.push_back({{face, 4 * share(random), 2 * share(random)}, moment});
  }
  EXPECT_TRUE(find_drift(glimpses).empty());
}

TEST(Drift, IsNotFoundInNothing) { EXPECT_TRUE(find_drift({}).empty()); }

/// Keeps what it is handed.
class Kept final : public PointSink {
 public:
  void consume(const PointBlock& block) override {
    for (std::size_t i = 0; i < block.size(); ++i) points.emplace_back(block.x[i], block.y[i], block.z[i]);
  }
  std::vector<Eigen::Vector3d> points;
};

TEST(DriftRemover, WorksInTheUnitAndAxesOfTheFile) {
  Eigen::Matrix3d upright;  // from y up, millimetres
  upright << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  const Eigen::Matrix3d metres = upright * 0.001;
  const Eigen::Vector3d origin(4e6, 5e3, -3e6);
  const std::vector<Motion> drift = some_drift();
  std::vector<double> x, y, z, place;
  std::vector<Eigen::Vector3d> expected;
  for (std::size_t moment = 0; moment < kMoments; moment += 5) {
    const Eigen::Vector3d p(1 + 0.01 * static_cast<double>(moment), 3, 1.5);  // m, upright
    const Eigen::Vector3d in_file = metres.inverse() * p + origin;
    x.push_back(in_file.x());
    y.push_back(in_file.y());
    z.push_back(in_file.z());
    place.push_back((static_cast<double>(moment) + 0.5) / static_cast<double>(kMoments));  // its middle
    expected.push_back(metres.inverse() * drift[moment].at(p) + origin);
  }
  Kept kept;
  DriftRemover(drift, metres, origin, kept).consume({0, x, y, z, {}, {}, place});
  ASSERT_EQ(kept.points.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_LT((kept.points[i] - expected[i]).norm(), 1e-3) << i;  // 1 µm
}

TEST(GlimpseSink, KeepsPointsByTheirPlaceInTheScan) {
  GlimpseSink sink(Eigen::Matrix3d::Identity() * 0.001, {1000, 0, 0});
  const std::vector<double> x = {1000, 3000, 5000}, y = {0, 0, 7000}, z = {0, 500, 0};
  sink.consume({0, x, y, z, {}, {}, std::vector<double>{0, 0.5, 1}});
  ASSERT_EQ(sink.glimpses.size(), 3u);
  EXPECT_EQ(sink.glimpses[1].moment, kMoments / 2);
  EXPECT_EQ(sink.glimpses[2].moment, kMoments - 1);
  EXPECT_LT((sink.glimpses[2].point - Eigen::Vector3f(4, 7, 0)).norm(), 1e-5f);
}

}  // namespace
}  // namespace storey
