#include "engine/scan/surfel_tiles.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace storey {
namespace {

Surfel surfel_at(float x, float y, float z, float count = 1) { return {{x, y, z}, count, 0}; }

/// Two chunks, of which both have something in the tile at the origin.
SurfelTiles tiles_of_two_chunks(std::uint64_t room = ~std::uint64_t{0}) {
  SurfelStore store(2, std::make_shared<SurfelSpace>(room));
  EXPECT_TRUE(store.put(0, {surfel_at(1, 1, 1, 10), surfel_at(5, 1, 1, 11), surfel_at(2, 2, 2, 12)}));
  EXPECT_TRUE(store.put(1, {surfel_at(3, 3, 3, 13), surfel_at(-0.1f, 1, 1, 14)}));
  return SurfelTiles(std::move(store));
}

std::vector<int> counts(std::span<const Surfel> surfels) {
  std::vector<int> counts;
  for (const Surfel& surfel : surfels) counts.push_back(static_cast<int>(surfel.count));
  return counts;
}

std::vector<int> counts(std::span<const SurfelChunk> chunks) {
  std::vector<Surfel> all;
  for (const SurfelChunk& chunk : chunks) all.insert(all.end(), chunk.begin(), chunk.end());
  return counts(all);
}

using Counts = std::vector<int>;

TEST(SurfelTiles, HoldSurfelsInTheOrderInWhichTheyCame) {
  for (const std::uint64_t room : {~std::uint64_t{0}, std::uint64_t{0}}) {
    const SurfelTiles tiles = tiles_of_two_chunks(room);
    EXPECT_EQ(counts(tiles.in({0, 0, 0})), Counts({10, 12, 13}));
    EXPECT_EQ(counts(tiles.in({1, 0, 0})), Counts({11}));
    EXPECT_EQ(counts(tiles.in({-1, 0, 0})), Counts({14}));
  }
}

TEST(SurfelTiles, ThoseBesideAreThere) {
  const SurfelTiles tiles = tiles_of_two_chunks();
  EXPECT_EQ(tiles.size(), 5u * 3 * 3);
  for (std::size_t t = 1; t < tiles.size(); ++t) EXPECT_LT(tiles[t - 1], tiles[t]);
}

TEST(SurfelTiles, ShowWhatLiesAboutOne) {
  const SurfelTiles::Around around = tiles_of_two_chunks().about({0, 0, 0}, 0.5f);
  EXPECT_EQ(counts(around.surfels), Counts({14, 10, 12, 13}));
  EXPECT_EQ(around.first, 1u);
  EXPECT_EQ(around.past, 4u);
  EXPECT_EQ(counts(tiles_of_two_chunks().about({0, 0, 0}, 1.5f).surfels), Counts({14, 10, 12, 13, 11}));
}

TEST(SurfelTiles, WhatIsPutIntoOneComesAfterWhatItHeld) {
  SurfelTiles tiles = tiles_of_two_chunks();
  const SurfelTiles before = tiles;
  std::vector<SurfelChunk> more(before.size());
  for (std::size_t t = 0; t < before.size(); ++t) {
    if (before[t] == Cube{0, 0, 0}) more[t] = {surfel_at(1, 2, 3, 20), surfel_at(1, 2, 3.5f, 21)};
    if (before[t] == Cube{2, 0, 0}) more[t] = {surfel_at(9, 1, 1, 22)};
  }
  tiles.add(before, more);
  EXPECT_EQ(counts(tiles.in({0, 0, 0})), Counts({10, 12, 13, 20, 21}));
  EXPECT_EQ(counts(tiles.in({2, 0, 0})), Counts({22}));
  EXPECT_EQ(tiles.size(), 6u * 3 * 3) << "those beside the one that was empty";
  EXPECT_TRUE(before.in({2, 0, 0}).empty());
}

TEST(SurfelTiles, AreEmptyOfWhatIsTaken) {
  SurfelTiles tiles = tiles_of_two_chunks();
  for (std::size_t t = 0; t < tiles.size(); ++t)
    if (tiles[t] == Cube{0, 0, 0}) {
      EXPECT_EQ(counts(tiles.take(t)), Counts({10, 12, 13}));
    }
  EXPECT_TRUE(tiles.in({0, 0, 0}).empty());
  EXPECT_EQ(counts(tiles.in({1, 0, 0})), Counts({11}));
}

}  // namespace
}  // namespace storey
