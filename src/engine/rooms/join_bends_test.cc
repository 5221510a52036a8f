#include "engine/rooms/join_bends.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

using Ring = std::vector<Vec2>;

/// Of a storey that is 2.5 m high.
StoreyRaster storey() {
  StoreyRaster raster;
  raster.level.ceiling_z = 2.5;
  return raster;
}

/// Height bins above 2 m, where lintels are.
constexpr HeightMask kLintelBins = ~HeightMask::below(40);

/// Takes the wall out of a face between two places (m from its start), but for the lintel.
void open_up(WallFace& face, double from, double to) {
  for (std::size_t i = 0; i < face.profile.size(); ++i)
    if (const double s = (static_cast<double>(i) + 0.5) * face.step; s > from && s < to)
      face.profile[i] &= kLintelBins;
}

/// A room of the ring's corners, each edge on a face of its own.
struct Room {
  std::vector<WallFace> faces;
  std::vector<RoomShape> shapes;

  explicit Room(const Ring& ring) : faces(faces_around(ring)) {
    RoomShape shape;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec2 &from = ring[i], &to = ring[(i + 1) % ring.size()];
      shape.outline.push_back({{from, (to - from).normalized()}, from, to, {static_cast<int>(i)}, 1});
    }
    shapes.push_back(std::move(shape));
  }

  std::size_t corners_left() {
    join_bends(storey(), faces, shapes);
    return shapes[0].outline.size();
  }
};

/// A room of 6 x 4 m, the lower wall of which goes on `step` (m) further out from x = 3 on, where a window of
/// 1.6 m may be.
Room stepped(double step, bool window) {
  Room room({{0, 0}, {3, 0}, {3, -step}, {6, -step}, {6, 4}, {0, 4}});
  if (!window) return room;
  open_up(room.faces[0], 2.2, 3);
  open_up(room.faces[1], 0, step);
  open_up(room.faces[2], 0, 0.8);
  return room;
}

/// The same, but that the wall bends at x = 3 by an angle of which `slope` is the tangent.
Room bent(double slope, bool window) {
  Room room({{0, 0}, {3, 0}, {6, -3 * slope}, {6, 4}, {0, 4}});
  if (!window) return room;
  open_up(room.faces[0], 2.2, 3);
  open_up(room.faces[1], 0, 0.8);
  return room;
}

TEST(JoinBends, AWallDoesNotBendOverAWindow) {
  Room room = bent(0.02, true);
  EXPECT_EQ(room.corners_left(), 4u);
  const RoomEdge& wall = room.shapes[0].outline.back();
  EXPECT_NEAR(wall.length(), 6, 0.01);
  EXPECT_NEAR(wall.from.y(), 0, 0.02);
  EXPECT_NEAR(wall.to.y(), -0.06, 0.02);
  EXPECT_EQ(wall.faces, (std::vector<int>{0, 1}));
  EXPECT_NEAR(wall.line.offset(wall.to), 0, 1e-9);
}

TEST(JoinBends, AWallMayBendWhereItStands) { EXPECT_EQ(bent(0.02, false).corners_left(), 5u); }

TEST(JoinBends, WhatBendsMoreIsACorner) { EXPECT_EQ(bent(0.1, true).corners_left(), 5u); }

TEST(JoinBends, AWallDoesNotStepOverAWindow) { EXPECT_EQ(stepped(0.025, true).corners_left(), 4u); }

TEST(JoinBends, AWallMayStepWhereItStands) { EXPECT_EQ(stepped(0.025, false).corners_left(), 6u); }

TEST(JoinBends, ADeepStepStays) { EXPECT_EQ(stepped(0.12, true).corners_left(), 6u); }

TEST(JoinBends, AThinScanShowsThatAWallStands) {
  Room room = stepped(0.025, false);
  for (WallFace& face : room.faces)
    for (std::size_t i = 0; i < face.profile.size(); ++i)
      face.profile[i] &= 0x1111111111111111u << i % 4;  // a beam every 20 cm in each step
  EXPECT_EQ(room.corners_left(), 6u);
}

TEST(JoinBends, ARoundWallStaysRound) {
  Ring ring = {{0, 4}};
  for (int i = 0; i <= 6; ++i) {
    const double angle = (-9 + 3 * i) * M_PI / 180;
    ring.push_back({3 + 19 * std::sin(angle), 19 - 19 * std::cos(angle)});
  }
  ring.push_back({6, 4});
  Room room(ring);
  for (std::size_t i = 1; i <= 6; ++i) open_up(room.faces[i], 0, 2);
  EXPECT_EQ(room.corners_left(), 9u);
}

TEST(JoinBends, WhatNoFaceShowsIsAPassage) {
  Room room = bent(0.02, true);
  room.shapes[0].outline[0].coverage = 0.2;
  EXPECT_EQ(room.corners_left(), 5u);
}

TEST(JoinBends, GlassIsHardlySeen) {
  Room room = bent(0.02, true);
  room.shapes[0].outline[1].glass = true;
  EXPECT_EQ(room.corners_left(), 5u);
}

}  // namespace
}  // namespace storey
