#include "engine/openings/refine_opening.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace storey {
namespace {

/// The front face of a wall of 4 x 2.5 m, with a void from 1 to 2.4 m along it and `sill` (rows of 5 cm) up
/// from the floor. Below the void the wall shows if `parapet`.
Elevation wall_with_void(int sill, bool parapet, bool outer) {
  Elevation elevation;
  elevation.outer = outer;
  elevation.columns = 160;
  elevation.rows = 50;
  elevation.depth = 0.3;
  elevation.tolerance = 0.012;
  for (int r = 0; r < 50; ++r)
    for (int c = 0; c < 160; ++c) {
      const bool open = c >= 40 && c < 96 && r < 42 && (!parapet || r >= sill);
      elevation.cells.push_back(open ? 0 : kOnFront);
    }
  for (int c = 40; c < 96; ++c)
    for (const float depth : {0.05f, 0.1f, 0.15f})
      elevation.hits.push_back(
          {static_cast<float>(elevation.s_of(c)), depth, static_cast<float>(sill) * 0.05f});
  return elevation;
}

double sill_of(int sill, bool parapet, bool outer = true) {
  FoundOpening opening;
  refine_opening(wall_with_void(sill, parapet, outer), {.c0 = 40, .c1 = 96, .r0 = sill, .r1 = 42}, 0.002,
                 opening);
  return opening.sill;
}

TEST(RefineOpening, ALowSillIsOneWhereTheWallShowsBelow) {
  EXPECT_NEAR(sill_of(3, true), 0.15, 0.005);
  EXPECT_EQ(sill_of(3, false), 0);
}

TEST(RefineOpening, ThingsOnTheFloorAreNoSill) {
  EXPECT_EQ(sill_of(6, false), 0);
  EXPECT_NEAR(sill_of(6, true), 0.3, 0.005);
  EXPECT_NEAR(sill_of(9, false), 0.45, 0.005) << "higher than a knee";
}

TEST(RefineOpening, InsideOfABuildingThereIsNone) { EXPECT_EQ(sill_of(3, true, false), 0); }

TEST(RefineOpening, SkirtingIsNone) { EXPECT_EQ(sill_of(2, true), 0); }

/// Adds a reveal at `s` (m) to the wall.
void add_reveal(Elevation& elevation, float s, int hits) {
  for (int i = 0; i < hits; ++i)
    elevation.hits.push_back(
        {s, 0.03f + 0.02f * static_cast<float>(i % 4), 1.0f + 0.02f * static_cast<float>(i)});
}

TEST(RefineOpening, AClosedLeafIsNoReveal) {
  Elevation elevation = wall_with_void(0, false, false);
  for (float s = 1.03f; s < 2.38f; s += 0.02f) add_reveal(elevation, s, 40);
  FoundOpening opening;
  refine_opening(elevation, {.c0 = 40, .c1 = 96, .r0 = 0, .r1 = 42}, 0.002, opening);
  EXPECT_NEAR(opening.span.from, 1, 1e-6);
  EXPECT_NEAR(opening.span.to, 2.4, 1e-6);
  for (int i = 0; i < 5; ++i) add_reveal(elevation, 1.01f, 40);
  refine_opening(elevation, {.c0 = 40, .c1 = 96, .r0 = 0, .r1 = 42}, 0.002, opening);
  EXPECT_NEAR(opening.span.from, 1.01, 0.002) << "one that shows beside it";
}

/// An opening whose reveals show at `reveal` and 2.39 m. Beside them the face begins at `begins` and 2.4 m;
/// without `begins` there is none.
FoundOpening opening_of(double reveal, std::optional<double> begins, bool outer = true) {
  Elevation elevation = wall_with_void(3, true, outer);
  add_reveal(elevation, static_cast<float>(reveal), 80);
  add_reveal(elevation, 2.39f, 80);
  for (double s = 0; s < 4 && begins; s += 0.01)
    for (float z = 0.5f; z < 1.9f; z += 0.1f)
      if (s < *begins || s > 2.4) elevation.hits.push_back({static_cast<float>(s), 0, z});
  FoundOpening opening;
  refine_opening(elevation, {.c0 = 40, .c1 = 96, .r0 = 3, .r1 = 42}, 0.002, opening);
  return opening;
}

FoundOpening between_faces(double begins, bool outer = true) { return opening_of(1.01, begins, outer); }

double width_sigma(double begins) { return between_faces(begins).jamb_sigma; }

TEST(RefineOpening, AWidthIsSureWhereFacesBeginAtTheReveals) {
  EXPECT_NEAR(width_sigma(1.0), std::hypot(0.012, 0.004) * std::sqrt(2), 0.004);  // linings and plaster
}

TEST(RefineOpening, AJambOfAnOuterWallIsWhereTheFaceBegins) {
  EXPECT_NEAR(between_faces(0.95).span.from, 0.95, 0.007) << "a frame stands before the reveal";
  EXPECT_NEAR(opening_of(0.92, 1.0).span.from, 1.0, 0.012) << "hits in the wall, behind a mullion";
  EXPECT_NEAR(between_faces(0.98).span.from, 1.01, 0.005) << "the reveal is the more exact";
  EXPECT_NEAR(between_faces(1.06, false).span.from, 1.01, 0.005) << "a leaf that hangs beside the reveal";
  EXPECT_NEAR(width_sigma(0.95), std::hypot(width_sigma(1.0), 0.055 / std::sqrt(3)), 0.005);
}

TEST(RefineOpening, WithoutFacesNoRevealOfAnOuterWallLiesBesideItsVoid) {
  EXPECT_NEAR(opening_of(1.03, std::nullopt).span.from, 1.03, 0.005);
  EXPECT_NEAR(opening_of(0.92, std::nullopt).span.from, 1.0, 0.005);
  EXPECT_NEAR(opening_of(0.92, std::nullopt, false).span.from, 0.92, 0.005) << "inside, the leaf may hide it";
}

TEST(RefineOpening, WithoutARevealAJambIsWhereTheFaceBegins) {
  Elevation elevation = wall_with_void(0, false, false);
  for (float s = 1.03f; s < 2.38f; s += 0.02f) add_reveal(elevation, s, 40);  // of a closed leaf
  for (double s = 0; s < 1.02; s += 0.01)
    for (float z = 0.5f; z < 1.9f; z += 0.1f) elevation.hits.push_back({static_cast<float>(s), 0, z});
  FoundOpening opening;
  refine_opening(elevation, {.c0 = 40, .c1 = 96, .r0 = 0, .r1 = 42}, 0.002, opening);
  EXPECT_NEAR(opening.span.from, 1.02, 0.012);
}

TEST(RefineOpening, AJambOfWhichOneWitnessShowsIsLessSure) {
  EXPECT_GT(width_sigma(0.0), width_sigma(1.0) + 0.003);  // no face beside it
}

/// The wall above and below a void shows where the soffit does, at 2.08 m, or farther up, at `begins` (m).
double head_sigma(double begins) {
  Elevation elevation = wall_with_void(3, true, true);
  for (double s = 1.1; s < 2.3; s += 0.01) {
    elevation.hits.push_back({static_cast<float>(s), 0.1f, 2.08f});
    for (double z = 2.0; z < 2.5; z += 0.01)
      if (z > begins) elevation.hits.push_back({static_cast<float>(s), 0, static_cast<float>(z)});
  }
  FoundOpening opening;
  refine_opening(elevation, {.c0 = 40, .c1 = 96, .r0 = 3, .r1 = 42}, 0.002, opening);
  EXPECT_NEAR(opening.head, begins, 0.007);
  return opening.head_sigma;
}

TEST(RefineOpening, AHeadOfAnOuterWallIsWhereTheWallBegins) {
  EXPECT_NEAR(head_sigma(2.08), std::hypot(0.012, 0.004), 0.002);  // a lining and plaster
  EXPECT_NEAR(head_sigma(2.15), std::hypot(head_sigma(2.08), 0.065 / std::sqrt(3)), 0.005);
}

TEST(RefineOpening, AnEdgeThatNothingShowsIsAnywhereInItsRow) {
  FoundOpening opening;
  refine_opening(wall_with_void(3, true, true), {.c0 = 40, .c1 = 96, .r0 = 3, .r1 = 42}, 0.002, opening);
  EXPECT_GT(opening.head_sigma, 0.05 / std::sqrt(3));
  EXPECT_LT(opening.sill_sigma, opening.head_sigma);
}

}  // namespace
}  // namespace storey
