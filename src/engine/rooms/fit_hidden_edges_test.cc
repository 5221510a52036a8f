#include "engine/rooms/fit_hidden_edges.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kWidth = 4, kDepth = 3;  // m
constexpr double kNoise = 0.002;          // m

/// Of a storey that is 2.5 m high, with nothing in it.
StoreyRaster storey() {
  StoreyRaster raster;
  raster.level.ceiling_z = 2.5;
  raster.columns = RasterColumns({{-0.5, -0.5}, 0.02, 250, 200}, 64);
  return raster;
}

/// Two hits one above the other, above all cupboards.
void hit(StoreyRaster& raster, const Vec2& p) {
  const GridFrame& frame = raster.columns.frame;
  raster.columns.set(
      frame.column(p.x()), frame.row(p.y()),
      {HeightMask::bin(42) | HeightMask::bin(43), 2, static_cast<float>(p.x()), static_cast<float>(p.y())});
}

/// What shows every 10 cm of a wall off the room's first edge, which runs along the x axis: by `off` (m) at
/// its middle, and with a slope.
void add_strip(StoreyRaster& raster, double off, double slope = 0, double from = 0.1,
               double to = kWidth - 0.1) {
  for (double x = from; x < to; x += 0.1) hit(raster, {x, off + slope * (x - kWidth / 2)});
}

/// A room whose first edge nothing covers: it is on the line of a face beyond the room.
struct Room {
  std::vector<WallFace> faces;
  std::vector<RoomShape> shapes;

  explicit Room(const std::vector<Vec2>& ring = rectangle(0, 0, kWidth, kDepth)) {
    faces = faces_around(ring);
    faces[0] = seen_face({kWidth + 1, 0}, {kWidth + 3, 0});
    RoomShape shape;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec2 &from = ring[i], &to = ring[(i + 1) % ring.size()];
      shape.outline.push_back(
          {{from, (to - from).normalized()}, from, to, {static_cast<int>(i)}, i == 0 ? 0.0 : 1.0});
    }
    shapes.push_back(std::move(shape));
  }

  const RoomEdge& hidden() const { return shapes[0].outline[0]; }

  /// Whether its hidden edge ends at these ordinates, to 2 mm, and the ring is closed.
  void expect_edge(const StoreyRaster& raster, double y_from, double y_to) {
    fit_hidden_edges(raster, faces, kNoise, shapes);
    EXPECT_NEAR(hidden().from.y(), y_from, 0.002);
    EXPECT_NEAR(hidden().to.y(), y_to, 0.002);
    const EdgeRing& ring = shapes[0].outline;
    for (std::size_t i = 0; i < ring.size(); ++i)
      EXPECT_LT((ring[i].to - ring[(i + 1) % ring.size()].from).norm(), 1e-9);
    EXPECT_LT(std::abs(hidden().line.offset(hidden().to)), 1e-9);
  }
};

TEST(FitHiddenEdges, AnEdgeBehindACupboardLiesOnTheStripAboveIt) {
  for (const double off : {-0.04, 0.0, 0.05}) {
    StoreyRaster raster = storey();
    add_strip(raster, off);
    Room().expect_edge(raster, off, off);
  }
}

TEST(FitHiddenEdges, ItTurnsWithItsWall) {
  StoreyRaster raster = storey();
  add_strip(raster, 0.01, 0.0175);  // 1°
  Room().expect_edge(raster, 0.01 - 0.035, 0.01 + 0.035);
}

TEST(FitHiddenEdges, AnEdgeThatFacesCoverIsTheirs) {
  StoreyRaster raster = storey();
  add_strip(raster, 0.04);
  for (const double coverage : {0.25, 0.35}) {
    Room room;
    room.shapes[0].outline[0].coverage = coverage;
    const double y = coverage < 0.3 ? 0.04 : 0;
    room.expect_edge(raster, y, y);
  }
}

TEST(FitHiddenEdges, ClutterIsNoWall) {
  StoreyRaster raster = storey();
  add_strip(raster, 0.04);
  for (const double off : {-0.05, -0.03, -0.01, 0.01}) add_strip(raster, off);
  Room().expect_edge(raster, 0, 0);
}

TEST(FitHiddenEdges, AWallShowsAlongMostOfIt) {
  StoreyRaster raster = storey();
  add_strip(raster, 0.04, 0, 0.1, 1.6);
  Room().expect_edge(raster, 0, 0);
  add_strip(raster, 0.04, 0, 1.6, 2.6);
  Room().expect_edge(raster, 0.04, 0.04);
}

TEST(FitHiddenEdges, StrayHitsAreNoWall) {
  StoreyRaster raster = storey();
  for (const double x : {0.5, 2.0, 3.5}) hit(raster, {x, 0.04});
  Room().expect_edge(raster, 0, 0);
  for (const double x : {1.0, 3.0}) hit(raster, {x, 0.04});
  Room().expect_edge(raster, 0.04, 0.04);
}

TEST(FitHiddenEdges, TheOtherFaceOfAThinWallIsNotItsOwn) {
  StoreyRaster raster = storey();
  add_strip(raster, -0.08);
  Room().expect_edge(raster, 0, 0);
}

TEST(FitHiddenEdges, NorIsThatOfAWallOf50Millimetres) {
  StoreyRaster raster = storey();
  add_strip(raster, -0.05);
  Room room;
  room.faces.push_back(seen_face({kWidth, -0.05}, {0, -0.05}));
  room.expect_edge(raster, 0, 0);
  room.faces.back().structural = false;
  room.expect_edge(raster, -0.05, -0.05);
}

TEST(FitHiddenEdges, AFaceThatTheEdgeLiesOnHoldsIt) {
  StoreyRaster raster = storey();
  add_strip(raster, 0);
  add_strip(raster, 0, 0, 0.15);
  add_strip(raster, 0.04);
  Room room;
  room.faces.push_back(seen_face({kWidth, 0}, {0, 0}));
  room.expect_edge(raster, 0, 0);
}

/// The room, and another beyond its hidden edge, whose own edge lies `off` (m) from that, from x = 0 to `to`,
/// and is covered to a share.
Room beside(double off, double to, double coverage) {
  Room room;
  RoomShape next;
  const std::vector<Vec2> ring = {{to, off}, {0, off}, {0, -3}, {to, -3}};
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 &from = ring[i], &end = ring[(i + 1) % ring.size()];
    next.outline.push_back({{from, (end - from).normalized()}, from, end, {}, i == 0 ? coverage : 1.0});
  }
  room.shapes.push_back(std::move(next));
  return room;
}

TEST(FitHiddenEdges, BehindTheFaceOfTheRoomNextDoorLiesAWall) {
  for (const double thick : {0.08, 0.12, 0.24}) {
    StoreyRaster raster = storey();
    add_strip(raster, thick);
    beside(0, kWidth, 1).expect_edge(raster, thick, thick);
  }
  const StoreyRaster nothing = storey();
  beside(0, kWidth, 1).expect_edge(nothing, 0.10, 0.10);
  beside(-0.02, kWidth, 1).expect_edge(nothing, 0.10, 0.10);
  beside(-0.04, kWidth, 1).expect_edge(nothing, 0, 0);
  beside(0, 0.6 * kWidth, 1).expect_edge(nothing, 0.10, 0.10);
  beside(0, 0.4 * kWidth, 1).expect_edge(nothing, 0, 0);
  beside(0, kWidth, 0.4).expect_edge(nothing, 0, 0);
}

TEST(FitHiddenEdges, NotThroughADoor) {
  for (const double width : {1.3, 1.5}) {
    Room room({{0, 0}, {width, 0}, {width, kDepth}, {0, kDepth}});
    room.shapes.push_back(beside(0, width, 1).shapes[1]);
    const double y = width < 1.4 ? 0 : 0.10;
    room.expect_edge(storey(), y, y);
  }
}

TEST(FitHiddenEdges, ARoomDoesNotCrossItself) {
  StoreyRaster raster = storey();
  add_strip(raster, 0.055);
  for (const double end : {0.1, 0.05}) {  // m from the hidden edge, of a wall that comes near it
    const double y = end > 0.055 ? 0.055 : 0;
    Room({{0, 0}, {kWidth, 0}, {kWidth, kDepth}, {2, kDepth}, {2, end}, {1, end}, {1, kDepth}, {0, kDepth}})
        .expect_edge(raster, y, y);
  }
}

TEST(FitHiddenEdges, SkirtingsAndCornicesStandOffTheWall) {
  StoreyRaster raster = storey();
  add_strip(raster, 0.04);
  const HeightMask ends = 3 | HeightMask::bin(48) | HeightMask::bin(49);
  change_hits(raster.columns, [&](const HeightMask& hit) { return hit != 0 ? ends : hit; });
  Room().expect_edge(raster, 0, 0);
}

TEST(FitHiddenEdges, ANoisyWallIsWider) {
  StoreyRaster raster = storey();
  for (double x = 0.1; x < kWidth - 0.1; x += 0.05)
    for (const double off : {-0.022, 0.0, 0.022}) hit(raster, {x, 0.03 + off});
  Room room;
  room.expect_edge(raster, 0, 0);
  fit_hidden_edges(raster, room.faces, 0.02, room.shapes);
  EXPECT_NEAR(room.hidden().from.y(), 0.03, 0.002);
}

TEST(FitHiddenEdges, ItIsNotOnAFaceBeyondTheRoomAnyMore) {
  StoreyRaster raster = storey();
  add_strip(raster, 0.04);
  Room room;
  room.shapes[0].outline[0].faces = {0, 4};
  room.faces.push_back(seen_face({0.2, 0.03}, {0.8, 0.03}));
  fit_hidden_edges(raster, room.faces, kNoise, room.shapes);
  EXPECT_EQ(room.hidden().faces, std::vector<int>{4});
}

}  // namespace
}  // namespace storey
