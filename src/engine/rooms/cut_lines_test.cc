#include "engine/rooms/cut_lines.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kLength = 8, kWidth = 1.2;  // m, of a corridor from (0, 0) on

/// The corridor, of which the wall along y = kWidth shows over its last 3 m alone.
struct Corridor {
  RoomRaster rooms;
  std::vector<WallFace> faces = faces_around(rectangle(0, 0, kLength, kWidth));

  Corridor() {
    faces[2] = seen_face({kLength, kWidth}, {kLength - 3, kWidth});
    rooms.labels = Grid<std::int32_t>({{-1, -1}, 0.04, 250, 80});
    rooms.rooms = 1;
    const GridFrame& frame = rooms.labels.frame;
    for (int r = 0; r < frame.rows; ++r)
      for (int c = 0; c < frame.columns; ++c) {
        const Vec2 p = frame.centre(c, r);
        rooms.labels.at(c, r) = p.x() > 0 && p.x() < kLength && p.y() > 0 && p.y() < kWidth;
      }
  }
  /// How many lines cut the plan along that wall at `x`.
  std::ptrdiff_t lines_at(double x) const {
    const CutLines lines = cut_lines(rooms, faces);
    return std::ranges::count_if(lines.cuts, [&](const Cut& cut) {
      if (std::abs(cut.line.direction.x()) < 0.9 || std::abs(cut.line.offset({x, kWidth})) > 0.2)
        return false;
      return std::ranges::any_of(cut.reach, [&](const Interval& reach) {
        return reach.contains(cut.line.along({x, kWidth}));
      });
    });
  }
};

TEST(CutLines, TheOutlineCutsWhereNoFaceIsNear) {
  const Corridor corridor;
  EXPECT_EQ(corridor.lines_at(1), 1) << "past the reach of the wall";
  EXPECT_EQ(corridor.lines_at(kLength - 1), 2) << "a side of the outline is one line";
}

TEST(CutLines, AWallThatGoesOnUnseenCutsAllAlong) {
  Corridor corridor;
  corridor.faces[2].unseen.after = kLength - 3;
  for (const double x : {1.0, 4.0, kLength - 1}) EXPECT_EQ(corridor.lines_at(x), 1) << x;
}

}  // namespace
}  // namespace storey
