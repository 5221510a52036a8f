#include "engine/faces/face_pairs.h"

#include <gtest/gtest.h>

#include "engine/faces/face_odds.h"
#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// A wall that looks to y > 0 from y = 0, and what shows behind it at y = -depth, looking the other way.
struct Partition {
  std::vector<WallFace> faces;

  explicit Partition(double depth = 0.1, double from = 0.2, double to = 3.0) {
    faces = {seen_face({0, 0}, {4, 0}), seen_face({to, -depth}, {from, -depth})};
    faces[1].structural = false;
  }
  bool is_found() {
    find_partition_faces(faces);
    return faces[1].structural;
  }
};

TEST(PartitionFaces, TheOtherSideOfAPartitionIsAWall) {
  EXPECT_TRUE(Partition(0.05).is_found());
  EXPECT_TRUE(Partition(0.20).is_found());
}

TEST(PartitionFaces, ACupboardAgainstAWallIsNot) { EXPECT_FALSE(Partition(0.35).is_found()); }

TEST(PartitionFaces, NeitherIsTheSameSurfaceNorALeaf) {
  EXPECT_FALSE(Partition(0.02).is_found()) << "nearer than the faces of any wall";
  EXPECT_FALSE(Partition(0.1, 1.0, 2.1).is_found()) << "as narrow as a leaf";
}

TEST(PartitionFaces, TheWallStandsBehindMostOfIt) {
  EXPECT_TRUE(Partition(0.1, 2.0, 4.2).is_found());
  EXPECT_FALSE(Partition(0.1, 2.0, 5.0).is_found());
}

TEST(PartitionFaces, MostOfItShowsAndBehindItMoreThanALintel) {
  Partition hidden, doors, lintel;
  hidden.faces[1].body = 0.5;
  doors.faces[0].body = 0.3;
  lintel.faces[0].body = 0.1;
  EXPECT_FALSE(hidden.is_found());
  EXPECT_TRUE(doors.is_found());
  EXPECT_FALSE(lintel.is_found());
}

TEST(PartitionFaces, ALeafHasItsWallBehindOrBesideIt) {
  Partition behind(0.16), beside(0.16), far(0.16), plaster(0.16);
  behind.faces.push_back(seen_face({4, -0.1}, {0, -0.1}));
  beside.faces.push_back(seen_face({4, -0.1}, {3.3, -0.1}));
  far.faces.push_back(seen_face({5, -0.1}, {3.7, -0.1}));
  plaster.faces.push_back(seen_face({4, -0.15}, {0, -0.15}));
  EXPECT_FALSE(behind.is_found());
  EXPECT_FALSE(beside.is_found());
  EXPECT_TRUE(far.is_found());
  EXPECT_TRUE(plaster.is_found()) << "a pilaster of a centimetre, or the wall itself";
}

TEST(PartitionFaces, LayersOfTheWallBehindAreNoOtherWall) {
  for (const double off : {-0.02, 0.02}) {
    Partition layered(0.16);
    layered.faces.push_back(seen_face({2, off}, {1.5, off}));
    EXPECT_TRUE(layered.is_found()) << off;
  }
}

TEST(PartitionFaces, GlassHasNoOtherSide) {
  Partition pane;
  pane.faces[0].glass = true;
  EXPECT_FALSE(pane.is_found());
}

/// Two rooms on both sides of a partition along x, 0.12 m thick, that shows from both of them. The one at y >
/// 0 goes on to x = 6; in it, a front stands before the partition from x = 0 to 2.
struct Rooms {
  std::vector<WallFace> faces;

  explicit Rooms(double depth = 0.6) {
    faces = {seen_face({2, 0}, {6, 0}), seen_face({6, -0.12}, {0, -0.12}), seen_face({0, depth}, {2, depth})};
    for (WallFace& face : faces) face.cues = FaceCues{};
    faces[2].cues = likely(-1);
  }
  /// Of all cues, length says least of what stands there: here it stands for all of them.
  static FaceCues likely(double log_length) {
    FaceCues cues{};
    cues[0] = log_length;
    return cues;
  }
  WallFace& front() { return faces[2]; }
  bool is_dropped() {
    drop_casework(faces);
    return !front().structural;
  }
};

TEST(Casework, OfTwoFacesTheCuesAreTold) {
  ASSERT_LT(chance_of(Rooms::likely(-1)), chance_of(Rooms::likely(0)));
}

TEST(Casework, AFrontAsDeepAsAWardrobeBeforeAThinWallIsNoWall) {
  Rooms rooms;
  EXPECT_TRUE(rooms.is_dropped());
  EXPECT_EQ(rooms.front().reason.because, Because::kCasework);
  EXPECT_TRUE(rooms.faces[0].structural);
  EXPECT_TRUE(rooms.faces[1].structural);
}

TEST(Casework, ChimneysAreLessDeepAndThickerThingsHaveARoomInThem) {
  EXPECT_FALSE(Rooms(0.45).is_dropped());
  EXPECT_FALSE(Rooms(0.75).is_dropped());
}

TEST(Casework, WallsOfTheStoreyMayBeAsThick) {
  Rooms rooms;
  rooms.faces.push_back(seen_face({0, 5}, {20, 5}));
  rooms.faces.push_back(seen_face({20, 4.3}, {0, 4.3}));
  EXPECT_FALSE(rooms.is_dropped());
}

TEST(Casework, TheWallStandsBehindAllOfIt) {
  Rooms rooms;
  rooms.faces[1] = seen_face({6, -0.12}, {0.35, -0.12});
  rooms.faces[1].cues = FaceCues{};
  EXPECT_FALSE(rooms.is_dropped());
}

TEST(Casework, WallsGoOnBesideTheRoom) {
  Rooms rooms;
  rooms.faces.push_back(seen_face({3, 0.6}, {9, 0.6}));
  EXPECT_FALSE(rooms.is_dropped());
}

TEST(Casework, WhatIsAsLikelyAsTheWallStays) {
  Rooms rooms;
  rooms.front().cues = rooms.faces[1].cues;
  EXPECT_FALSE(rooms.is_dropped());
}

}  // namespace
}  // namespace storey
