#include "engine/glass/glass_walls.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/glass/glass_test_inputs.h"
#include "engine/glass/sparse_hits.h"
#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kLeast = 20;  // nats

/// A room of 6 x 4 m.
const std::vector<WallFace> kRoom = faces_around(rectangle(0, 0, 6, 4));

TEST(GlassWalls, ASheetFromWallToWallIsOne) {
  const auto walls = find_glass_walls({sheet_between({3, 0.2}, {3, 3.7})}, kRoom, kLeast);
  ASSERT_EQ(walls.size(), 1u);
  EXPECT_NEAR(walls[0].line.at(walls[0].extent.from).y(), 0, 1e-6);
  EXPECT_NEAR(walls[0].line.at(walls[0].extent.to).y(), 4, 1e-6);
}

TEST(GlassWalls, ItGoesOnOverADoor) {
  EXPECT_EQ(find_glass_walls({sheet_between({3, 0}, {3, 2.6})}, kRoom, kLeast).size(), 1u);
}

TEST(GlassWalls, WhatEndsInTheOpenIsNone) {
  EXPECT_TRUE(find_glass_walls({sheet_between({3, 0}, {3, 2.2})}, kRoom, kLeast).empty());
}

TEST(GlassWalls, TheScreenOfAShowerIsNone) {
  std::vector<WallFace> bathroom = faces_around(rectangle(0, 0, 2.2, 2));
  const GlassSheet screen = sheet_between({0, 1}, {0.9, 1}, 3, 3);
  EXPECT_TRUE(find_glass_walls({screen}, bathroom, kLeast).empty());
  WallFace pane = seen_face({0.1, 1}, {0.9, 1});  // of the screen itself, hit as densely as what is solid
  pane.judge(Because::kUnlikely);
  bathroom.push_back(pane);
  EXPECT_TRUE(find_glass_walls({screen}, bathroom, kLeast).empty());
}

TEST(GlassWalls, FourThatEndAtEachOtherAreARoom) {
  std::vector<WallFace> hall = faces_around(rectangle(0, 0, 20, 20));
  const auto ring = [](double slack) {
    return std::vector<GlassSheet>{sheet_between({8 - slack, 8}, {12, 8}), sheet_between({12, 8}, {12, 12}),
                                   sheet_between({12, 12}, {8, 12}), sheet_between({8, 12}, {8, 8})};
  };
  EXPECT_EQ(find_glass_walls(ring(0), hall, kLeast).size(), 4u);
  EXPECT_EQ(find_glass_walls(ring(0.5), hall, kLeast).size(), 4u);  // stray hits past a corner
  auto three = ring(0);
  three.pop_back();
  EXPECT_TRUE(find_glass_walls(three, hall, kLeast).empty());
}

TEST(GlassWalls, ItShowsOverAllOfTheHeight) {
  EXPECT_TRUE(find_glass_walls({sheet_between({3, 0.2}, {3, 3.7}, 2, -0.1)}, kRoom, kLeast).empty());
  EXPECT_TRUE(find_glass_walls({sheet_between({3, 0.2}, {3, 3.7}, -0.1, 2)}, kRoom, kLeast).empty());
}

/// A sheet through two rooms of 4 m, which shows in the upper half of the second as well, and `low` below.
std::vector<GlassWall> beyond_a_wall(double low, double high = 1) {
  std::vector<WallFace> faces = faces_around(rectangle(0, 0, 8, 4));
  faces.push_back(seen_face({4, 0}, {4, 4}));
  GlassSheet sheet = sheet_between({0, 2}, {8, 2});
  for (std::size_t p = 40; p < sheet.pieces.size(); ++p) {
    sheet.pieces[p].low = low;
    sheet.pieces[p].high = high;
  }
  return find_glass_walls({sheet}, faces, kLeast);
}

TEST(GlassWalls, FurnitureMayHideTheFootOfOneThatIsKnown) {
  EXPECT_EQ(beyond_a_wall(-0.1).size(), 2u);
  EXPECT_EQ(beyond_a_wall(-0.2).size(), 1u) << "it hangs: below there is less than clutter would show";
  EXPECT_EQ(beyond_a_wall(1, 0.1).size(), 1u) << "furniture";
}

TEST(GlassWalls, ItGoesOnToAWallPastWhatIsShort) {
  std::vector<WallFace> faces = kRoom;
  faces.push_back(seen_face({2.8, 3}, {3.2, 3}));  // a post
  const auto walls = find_glass_walls({sheet_between({3, 0}, {3, 2.8})}, faces, kLeast);
  ASSERT_EQ(walls.size(), 1u);
  EXPECT_NEAR(walls[0].extent.to, 4, 1e-6);
  EXPECT_NEAR(find_glass_walls({sheet_between({3, 0}, {3, 2.2})}, faces, kLeast)[0].extent.to, 3, 1e-6)
      << "the wall is farther than a door is wide";
}

TEST(GlassWalls, ThereAreRoomsToBothSides) {
  GlassSheet sheet = sheet_between({3, 0.2}, {3, 3.7});
  for (SheetPiece& piece : sheet.pieces) piece.open = false;
  EXPECT_TRUE(find_glass_walls({sheet}, kRoom, kLeast).empty());
}

/// A sheet that is hit in so many of the three rows above furniture.
GlassSheet hit_above(GlassSheet sheet, int rows) {
  for (SheetPiece& piece : sheet.pieces)
    piece.rows = static_cast<std::uint16_t>(((1 << rows) - 1) << kLowRows);
  return sheet;
}

TEST(GlassWalls, WhatReturnsFarLessThanOtherGlassIsClutter) {
  const GlassSheet glass = hit_above(sheet_between({0.2, 2}, {5.8, 2}), 3);
  const auto beside_it = [&](int rows) {
    return find_glass_walls({glass, hit_above(sheet_between({3, 0.2}, {3, 1.9}, 2), rows)}, kRoom, kLeast)
        .size();
  };
  EXPECT_EQ(beside_it(2), 3u) << "it parts the other in two";
  EXPECT_EQ(beside_it(1), 1u);
}

TEST(GlassWalls, AWallPartsOneFromTheNext) {
  std::vector<WallFace> faces = kRoom;
  faces.push_back(seen_face({3, 2}, {6, 2}));
  EXPECT_EQ(find_glass_walls({sheet_between({3, 0.2}, {3, 3.7})}, faces, kLeast).size(), 2u);
}

}  // namespace
}  // namespace storey
