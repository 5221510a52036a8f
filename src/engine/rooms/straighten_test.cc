#include "engine/rooms/straighten.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

/// A room of the ring's cells, every label as sure as `weight`.
RoomRaster raster_of(const std::vector<Vec2>& ring, float weight) {
  RoomRaster rooms;
  rooms.rooms = 1;
  rooms.labels = Grid<std::int32_t>(GridFrame{{-1, -1}, 0.04, 200, 200});
  rooms.weights = Grid<float>(rooms.labels.frame, weight);
  for (int r = 0; r < 200; ++r)
    for (int c = 0; c < 200; ++c) rooms.labels.at(c, r) = contains(ring, rooms.labels.frame.centre(c, r));
  return rooms;
}

/// Edges along the ring; those that `seen` names have a face.
EdgeRing edges_along(const std::vector<Vec2>& ring, const std::vector<bool>& seen,
                     std::vector<WallFace>& faces) {
  EdgeRing edges;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 &from = ring[i], &to = ring[(i + 1) % ring.size()];
    RoomEdge edge{{from, (to - from).normalized()}, from, to, {}, 0};
    if (seen[i]) {
      edge.faces = {static_cast<int>(faces.size())};
      edge.coverage = 1;
      faces.push_back(seen_face(from, to));
    }
    edges.push_back(edge);
  }
  return edges;
}

/// A room of 4 x 3 m with a bay of `width` and `depth` in its upper wall.
std::vector<Vec2> with_bay(double width, double depth) {
  return {{0, 0}, {4, 0}, {4, 3}, {2 + width, 3}, {2 + width, 3 + depth}, {2, 3 + depth}, {2, 3}, {0, 3}};
}

std::size_t corners_left(double width, double depth, bool bay_seen, float weight) {
  const std::vector<Vec2> ring = with_bay(width, depth);
  std::vector<WallFace> faces;
  EdgeRing edges = edges_along(ring, {true, true, true, bay_seen, bay_seen, bay_seen, true, true}, faces);
  edges[6].line = edges[2].line;  // both parts of the upper wall lie on one line
  straighten(raster_of(ring, weight), 1, faces, edges);
  return corners(edges).size();
}

TEST(Straighten, ABayThatNothingShowsIsLeftOut) { EXPECT_EQ(corners_left(0.2, 0.15, false, 0.1f), 4u); }

TEST(Straighten, ANicheWithFacesStays) { EXPECT_EQ(corners_left(1.0, 0.2, true, 1.0f), 8u); }

TEST(Straighten, ABayUnderTheCeilingStaysWithoutFaces) { EXPECT_EQ(corners_left(1.2, 0.8, false, 1.0f), 8u); }

/// A room of 6 x 3 m, its upper wall hidden from `length` m before the corner on; there the raster shows a
/// slant that is `depth` m inside of the corner.
bool is_square_without(double length, double depth, float weight) {
  const std::vector<Vec2> ring = {{0, 0}, {6, 0}, {6, 3 - depth}, {6 - length, 3}, {0, 3}};
  std::vector<WallFace> faces;
  EdgeRing edges = edges_along(ring, {true, true, false, true, true}, faces);
  straighten(raster_of(ring, weight), 1, faces, edges);
  return edges.size() == 4;
}

TEST(Straighten, AHiddenWallGoesStraightOn) {
  EXPECT_TRUE(is_square_without(2.0, 0.5, 0.6f));
  EXPECT_FALSE(is_square_without(2.0, 0.5, 0.65f)) << "so sure is what shows that the room ends at a slant";
  EXPECT_TRUE(is_square_without(2.4, 0.5, 0.1f));
  EXPECT_FALSE(is_square_without(2.5, 0.5, 0.1f)) << "farther than hidden walls go on";
}

TEST(Straighten, ACornerIsNotWorthACutThroughTheRoom) {
  const std::vector<Vec2> ring = {{0, 0}, {4, 0}, {4, 2}, {3, 3}, {0, 3}};
  std::vector<WallFace> faces;
  EdgeRing edges = edges_along(ring, {true, true, true, true, true}, faces);
  straighten(raster_of(ring, 1.0f), 1, faces, edges);
  EXPECT_EQ(corners(edges).size(), 5u);
}

}  // namespace
}  // namespace storey
