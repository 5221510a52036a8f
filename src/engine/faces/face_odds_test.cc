#include "engine/faces/face_odds.h"

#include <gmock/gmock.h>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

using ::testing::Eq;

constexpr double kHeight = 2.6;  // m from floor to ceiling
constexpr LineWidth kWidth{0.01, 0.02, 0.003, false};

StoreyRaster low_storey() {
  StoreyRaster raster;
  raster.level.floor_z = 0;
  raster.level.ceiling_z = raster.level.top_z = raster.level.limit_z = kHeight;
  raster.bins = {-0.1, 0.05};
  return raster;
}

/// A solid face that is hit between these heights (m).
WallFace face_hit(const Vec2& from, const Vec2& to, double bottom = 0, double top = kHeight) {
  WallFace face = seen_face(from, to);
  std::fill(face.profile.begin(), face.profile.end(), low_storey().bins.range(bottom, top));
  return face;
}

std::vector<std::optional<FaceCues>> cues(std::vector<WallFace> faces) {
  give_cues(low_storey(), kWidth, 1, faces);
  std::vector<std::optional<FaceCues>> all;
  for (const WallFace& face : faces) all.push_back(face.cues);
  return all;
}

double cue(const std::optional<FaceCues>& cues, std::string_view name) {
  const auto at = std::ranges::find(kFaceCueNames, name);
  return cues->at(static_cast<std::size_t>(at - kFaceCueNames.begin()));
}

TEST(FaceOdds, AreOfFacesThatAreOrMayBeSolid) {
  WallFace glass = face_hit({0, 0}, {4, 0}), furniture = face_hit({0, 1}, {4, 1}),
           open = face_hit({0, 3}, {4, 3});
  glass.glass = true;
  furniture.judge(Because::kClutter);
  open.judge({});
  const auto all = cues({glass, furniture, face_hit({0, 2}, {4, 2}), open});
  EXPECT_FALSE(all[0]);
  EXPECT_FALSE(all[1]);
  EXPECT_TRUE(all[2]);
  EXPECT_TRUE(all[3]);
}

TEST(FaceOdds, TheOtherFaceOfAWallIsItsPartner) {
  EXPECT_EQ(cue(cues({face_hit({4, 0}, {0, 0}), face_hit({0, 0.2}, {4, 0.2})})[1], "partner"), 1);
  EXPECT_NEAR(cue(cues({face_hit({2, 0}, {0, 0}), face_hit({0, 0.2}, {4, 0.2})})[1], "partner"), 0.5, 0.02);
  EXPECT_EQ(cue(cues({face_hit({4, 0}, {0, 0}), face_hit({0, 0.7}, {4, 0.7})})[1], "partner"), 0)
      << "there is a room between";
  EXPECT_EQ(cue(cues({face_hit({0, 0.2}, {4, 0.2}), face_hit({4, 0.4}, {0, 0.4})})[1], "partner"), 0)
      << "they look at each other";
}

TEST(FaceOdds, AWallShowsBetweenTheUnitsOfAKitchen) {
  WallFace units = face_hit({0, 0.35}, {4, 0.35}, 0, 0.9);
  for (HeightMask& hit : units.profile) hit |= low_storey().bins.range(1.4, kHeight);
  const auto all = cues({units, face_hit({0, 0}, {4, 0}, 0.9, 1.4)});
  EXPECT_NEAR(cue(all[0], "surface_behind"), 0.5 / 2.4, 0.02);
  EXPECT_EQ(cue(all[1], "surface_behind"), 0) << "what stands before it";
}

TEST(FaceOdds, FurnitureShowsLeastInSomeBandOfItsHeight) {
  EXPECT_EQ(cue(cues({face_hit({0, 0}, {4, 0})})[0], "least_band"), 1);
  EXPECT_EQ(cue(cues({face_hit({0, 0}, {4, 0}, 0, 1.4)})[0], "least_band"), 0);
}

TEST(FaceOdds, DensityIsBesideTheOtherWallsOfTheStorey) {
  const auto all =
      cues({face_hit({0, 0}, {4, 0}, 0, 1.3), face_hit({0, 2}, {4, 2}, 0, 1.3), face_hit({0, 4}, {1, 4})});
  EXPECT_EQ(cue(all[0], "density"), 1);
  EXPECT_EQ(cue(all[2], "density"), 1.5) << "more says no more";
}

TEST(FaceOdds, WallsAreSquareToMostOthers) {
  const auto all =
      cues({face_hit({0, 0}, {4, 0}), face_hit({0, 3}, {0, 1}), face_hit({4, 3}, {0, 3}),
            face_hit({1, 1}, {1.8, 1.6}), face_hit({2, 1}, {3, 1 + std::tan(1.5 * M_PI / 180)})});
  EXPECT_NEAR(cue(all[0], "square_to_it"), (2 + 4 + 0.5) / 8, 0.02) << "by 1.5° askew counts half";
  EXPECT_NEAR(cue(all[1], "square_to_it"), (4 + 4 + 0.5) / 10, 0.02);
  EXPECT_NEAR(cue(all[3], "square_to_it"), 0, 0.001);
  EXPECT_EQ(cue(cues({face_hit({0, 0}, {4, 0})})[0], "square_to_it"), 0) << "there is no other";
}

TEST(FaceOdds, WallsGoOnInTheirPlane) {
  const auto all = cues({face_hit({0, 0}, {4, 0}), face_hit({7, 0.02}, {5, 0.02}),
                         face_hit({8, 0.1}, {9, 0.1}), face_hit({1, 0.02}, {3, 0.02})});
  EXPECT_NEAR(cue(all[0], "log_in_line"), std::log(1 + 2), 0.001)
      << "either way, but not what lies beside it";
  EXPECT_NEAR(cue(all[1], "log_in_line"), std::log(1 + 4 + 2), 0.001);
  EXPECT_EQ(cue(all[2], "log_in_line"), 0) << "it is in another plane";
}

TEST(FaceOdds, AWallIsLikelierThanTheFrontOfABookcase) {
  const FaceCues wall{std::log(4), 0.8, 0, 0.1, 0.8, 0.1, 1, 1, 0.8, 1};
  const FaceCues front{std::log(0.9), 0.1, 0.3, 0.4, 0.1, 0.5, 0.5, 0.7, 0.2, 0};
  EXPECT_GT(chance_of(wall), 0.95);
  EXPECT_LT(chance_of(front), 0.2);
  EXPECT_THAT(cues({}), Eq(std::vector<std::optional<FaceCues>>{}));
}

}  // namespace
}  // namespace storey
