#include "engine/openings/find_leaf.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// The wall y = 0…−0.12 with a door between x = 0.03 and 0.83, in a room of 4 x 3 m whose west wall is x = 0;
/// lower than usual, so that little shows above the door.
struct Corner {
  LevelCloud cloud;
  WallPiece north;
  std::vector<WallPiece> walls;

  Corner() {
    add_room(cloud, {0, 0, 0}, {4, 3, 2.2});
    north.front = {{0, 0}, {1, 0}};
    north.extent = {0, 4};
    north.back_from = north.back_to = 0.12;
    north.back_edge = EdgeRef{};
    WallPiece west;
    west.front = {{0, 3}, {0, -1}};
    west.extent = {0, 3};
    west.back_from = west.back_to = 0.3;
    walls = {north, west};
  }
  std::optional<Swing> leaf(double head = 2.08) const {
    const StoreyRaster raster = raster_of(cloud);
    return LeafFinder(raster, walls).find(join_runs({north}).at(0), {0.03, 0.83}, head);
  }
};

TEST(FindLeaf, TheWallBesideAnOpeningIsNoLeaf) {
  EXPECT_FALSE(Corner().leaf());
  EXPECT_FALSE(Corner().leaf(2.17));  // nothing above tells the wall from a leaf
}

TEST(FindLeaf, ALeafStandsAtItsHinge) {
  Corner corner;
  add_surface(corner.cloud, {0.81, 0.02, 0.01}, {0, 0.78, 0}, {0, 0, 2.04});
  const auto leaf = corner.leaf();
  ASSERT_TRUE(leaf);
  EXPECT_NEAR(leaf->angle_deg, 90, 10);
  EXPECT_NEAR(leaf->hinge.x, 0.83, 0.03);
}

TEST(FindLeaf, ALeafMayShowAsLinesFarApart) {
  Corner corner;
  for (const double y : {0.15, 0.3, 0.45, 0.6, 0.75})
    add_surface(corner.cloud, {0.81, y, 0.01}, {0, 0.005, 0}, {0, 0, 2.04});
  const auto leaf = corner.leaf();
  ASSERT_TRUE(leaf);
  EXPECT_NEAR(leaf->angle_deg, 90, 10);
}

TEST(FindLeaf, ThingsThatCrossItsPlaceAreNone) {
  Corner corner;
  for (const double y : {0.2, 0.48, 0.76})
    add_surface(corner.cloud, {0.6, y, 0.01}, {0.44, 0, 0}, {0, 0, 2.04});
  EXPECT_FALSE(corner.leaf());
}

TEST(FindLeaf, ACupboardUpToTheCeilingIsNone) {
  Corner corner;
  add_surface(corner.cloud, {0.81, 0.02, 0.01}, {0, 0.78, 0}, {0, 0, 2.18});
  EXPECT_FALSE(corner.leaf());
}

/// Points scattered over the stretch `along` (m) of a leaf that stands at its hinge, up to `height` m.
void scatter(LevelCloud& cloud, int points, const Interval& along, double height, double x = 0.81) {
  for (int i = 0; i < points; ++i) {
    const double y = along.from + along.length() * std::fmod(0.618034 * i, 1);
    const double z = 0.05 + (height - 0.05) * std::fmod(0.754878 * i, 1);
    cloud.surfels.push_back({Eigen::Vector3d(x, y, z).cast<float>(), 1, 1});
  }
}

TEST(FindLeaf, ALeafMayShowAsScatteredPoints) {
  Corner corner;
  scatter(corner.cloud, 36, {0.02, 0.80}, 2.04);
  const auto leaf = corner.leaf();
  ASSERT_TRUE(leaf);
  EXPECT_NEAR(leaf->angle_deg, 90, 10);
}

TEST(FindLeaf, PointsThatLieOtherwiseAreNone) {
  Corner few, low, half, wide, long_wall;
  scatter(few.cloud, 16, {0.02, 0.80}, 2.04);
  scatter(low.cloud, 60, {0.02, 0.80}, 1.1);
  scatter(half.cloud, 60, {0.02, 0.30}, 2.04);
  for (const double x : {0.55, 0.67, 0.81, 0.95}) scatter(wide.cloud, 60, {0.02, 0.80}, 2.04, x);
  scatter(long_wall.cloud, 120, {0.02, 1.60}, 2.04);
  EXPECT_FALSE(few.leaf());
  EXPECT_FALSE(low.leaf()) << "a table";
  EXPECT_FALSE(half.leaf());
  EXPECT_FALSE(wide.leaf()) << "things all over the place";
  EXPECT_FALSE(long_wall.leaf());
}

}  // namespace
}  // namespace storey
