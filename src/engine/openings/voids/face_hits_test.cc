#include "engine/openings/voids/face_hits.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

constexpr int kColumns = 200, kRows = 50, kFrom = 80, kTo = 120;

/// A wall whose front is hit by `on_wall` points in each cell, but for the columns [kFrom, kTo): there, by
/// one point in every fifth. Strays are dropped.
Elevation wall_hit(float on_wall) {
  Elevation elevation;
  elevation.columns = kColumns;
  elevation.rows = kRows;
  elevation.cells.assign(static_cast<std::size_t>(kColumns) * kRows, 0);
  FaceHits hits(elevation);
  for (int r = 0; r < kRows; ++r)
    for (int c = 0; c < kColumns; ++c) {
      const bool in_void = c >= kFrom && c < kTo;
      if (in_void && (r + c) % 5 != 0) continue;
      elevation.cells[elevation.index(c, r)] = kOnFront | kInside;
      hits.add(elevation.index(c, r), kOnFront | kInside, in_void ? 1 : on_wall);
    }
  hits.drop_strays(elevation);
  return elevation;
}

TEST(FaceHits, AFewPointsInAVoidOfADenseScanAreNoFace) {
  const Elevation elevation = wall_hit(60);
  EXPECT_EQ(elevation.at((kFrom + kTo) / 2, 20), kInside);
  EXPECT_EQ(elevation.at(kFrom - 1, 20), kOnFront | kInside);
}

TEST(FaceHits, OfAThinScanEachPointCounts) {
  EXPECT_EQ(wall_hit(6).at((kFrom + kTo) / 2, 20), kOnFront | kInside);
}

TEST(FaceHits, EachFaceIsComparedWithItself) {
  Elevation elevation;
  elevation.columns = kColumns;
  elevation.rows = kRows;
  elevation.cells.assign(static_cast<std::size_t>(kColumns) * kRows, kOnFront | kOnBack);
  FaceHits hits(elevation);
  for (std::size_t cell = 0; cell < elevation.cells.size(); ++cell) {
    hits.add(cell, kOnFront, 60);
    hits.add(cell, kOnBack, 1);
  }
  hits.drop_strays(elevation);
  EXPECT_EQ(elevation.at(100, 20), kOnFront | kOnBack);
}

}  // namespace
}  // namespace storey
