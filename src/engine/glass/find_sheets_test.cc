#include "engine/glass/find_sheets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

TEST(InPieces, TellsThePieceAtAPlace) {
  const GlassSheet sheet{{}, 1, std::vector<SheetPiece>(3)};
  EXPECT_EQ(sheet.piece_at(1.25), 2u);
  EXPECT_FALSE(sheet.piece_at(0.95));
  EXPECT_FALSE(sheet.piece_at(1.35));
  EXPECT_NEAR(sheet.extent().to, 1.3, 1e-12);
}

/// Some points in a box, anywhere.
void add_points(LevelCloud& cloud, int count, const Eigen::Vector3d& corner, const Eigen::Vector3d& size) {
  std::mt19937_64 random(11 + static_cast<unsigned>(count));
  std::uniform_real_distribution<double> share(0, 1);
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector3d p =
        corner + size.cwiseProduct(Eigen::Vector3d(share(random), share(random), share(random)));
    cloud.surfels.push_back({p.cast<float>(), 1, 1});
  }
}

/// A room of 6 x 4 m, 2.6 m high.
LevelCloud hall() {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {6, 4, 2.6});
  return cloud;
}

SheetSearch search_in(const LevelCloud& cloud) {
  const StoreyRaster raster = raster_of(cloud);
  return find_sheets(raster, find_faces(cloud, raster, kSharp), kSharp.surface);
}

double share_open(const GlassSheet& sheet) {
  const auto open = std::count_if(sheet.pieces.begin(), sheet.pieces.end(),
                                  [](const SheetPiece& piece) { return piece.open; });
  return static_cast<double>(open) / static_cast<double>(sheet.pieces.size());
}

TEST(FindSheets, AFewHitsInOnePlaneAreOne) {
  // 10 hits per m² of pane; the walls around have 3400.
  for (const double degrees : {0.0, 33.0}) {
    SCOPED_TRACE(degrees);
    LevelCloud cloud = hall();
    add_points(cloud, 104, {3, 0.02, 0}, {0.003, 3.96, 2.6});
    add_points(cloud, 60, {0.1, 0.1, 0.1}, {5.8, 3.8, 2.4});
    rotate(cloud, Eigen::AngleAxisd(degrees * M_PI / 180, Eigen::Vector3d::UnitZ()).toRotationMatrix());
    const Eigen::Rotation2Dd turn(degrees * M_PI / 180);
    const SheetSearch search = search_in(cloud);
    ASSERT_EQ(search.sheets.size(), 1u);
    const GlassSheet& sheet = search.sheets[0];
    EXPECT_LT(std::abs(sheet.line.offset(turn * Vec2(3.0015, 0.5))), 0.006);
    EXPECT_LT(std::abs(sheet.line.offset(turn * Vec2(3.0015, 3.5))), 0.006);
    EXPECT_NEAR(sheet.to() - sheet.from, 3.9, 0.4);
    EXPECT_GE(evidence_of(sheet), search.least_evidence);
    EXPECT_GT(share_open(sheet), 0.9);
  }
}

TEST(FindSheets, TheyAreParallelToWallsAndNotToLeaves) {
  for (const double guide : {1.2, 1.5}) {
    LevelCloud cloud = hall();
    const Vec2 from(1, 0.7), along = Vec2(3, 2).normalized();
    add_points(cloud, 104, {0, 0, 0}, {3.6, 0.003, 2.6});
    for (auto p = cloud.surfels.end() - 104; p != cloud.surfels.end(); ++p)
      p->mean.head<2>() = (from + static_cast<double>(p->mean.x()) * along).cast<float>();
    const StoreyRaster raster = raster_of(cloud);
    std::vector<WallFace> faces = find_faces(cloud, raster, kSharp);
    faces.push_back(seen_face({4.5, 0.5}, Vec2(4.5, 0.5) + guide * along));
    EXPECT_EQ(find_sheets(raster, faces, 0).sheets.size(), guide > 1.4 ? 1u : 0u) << guide;
  }
}

TEST(FindSheets, ClutterAllOverTheRoomIsNone) {
  for (const int count : {100, 1000, 5000}) {
    LevelCloud cloud = hall();
    add_points(cloud, count, {0.1, 0.1, 0.1}, {5.8, 3.8, 2.4});
    EXPECT_TRUE(search_in(cloud).sheets.empty()) << count;
  }
}

TEST(FindSheets, ClutterAsThickAsABandSpeaksForNone) {
  for (const double thick : {0.003, 0.12}) {
    LevelCloud cloud = hall();
    add_points(cloud, 900, {3, 0.02, 0}, {thick, 3.96, 2.6});
    const SheetSearch search = search_in(cloud);
    EXPECT_EQ(
        std::ranges::any_of(search.sheets,
                            [&](const GlassSheet& s) { return evidence_of(s) >= search.least_evidence; }),
        thick < 0.01)
        << thick;
  }
}

TEST(FindSheets, GlassReturnsPointsOneByOneAndFurnitureFillsItsRows) {
  for (const int height : {1, 2, 8}) {  // voxels of 2 cm, each way
    LevelCloud cloud = hall();
    add_points(cloud, 160, {3, 0.02, 0}, {0.003, 3.96, 2.6});
    const std::vector<Surfel> spots(cloud.surfels.end() - 160, cloud.surfels.end());
    for (const Surfel& spot : spots)
      for (int up = 0; up < height; ++up)
        for (int along = 0; along < height; ++along) {
          cloud.surfels.push_back(spot);
          cloud.surfels.back().mean +=
              Eigen::Vector3f(0, 0.02F * static_cast<float>(along), 0.02F * static_cast<float>(up));
        }
    const SheetSearch search = search_in(cloud);
    ASSERT_FALSE(search.sheets.empty()) << height;
    EXPECT_EQ(evidence_of(search.sheets[0]) >= search.least_evidence, height < 8) << height;
  }
}

TEST(FindSheets, IsOpenWhateverShowsInItsLineOutsideOfTheBuilding) {
  LevelCloud cloud = hall();
  add_points(cloud, 104, {3, 0.02, 0}, {0.003, 3.96, 2.6});
  add_points(cloud, 60, {3, 4.2, 0}, {0.003, 5, 2.6});
  const SheetSearch search = search_in(cloud);
  ASSERT_EQ(search.sheets.size(), 1u);
  EXPECT_GT(search.sheets[0].to() - search.sheets[0].from, 8);
  EXPECT_GT(share_open(search.sheets[0]), 0.3);
}

TEST(FindSheets, ShelvesBeforeAWallAreNotOpen) {
  LevelCloud cloud = hall();
  for (int board = 0; board < 6; ++board)
    add_surface(cloud, {1, 0.27, 0.3 + 0.35 * board}, {2.5, 0, 0}, {0, 0.03, 0});
  for (const GlassSheet& sheet : search_in(cloud).sheets) EXPECT_LT(share_open(sheet), 0.2);
}

TEST(FindSheets, FrontsOfWardrobesAreNoFartherFromTheirWallThanTheyAreDeep) {
  for (const double depth : {0.45, 0.66, 0.76, 0.9}) {
    LevelCloud cloud = hall();
    add_points(cloud, 104, {depth, 0.02, 0}, {0.003, 3.96, 2.6});
    const SheetSearch search = search_in(cloud);
    ASSERT_EQ(search.sheets.size(), 1u) << depth;
    EXPECT_EQ(share_open(search.sheets[0]) > 0.9, depth > 0.7) << depth;
  }
}

TEST(FindSheets, PastTheFrontOfACupboardNoFloorShows) {
  for (const bool pane : {true, false}) {
    LevelCloud cloud = hall();
    add_points(cloud, 104, {4, 0.02, 0}, {0.003, 3.96, 2.6});
    if (!pane)  // a cupboard, behind which the far wall and the ceiling show
      std::erase_if(cloud.surfels, [](const Surfel& p) {
        return p.mean.x() > 4.01f && p.mean.x() < 5 && p.mean.z() < 0.01f;
      });
    for (const GlassSheet& sheet : search_in(cloud).sheets) EXPECT_EQ(share_open(sheet) > 0.9, pane);
    EXPECT_EQ(search_in(cloud).sheets.size(), 1u);
  }
}

TEST(FindSheets, HasRoomsToBothSidesWhereAThinScanShowsLittleOfThem) {
  LevelCloud cloud = hall();
  std::mt19937_64 random(5);
  std::bernoulli_distribution kept(0.02);  // 70 points per m² of floor and ceiling about the sheet
  std::erase_if(cloud.surfels, [&](const Surfel& surfel) {
    const Eigen::Vector3f& p = surfel.mean;
    return std::abs(p.x() - 3) < 0.5f && (p.z() < 0.01f || p.z() > 2.59f) && !kept(random);
  });
  add_points(cloud, 104, {3, 0.02, 0}, {0.003, 3.96, 2.6});
  const SheetSearch search = search_in(cloud);
  ASSERT_EQ(search.sheets.size(), 1u);
  EXPECT_GT(share_open(search.sheets[0]), 0.9);
}

TEST(FindSheets, WhatStandsOnTheFloorShowsBelowOnly) {
  LevelCloud cloud = hall();
  add_points(cloud, 200, {3, 0.5, 0}, {0.003, 3, 1.4});
  add_points(cloud, 400, {1.4, 1.8, 0.1}, {0.3, 0.5, 1.5});  // a person
  for (const GlassSheet& sheet : search_in(cloud).sheets) {
    double high = 0;
    for (const SheetPiece& piece : sheet.pieces) high += piece.high;
    EXPECT_LT(high, 0);
  }
}

TEST(FindSheets, ABeamAtHeadHeightShowsAboveOnly) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {6, 4, 3.2});
  for (const double x : {3.0, 3.08}) add_points(cloud, 300, {x, 0.02, 2.05}, {0.003, 3.96, 0.8});
  for (const GlassSheet& sheet : search_in(cloud).sheets)
    for (const SheetPiece& piece : sheet.pieces) EXPECT_LE(piece.low, 0);
}

TEST(FindSheets, WhereNoiseFillsTheBandItSaysSo) {
  LevelCloud cloud = hall();
  add_points(cloud, 104, {3, 0.02, 0}, {0.003, 3.96, 2.6});
  const StoreyRaster raster = raster_of(cloud);
  const std::vector<WallFace> faces = find_faces(cloud, raster, kSharp);
  for (const double noise : {0.0095, 0.0105}) {
    const SheetSearch search = find_sheets(raster, faces, noise);
    EXPECT_EQ(search.sheets.size(), 1u);
    EXPECT_EQ(search.blurred, noise > 0.010);
  }
}

TEST(FindSheets, AnEmptyRasterHasNone) { EXPECT_TRUE(find_sheets(StoreyRaster{}, {}, 0).sheets.empty()); }

}  // namespace
}  // namespace storey
