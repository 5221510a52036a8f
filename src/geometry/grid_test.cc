#include "geometry/grid.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace storey {
namespace {

using Cells = std::vector<std::pair<int, int>>;

const GridFrame kFrame{{1, -1}, 0.5, 4, 3};

/// What `each(visit)` visits.
template <class Each>
Cells visited(const Each& each) {
  Cells cells;
  each([&](int c, int r) { cells.emplace_back(c, r); });
  return cells;
}

TEST(Grid, EndsAcrossFromItsOrigin) { EXPECT_EQ(kFrame.end(), Eigen::Vector2d(3, 0.5)); }

TEST(Grid, FindsTheCellThatHoldsAPlace) {
  Grid<int> grid(kFrame);
  grid.at(2, 1) = 7;
  EXPECT_EQ(kFrame.find({2.2, -0.3}), kFrame.index(2, 1));
  ASSERT_NE(grid.find({2.2, -0.3}), nullptr);
  EXPECT_EQ(*grid.find({2.2, -0.3}), 7);
  EXPECT_EQ(grid.get({2.2, -0.3}), 7);
}

TEST(Grid, FindsNoneBeyondItsEdges) {
  const Grid<int> grid(kFrame, 1);
  for (const Eigen::Vector2d& p : {Eigen::Vector2d(0.9, 0), {3.1, 0}, {2, -1.1}, {2, 0.6}}) {
    EXPECT_FALSE(kFrame.find(p));
    EXPECT_EQ(grid.find(p), nullptr);
    EXPECT_EQ(grid.get(p, -1), -1);
  }
}

TEST(Grid, VisitsAllCellsRowByRow) {
  const Cells all = visited([](const auto& visit) { each_cell(kFrame, visit); });
  ASSERT_EQ(all.size(), kFrame.size());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(kFrame.index(all[i].first, all[i].second), i);
}

TEST(Grid, VisitsTheCellsNearOneThatThereAre) {
  EXPECT_EQ(visited([](const auto& visit) { each_cell_near(kFrame, 3, 0, 1, visit); }),
            (Cells{{2, 0}, {3, 0}, {2, 1}, {3, 1}}));
  EXPECT_EQ(visited([](const auto& visit) { each_cell_near(kFrame, 1, 2, 0, visit); }), (Cells{{1, 2}}));
}

TEST(Grid, AFloodGoesOnWhereItMayEnter) {
  Grid<int> steps(kFrame, -1);  // from where it begins
  steps.at(0, 0) = 0;
  steps.at(1, 1) = 99;  // shut
  flood(kFrame, {{0, 0}}, [&](const std::pair<int, int>& from, int column, int row) {
    if (steps.at(column, row) >= 0) return false;
    steps.at(column, row) = steps.at(from.first, from.second) + 1;
    return true;
  });
  EXPECT_EQ(steps.cells, (std::vector{0, 1, 2, 3, 1, 99, 3, 4, 2, 3, 4, 5}));
}

TEST(Grid, VisitsTheCellsOfABox) {
  EXPECT_EQ(visited([](const auto& visit) {
              each_cell_within(kFrame, {0, -0.9}, {1.7, -0.4}, visit);
            }),
            (Cells{{0, 0}, {1, 0}, {0, 1}, {1, 1}}));
  EXPECT_EQ(visited([](const auto& visit) {
              each_cell_about(kFrame, {2.75, 0.25}, 0.1, visit);
            }),
            (Cells{{3, 2}}));
  EXPECT_TRUE(visited([](const auto& visit) { each_cell_about(kFrame, {9, 9}, 1, visit); }).empty());
}

}  // namespace
}  // namespace storey
