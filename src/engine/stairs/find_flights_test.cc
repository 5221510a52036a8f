#include "engine/stairs/find_flights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace storey {
namespace {

constexpr double kRiser = 0.18;  // m
constexpr int kGoing = 5;        // cells of 5 cm

/// Treads 5 cells deep that rise along x from its beginning, on a plan of 4 x 1 m.
struct Treads {
  LevelCells cells{{{0, 0}, 0.05, 80, 20}, {}, {}};
  std::vector<Tread> treads;  // from the lowest up

  /// The `number`th from the foot, over these rows.
  void add(int number, int from_row, int to_row) {
    const double width = (to_row - from_row) * 0.05;
    Tread tread;
    tread.z = number * kRiser;
    tread.centre = {(number + 0.5) * kGoing * 0.05, (from_row + to_row) / 2.0 * 0.05};
    tread.along = Vec2::UnitY();
    tread.length = width;
    tread.depth = kGoing * 0.05;
    tread.worth = 1;
    const int own = static_cast<int>(treads.size());
    for (int r = from_row; r < to_row; ++r)
      for (int c = number * kGoing; c < (number + 1) * kGoing; ++c)
        cells.levels.push_back({tread.z, static_cast<std::uint32_t>(cells.frame.index(c, r)), own});
    treads.push_back(tread);
  }

  std::vector<Flight> flights() {
    std::ranges::sort(cells.levels, {}, &LevelCell::cell);
    const std::size_t all = static_cast<std::size_t>(cells.frame.columns) * cells.frame.rows;
    for (std::uint32_t cell = 0, i = 0; cell <= all; ++cell) {
      while (i < cells.levels.size() && cells.levels[i].cell < cell) ++i;
      cells.first.push_back(i);
    }
    for (LevelIndex i = 0; i < cells.levels.size(); ++i)
      treads[static_cast<std::size_t>(cells.levels[i].tread)].cells.push_back(i);
    return find_flights(treads, cells);
  }
};

TEST(FindFlights, FollowsTreadsUpwards) {
  Treads stair;
  for (int i = 0; i < 8; ++i) stair.add(i, 0, 20);
  const std::vector<Flight> flights = stair.flights();
  ASSERT_EQ(flights.size(), 1u);
  EXPECT_EQ(flights[0].treads.size(), 8u);
  EXPECT_NEAR(flights[0].riser, kRiser, 1e-9);
}

TEST(FindFlights, ABranchBeginsWhereTheOtherOneLeftIt) {
  Treads stair;
  for (int i = 0; i < 5; ++i) stair.add(i, 0, 20);
  for (int i = 5; i < 13; ++i) {
    stair.add(i, 0, 9);
    if (i < 12) stair.add(i, 11, 20);
  }
  const std::vector<Flight> flights = stair.flights();
  ASSERT_EQ(flights.size(), 2u);
  EXPECT_EQ(flights[0].treads.size(), 13u);
  EXPECT_EQ(flights[1].treads.size(), 7u);
}

}  // namespace
}  // namespace storey
