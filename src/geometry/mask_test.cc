#include "geometry/mask.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace storey {
namespace {

TEST(Mask, APlaceMarksItsCellAndBeyondTheMaskNone) {
  Mask mask({{-1, 2}, 0.5, 4, 3});
  mark(mask, {0.2, 2.7});
  mark(mask, {5, 2.7});
  EXPECT_EQ(mask.at(2, 1), 1);
  EXPECT_EQ(std::count(mask.cells.begin(), mask.cells.end(), 1), 1);
}

TEST(Mask, AnObliqueLinePartsIt) {
  Mask mask({{0, 0}, 0.1, 40, 30}, 1);
  Mask line(mask.frame);
  draw(line, {-0.5, 0.4}, {4.5, 2.7});
  for (std::size_t i = 0; i < mask.cells.size(); ++i) mask.cells[i] = !line.cells[i];
  Grid<std::int32_t> labels;
  EXPECT_EQ(label_components(mask, labels).size(), 3u);
  EXPECT_NE(labels.get({0.05, 0.05}), labels.get({0.05, 2.95}));
}

TEST(Mask, ARingIsFilledButForItsHoles) {
  Mask mask({{-1, -1}, 0.1, 60, 40});
  fill(mask, {{{0, 0}, {4, 0}, {4, 2}, {2, 1}, {0, 2}}, {{0.5, 0.2}, {0.5, 0.6}, {1.5, 0.6}, {1.5, 0.2}}});
  EXPECT_NEAR(static_cast<double>(std::count(mask.cells.begin(), mask.cells.end(), 1)), 100 * (6 - 0.4), 12);
  for (const Vec2& inside : {Vec2(0.25, 1), Vec2(1, 0.8), Vec2(3.95, 1.8)}) EXPECT_EQ(mask.get(inside), 1);
  for (const Vec2& beyond : {Vec2(1, 0.4), Vec2(2, 1.2), Vec2(-0.1, 1)}) EXPECT_EQ(mask.get(beyond), 0);
}

TEST(Mask, WhatIsFilledMayReachBeyondTheMask) {
  Mask mask({{0, 0}, 0.1, 10, 10});
  fill(mask, {{{-5, 0.5}, {5, 0.5}, {5, 7}, {-5, 7}}});
  EXPECT_EQ(std::count(mask.cells.begin(), mask.cells.end(), 1), 50);
}

TEST(Mask, PartsThatTouchInACornerAreTwo) {
  Mask mask({{0, 0}, 1, 4, 4});
  mask.at(0, 0) = mask.at(1, 0) = mask.at(2, 1) = 1;
  Grid<std::int32_t> labels;
  EXPECT_EQ(label_components(mask, labels), (std::vector<int>{0, 2, 1}));
}

TEST(Mask, HolesCloseButNotAcrossABarrier) {
  Mask mask({{0, 0}, 0.1, 36, 36}), barrier(mask.frame);
  for (int c = 10; c < 26; ++c)
    for (int r = 10; r < 26; ++r) mask.at(c, r) = std::abs(c - 18) > 1;
  EXPECT_EQ(closed(mask, 0.25, barrier).at(18, 18), 1);
  EXPECT_EQ(closed(mask, 0.15, barrier).at(18, 18), 0);
  EXPECT_EQ(closed(mask, 0.25, barrier).at(8, 18), 0);
  for (int r = 0; r < 36; ++r) barrier.at(18, r) = 1;
  const Mask parted = closed(mask, 0.25, barrier);
  EXPECT_EQ(parted.at(18, 18), 0);
  EXPECT_EQ(parted.at(17, 18), 1);
}

TEST(Mask, WhatIsNarrowHasNoCore) {
  Mask mask({{0, 0}, 0.1, 20, 20});
  for (int c = 1; c < 19; ++c)
    for (int r = 1; r < 5; ++r) mask.at(c, r) = 1;
  const Mask wide = cores(mask, 0.3), wider = cores(mask, 0.5);
  EXPECT_GT(std::count(wide.cells.begin(), wide.cells.end(), 1), 20);
  EXPECT_EQ(std::count(wider.cells.begin(), wider.cells.end(), 1), 0);
}

TEST(Mask, WhatIsWideStaysWithoutWhatIsNarrow) {
  Mask mask({{0, 0}, 0.1, 30, 20});
  for (int c = 1; c < 10; ++c)
    for (int r = 1; r < 10; ++r) mask.at(c, r) = 1;
  for (int c = 10; c < 25; ++c) mask.at(c, 5) = 1;  // a strip that leads away from it
  const Mask wide = opened(mask, 0.5);
  EXPECT_EQ(wide.at(5, 5), 1);
  EXPECT_EQ(wide.at(2, 5), 1);
  EXPECT_EQ(wide.at(14, 5), 0);
  EXPECT_EQ(wide.at(5, 12), 0);
  EXPECT_EQ(std::ranges::count(opened(mask, 1.2).cells, 1), 0);
}

}  // namespace
}  // namespace storey
