#include "engine/rooms/plan_cells.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>

namespace storey {
namespace {

Cut cut(const Vec2& from, const Vec2& to) {
  return {{from, (to - from).normalized()}, {{0, (to - from).norm()}}};
}

double total_area(const PlanCells& cells) {
  double sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) sum += cells.area(i);
  return sum;
}

TEST(PlanCells, NothingCutsNothing) {
  const PlanCells cells({0, 0}, {4, 3}, {});
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_DOUBLE_EQ(cells.area(0), 12);
  EXPECT_EQ(cells.borders().size(), 4u);
}

TEST(PlanCells, ACutGoesOnToTheNextCutAndNoFurther) {
  // The second cut ends in the left half, so the right one stays whole.
  const PlanCells cells({0, 0}, {4, 4}, {cut({2, 0}, {2, 4}), cut({0.5, 1}, {1.5, 1})});
  EXPECT_EQ(cells.size(), 3u);
  EXPECT_EQ(cells.locate({3, 0.5}), cells.locate({3, 3}));
  EXPECT_NE(cells.locate({1, 0.5}), cells.locate({1, 3}));
}

TEST(PlanCells, BothSidesOfABorderAreKnownWhereTheCellsDiffer) {
  const PlanCells cells({0, 0}, {4, 4}, {cut({2, 0}, {2, 4}), cut({0, 1}, {2, 1})});
  const int right = cells.locate({3, 2}), low = cells.locate({1, 0.5}), high = cells.locate({1, 2});
  std::map<std::pair<int, int>, double> along;  // the first cut runs up: cells on its left are those at x < 2
  for (const CellBorder& border : cells.borders())
    if (border.cut == 0) along[{border.left, border.right}] += border.span.length();
  EXPECT_EQ(along.size(), 2u);
  EXPECT_NEAR((along[{low, right}]), 1, 1e-9);
  EXPECT_NEAR((along[{high, right}]), 3, 1e-9);
}

TEST(PlanCells, ManyLinesThroughOnePointLeaveNoGap) {
  std::vector<Cut> cuts;
  for (int i = 0; i < 12; ++i) {
    const double angle = M_PI * i / 12 + 0.1;
    const Vec2 direction(std::cos(angle), std::sin(angle));
    cuts.push_back(cut(Vec2(2, 2) - 3 * direction, Vec2(2, 2) + 3 * direction));
  }
  const PlanCells cells({0, 0}, {4, 4}, cuts);
  EXPECT_EQ(cells.size(), 24u);
  EXPECT_NEAR(total_area(cells), 16, 1e-9);
  for (const CellBorder& border : cells.borders())
    EXPECT_TRUE(border.cut >= 12 || (border.left >= 0 && border.right >= 0));
}

TEST(PlanCells, CellsTileThePlanWhateverCutsIt) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(0, 10);
  for (int round = 0; round < 20; ++round) {
    std::vector<Cut> cuts;
    for (int i = 0; i < 40; ++i)
      cuts.push_back(cut({place(random), place(random)}, {place(random), place(random)}));
    const PlanCells cells({0, 0}, {10, 10}, cuts);
    EXPECT_NEAR(total_area(cells), 100, 1e-6);
    // Green's theorem over each cell's borders gives its area back: no border is missing or doubled.
    std::vector<double> area(cells.size(), 0);
    for (const CellBorder& border : cells.borders()) {
      const double part = cross(cells.corners()[static_cast<std::size_t>(border.from_corner)],
                                cells.corners()[static_cast<std::size_t>(border.to_corner)]) /
                          2;
      if (border.left >= 0) area[static_cast<std::size_t>(border.left)] += part;
      if (border.right >= 0) area[static_cast<std::size_t>(border.right)] -= part;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_NEAR(area[i], cells.area(i), 1e-3);
  }
}

}  // namespace
}  // namespace storey
