#include "engine/stages/passages.h"

#include <gtest/gtest.h>

#include "engine/stages/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kThickness = 0.2;  // m
constexpr double kFrom = 2;         // m: the gap's first jamb

/// The four faces of a wall along x with a gap to the ceiling, `wide` m.
std::vector<WallFace> wall_with_gap(double wide) {
  const double to = kFrom + wide;
  return {seen_face({0, kThickness}, {kFrom, kThickness}), seen_face({to, kThickness}, {8, kThickness}),
          seen_face({8, 0}, {to, 0}), seen_face({kFrom, 0}, {0, 0})};
}

/// Is the gap closed in the plane of the wall's face at `y`?
bool is_closed_at(double y, const std::vector<WallFace>& faces, double wide) {
  Mask barrier({{-1, -1}, 0.04, 250, 60});
  bridge_gaps(StoreyRaster{}, faces, barrier);
  return barrier.get({kFrom + wide / 2, y});
}

/// Is it closed from one of its sides?
bool is_closed(const std::vector<WallFace>& faces, double wide) {
  return is_closed_at(0, faces, wide) || is_closed_at(kThickness, faces, wide);
}

TEST(Passages, JambsOnBothFacesMakeOne) { EXPECT_TRUE(is_closed(wall_with_gap(2.0), 2.0)); }

TEST(Passages, WiderOnesJoinRooms) { EXPECT_FALSE(is_closed(wall_with_gap(3.2), 3.2)); }

TEST(Passages, ANicheIsNone) {
  std::vector<WallFace> faces = wall_with_gap(2.0);
  faces[2] = seen_face({8, 0}, {0, 0});  // the wall's back goes on behind it
  faces.pop_back();
  EXPECT_FALSE(is_closed(faces, 2.0));
}

TEST(Passages, TheMouthOfACorridorIsNone) {
  std::vector<WallFace> faces = wall_with_gap(2.0);
  faces.push_back(seen_face({kFrom, -4}, {kFrom, 4}));  // the corridor's walls, along more rooms than one
  faces.push_back(seen_face({kFrom + 2, 4}, {kFrom + 2, -4}));
  EXPECT_FALSE(is_closed(faces, 2.0));
}

TEST(Passages, ALeafThatStandsOpenIsNoWallOfACorridor) {
  std::vector<WallFace> faces = wall_with_gap(1.5);
  faces.push_back(seen_face({kFrom, kThickness + 1.0}, {kFrom, kThickness}));  // the wider one of two
  EXPECT_TRUE(is_closed_at(kThickness, faces, 1.5));
}

}  // namespace
}  // namespace storey
