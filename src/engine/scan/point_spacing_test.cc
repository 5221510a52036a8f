#include "engine/scan/point_spacing.h"

#include <gtest/gtest.h>

#include <random>

namespace storey {
namespace {

/// Adds an upright square of 2.5 m, from `x` on, that is hit at random places, `spacing` (m) apart.
void add_square(float x, float y, double spacing, std::vector<Surfel>& surfels) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> place(0, 2.5f);
  for (int i = 0; i < static_cast<int>(2.5 * 2.5 / (spacing * spacing)); ++i)
    surfels.push_back({{x + place(random), y, place(random)}, 1, 1});
}

TEST(PointSpacing, IsHowFarApartPointsLie) {
  for (const double spacing : {0.03, 0.05}) {
    std::vector<Surfel> surfels;
    add_square(0, 0, spacing, surfels);
    EXPECT_NEAR(spacing_of(surfels), spacing, 0.1 * spacing);
  }
}

/// What is told about a square from (x, y) on whose points lie `spacing` m apart, beside one with 0.04 m at
/// the origin.
float spacing_about_second(float x, float y, double spacing) {
  std::vector<Surfel> surfels;
  add_square(0, 0, 0.04, surfels);
  const std::size_t first_of_second = surfels.size();
  add_square(x, y, spacing, surfels);
  return spacings_about(surfels, 2).at(first_of_second + 10);
}

TEST(PointSpacing, IsToldFromPlaceToPlace) { EXPECT_NEAR(spacing_about_second(3.5f, 0, 0.08), 0.08, 0.012); }

TEST(PointSpacing, OfAPaneIsThatOfWhatShowsBesideIt) {
  EXPECT_NEAR(spacing_about_second(0, 0.25f, 0.15), 0.04, 0.008);
}

}  // namespace
}  // namespace storey
