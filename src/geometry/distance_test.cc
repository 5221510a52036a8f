#include "geometry/distance.h"

#include <gtest/gtest.h>

#include <limits>
#include <queue>
#include <random>
#include <tuple>

namespace storey {
namespace {

constexpr float kNever = std::numeric_limits<float>::infinity();

GridFrame square(int side, double cell = 0.5) { return {{0, 0}, cell, side, side}; }

/// The same distances by Dijkstra's algorithm: slow, and plain to see right.
Grid<double> shortest_paths(const Mask& mask, const Mask& barrier) {
  Grid<double> distance(mask.frame, std::numeric_limits<double>::infinity());
  using Entry = std::tuple<double, int, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (int r = 0; r < mask.frame.rows; ++r)
    for (int c = 0; c < mask.frame.columns; ++c)
      if (mask.at(c, r)) open.emplace(distance.at(c, r) = 0, c, r);
  while (!open.empty()) {
    const auto [d, c, r] = open.top();
    open.pop();
    if (d > distance.at(c, r) || barrier.at(c, r)) continue;
    for (int dr = -1; dr <= 1; ++dr)
      for (int dc = -1; dc <= 1; ++dc) {
        if (!mask.frame.inside(c + dc, r + dr) || barrier.at(c + dc, r + dr)) continue;
        const double through = d + mask.frame.cell * std::hypot(dc, dr);
        if (through >= distance.at(c + dc, r + dr)) continue;
        open.emplace(distance.at(c + dc, r + dr) = through, c + dc, r + dr);
      }
  }
  return distance;
}

TEST(DistanceTo, IsAtMostEightPercentTooLong) {
  Mask mask(square(41, 0.04));
  mask.at(20, 20) = 1;
  const Grid<float> distance = distance_to(mask, 1, nullptr);
  for (int r = 0; r < 41; ++r)
    for (int c = 0; c < 41; ++c) {
      const double exact = 0.04 * std::hypot(c - 20, r - 20);
      EXPECT_GE(static_cast<double>(distance.at(c, r)), exact - 1e-5);
      EXPECT_LE(static_cast<double>(distance.at(c, r)), 1.0825 * exact + 1e-5);
    }
}

TEST(DistanceTo, MeasuresToEmptyCellsAsWell) {
  Mask mask(square(5), 1);
  mask.at(0, 2) = 0;
  EXPECT_FLOAT_EQ(distance_to(mask, 0, nullptr).at(4, 2), 2.0f);
  EXPECT_FLOAT_EQ(distance_to(mask, 0, nullptr).at(0, 2), 0.0f);
}

TEST(DistanceTo, IsInfiniteWithoutATarget) {
  EXPECT_EQ(distance_to(Mask(square(3)), 1, nullptr).at(1, 1), kNever);
}

TEST(DistanceTo, GoesAroundBarriersAndNotThrough) {
  Mask mask(square(7, 1)), barrier(square(7, 1));
  mask.at(0, 0) = 1;
  for (int r = 0; r < 6; ++r) barrier.at(3, r) = 1;  // open at the top only
  const Grid<float> distance = distance_to(mask, 1, &barrier);
  EXPECT_NEAR(distance.at(6, 0), 2 * (3 * std::sqrt(2.0) + 3), 1e-5);
  EXPECT_EQ(distance.at(3, 2), kNever);
}

TEST(DistanceTo, NothingReachesAClosedCell) {
  Mask mask(square(5)), barrier(square(5));
  mask.at(0, 0) = 1;
  for (int i = 0; i < 9; ++i)
    if (i != 4) barrier.at(1 + i % 3, 1 + i / 3) = 1;
  EXPECT_EQ(distance_to(mask, 1, &barrier).at(2, 2), kNever);
}

TEST(DistanceTo, AgreesWithShortestPathsAmongRandomBarriers) {
  std::mt19937 random(11);
  for (int round = 0; round < 10; ++round) {
    Mask mask(square(24, 0.25)), barrier(square(24, 0.25));
    for (std::uint8_t& cell : barrier.cells) cell = random() % 100 < 35;
    for (int i = 0; i < 3; ++i) {
      const std::size_t target = random() % mask.cells.size();
      mask.cells[target] = 1;
      barrier.cells[target] = 0;
    }
    const Grid<float> distance = distance_to(mask, 1, &barrier);
    const Grid<double> expected = shortest_paths(mask, barrier);
    for (std::size_t i = 0; i < distance.cells.size(); ++i) {
      if (std::isinf(expected.cells[i]))
        EXPECT_EQ(distance.cells[i], kNever);
      else
        EXPECT_NEAR(static_cast<double>(distance.cells[i]), expected.cells[i], 1e-4);
    }
  }
}

TEST(GridFrame, CoversWhatItWasMadeFor) {
  const GridFrame frame = frame_over({-1.3, 2.2}, {4.7, 2.9}, 0.04, 0.5);
  for (const Eigen::Vector2d& p : {Eigen::Vector2d(-1.79, 1.71), Eigen::Vector2d(5.19, 3.39)})
    EXPECT_TRUE(frame.inside(frame.column(p.x()), frame.row(p.y())));
  EXPECT_FALSE(frame.inside(frame.column(-1.85), frame.row(2.5)));
  EXPECT_NEAR((frame.centre(frame.column(1.0), frame.row(2.5)) - Eigen::Vector2d(1.0, 2.5)).norm(), 0, 0.03);
}

TEST(Grid, BeyondTheEdgeIsWhatTheCallerSays) {
  Mask mask(square(2), 1);
  EXPECT_EQ(mask.get({0.9, 0.9}), 1);
  EXPECT_EQ(mask.get({-0.1, 0.5}), 0);
  EXPECT_EQ(mask.get({1.1, 0.5}, 7), 7);
}

}  // namespace
}  // namespace storey
