#include "engine/measure/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/measure/half_width.h"
#include "engine/test_inputs/stage_test_inputs.h"
#include "engine/walls/wall_odds.h"

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

/// The edge that lies on the first of the faces.
RoomEdge edge_on(const std::vector<WallFace>& faces) {
  RoomEdge edge;
  edge.line = faces[0].line;
  edge.from = faces[0].start();
  edge.to = faces[0].end();
  edge.faces = {0};
  return edge;
}

TEST(EdgeSigma, CountsHowFarTheLineWasMoved) {
  std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0})};
  const RoomEdge edge = edge_on(faces);
  const SurfaceNoise noise{0.002, 0.002};
  const double sharp = edge_sigma(edge, faces, noise);
  faces[0].moved = 0.005;
  EXPECT_NEAR(edge_sigma(edge, faces, noise), std::hypot(sharp, 0.005), 1e-9);
}

TEST(PlaceDeviation, IsThatOfALiningWhereWhatShowsIsNotTheWall) {
  const std::vector<WallFace> faces = {seen_face({0, 0}, {4, 0})};
  const RoomEdge edge = edge_on(faces);
  const SurfaceNoise noise{0.002, 0.002};
  const Deviation off = place_deviation(edge, faces, noise);
  EXPECT_EQ(off.sigma, edge_sigma(edge, faces, noise));
  EXPECT_EQ(off.chance, chance_of(edge, faces));
  EXPECT_EQ(off.otherwise, 0.05);
}

/// A room of 4 x 3 m, seen all around, with a corner of `width` x 0.6 m cut off.
RoomShape room_with_corner_cut(double width, std::vector<WallFace>& faces) {
  const std::vector<Vec2> ring = {{0, 0}, {4, 0}, {4, 2.4}, {4 - width, 2.4}, {4 - width, 3}, {0, 3}};
  RoomShape room;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 &from = ring[i], &to = ring[(i + 1) % ring.size()];
    faces.push_back(seen_face(from, to));
    faces.back().likely = 1;
    room.outline.push_back({faces.back().line, from, to, {static_cast<int>(i)}, 1});
  }
  return room;
}

/// Of a room of which the edge at y = 2.4, `width` long, looks like furniture.
double area_half_width_before_furniture(double width) {
  std::vector<WallFace> faces;
  const RoomShape room = room_with_corner_cut(width, faces);
  faces[2].likely = 0.02;
  return area_half_width(room, faces, {0.002, 0.002});
}

TEST(AreaHalfWidth, CountsWhatJutsIntoTheRoomAndMayBeFurniture) {
  std::vector<WallFace> faces;
  const RoomShape room = room_with_corner_cut(1.5, faces);
  EXPECT_LT(area_half_width(room, faces, {0.002, 0.002}), 0.1);
  EXPECT_GT(area_half_width_before_furniture(1.5), 0.3);
}

TEST(AreaHalfWidth, GrowsWithTheLengthOfWhatMayBeFurniture) {
  EXPECT_NEAR(area_half_width_before_furniture(3) / area_half_width_before_furniture(1.5), 2, 0.1);
}

TEST(RoomConfidence, IsThatOfTheLesserOfWhatShowsAndWhatWasSeen) {
  std::vector<WallFace> faces;
  RoomShape room = room_with_corner_cut(1.5, faces);
  EXPECT_NEAR(room_confidence(room, 1), 0.98, 1e-9);
  EXPECT_NEAR(room_confidence(room, 0.5), 0.69, 1e-9);
  for (RoomEdge& edge : room.outline) edge.coverage = 0.25;
  EXPECT_NEAR(room_confidence(room, 0.5), 0.545, 1e-9);
}

TEST(ClearWidths, TwoWallsDifferByAsMuchAsTwoLooks) {
  std::vector<WallFace> faces;
  const RoomShape room = room_with_corner_cut(1.5, faces);
  const SurfaceNoise noise{0.002, 0.002, 0.010};
  const RoomEdge &right = room.outline[1], &left = room.outline[5];
  const auto deviation = [&](const RoomEdge& edge) {
    return deviation_of(edge_sigma(edge, faces, noise), chance_of(edge, faces));
  };
  const std::vector<MeasuredWidth> widths = clear_widths(room, faces, noise);
  const auto across = std::ranges::find_if(
      widths, [](const MeasuredWidth& width) { return std::abs(width.from.y() - width.to.y()) < 0.1; });
  ASSERT_NE(across, widths.end());
  EXPECT_NEAR(across->half_width, half_width({deviation(left), deviation(right), {0.010}}), 1e-9);
}

}  // namespace
}  // namespace storey
