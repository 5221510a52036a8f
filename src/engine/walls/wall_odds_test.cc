#include "engine/walls/wall_odds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace storey {
namespace {

/// A wall of 4 m between two rooms, of which each face is one that shows.
struct Storey {
  std::vector<WallFace> faces = std::vector<WallFace>(2);
  std::vector<RoomShape> rooms = std::vector<RoomShape>(2);
  WallPiece wall;

  /// How likely its faces are.
  Storey(double front, double back) {
    faces[0].likely = front;
    faces[1].likely = back;
    for (std::size_t i = 0; i < 2; ++i) {
      faces[i].extent = {0, 4};
      rooms[i].outline.resize(1);
      rooms[i].outline[0].faces = {static_cast<int>(i)};
      rooms[i].outline[0].coverage = 0.9;
    }
    wall.extent = {0, 4};
    wall.front_edge = {0, -1, 0};
    wall.back_edge = EdgeRef{1, -1, 0};
  }
  double chance() const { return chance_of(cues_of(wall, rooms, faces)); }
};

constexpr double kPlaster = 0.95, kCupboard = 0.1;

TEST(WallOdds, WhatHasFacesOfWallsIsAWall) {
  EXPECT_GT(Storey(kPlaster, kPlaster).chance(), 0.9);
  EXPECT_LT(Storey(kCupboard, kCupboard).chance(), 0.5);
}

TEST(WallOdds, OneFaceIsEnough) {
  EXPECT_EQ(Storey(kPlaster, kCupboard).chance(), Storey(kPlaster, kPlaster).chance());
  EXPECT_EQ(Storey(kCupboard, kPlaster).chance(), Storey(kPlaster, kPlaster).chance());
}

TEST(WallOdds, AnEdgeIsAskedByItself) {
  const Storey storey(kCupboard, kPlaster);
  EXPECT_EQ(chance_of(storey.rooms[0].outline[0], storey.faces), Storey(kCupboard, kCupboard).chance());
  EXPECT_EQ(chance_of(storey.rooms[1].outline[0], storey.faces), Storey(kPlaster, kPlaster).chance());
}

TEST(WallOdds, ChordsOfACurvedWallAreOneWall) {
  Storey storey(kCupboard, kPlaster);
  storey.wall.back_edge.reset();
  const double alone = storey.chance();
  for (RoomShape& room : storey.rooms) room.outline[0].arc = 1;
  const double with_the_other = storey.chance();
  EXPECT_GT(with_the_other, alone);
  storey.rooms[1].outline[0].arc = 2;
  EXPECT_EQ(storey.chance(), alone) << "another curved wall says nothing";
}

TEST(WallOdds, LongFacesCountForMore) {
  Storey storey(kPlaster, kPlaster);
  storey.wall.back_edge.reset();
  storey.faces.push_back(storey.faces[0]);
  storey.faces[2].likely = kCupboard;
  storey.faces[2].extent = {0, 1};
  storey.rooms[0].outline[0].faces = {0, 2};
  const double mostly_plaster = storey.chance();
  std::swap(storey.faces[0].extent, storey.faces[2].extent);
  EXPECT_LT(storey.chance(), mostly_plaster);
}

TEST(WallOdds, WhatIsHiddenOrGlassSaysNothing) {
  Storey storey(kCupboard, kPlaster);
  const double cupboard = Storey(kCupboard, kCupboard).chance();
  storey.faces[1].likely.reset();
  EXPECT_EQ(storey.chance(), cupboard);
  storey.rooms[1].outline[0].faces.clear();
  EXPECT_EQ(storey.chance(), cupboard);
  storey.faces[0].likely.reset();
  EXPECT_EQ(cues_of(storey.wall, storey.rooms, storey.faces)[0], 0) << "nobody knows";
}

TEST(WallOdds, AreAddedAsLogarithmsOfOddsUpToOneInAHundred) {
  const auto cue = [](double likely) {
    const Storey storey(likely, likely);
    return cues_of(storey.wall, storey.rooms, storey.faces)[0];
  };
  EXPECT_NEAR(cue(0.8), std::log(4), 1e-9);
  EXPECT_NEAR(cue(0.2), -std::log(4), 1e-9);
  EXPECT_EQ(cue(1), cue(0.99));
  EXPECT_EQ(cue(0), cue(0.01));
}

TEST(WallOdds, WhatShowsLessIsLessLikely) {
  Storey storey(kPlaster, kPlaster);
  const double shown = storey.chance();
  storey.rooms[1].outline[0].coverage = 0.1;
  EXPECT_LT(storey.chance(), shown);
}

}  // namespace
}  // namespace storey
