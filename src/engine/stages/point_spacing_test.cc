#include "engine/stages/point_spacing.h"

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

TEST(PointSpacing, IsToldFromPlaceToPlace) {
  std::vector<Surfel> surfels;
  add_square(0, 0, 0.04, surfels);
  const std::size_t dense = surfels.size();
  add_square(3.5f, 0, 0.08, surfels);
  const std::vector<float> about = spacings_about(surfels, 2);
  ASSERT_EQ(about.size(), surfels.size());
  EXPECT_NEAR(about[dense / 2], 0.04, 0.005);
  EXPECT_NEAR(about[dense + 10], 0.08, 0.012);
}

TEST(PointSpacing, OfAPaneIsThatOfWhatShowsBesideIt) {
  std::vector<Surfel> surfels;
  add_square(0, 0, 0.04, surfels);
  const std::size_t dense = surfels.size();
  add_square(0, 0.25f, 0.15, surfels);
  const std::vector<float> about = spacings_about(surfels, 2);
  EXPECT_NEAR(about[dense + 10], 0.04, 0.008);
}

}  // namespace
}  // namespace storey
