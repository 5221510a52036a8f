#include "engine/walls/open_walls.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

TEST(OpenWalls, FacesBackToBackAreOneWall) {
  const auto walls = find_open_walls({seen_face({4, 0}, {0, 0}), seen_face({0.5, 0.2}, {5, 0.2})});
  ASSERT_EQ(walls.size(), 1u);
  EXPECT_NEAR(walls[0].thickness, 0.2, 1e-9);
  ASSERT_TRUE(walls[0].back);
  EXPECT_NEAR(signed_area(outline_of(walls[0])), 3.5 * 0.2, 1e-9);
}

TEST(OpenWalls, OneFaceAloneHasAnAssumedThickness) {
  const auto walls = find_open_walls({seen_face({0, 0}, {4, 0})});
  ASSERT_EQ(walls.size(), 1u);
  EXPECT_FALSE(walls[0].back);
  EXPECT_NEAR(signed_area(outline_of(walls[0])), 4 * 0.3, 1e-9);
  for (const Vec2& p : outline_of(walls[0])) EXPECT_LE(p.y(), 1e-9) << "the free side is above";
}

TEST(OpenWalls, AnAssumedThicknessEndsAtTheNextFace) {
  const auto walls = find_open_walls({seen_face({0, 0}, {4, 0}), seen_face({0, -0.12}, {4, -0.12})});
  ASSERT_EQ(walls.size(), 2u);
  EXPECT_NEAR(walls[0].thickness, 0.12, 1e-9);
}

TEST(OpenWalls, FurnitureAndShortPiecesAreNone) {
  WallFace furniture = seen_face({0, 0}, {4, 0});
  furniture.structural = false;
  EXPECT_TRUE(find_open_walls({furniture, seen_face({0, 2}, {0.4, 2})}).empty());
}

}  // namespace
}  // namespace storey
