#include "engine/glass/resolve_glass.h"

#include <gtest/gtest.h>

#include "engine/glass/glass_test_inputs.h"
#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// A hall of 6 x 10 m with a face at y = 2 on both sides of which floor shows, as of a wall with a doorway.
std::vector<WallFace> hall_with_doorway() {
  std::vector<WallFace> faces = faces_around(rectangle(0, 0, 6, 10));
  faces.push_back(seen_face({0, 2}, {6, 2}));
  faces.back().free_left = faces.back().free_right = 1;
  return faces;
}

std::size_t panes_of(const SheetSearch& search) {
  std::vector<WallFace> faces = hall_with_doorway();
  return resolve_glass({}, {}, 1, search, faces).panes.size();
}

TEST(ResolveGlass, DenseFacesMayBePanesWhereGlassShows) {
  EXPECT_EQ(panes_of({{sheet_between({0, 6}, {6, 6})}, 10}), 2u);
  EXPECT_EQ(panes_of({{}, 10}), 0u) << "a wall with a doorway";
}

}  // namespace
}  // namespace storey
