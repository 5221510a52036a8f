#include "engine/scan/point_spacing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <span>
#include <utility>
#include <vector>

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

/// Of all; those of a square from (x, y) on whose points lie `spacing` m apart, beside one with 0.04 m at the
/// origin; and those of them that are told to lie at least 0.06 m apart, and 0.10 m.
std::array<std::size_t, 3> thin_of_second(float x, float y, double spacing, int threads = 2) {
  std::vector<Surfel> first, second;
  add_square(0, 0, 0.04, first);
  add_square(x, y, spacing, second);
  SurfelStore store(2);
  EXPECT_TRUE(store.put(0, SurfelChunk(first.begin(), first.end())));
  EXPECT_TRUE(store.put(1, SurfelChunk(second.begin(), second.end())));
  const SurfelTiles all(std::move(store));
  const std::array<SurfelTiles, 2> thin = thin_parts(all, {0.06, 0.10}, threads);
  std::array<std::size_t, 3> counts{};
  const auto of_second = [&](const Surfel& surfel) { return surfel.mean.x() >= x && surfel.mean.y() == y; };
  for (std::size_t t = 0; t < all.size(); ++t) {
    const auto count = [&](std::span<const SurfelChunk> some) {
      std::size_t sum = 0;
      for (const SurfelChunk& chunk : some)
        sum += static_cast<std::size_t>(std::ranges::count_if(chunk, of_second));
      return sum;
    };
    counts[0] += count(all.in(all[t]));
    counts[1] += count(thin[0].in(all[t]));
    counts[2] += count(thin[1].in(all[t]));
  }
  EXPECT_EQ(counts[0], second.size());
  return counts;
}

TEST(PointSpacing, IsToldFromPlaceToPlace) {
  const auto [all, thin, thinnest] = thin_of_second(3.5f, 0, 0.08);  // on two tiles
  EXPECT_EQ(thin, all);
  EXPECT_EQ(thinnest, 0u);
}

TEST(PointSpacing, IsTheSameWithAnyNumberOfThreads) {
  EXPECT_EQ(thin_of_second(3.5f, 0, 0.06, 1), thin_of_second(3.5f, 0, 0.06, 3));
}

TEST(PointSpacing, OfAPaneIsThatOfWhatShowsBesideIt) { EXPECT_EQ(thin_of_second(0, 0.25f, 0.15)[1], 0u); }

}  // namespace
}  // namespace storey
