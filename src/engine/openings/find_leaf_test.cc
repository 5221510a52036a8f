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

}  // namespace
}  // namespace storey
