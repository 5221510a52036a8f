#include "engine/rooms/trace_rooms.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/stage_test_inputs.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

/// The cells whose middle lies in `inside`, in `hole` not, and 4 cm from the walls, as rooms come out of the
/// raster.
RoomRaster raster_of(const std::vector<Vec2>& inside, const std::vector<Vec2>& hole = {}) {
  RoomRaster rooms;
  rooms.rooms = 1;
  rooms.labels = Grid<std::int32_t>(GridFrame{{-1, -1}, 0.04, 200, 200});
  rooms.weights = Grid<float>(rooms.labels.frame, 1.0f);
  for (int r = 0; r < 200; ++r)
    for (int c = 0; c < 200; ++c) {
      const Vec2 p = rooms.labels.frame.centre(c, r);
      const bool in_hole = !hole.empty() && (contains(hole, p) || distance_to_ring(p, hole) < 0.04);
      rooms.labels.at(c, r) = contains(inside, p) && distance_to_ring(p, inside) > 0.04 && !in_hole;
    }
  return rooms;
}

std::vector<RoomShape> traced(RoomRaster rooms, const std::vector<WallFace>& faces) {
  return trace_rooms(rooms, faces);
}

/// Every corner of `expected` has one of `found` within `tolerance`, and the other way around.
void expect_corners(const std::vector<Vec2>& found, const std::vector<Vec2>& expected, double tolerance) {
  EXPECT_EQ(found.size(), expected.size());
  for (const Vec2& corner : expected) {
    double nearest = 1e9;
    for (const Vec2& p : found) nearest = std::min(nearest, (p - corner).norm());
    EXPECT_LT(nearest, tolerance) << "no corner at " << corner.transpose();
  }
}

std::vector<Vec2> turned(std::vector<Vec2> ring, double degrees) {
  const Eigen::Rotation2Dd turn(degrees * M_PI / 180);
  for (Vec2& p : ring) p = turn * (p - Vec2(2, 2)) + Vec2(2.5, 2.5);
  return ring;
}

TEST(RoomEdge, RunsFromItsBeginningAndAlongOtherLines) {
  const RoomEdge edge{{}, {4, 1}, {4, 3}, {}};
  EXPECT_LT((edge.straight().at(0.5) - Vec2(4, 1.5)).norm(), 1e-12);
  EXPECT_LT((edge.middle() - Vec2(4, 2)).norm(), 1e-12);
  const Interval along = edge.along({{0, 5}, -Vec2::UnitY()});
  EXPECT_DOUBLE_EQ(along.from, 4);
  EXPECT_DOUBLE_EQ(along.to, 2);
}

TEST(TraceRooms, CornersAreWhereTheFacesMeetNotWhereTheRasterEnds) {
  for (const double degrees : {0.0, 17.0, 45.0}) {
    const std::vector<Vec2> ring = turned(rectangle(0.013, 0.027, 4.011, 3.018), degrees);
    const std::vector<RoomShape> rooms = traced(raster_of(ring), faces_around(ring));
    ASSERT_EQ(rooms.size(), 1u);
    expect_corners(corners(rooms[0].outline), ring, 1e-9);
    EXPECT_GT(signed_area(corners(rooms[0].outline)), 0);
    for (const RoomEdge& edge : rooms[0].outline) {
      EXPECT_EQ(edge.faces.size(), 1u);
      EXPECT_NEAR(edge.coverage, 1, 1e-6);
    }
  }
}

TEST(TraceRooms, ObliqueAndReentrantCornersAreKept) {
  const std::vector<Vec2> ring = {{0, 0}, {5, 0}, {5, 2}, {3, 2}, {3, 4}, {1, 4}, {0, 2.5}};
  const std::vector<RoomShape> rooms = traced(raster_of(ring), faces_around(ring));
  ASSERT_EQ(rooms.size(), 1u);
  expect_corners(corners(rooms[0].outline), ring, 1e-9);
}

TEST(TraceRooms, AShallowNicheIsDrawn) {
  const std::vector<Vec2> ring = {{0, 0}, {4, 0}, {4, 3}, {2.5, 3}, {2.5, 3.2}, {1.3, 3.2}, {1.3, 3}, {0, 3}};
  const std::vector<RoomShape> rooms = traced(raster_of(ring), faces_around(ring));
  ASSERT_EQ(rooms.size(), 1u);
  EXPECT_NEAR(signed_area(corners(rooms[0].outline)), 12 + 1.2 * 0.2, 1e-6);
}

TEST(TraceRooms, AMissingFaceIsInferredAndSaysSo) {
  const std::vector<Vec2> ring = rectangle(0, 0, 4, 3);
  std::vector<WallFace> faces = faces_around(ring);
  faces.erase(faces.begin() + 1);  // the one at x = 4
  const std::vector<RoomShape> rooms = traced(raster_of(ring), faces);
  ASSERT_EQ(rooms.size(), 1u);
  expect_corners(corners(rooms[0].outline), ring, 0.05);
  const auto inferred = std::count_if(rooms[0].outline.begin(), rooms[0].outline.end(),
                                      [](const RoomEdge& edge) { return edge.faces.empty(); });
  EXPECT_EQ(inferred, 1);
}

TEST(TraceRooms, AnEdgeKnowsHowMuchOfItWasSeen) {
  const std::vector<Vec2> ring = rectangle(0, 0, 4, 3);
  std::vector<WallFace> faces = faces_around(ring);
  faces[0].extent = {1, 3};
  const std::vector<RoomShape> rooms = traced(raster_of(ring), faces);
  ASSERT_EQ(rooms.size(), 1u);
  double least = 1;
  for (const RoomEdge& edge : rooms[0].outline) least = std::min(least, edge.coverage);
  EXPECT_NEAR(least, 0.5, 1e-6);
}

TEST(TraceRooms, AStripIsNoRoom) {
  const auto rooms_in = [](const std::vector<Vec2>& ring) {
    return traced(raster_of(ring), faces_around(ring)).size();
  };
  EXPECT_EQ(rooms_in(rectangle(0, 0, 4, 0.4)), 0u);
  EXPECT_EQ(rooms_in(rectangle(0, 0, 4, 0.6)), 1u);
}

/// What `ring` encloses, with a second label where `in_second` says so.
template <class InSecond>
RoomRaster parted(const std::vector<Vec2>& ring, InSecond in_second) {
  RoomRaster rooms = raster_of(ring);
  rooms.rooms = 2;
  for (int r = 0; r < 200; ++r)
    for (int c = 0; c < 200; ++c)
      if (rooms.labels.at(c, r) != 0 && in_second(rooms.labels.frame.centre(c, r))) rooms.labels.at(c, r) = 2;
  return rooms;
}

/// A room of 6 x 3 m whose right half has a label of its own, from a slanting line on.
RoomRaster parted_raster() {
  return parted(rectangle(0, 0, 6, 3), [](const Vec2& p) { return p.x() > 2.5 + p.y() / 3; });
}

TEST(TraceRooms, LabelsBetweenWhichNothingStandsAreOneRoom) {
  RoomRaster rooms = parted_raster();
  const std::vector<RoomShape> shapes = trace_rooms(rooms, faces_around(rectangle(0, 0, 6, 3)));
  ASSERT_EQ(shapes.size(), 1u);
  expect_corners(corners(shapes[0].outline), rectangle(0, 0, 6, 3), 1e-9);
  EXPECT_EQ(rooms.labels.get({1, 1.5}, 0), shapes[0].label);
  EXPECT_EQ(rooms.labels.get({5, 1.5}, 0), shapes[0].label);
}

TEST(TraceRooms, AWallWithADoorPartsLabelsThatTouchInTheDoor) {
  std::vector<WallFace> faces = faces_around(rectangle(0, 0, 6, 3));
  for (const auto& [from, to] : {std::pair{0.0, 1.1}, {2.0, 3.0}})
    faces.push_back(seen_face({3, from}, {3, to}));
  EXPECT_EQ(traced(parted_raster(), faces).size(), 2u);
}

TEST(TraceRooms, AWallStandsWhereEitherOfItsFacesDoes) {
  RoomRaster rooms = parted(rectangle(0, 0, 6, 3), [](const Vec2& p) { return p.x() > 3; });
  std::ranges::fill(rooms.weights.cells, 10.0F);  // so sure that the second one reaches up to the first face
  std::vector<WallFace> faces = faces_around(rectangle(0, 0, 6, 3));
  faces.push_back(seen_face({3, 0}, {3, 1.2}));
  EXPECT_EQ(traced(rooms, faces).size(), 1u);
  faces.push_back(seen_face({3.1, 3}, {3.1, 0}));
  EXPECT_EQ(traced(rooms, faces).size(), 2u);
}

TEST(TraceRooms, AVoidIsNotOneWithTheGalleryBesideIt) {
  RoomRaster rooms = parted_raster();
  rooms.open_below = {false, false, true};
  EXPECT_EQ(trace_rooms(rooms, faces_around(rectangle(0, 0, 6, 3))).size(), 2u);
}

TEST(TraceRooms, ASheetOfAWallsOwnNoiseIsNotItsEdge) {
  const std::vector<Vec2> ring = rectangle(0, 0, 4, 3);
  std::vector<WallFace> faces = faces_around(ring);
  faces.push_back(seen_face({0, 0.03}, {4, 0.03}));  // what hits of the wall lie before the rest
  for (const double rms : {0.0, 0.008}) {
    SCOPED_TRACE(rms);
    faces.back().rms = rms;
    const std::vector<RoomShape> rooms = traced(raster_of(rectangle(-0.04, -0.04, 4.04, 3.04)), faces);
    ASSERT_EQ(rooms.size(), 1u);
    EXPECT_NEAR(signed_area(corners(rooms[0].outline)), rms > 0 ? 12 : 12 - 4 * 0.03, 0.01);
  }
}

TEST(TraceRooms, FurnitureInFrontOfAWallDoesNotBecomeTheRoomsEdge) {
  const std::vector<Vec2> ring = rectangle(0, 0, 4, 3);
  std::vector<WallFace> faces = faces_around(ring);
  WallFace wardrobe = seen_face({3.4, 0.5}, {3.4, 2.5});  // as the wall behind it looks to the room
  wardrobe.structural = false;
  faces.push_back(wardrobe);
  const std::vector<RoomShape> rooms = traced(raster_of(ring), faces);
  ASSERT_EQ(rooms.size(), 1u);
  expect_corners(corners(rooms[0].outline), ring, 1e-9);
}

TEST(TraceRooms, WhatShowsLittleIsNoEdgeBesideAWallThatShowsMuch) {
  const std::vector<Vec2> ring = rectangle(0, 0, 4, 3);
  // A sash that is tilted inwards hides the ceiling over what lies between it and the wall.
  const std::vector<Vec2> sash = {{1, 0}, {2.4, 0.35}, {2.4, 0}};
  for (const double strength : {1.0, 0.2}) {
    SCOPED_TRACE(strength);
    std::vector<WallFace> faces = faces_around(ring);
    faces.push_back(seen_face(sash[0], sash[1]));
    faces.back().strength = strength;
    const RoomRaster known = raster_of(ring, sash);
    const std::vector<RoomShape> rooms = traced(known, faces);
    ASSERT_EQ(rooms.size(), 1u);
    const double cut_off = strength < 1 ? 0 : signed_area(sash);
    EXPECT_NEAR(signed_area(corners(rooms[0].outline)), 12 + cut_off, 0.02);
  }
}

TEST(TraceRooms, AColumnIsAHoleThatRunsClockwise) {
  const std::vector<Vec2> ring = rectangle(0, 0, 5, 4), column = rectangle(2, 2, 2.4, 2.4);
  std::vector<Vec2> clockwise = column;
  std::reverse(clockwise.begin(), clockwise.end());
  std::vector<WallFace> faces = faces_around(ring);
  for (const WallFace& face : faces_around(clockwise)) faces.push_back(face);
  const std::vector<RoomShape> rooms = traced(raster_of(ring, column), faces);
  ASSERT_EQ(rooms.size(), 1u);
  ASSERT_EQ(rooms[0].holes.size(), 1u);
  EXPECT_NEAR(signed_area(corners(rooms[0].holes[0])), -0.16, 1e-6);
}

TEST(TraceRooms, WhatHardlyAnyWallStandsAboutIsNoRoom) {
  const std::vector<Vec2> ring = rectangle(0, 0, 3, 3);
  const std::vector<WallFace> faces = faces_around(ring);
  RoomRaster raster = raster_of(ring);
  EXPECT_EQ(trace_rooms(raster, {faces[0], faces[1], faces[2]}).size(), 1u);
  EXPECT_TRUE(trace_rooms(raster, {faces[0], faces[1]}).empty());
  EXPECT_EQ(std::ranges::count(raster.labels.cells, 1), 0) << "nor is it one for anybody else";
}

TEST(TraceRooms, WallsThatTheRoomNextDoorAloneShowsCountHalf) {
  const std::vector<Vec2> ring = rectangle(0, 0, 3, 3);
  const std::vector<WallFace> fronts = faces_around(ring);
  const WallFace back = seen_face({3.1, 3}, {3.1, 0}), left_back = seen_face({-0.1, 0}, {-0.1, 3});
  const RoomRaster raster = raster_of(ring);
  EXPECT_EQ(traced(raster, {fronts[0], fronts[2], back}).size(), 1u);
  EXPECT_TRUE(traced(raster, {fronts[0], back, left_back}).empty()) << "what was glimpsed";
  EXPECT_TRUE(traced(raster, {fronts[0], fronts[2], seen_face({4, 3}, {4, 0})}).empty())
      << "farther than a wall";
}

TEST(TraceRooms, PartsAreOneRoomWhereNothingStandsBetweenThemHoweverLongTheWallAroundTheCorner) {
  const std::vector<Vec2> ring = rectangle(0, 0, 4, 3);
  const auto rooms_with = [&](double corner) {  // the upper left one reaches down to y = 2, and up to there
    std::vector<WallFace> faces = faces_around(ring);
    faces.push_back(seen_face({0, 2}, {2, 2}));
    faces.push_back(seen_face({2, 2}, {0, 2}));
    faces.push_back(seen_face({2, 2}, {2, corner}));
    const auto in_second = [](const Vec2& p) { return p.x() > 2 || p.y() < 2; };
    return traced(parted(ring, in_second), faces).size();
  };
  EXPECT_EQ(rooms_with(2.1), 1u);
  EXPECT_EQ(rooms_with(2.7), 2u) << "only a gap is left";
}

TEST(TraceRooms, NoLabelsNoRooms) { EXPECT_TRUE(traced({}, {}).empty()); }

TEST(TraceRooms, LinesOfAWallSeenSeveralTimesPartNoRoomThatTheyGoOnThrough) {
  const std::vector<Vec2> ring = rectangle(0.013, 0.027, 4.011, 3.018);
  std::vector<WallFace> faces = faces_around(ring);
  for (const double x : {1.985, 1.992, 2.000, 2.008, 2.015}) {  // between two columns of the raster
    faces.push_back(seen_face({x, -0.1}, {x, -0.9}));
    faces.push_back(seen_face({x, 3.9}, {x, 3.1}));
  }
  const std::vector<RoomShape> rooms = traced(raster_of(ring), faces);
  ASSERT_EQ(rooms.size(), 1u);
  expect_corners(corners(rooms[0].outline), ring, 1e-9);
}

}  // namespace
}  // namespace storey
