#include "engine/walls/outer_faces.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/stage_test_inputs.h"
#include "engine/walls/build_walls.h"

namespace storey {
namespace {

constexpr double kThick = 0.365;  // m

/// A room and all faces that were seen.
struct Scanned {
  RoomShape room;
  std::vector<WallFace> faces;

  explicit Scanned(const std::vector<Vec2>& ring) : faces(faces_around(ring)) {
    room.label = 1;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
      room.outline.push_back({{a, (b - a).normalized()}, a, b, {static_cast<int>(i)}, 1});
    }
  }
  std::vector<WallPiece> walls() const { return build_walls({room}, faces); }
  /// The walls of the lowest edge, from left to right.
  std::vector<WallPiece> front() const {
    std::vector<WallPiece> found = walls();
    std::erase_if(found, [](const WallPiece& wall) { return wall.front_edge.edge != 0; });
    std::ranges::sort(found, {}, [](const WallPiece& wall) { return wall.extent.from; });
    return found;
  }
};

/// A face that looks down, m below the x axis.
WallFace face_below(double from, double to, double depth) { return seen_face({to, -depth}, {from, -depth}); }

TEST(PartBehind, IsWhatOfAnotherStretchStandsBehindThisOne) {
  const Line2 east{{0, 0}, Vec2::UnitX()}, west{{5, -0.2}, -Vec2::UnitX()};
  const auto part = part_behind(east, {0, 3}, west, {1, 4}, 0.5);  // from x = 1 to 4
  ASSERT_TRUE(part);
  EXPECT_DOUBLE_EQ(part->span.from, 1);
  EXPECT_DOUBLE_EQ(part->span.to, 3);
  EXPECT_NEAR(part->depth, 0.2, 1e-12);
}

TEST(PartBehind, IsNothingBesideItNorTooFarNorBeforeIt) {
  const Line2 east{{0, 0}, Vec2::UnitX()}, west{{5, -0.2}, -Vec2::UnitX()};
  EXPECT_FALSE(part_behind(east, {0, 0.9}, west, {1, 4}, 0.5));
  EXPECT_FALSE(part_behind(east, {0, 3}, west, {1, 4}, 0.1));
  EXPECT_FALSE(part_behind(east.reversed(), {-3, 0}, west, {1, 4}, 0.5));
}

TEST(OuterFaces, GiveWallsTheirThickness) {
  Scanned house(rectangle(0, 0, 6, 4));
  std::vector<Vec2> outline = rectangle(-kThick, -kThick, 6 + kThick, 4 + kThick);
  std::reverse(outline.begin(), outline.end());
  for (const WallFace& face : faces_around(outline)) house.faces.push_back(face);
  const std::vector<WallPiece> walls = house.walls();
  ASSERT_EQ(walls.size(), 4u);
  for (const WallPiece& wall : walls) {
    EXPECT_TRUE(wall.back_seen());
    EXPECT_FALSE(wall.two_sided());
    EXPECT_NEAR(wall.thickness(), kThick, 1e-9);
    EXPECT_NEAR(wall.close_to.back, kThick, 1e-9);
    ASSERT_TRUE(wall.outer);
    EXPECT_DOUBLE_EQ(wall.outer->coverage, 1);
    EXPECT_EQ(wall.outer->faces.size(), 1u);
  }
}

TEST(OuterFaces, GoOnOverOpenings) {
  Scanned house(rectangle(0, 0, 6, 4));
  house.faces.push_back(face_below(-kThick, 2, kThick));
  house.faces.push_back(face_below(3.5, 6 + kThick, kThick));
  const std::vector<WallPiece> front = house.front();
  ASSERT_EQ(front.size(), 1u);
  EXPECT_NEAR(front[0].thickness(), kThick, 1e-9);
  ASSERT_TRUE(front[0].outer);
  EXPECT_NEAR(front[0].outer->coverage, 0.75, 1e-9);
}

TEST(OuterFaces, MayBeOnesOfARoomFartherOn) {
  Scanned house(rectangle(0, 0, 6, 4));
  house.faces.push_back(face_below(0, 10, kThick));
  Scanned shed(rectangle(6.5, -3, 10, -kThick));
  shed.room.outline[2].faces = {4};  // its upper edge lies on that face
  for (const int edge : {0, 1, 3}) shed.room.outline[static_cast<std::size_t>(edge)].faces.clear();
  std::vector<WallPiece> front = build_walls({house.room, shed.room}, house.faces);
  std::erase_if(front, [](const WallPiece& wall) { return !(wall.front_edge == EdgeRef{0, -1, 0}); });
  ASSERT_EQ(front.size(), 1u);
  EXPECT_NEAR(front[0].thickness(), kThick, 1e-9);
  EXPECT_TRUE(front[0].outer);
}

TEST(OuterFaces, WhatIsNotSeenIsTakenToBeAsThickAsTheWallBeside) {
  Scanned house(rectangle(0, 0, 6, 4));
  house.faces.push_back(face_below(-kThick, 3, kThick));
  const std::vector<WallPiece> front = house.front();
  ASSERT_EQ(front.size(), 2u);
  EXPECT_NEAR(front[0].extent.to, 3, 1e-9);
  EXPECT_TRUE(front[0].back_seen());
  EXPECT_FALSE(front[1].back_seen());
  EXPECT_NEAR(front[1].thickness(), kThick, 1e-9);
}

TEST(OuterFaces, AStepOfTheFacadePartsTheWall) {
  Scanned house(rectangle(0, 0, 6, 4));
  house.faces.push_back(face_below(-kThick, 2.5, kThick));
  house.faces.push_back(face_below(2.5, 6 + kThick, 0.24));
  const std::vector<WallPiece> front = house.front();
  ASSERT_EQ(front.size(), 2u);
  EXPECT_NEAR(front[0].thickness(), kThick, 1e-9);
  EXPECT_NEAR(front[1].thickness(), 0.24, 1e-9);
  EXPECT_NEAR(front[1].extent.from, 2.5, 1e-9);
}

TEST(OuterFaces, ABoxedPipeInACornerIsSolidUpToThem) {
  Scanned house({{0.5, 0}, {6, 0}, {6, 4}, {0, 4}, {0, 0.6}, {0.5, 0.6}});
  std::vector<Vec2> outline = rectangle(-kThick, -kThick, 6 + kThick, 4 + kThick);
  std::reverse(outline.begin(), outline.end());
  for (const WallFace& face : faces_around(outline)) house.faces.push_back(face);
  for (const WallPiece& wall : house.walls()) {
    EXPECT_TRUE(wall.back_seen());
    const double before = wall.front_edge.edge == 4 ? 0.6 : wall.front_edge.edge == 5 ? 0.5 : 0;
    EXPECT_NEAR(wall.thickness(), kThick + before, 1e-9) << wall.front_edge.edge;
  }
}

/// Leaves only the bins from `first` on, and before `last`, along a stretch of the face.
void show_only(WallFace& face, const Interval& stretch, int first, int last, bool within) {
  const HeightMask bins = HeightMask::below(last) & ~HeightMask::below(first);
  for (std::size_t i = 0; i < face.profile.size(); ++i) {
    const double s = (static_cast<double>(i) + 0.5) * face.step;
    if (stretch.contains(s)) face.profile[i] = within ? bins : HeightMask::below(60) & ~bins;
  }
}

TEST(OuterFaces, APaneInAWindowIsNone) {
  Scanned house(rectangle(0, 0, 6, 4));
  show_only(house.faces[0], {2, 3.5}, 20, 45, false);
  WallFace pane = face_below(2, 3.5, 0.2);
  show_only(pane, {0, 1.5}, 19, 46, true);
  house.faces.push_back(pane);
  ASSERT_EQ(house.front().size(), 1u);
  EXPECT_FALSE(house.front()[0].back_seen());
}

TEST(OuterFaces, ABlindBehindAFaceThatShowsEverywhereIsNone) {
  // As a curtain in the plane of the wall makes it show.
  Scanned house(rectangle(0, 0, 6, 4));
  show_only(house.faces[0], {0, 6}, 0, 60, true);
  WallFace blind = face_below(2, 3.5, 0.2);
  show_only(blind, {0, 1.5}, 25, 45, true);
  house.faces.push_back(blind);
  ASSERT_EQ(house.front().size(), 1u);
  EXPECT_FALSE(house.front()[0].back_seen());
}

TEST(OuterFaces, AWindowUpToTheCeilingIsNone) {
  Scanned house(rectangle(0, 0, 6, 4));
  show_only(house.faces[0], {2, 3.5}, 30, 31, true);  // a handle that stands out
  house.faces.push_back(face_below(2, 3.5, 0.2));
  ASSERT_EQ(house.front().size(), 1u);
  EXPECT_FALSE(house.front()[0].back_seen());
}

TEST(OuterFaces, AFaceThatLooksInIsNone) {
  Scanned house(rectangle(0, 0, 6, 4));
  house.faces.push_back(flipped(face_below(0, 6, kThick)));
  ASSERT_EQ(house.front().size(), 1u);
  EXPECT_FALSE(house.front()[0].back_seen());
}

}  // namespace
}  // namespace storey
