#include "engine/openings/voids/open_runs.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

constexpr int kColumns = 160, kRows = 50, kFrom = 60, kTo = 92, kHead = 40, kMiddle = 78;

std::uint8_t& cell(Elevation& elevation, int column, int row) {
  return elevation.cells[static_cast<std::size_t>(row) * kColumns + static_cast<std::size_t>(column)];
}

/// A wall of 4 x 2.5 m of which every `sparse`-th cell of the front is hit, but for a doorway whose rim does
/// not show. `floor` is hit before all of the wall.
Elevation wall_with_void(int sparse, std::uint8_t floor) {
  Elevation elevation;
  elevation.columns = kColumns;
  elevation.rows = kRows;
  elevation.depth = 0.12;
  elevation.cells.assign(static_cast<std::size_t>(kColumns) * kRows, 0);
  for (int r = 0; r < kRows; ++r)
    for (int c = 0; c < kColumns; ++c) {
      std::uint8_t& hit = cell(elevation, c, r);
      const bool inside = c >= kFrom && c < kTo && r < kHead;
      if (!inside && (7 * c + 3 * r) % sparse == 0) hit |= kOnFront;
      if (r == 0 && c % 4 == 0) hit |= floor;
    }
  return elevation;
}

bool open_in_the_middle(const Elevation& elevation) {
  return OpenRuns(elevation, kFrontSide, FaceDensity(elevation, kOnFront))(kMiddle, kRows / 2);
}

TEST(OpenRuns, AVoidAboveTheFloorNeedsARim) {
  Elevation elevation = wall_with_void(1, kBeforeFront);
  for (int r = 0; r < 10; ++r)
    for (int c = kFrom; c < kTo; ++c) cell(elevation, c, r) |= kOnFront;
  EXPECT_FALSE(open_in_the_middle(elevation));
  cell(elevation, kMiddle, kHead) |= kInside;
  EXPECT_TRUE(open_in_the_middle(elevation));
}

/// A wall that shows nowhere but for one jamb, `columns` from the middle of its doorway.
Elevation jamb_alone(int columns) {
  Elevation elevation = wall_with_void(kColumns * kRows, 0);
  for (int r = 0; r < kHead; ++r) cell(elevation, kMiddle + columns, r) |= kInside;
  return elevation;
}

TEST(OpenRuns, WhereTheScanIsThinOneJambShowsHalfADoorway) {
  EXPECT_TRUE(open_in_the_middle(jamb_alone(18)));
  EXPECT_FALSE(open_in_the_middle(jamb_alone(24)));
}

}  // namespace
}  // namespace storey
