#include "engine/glass/mirrors/reflection.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "engine/test_inputs/mirror_test_inputs.h"

namespace storey {
namespace {

using Kind = Sighting::Kind;

const MirrorPlane kRightWall{{{4, 0}, {0, 1}}, {0, 3}};

/// What shows behind the right wall once something was seen at `p` by `stations`.
std::vector<Sighting> sightings(LevelCloud cloud, const Eigen::Vector3f& p, StationSet stations = kInside,
                                const MirrorPlane& plane = kRightWall) {
  cloud.surfels.push_back({p, 1, stations});
  const StoreyRaster raster = raster_of(cloud);
  const std::vector<WallFace> faces = find_faces(cloud, raster, kSharp);
  return Reflection(cloud, raster, faces, {{plane}}, 1, 1).sightings_behind(plane);
}

std::vector<Kind> kinds(const std::vector<Sighting>& sightings) {
  std::vector<Kind> all;
  for (const Sighting& sighting : sightings) all.push_back(sighting.kind);
  return all;
}

/// The right side of the cupboard, mirrored in the right wall.
const Eigen::Vector3f kImageOfCupboard(6.4f, 0.4f, 0.8f);

TEST(Reflection, WhatStandsBeforeThePlaneAsWellIsAnImage) {
  const std::vector<Sighting> found = sightings(furnished_room(), kImageOfCupboard);
  ASSERT_EQ(kinds(found), std::vector{Kind::kImage});
  EXPECT_NEAR(found[0].at.s, 1.5 - 1.1 * 2 / 4.4, 1e-6);
  EXPECT_NEAR(found[0].at.z, 1.5 - 0.7 * 2 / 4.4, 1e-6);
  EXPECT_NEAR(found[0].foot, 0.4, 1e-6);
}

TEST(Reflection, WhatHasNothingBeforeThePlaneIsNone) {
  EXPECT_EQ(kinds(sightings(furnished_room(), {5, 1.5f, 1})), std::vector{Kind::kOther});
  EXPECT_EQ(kinds(sightings(furnished_room(), {6.4f, 0.4f, 1.5f})), std::vector{Kind::kOther});  // above it
}

TEST(Reflection, TheWallItselfIsNoImage) {
  LevelCloud cloud = furnished_room();
  for (int i = 0; i < 100; ++i)
    cloud.surfels.push_back({{3.8f, 1 + 0.01f * static_cast<float>(i), 1}, 1, kInside});  // a rail before it
  EXPECT_EQ(kinds(sightings(cloud, {4.06f, 1.5f, 1})), std::vector{Kind::kEither});  // a leaf let into it
  EXPECT_EQ(kinds(sightings(cloud, {4.2f, 1.5f, 1})), std::vector{Kind::kEither});   // its other face
}

TEST(Reflection, FloorsCeilingsAndSideWallsGoOnInAnyCase) {
  EXPECT_EQ(kinds(sightings(furnished_room(), {5, 1.5f, 0})), std::vector{Kind::kEither});
  EXPECT_EQ(kinds(sightings(furnished_room(), {5, 1.5f, 2.5f})), std::vector{Kind::kEither});
  EXPECT_EQ(kinds(sightings(furnished_room(), {5, 0, 1})), std::vector{Kind::kEither});
}

TEST(Reflection, ATableTopIsItsOwnImageUpToItsEdges) {
  LevelCloud cloud = furnished_room();
  add_surface(cloud, {2, 1, 0.75}, {1, 0, 0}, {0, 1, 0});
  EXPECT_EQ(kinds(sightings(cloud, {5.5f, 1.5f, 0.75f})), std::vector{Kind::kEither});
  EXPECT_EQ(kinds(sightings(cloud, {5, 1.5f, 0.75f})), std::vector{Kind::kImage});
}

TEST(Reflection, AMirrorMayShowTheWallBehindFurniture) {
  LevelCloud cloud = furnished_room();
  EXPECT_EQ(kinds(sightings(cloud, {8, 1.5f, 1.2f})), std::vector{Kind::kImage});
  std::erase_if(cloud.surfels, [](const Surfel& surfel) {
    const Eigen::Vector3f& p = surfel.mean;
    return p.x() < 0.01f && p.y() > 1 && p.y() < 2 && p.z() > 0.8f && p.z() < 1.6f;
  });
  EXPECT_EQ(kinds(sightings(cloud, {8, 1.5f, 1.2f})), std::vector{Kind::kEither});
}

TEST(Reflection, SightLinesPassThePlaneWithinItsExtent) {
  EXPECT_TRUE(sightings(furnished_room(), kImageOfCupboard, kInside, {kRightWall.line, {0, 0.95}}).empty());
  EXPECT_EQ(sightings(furnished_room(), kImageOfCupboard, kInside, {kRightWall.line, {0, 1.05}}).size(), 1u);
  EXPECT_TRUE(sightings(furnished_room(), kImageOfCupboard, kNextDoor).empty());
}

TEST(Reflection, WhatIsSeenFromBehindThePlaneAsWellIsThereAndTellsNothingOfMirrors) {
  for (const bool inside_first : {true, false}) {
    LevelCloud room = furnished_room();
    if (!inside_first) std::swap(room.stations[0].number, room.stations[1].number);
    EXPECT_EQ(kinds(sightings(room, kImageOfCupboard, kInside | kNextDoor)), std::vector{Kind::kEither});
  }
}

TEST(Reflection, LooksAsFarBehindThePlaneAndPastItsEndsAsImagesMayLie) {
  const LevelCloud room = furnished_room();
  EXPECT_EQ(sightings(room, {23.9f, 1.5f, 1}).size(), 1u);
  EXPECT_TRUE(sightings(room, {24.1f, 1.5f, 1}).empty());
  const MirrorPlane wide{kRightWall.line, {-0.6, 3}};
  EXPECT_EQ(sightings(room, {23.9f, -20.5f, 1}, kInside, wide).size(), 1u);
  EXPECT_TRUE(sightings(room, {23.9f, -20.7f, 1}, kInside, wide).empty());
}

TEST(Reflection, WithoutPosesAllIsSeenSquareToThePlane) {
  LevelCloud cloud = furnished_room();
  cloud.stations.clear();
  const std::vector<Sighting> found = sightings(cloud, kImageOfCupboard);
  ASSERT_EQ(kinds(found), std::vector{Kind::kImage});
  EXPECT_NEAR(found[0].at.s, 0.4, 1e-6);
  EXPECT_NEAR(found[0].at.z, 0.8, 1e-6);
}

/// So many of a sheet of 1.4 m behind the right wall show through the plane, if one in `every` is looked at.
std::size_t seen_of_sheet(const MirrorPlane& plane, std::size_t every) {
  LevelCloud cloud = furnished_room();
  add_surface(cloud, {5, 0.8, 0.5}, {0, 1.4, 0}, {0, 0, 1});
  const StoreyRaster raster = raster_of(cloud);
  const std::vector<WallFace> faces = find_faces(cloud, raster, kSharp);
  return Reflection(cloud, raster, faces, {{plane}}, every, 2).sightings_behind(plane).size();
}

TEST(Reflection, OneInSoManyIsLookedAt) {
  EXPECT_EQ(seen_of_sheet(kRightWall, 1), 83u * 59u);
  EXPECT_NEAR(static_cast<double>(seen_of_sheet(kRightWall, 4)), 83 * 59 / 4.0, 1);
}

TEST(Reflection, OfWhatLiesTogetherOnlyThatShowsWhichIsBehindTheExtent) {
  // At y = 1.5 the station looks square through the plane.
  EXPECT_EQ(seen_of_sheet({kRightWall.line, {1.505, 3}}, 1), 41u * 59u);
  EXPECT_EQ(seen_of_sheet({kRightWall.line, {0, 1.495}}, 1), 41u * 59u);
}

}  // namespace
}  // namespace storey
