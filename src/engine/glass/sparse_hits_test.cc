#include "engine/glass/sparse_hits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// A room of 6 x 4 m, 2.6 m high, with points in it, 1 m from its walls and 2 m from each other.
LevelCloud hall_with(const std::vector<Eigen::Vector3f>& points) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {6, 4, 2.6});
  for (const Eigen::Vector3f& p : points) cloud.surfels.push_back({p, 1, 1});
  return cloud;
}

std::vector<SheetHit> hits_of(const LevelCloud& cloud) {
  const StoreyRaster raster = raster_of(cloud);
  const SparseHits hits(raster, solids(raster, find_faces(cloud, raster, kSharp), 1), 1);
  std::vector<SheetHit> found;
  hits.each([&](const SheetHit& hit) { found.push_back(hit); });
  return found;
}

TEST(SparseHits, AreWhereNoSolidIs) {
  const std::vector<SheetHit> hits = hits_of(hall_with({{1, 1, 0.5F}, {3, 1, 2.2F}}));
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_LT((hits[0].place - Vec2(1, 1)).norm(), 0.001);
  EXPECT_LT((hits[1].place - Vec2(3, 1)).norm(), 0.001);
}

TEST(SparseHits, TellTheRowsThatAreHit) {
  const std::vector<SheetHit> hits = hits_of(hall_with({{1, 1, 0.5F}, {1, 1, 2.2F}}));
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(std::popcount(hits[0].rows), 2);
  EXPECT_NE(hits[0].rows & ((1u << kLowRows) - 1), 0);
  EXPECT_NE(hits[0].rows >> kLowRows, 0);
}

TEST(SparseHits, TellHowMuchOfARowIsHit) {
  const std::vector<SheetHit> hits =
      hits_of(hall_with({{1, 1, 0.52F}, {1, 1, 0.53F}, {1, 1, 0.58F}, {1, 1, 2.2F}}));
  ASSERT_EQ(hits.size(), 1u);
  std::vector<int> bins(hits[0].bins.begin(), hits[0].bins.end());
  std::ranges::sort(bins);
  EXPECT_EQ(bins.back(), 2);
  EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), 0), 3);
}

TEST(SparseHits, FloorAndCeilingAreNone) {
  EXPECT_TRUE(hits_of(hall_with({{1, 1, 0.05F}, {3, 1, 2.55F}})).empty());
}

TEST(SparseHits, AreFoundByABox) {
  const LevelCloud cloud = hall_with({{1, 1, 0.5F}, {3, 1, 0.5F}, {3, 3, 0.5F}});
  const StoreyRaster raster = raster_of(cloud);
  const SparseHits hits(raster, solids(raster, find_faces(cloud, raster, kSharp), 1), 1);
  std::vector<Vec2> found;
  hits.each_within({Vec2(2.9, 0.9), Vec2(3.1, 1.1)},
                   [&](const SheetHit& hit) { found.push_back(hit.place); });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_LT((found[0] - Vec2(3, 1)).norm(), 0.001);
}

}  // namespace
}  // namespace storey
