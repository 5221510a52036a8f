#include "engine/glass/mirrors/find_mirrors.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/mirror_test_inputs.h"

namespace storey {
namespace {

/// A hole in the right wall from y = 0.8 to 2 m, up to 2 m.
bool in_hole(double y, double z) { return y > 0.8 && y < 2 && z < 2; }

/// Takes what `gone` says out of the cloud.
template <class Gone>
void take_out(LevelCloud& cloud, const Gone& gone) {
  std::erase_if(cloud.surfels, [&](const Surfel& surfel) { return gone(surfel.mean.cast<double>()); });
}

/// Adds what the station inside sees of `behind` (m) through the hole in the wall x = 4.
void add_seen_through(LevelCloud& cloud, const LevelCloud& behind) {
  const Eigen::Vector3d station(2, 1.5, 1.5);
  for (const Surfel& surfel : behind.surfels) {
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    if (p.x() < 4.02) continue;
    const Eigen::Vector3d at = station + (4 - station.x()) / (p.x() - station.x()) * (p - station);
    if (in_hole(at.y(), at.z())) cloud.surfels.push_back({surfel.mean, 1, kInside});
  }
}

/// The room with a mirror in the hole: behind it, the room again.
LevelCloud with_mirror() {
  LevelCloud cloud = furnished_room();
  take_out(cloud, [](const auto& p) { return p.x() > 3.99 && in_hole(p.y(), p.z()); });
  LevelCloud image = furnished_room();
  for (Surfel& surfel : image.surfels) surfel.mean.x() = 8 - surfel.mean.x();
  add_seen_through(cloud, image);
  return cloud;
}

/// The room with an opening in the hole, through a wall of 10 cm, to a room that is 3 m deep.
LevelCloud with_opening() {
  LevelCloud cloud = furnished_room();
  take_out(cloud, [](const auto& p) { return p.x() > 3.99 && in_hole(p.y(), p.z()); });
  LevelCloud next;
  add_room(next, {4.1, -1, 0}, {3, 5, 2.5});
  take_out(next, [](const auto& p) { return p.x() < 4.11; });
  for (const double y : {0.8, 2.0}) add_surface(next, {4, y, 0}, {0.1, 0, 0}, {0, 0, 2});
  add_seen_through(cloud, next);
  return cloud;
}

std::vector<Mirror> mirrors_of(const LevelCloud& cloud, const RunContext& context = RunContext(2)) {
  const StoreyRaster raster = raster_of(cloud);
  const std::vector<WallFace> faces = find_faces(cloud, raster, kSharp);
  return find_mirrors(cloud, raster, faces, find_sheets(raster, faces, 0).sheets, context);
}

TEST(FindMirrors, WhatShowsAgainBehindAWallIsMirrored) {
  const std::vector<Mirror> mirrors = mirrors_of(with_mirror());
  ASSERT_EQ(mirrors.size(), 1u);
  const Mirror& mirror = mirrors[0];
  EXPECT_NEAR(mirror.line.point.x(), 4, 0.02);
  EXPECT_GT(mirror.line.offset({2, 1.5}), 0);
  const double a = mirror.line.at(mirror.extent.from).y(), b = mirror.line.at(mirror.extent.to).y();
  EXPECT_NEAR(std::min(a, b), 0.8, 0.12);
  EXPECT_NEAR(std::max(a, b), 2.0, 0.12);
  EXPECT_NEAR(mirror.top, 2, 0.12);
}

TEST(FindMirrors, NoneIsLookedForOnceCancelled) {
  RunContext context;
  context.cancel();
  EXPECT_TRUE(mirrors_of(with_mirror(), context).empty());
}

TEST(FindMirrors, AMirrorMayShowWhatOfAWallIsHiddenOtherwise) {
  LevelCloud cloud = with_mirror();
  take_out(cloud, [](const auto& p) { return p.x() < 0.01 && p.z() > 0.1 && p.z() < 1.4; });
  EXPECT_EQ(mirrors_of(cloud).size(), 1u);
}

TEST(FindMirrors, AnOpeningToAnotherRoomIsNone) { EXPECT_TRUE(mirrors_of(with_opening()).empty()); }

TEST(FindMirrors, WhatAnotherStationSeesAsWellIsThere) {
  LevelCloud cloud = with_mirror();
  for (Surfel& surfel : cloud.surfels)
    if (surfel.mean.x() > 4.05f) surfel.stations |= kNextDoor;
  EXPECT_TRUE(mirrors_of(cloud).empty());
}

/// A room of two equal halves with a short wall in the middle, as if one could see through it.
LevelCloud equal_halves(const Eigen::Vector3f& station) {
  LevelCloud cloud;
  cloud.station_sets = sets_of_two();
  cloud.stations = {{"inside", station, 0}};
  add_room(cloud, {0, 0, 0}, {4, 3, 2.5});
  add_surface(cloud, {2, 1.2, 0}, {0, 0.6, 0}, {0, 0, 2.5});
  for (Surfel& surfel : cloud.surfels) surfel.stations = kInside;
  return cloud;
}

TEST(FindMirrors, NoMirrorHangsWhereTheScannerStands) {
  EXPECT_EQ(mirrors_of(equal_halves({1.6f, 1.5f, 1.5f})).size(), 1u);  // one might hang there
  EXPECT_TRUE(mirrors_of(equal_halves({1.8f, 1.5f, 1.5f})).empty());
}

/// The room, and its image next to it, of which one surfel in `every` was seen.
LevelCloud beside_its_image(std::size_t every) {
  LevelCloud cloud = furnished_room();
  cloud.stations.clear();
  const LevelCloud room = cloud;
  for (std::size_t i = 0; i < room.surfels.size(); i += every) {
    Surfel image = room.surfels[i];
    image.mean.x() = 8 - image.mean.x();
    if (image.mean.x() > 4.05f) cloud.surfels.push_back(image);
  }
  return cloud;
}

TEST(FindMirrors, WithoutPosesAnImageIsThin) {
  ASSERT_EQ(mirrors_of(beside_its_image(5)).size(), 1u);
  EXPECT_TRUE(mirrors_of(beside_its_image(2)).empty());  // a room of the same shape
}

TEST(FindMirrors, WithoutPosesNearlyAllMatches) {
  for (const double height : {0.06, 0.10}) {  // of a board that stands only behind the wall
    LevelCloud cloud = beside_its_image(5);
    add_surface(cloud, {5, 0.1, 1.5}, {0, 2.8, 0}, {0, 0, height});
    EXPECT_EQ(mirrors_of(cloud).size(), height < 0.08 ? 1u : 0u) << height;
  }
}

TEST(FindMirrors, WithoutPosesNearlyAllMatchesAsFarAsTheMirrorGoes) {
  LevelCloud cloud = beside_its_image(5);
  add_surface(cloud, {5, 3, 0}, {0, 1.5, 0}, {0, 0, 2.5});  // past the image, and nothing before the plane
  EXPECT_TRUE(mirrors_of(cloud).empty());
}

TEST(FindMirrors, WithoutPosesAMirrorDoesNotShowWhatAWallHides) {
  LevelCloud cloud = beside_its_image(5);
  EXPECT_EQ(mirrors_of(cloud).size(), 1u);
  add_surface(cloud, {3.2, 0, 0}, {0, 3, 0}, {0, 0, 2.5});
  EXPECT_TRUE(mirrors_of(cloud).empty());
}

/// What is left of the cloud.
LevelCloud without(LevelCloud cloud, const std::vector<Mirror>& mirrors) {
  const std::size_t before = cloud.surfels.size();
  const bool any = take_out_images(cloud, mirrors);
  EXPECT_EQ(any, cloud.surfels.size() < before);
  return cloud;
}

TEST(TakeOutImages, WhatTheMirrorShowedIsGone) {
  const LevelCloud cloud = with_mirror();
  const LevelCloud left = without(cloud, mirrors_of(cloud));
  EXPECT_LT(left.surfels.size(), cloud.surfels.size());
  const auto behind = std::count_if(left.surfels.begin(), left.surfels.end(),
                                    [](const Surfel& surfel) { return surfel.mean.x() > 4.05f; });
  const auto all = std::count_if(cloud.surfels.begin(), cloud.surfels.end(),
                                 [](const Surfel& surfel) { return surfel.mean.x() > 4.05f; });
  EXPECT_LT(behind, all / 20);
  // Nothing of the room itself.
  EXPECT_EQ(all - behind, static_cast<std::ptrdiff_t>(cloud.surfels.size() - left.surfels.size()));
}

TEST(TakeOutImages, WhatOneStationSeesInAMirrorAndAnotherDirectlyStays) {
  LevelCloud cloud;
  cloud.station_sets = sets_of_two();
  cloud.stations = {{"inside", {2, 1.5f, 1.5f}, 0}, {"next door", {6, 1.5f, 1.5f}, 1}};
  cloud.surfels = {{{5, 1.4f, 1.4f}, 1, kInside}, {{5, 1.4f, 1.4f}, 1, kInside | kNextDoor}};
  const Mirror mirror{{{4, 0}, {0, 1}}, {0, 3}, 0, 2};
  ASSERT_EQ(without(cloud, {mirror}).surfels.size(), 1u);
  EXPECT_EQ(without(cloud, {mirror}).surfels[0].stations, kInside | kNextDoor);
}

TEST(TakeOutImages, WhatTwoMirrorsSideBySideShowIsGone) {
  LevelCloud cloud;
  cloud.station_sets = sets_of_two();
  cloud.stations = {{"left", {2, 3, 1.5f}, 0}, {"right", {2, -2, 1.5f}, 1}};
  cloud.surfels = {{{6, 0.5f, 1.5f}, 1, 3}};  // seen at y = 1.75 and at y = -0.75 m
  const Mirror left{{{4, 0}, {0, 1}}, {1, 2}, 0, 2}, right{{{4, 0}, {0, 1}}, {-1, 0}, 0, 2};
  EXPECT_TRUE(without(cloud, {left, right}).surfels.empty());
  EXPECT_EQ(without(cloud, {left}).surfels.size(), 1u);
}

}  // namespace
}  // namespace storey
