#include "engine/faces/face_strength.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

constexpr double kHeight = 2.6;  // m from floor to ceiling

StoreyRaster empty_storey() {
  StoreyRaster raster;
  raster.level.floor_z = 0;
  raster.level.ceiling_z = kHeight;
  raster.bins = {-0.1, 0.05};
  return raster;
}

/// A face that is hit in the lowest `share` of the height, of which skirting and cornice are no part.
WallFace face_of(double share, double length = 4) {
  WallFace face = seen_face({0, 0}, {length, 0});
  const HeightMask hit = empty_storey().bins.range(0, 0.2 + share * (kHeight - 0.4));
  std::fill(face.profile.begin(), face.profile.end(), hit);
  return face;
}

std::vector<double> strengths(std::vector<WallFace> faces) {
  weigh_faces(empty_storey(), faces);
  std::vector<double> all;
  for (const WallFace& face : faces) all.push_back(face.strength);
  return all;
}

TEST(FaceStrength, OfWallsIsFullThoughFurnitureHidesAFifth) {
  EXPECT_EQ(strengths({face_of(1), face_of(1), face_of(0.85)}), (std::vector<double>{1, 1, 1}));
}

TEST(FaceStrength, OfWhatShowsAtFewHeightsIsLess) {
  const std::vector<double> all = strengths({face_of(1), face_of(1), face_of(0.2)});
  EXPECT_EQ(all[0], 1);
  EXPECT_NEAR(all[2], 0.2 / 0.8, 0.03);
}

TEST(FaceStrength, IsBesideTheOtherWallsOfTheScan) {
  EXPECT_EQ(strengths({face_of(0.2), face_of(0.2)}), (std::vector<double>{1, 1}))
      << "as of a scan so thin that beams hit every fifth bin";
  EXPECT_EQ(strengths({face_of(0.2, 9), face_of(1, 3), face_of(1, 3)})[0], 1) << "most walls are long ones";
}

TEST(FaceStrength, CountsWhereTheFaceShowsAtAll) {
  WallFace hidden = face_of(1);
  std::fill(hidden.profile.begin() + 50, hidden.profile.end(), 0);
  EXPECT_EQ(strengths({face_of(1, 9), hidden})[1], 1);
}

TEST(FaceStrength, OfAKneeWallIsFullUpToItsRoof) {
  StoreyRaster roof = empty_storey();
  roof.ceiling = Grid<float>(GridFrame{{-10, -10}, 0.25, 80, 80}, 1.2f);
  roof.slope = Grid<Eigen::Vector2f>(roof.ceiling.frame, Eigen::Vector2f::Zero());
  std::vector<WallFace> faces = {face_of(1), face_of(1), face_of(0.4)};
  for (WallFace& face : {std::ref(faces[0]), std::ref(faces[1])}) face.line.point.x() = 50;  // under no roof
  weigh_faces(roof, faces);
  EXPECT_EQ(faces[2].strength, 1);
}

TEST(FaceStrength, GlassAndCurtainWallsAreKnownOtherwise) {
  WallFace glass = face_of(0.05), front = face_of(0.1);
  glass.glass = front.curtain_wall = true;
  const std::vector<double> all = strengths({face_of(1), glass, front});
  EXPECT_EQ(all[1], 1);
  EXPECT_EQ(all[2], 1);
}

TEST(FaceStrength, OfWhatIsLessLikelyAWallsIsLess) {
  const FaceCues likely{1.4, 0.8, 0, 0.1, 0.8, 0.1, 1, 1, 0.8, 1},
      unlikely{0, 0, 0.4, 0.5, 0, 0.8, 0.5, 0.5, 0.2, 0};
  std::vector<WallFace> faces = {face_of(1), face_of(1), face_of(1)};
  faces[0].cues = faces[1].cues = likely;
  faces[2].cues = unlikely;
  const std::vector<double> all = strengths(faces);
  EXPECT_EQ(all[0], 1);
  EXPECT_LT(all[2], 0.5);
  EXPECT_EQ(strengths({faces[2], faces[2]}), (std::vector<double>{1, 1})) << "of a scan that shows no better";
}

TEST(FaceStrength, WithoutHitsStaysAsItIs) {
  WallFace blank = face_of(1);
  std::fill(blank.profile.begin(), blank.profile.end(), 0);
  EXPECT_EQ(strengths({blank}), std::vector<double>{1});
  EXPECT_TRUE(strengths({}).empty());
}

}  // namespace
}  // namespace storey
