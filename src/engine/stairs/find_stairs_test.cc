#include "engine/stairs/find_stairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "engine/scan/level.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kSize = 8.0;          // m, the room is square
constexpr double kCeiling = 2.6;       // m
constexpr double kFloorAbove = 2.9;    // m
constexpr double kRiser = 2.9 / 16.0;  // m
constexpr double kGoing = 0.26;        // m

/// A rectangle in plan that starts at `corner`, `length` along `angle` (rad) and `width` to the left of it.
struct Plate {
  Vec2 corner;
  double length, width, angle = 0;

  Vec2 at(double along, double across) const {
    const Vec2 direction(std::cos(angle), std::sin(angle));
    return corner + along * direction + across * left_of(direction);
  }
  std::vector<Vec2> ring() const { return {at(0, 0), at(length, 0), at(length, width), at(0, width)}; }
};

/// A room of surfels 2 cm apart, with the noise of a scanner, and with holes in its ceiling.
class Room {
 public:
  explicit Room(const std::vector<Plate>& wells = {}) {
    const Plate all{{0, 0}, kSize, kSize};
    level(all, 0);
    for (double x = 0.01; x < kSize; x += 0.02)
      for (double y = 0.01; y < kSize; y += 0.02)
        if (std::none_of(wells.begin(), wells.end(), [&](const Plate& well) {
              return contains(well.ring(), {x, y});
            }))
          add({x, y}, kCeiling);
    for (int side = 0; side < 4; ++side) {
      const double angle = side * std::numbers::pi / 2;
      upright({all.at(side == 1 || side == 2 ? kSize : 0, side >= 2 ? kSize : 0), kSize, 0, angle}, 0,
              kCeiling);
    }
  }

  void level(const Plate& plate, double z) {
    for (double s = 0.01; s < plate.length; s += 0.02)
      for (double t = 0.01; t < plate.width; t += 0.02) add(plate.at(s, t), z);
  }
  /// The side of `plate` along its corner's edge.
  void upright(const Plate& plate, double from, double to) {
    for (double s = 0.01; s < plate.length; s += 0.02)
      for (double z = from + 0.01; z < to; z += 0.02) add(plate.at(s, 0), z);
  }
  /// Treads and risers; `skip` treads are hidden. Tread i is `first` + i risers above the floor.
  void flight(Vec2 foot, double angle, double width, int first, int treads, double riser,
              std::vector<int> skip = {}) {
    const Plate plate{foot, treads * kGoing, width, angle};
    for (int i = 0; i < treads; ++i) {
      if (std::find(skip.begin(), skip.end(), i) != skip.end()) continue;
      level({plate.at(i * kGoing, 0), kGoing, width, angle}, (first + i) * riser);
      upright({plate.at(i * kGoing, width), width, 0, angle - std::numbers::pi / 2}, (first + i - 1) * riser,
              (first + i) * riser);
    }
  }
  void add(Vec2 p, double z) {
    Surfel surfel;
    const auto noise = [&] { return static_cast<float>(noise_(random_)); };
    surfel.mean = p.cast<float>().homogeneous();
    surfel.mean.z() = static_cast<float>(z);
    surfel.mean += Eigen::Vector3f(noise(), noise(), noise());
    surfel.count = 2;
    cloud_.surfels.push_back(surfel);
  }
  void clutter(int count) {
    std::uniform_real_distribution<double> side(0, kSize), height(0, kCeiling);
    for (int i = 0; i < count; ++i) add({side(random_), side(random_)}, height(random_));
  }

  /// One surfel in so many is left.
  void thin(unsigned times) {
    std::erase_if(cloud_.surfels, [&](const Surfel&) { return random_() % times != 0; });
  }

  std::vector<FoundStair> stairs() const {
    StoreyLevel level;
    level.ceiling_z = kCeiling;
    level.top_z = level.limit_z = kFloorAbove - kBelowNextFloor;
    level.next_floor_z = kFloorAbove;
    level.ceiling_seen = true;
    level.floor_area = kSize * kSize;
    return find_stairs(cloud_, rasterise(cloud_, flat_patches(cloud_.surfels), level));
  }

 private:
  LevelCloud cloud_;
  std::mt19937 random_{7};
  std::normal_distribution<double> noise_{0, 0.003};
};

/// Share of the union of both rings that they share, by sampling.
double intersection_over_union(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  int both = 0, either = 0;
  for (double x = -1; x < kSize + 1; x += 0.02)
    for (double y = -1; y < kSize + 1; y += 0.02) {
      const bool in_a = contains(a, {x, y}), in_b = contains(b, {x, y});
      both += in_a && in_b;
      either += in_a || in_b;
    }
  return either > 0 ? static_cast<double>(both) / either : 0;
}

TEST(FindStairs, HitsOnTheFlankOfAFlightJoinNoTreads) {
  const Plate well{{3, 1}, 4.2, 1.2};
  Room room({well});
  room.flight({3, 1}, 0, 1.0, 1, 15, kRiser);
  for (int i = 0; i < 78; ++i)  // beams 9 cm apart, on each 5 cm of the flank at other heights
    for (double z = 0.1 + 0.02 * (i % 5); z < kRiser * (1 + 0.05 * i / kGoing); z += 0.09)
      for (const double across : {-0.03, -0.01}) room.add({3 + 0.05 * i, 1 + across}, z);
  const std::vector<FoundStair> stairs = room.stairs();
  ASSERT_EQ(stairs.size(), 1u);
  EXPECT_GT(intersection_over_union(stairs[0].outline, Plate{{3, 1}, 15 * kGoing, 1.0}.ring()), 0.9);
}

TEST(FindStairs, SteepOnesAreFound) {
  Room room({Plate{{3, 1}, 4.2, 1.2}});
  room.flight({3, 1}, 0, 1.0, 1, 11, 2.9 / 12);
  const std::vector<FoundStair> stairs = room.stairs();
  ASSERT_EQ(stairs.size(), 1u);
  EXPECT_EQ(stairs[0].risers, 12);
}

TEST(FindStairs, FindsAStraightFlight) {
  const Plate truth{{2, 3}, 15 * kGoing, 1.0, 0.4};
  Room room({truth});
  room.flight({2, 3}, 0.4, 1.0, 1, 14, kRiser);  // the 15th, under the floor above, follows from the rise
  const std::vector<FoundStair> stairs = room.stairs();
  ASSERT_EQ(stairs.size(), 1u);
  EXPECT_EQ(stairs[0].risers, 16);
  EXPECT_EQ(stairs[0].outline.size(), 4u);
  EXPECT_GT(signed_area(stairs[0].outline), 0);
  EXPECT_GT(intersection_over_union(stairs[0].outline, truth.ring()), 0.96);
  EXPECT_LT((stairs[0].up_from - truth.at(0.5 * kGoing, 0.5)).norm(), 0.03);
  EXPECT_LT((stairs[0].up_to - truth.at(14.5 * kGoing, 0.5)).norm(), 0.03);
  EXPECT_GT(stairs[0].confidence, 0.8);
}

TEST(FindStairs, GoesOnOverHiddenTreads) {
  const Plate truth{{2, 3}, 15 * kGoing, 0.9, 2.0};
  Room whole({truth}), torn({truth});
  whole.flight({2, 3}, 2.0, 0.9, 1, 15, kRiser);
  torn.flight({2, 3}, 2.0, 0.9, 1, 15, kRiser, {0, 6, 7, 8, 13, 14});
  const std::vector<FoundStair> stairs = torn.stairs();
  ASSERT_EQ(stairs.size(), 1u);
  EXPECT_EQ(stairs[0].risers, 16);
  EXPECT_GT(intersection_over_union(stairs[0].outline, truth.ring()), 0.95);
  const std::vector<FoundStair> all = whole.stairs();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_LT(stairs[0].confidence, all[0].confidence);
}

TEST(FindStairs, FollowsAFlightAroundALanding) {
  Room room({{{2, 2}, 4, 5}});
  const double quarter = std::numbers::pi / 2;
  room.flight({2, 2}, 0, 1.0, 1, 6, kRiser);
  const Plate landing{{2 + 6 * kGoing, 2}, 1.0, 1.0};
  room.level(landing, 7 * kRiser);
  room.flight(landing.at(1.0, 1.0), quarter, 1.0, 8, 8, kRiser);
  const std::vector<FoundStair> stairs = room.stairs();
  ASSERT_EQ(stairs.size(), 1u);
  EXPECT_EQ(stairs[0].risers, 16);
  const double corner = 2 + 6 * kGoing + 1, end = 3 + 8 * kGoing;
  const std::vector<Vec2> truth{{2, 2},          {corner, 2}, {corner, end}, {corner - 1, end},
                                {corner - 1, 3}, {2, 3}};
  EXPECT_GT(signed_area(stairs[0].outline), 0);
  EXPECT_EQ(stairs[0].outline.size(), truth.size());
  EXPECT_GT(intersection_over_union(stairs[0].outline, truth), 0.93);
  EXPECT_LT((stairs[0].up_from - Vec2(2 + kGoing / 2, 2.5)).norm(), 0.05);
  EXPECT_LT((stairs[0].up_to - Vec2(corner - 0.5, end - kGoing / 2)).norm(), 0.05);
}

TEST(FindStairs, FindsTwoFlights) {
  Room room({{{1, 1}, 15 * kGoing, 1.0}});
  room.flight({1, 1}, 0, 1.0, 1, 15, kRiser);
  room.flight({6, 7}, std::numbers::pi, 1.2, 1, 5, kRiser);
  const std::vector<FoundStair> stairs = room.stairs();
  ASSERT_EQ(stairs.size(), 2u);
  EXPECT_EQ(stairs[0].risers, 16);
  EXPECT_EQ(stairs[1].risers, 6);
  EXPECT_GE(stairs[0].confidence, stairs[1].confidence);
}

TEST(FindStairs, TakesNoBookcaseForAStair) {
  Room room;
  for (int i = 1; i <= 12; ++i) room.level({{3, 3}, 1.2, 0.3}, i * kRiser);
  EXPECT_TRUE(room.stairs().empty());
}

TEST(FindStairs, TakesNoStaggeredShelvesForAStair) {
  Room room;  // drawers that stand open, each further in than the one below, under a board
  for (int i = 0; i < 8; ++i) room.level({{3, 3 + i * 0.2}, 1.0, 0.2}, 0.2 + i * kRiser);
  room.level({{2.9, 2.9}, 1.2, 1.8}, 1.9);
  EXPECT_TRUE(room.stairs().empty());
}

TEST(FindStairs, TakesNoFewOrIrregularStepsForAStair) {
  Room room;
  room.flight({1, 1}, 0, 1.0, 1, 3, kRiser);
  const double heights[] = {0.14, 0.36, 0.50, 0.72, 0.86, 1.08};
  for (int i = 0; i < 6; ++i) room.level({{1 + i * kGoing, 4}, kGoing, 1.0}, heights[i]);
  EXPECT_TRUE(room.stairs().empty());
}

TEST(FindStairs, TakesNoHeapForAStair) {
  Room room;  // boards that lie about, each across the one below
  for (int i = 0; i < 8; ++i) {
    const double angle = std::numbers::pi / 2 + (i % 2 == 0 ? 0.65 : -0.65);
    const Vec2 along(std::cos(angle), std::sin(angle));
    const Vec2 corner = Vec2(3 + 0.3 * i, 3) - 0.3 * along - 0.125 * left_of(along);
    room.level({corner, 0.6, 0.25, angle}, (i + 1) * kRiser);
  }
  EXPECT_TRUE(room.stairs().empty());
}

TEST(FindStairs, TakesNoFlightInTheAirForAStair) {
  for (const int first : {6, 10}) {
    Room room({Plate{{3, 1}, 3, 1.2}});
    room.flight({3, 1}, 0, 1.0, first, 4, kRiser);
    EXPECT_EQ(room.stairs().size(), first == 6 ? 1u : 0u) << "what is below may be hidden, up to a landing";
  }
}

TEST(FindStairs, TakesNoSlopeForAStair) {
  for (const double slope : {0.05, 0.2, 0.6, 1.0}) {  // ramps and roofs
    Room room;
    for (double s = 0; s < std::min(4.0, 2.5 / slope); s += 0.02)
      for (double t = 0; t < 1; t += 0.02) room.add({2 + s, 2 + t}, slope * s);
    EXPECT_TRUE(room.stairs().empty()) << "slope " << slope;
  }
}

TEST(FindStairs, TakesNoNoiseForAStair) {
  Room room;
  room.clutter(300'000);
  EXPECT_TRUE(room.stairs().empty());
}

TEST(FindStairs, FindsAFlightInClutter) {
  const Plate truth{{2, 3}, 15 * kGoing, 1.0, 1.0};
  Room room({truth});
  room.flight({2, 3}, 1.0, 1.0, 1, 15, kRiser);
  room.clutter(20'000);
  const std::vector<FoundStair> stairs = room.stairs();
  ASSERT_EQ(stairs.size(), 1u);
  EXPECT_GT(intersection_over_union(stairs[0].outline, truth.ring()), 0.9);
}

TEST(FindStairs, FindsAThinlyScannedFlight) {
  const Plate truth{{2, 3}, 15 * kGoing, 1.0, 1.0};
  for (const unsigned times : {10u, 20u})  // 65 hits on a tread, 32
    for (int other = 0; other < 5; ++other) {
      Room room({truth});
      room.clutter(other);  // other ones are left each time
      room.flight({2, 3}, 1.0, 1.0, 1, 15, kRiser);
      room.thin(times);
      const std::vector<FoundStair> stairs = room.stairs();
      ASSERT_EQ(stairs.size(), 1u) << times;
      EXPECT_EQ(stairs[0].risers, 16) << times;
      EXPECT_GT(intersection_over_union(stairs[0].outline, truth.ring()), 0.95) << times;
    }
}

TEST(FindStairs, TakesNoClutterInAThinScanForAStair) {
  Room room;
  room.thin(40);
  for (int thousand = 0; thousand < 40; ++thousand) {
    room.clutter(1000);
    if (thousand % 10 == 9) {
      EXPECT_TRUE(room.stairs().empty()) << thousand;
    }
  }
}

TEST(FindStairs, TakesNoStripsOfARoofForTreads) {
  for (const double slope : {0.6, 0.7}) {
    Room room({{{2, 2}, 3, 2}});
    for (double x = 0; 0.4 + slope * x < kCeiling; x += 0.014)
      for (double y = 0; y < 2; y += 0.02) room.add({2 + x, 2 + y}, 0.4 + slope * x);
    room.thin(3);
    EXPECT_TRUE(room.stairs().empty()) << slope;
  }
}

TEST(FindStairs, SurvivesAnEmptyCloud) { EXPECT_TRUE(find_stairs({}, {}).empty()); }

}  // namespace
}  // namespace storey
