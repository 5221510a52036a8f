#include "engine/measure/measure.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

TEST(CeilingHeights, AreThoseOfTheCommonestCellsOfEachRoom) {
  StoreyRaster raster;
  raster.level.floor_z = 10;
  raster.level.ceiling_z = 12.5;
  raster.ceiling = Grid<float>({{0, 0}, 0.25, 40, 8}, 12.5f);
  raster.slope = Grid<Eigen::Vector2f>(raster.ceiling.frame, Eigen::Vector2f::Zero());
  raster.ceiling_known = Mask(raster.ceiling.frame, 1);
  RoomRaster rooms;
  rooms.rooms = 3;
  rooms.labels = Grid<std::int32_t>({{0, 0}, 0.05, 200, 40});
  for (int r = 0; r < 40; ++r)
    for (int c = 0; c < 150; ++c) rooms.labels.at(c, r) = 1 + c / 50;
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 40; ++c) {
      if (c >= 10 && c < 17) raster.ceiling.at(c, r) = 12.2f;  // most of the second room
      if (c >= 20) raster.ceiling_known.at(c, r) = 0;          // over all of the third one
    }
  const std::vector<double> heights = ceiling_heights(raster, rooms);
  ASSERT_EQ(heights.size(), 4u);
  EXPECT_NEAR(heights[1], 2.5, 1e-6);
  EXPECT_NEAR(heights[2], 2.2, 1e-6);
  EXPECT_EQ(heights[3], 0);
}

TEST(EdgeSigma, CountsHowFarTheLineWasMoved) {
  std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0})};
  RoomEdge edge;
  edge.line = faces[0].line;
  edge.to = {4, 0};
  edge.faces = {0};
  const double sharp = edge_sigma(edge, faces, 0.002);
  faces[0].moved = 0.005;
  EXPECT_NEAR(edge_sigma(edge, faces, 0.002), std::hypot(sharp, 0.005), 1e-9);
}

}  // namespace
}  // namespace storey
