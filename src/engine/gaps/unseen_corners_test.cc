#include "engine/gaps/unseen_corners.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kEnd = 8;  // m: where the corridor ends that runs along x

/// A corridor's wall along y = 0 that shows `gap` m short of its end, and the wall at that end, from
/// `aside` m beside the first one's line on.
struct Corridor {
  std::vector<WallFace> faces;
  StoreyRaster raster;

  explicit Corridor(double gap, double aside = 0, double shown = 3) {
    faces = {seen_face({kEnd - gap - shown, 0}, {kEnd - gap, 0}), seen_face({kEnd, aside}, {kEnd, 1.2})};
  }
  double unseen() {
    find_unseen_corners(raster, faces);
    return faces[0].unseen.after;
  }
};

TEST(UnseenCorners, AWallGoesOnToWhereAnotherEnds) {
  EXPECT_NEAR(Corridor(4).unseen(), 4, 1e-9);
  EXPECT_EQ(Corridor(6).unseen(), 0) << "of a wall as long something would show";
  EXPECT_EQ(Corridor(0.2).unseen(), 0) << "a corner that something hides";
}

TEST(UnseenCorners, FromItsOtherEndLikewise) {
  Corridor corridor(3);
  for (WallFace& face : corridor.faces)  // in a mirror, walls run the other way
    face = flipped(seen_face({-face.start().x(), face.start().y()}, {-face.end().x(), face.end().y()}));
  find_unseen_corners(corridor.raster, corridor.faces);
  EXPECT_NEAR(corridor.faces[0].unseen.before, 3, 1e-9);
  EXPECT_EQ(corridor.faces[0].unseen.after, 0);
}

TEST(UnseenCorners, TheOtherWallComesToItsLine) {
  Corridor near(3, 0.1), far(3, 0.2), past(3, -0.2);
  EXPECT_NEAR(near.unseen(), 3, 1e-9);
  EXPECT_NEAR(near.faces[1].unseen.before, 0.1, 1e-9);
  EXPECT_EQ(far.unseen(), 0);
  EXPECT_EQ(past.unseen(), 0) << "it goes on past the line: rooms join there";
}

TEST(UnseenCorners, BothWallsStandAndLookIntoOneRoom) {
  Corridor turned(3), lintel(3), low(3), brief(3, 0, 0.9), narrow(3), slanting(3);
  turned.faces[1] = flipped(turned.faces[1]);
  lintel.faces[0].body = 0.4;
  low.faces[1].body = 0.4;
  narrow.faces[1] = seen_face({kEnd, 0}, {kEnd, 0.7});
  slanting.faces[1] = seen_face({kEnd, 0}, {kEnd + 1, 2});
  for (Corridor* corridor : {&turned, &lintel, &low, &brief, &narrow, &slanting})
    EXPECT_EQ(corridor->unseen(), 0);
}

TEST(UnseenCorners, AWallThatShowsItsCornerEndsThere) {
  Corridor corridor(3);
  corridor.faces.push_back(seen_face({kEnd - 3, 0}, {kEnd - 3, -2}));
  EXPECT_EQ(corridor.unseen(), 0);
}

TEST(UnseenCorners, TheNearestCornerCounts) {
  Corridor corridor(4);
  corridor.faces.push_back(seen_face({kEnd - 2, 0}, {kEnd - 2, 1.2}));
  EXPECT_NEAR(corridor.unseen(), 2, 1e-9);
}

TEST(UnseenCorners, TheOtherWallStandsUpToIt) {
  Corridor corridor(3);
  corridor.faces[1].stands = {{0.3, 0.6}, {0.8, 1.2}};
  EXPECT_GT(corridor.unseen(), 0);
  EXPECT_EQ(corridor.faces[1].stands.front().from, 0);
}

/// A hall of 10 x 6 m, of which the wall along x at y = 3 may part the half beyond: it shows up to x = 5.
TEST(UnseenCorners, WhereRoomShowsBehindNoWallGoesOn) {
  LevelCloud hall;
  add_room(hall, {0, 0, 0}, {10, 6, 2.5});
  const std::vector<WallFace> faces = {seen_face({2, 3}, {7, 3}), seen_face({10, 3}, {10, 6})};
  for (const bool open : {true, false}) {
    if (!open)
      std::erase_if(hall.surfels,
                    [](const Surfel& surfel) { return std::abs(surfel.mean.y() - 2.9f) < 0.2f; });
    Corridor walls(3);
    walls.faces = faces;
    walls.raster = raster_of(hall);
    EXPECT_EQ(walls.unseen() > 0, !open);
  }
}

/// As wide as a door: there the floor shows, but no ceiling.
TEST(UnseenCorners, ADoorwayInTheCornerIsPartOfTheWall) {
  LevelCloud hall;
  add_room(hall, {0, 0, 0}, {10, 6, 2.5});
  std::erase_if(hall.surfels, [](const Surfel& surfel) {
    return surfel.mean.z() > 2 && std::abs(surfel.mean.y() - 2.9f) < 0.2f;
  });
  for (const double gap : {1.0, 2.0}) {
    Corridor walls(gap);
    walls.faces = {seen_face({2, 3}, {10 - gap, 3}), seen_face({10, 3}, {10, 6})};
    walls.raster = raster_of(hall);
    EXPECT_EQ(walls.unseen() > 0, gap < 1.5) << gap;
  }
}

TEST(UnseenCorners, WhereNoCeilingWasScannedTheFloorTells) {
  LevelCloud hall;
  add_room(hall, {0, 0, 0}, {10, 6, 2.5});
  StoreyRaster raster = raster_of(hall);
  const HeightMask below = raster.bins.range(-0.1, 1.5);
  change_hits(raster.columns, [&](const HeightMask& hit) { return hit & below; });
  Corridor walls(1.0);
  walls.faces = {seen_face({2, 3}, {9, 3}), seen_face({10, 3}, {10, 6})};
  walls.raster = raster;
  EXPECT_EQ(walls.unseen(), 0);
}

}  // namespace
}  // namespace storey
