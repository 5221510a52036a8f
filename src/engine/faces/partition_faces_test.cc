#include "engine/faces/partition_faces.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace storey
