#include "engine/walls/wall_runs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace storey {
namespace {

WallPiece wall(const Vec2& from, const Vec2& to, double thickness, bool two_sided = true) {
  WallPiece piece;
  piece.front = {from, (to - from).normalized()};
  piece.extent = {0, (to - from).norm()};
  piece.back_from = piece.back_to = thickness;
  if (two_sided) piece.back_edge = EdgeRef{};
  return piece;
}

TEST(WallRuns, PiecesThatGoOnAreOneWhicheverSideTheyWereFoundFrom) {
  const std::vector<WallPiece> walls = {wall({0, 0}, {3, 0}, 0.11), wall({5, -0.115}, {3, -0.115}, 0.115),
                                        wall({0, 4}, {3, 4}, 0.11)};
  const std::vector<WallRun> runs = join_runs(walls);
  ASSERT_EQ(runs.size(), 2u);
  const auto joined =
      std::find_if(runs.begin(), runs.end(), [](const WallRun& r) { return r.parts.size() == 2; });
  ASSERT_NE(joined, runs.end());
  EXPECT_NEAR(joined->length(), 5, 1e-9);
  EXPECT_NEAR(joined->thickness(), 0.1125, 1e-9);
}

TEST(WallRuns, AStepOfSixCentimetresParts) {
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.11), wall({3, -0.06}, {5, -0.06}, 0.11)}).size(), 2u);
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.11), wall({3, -0.03}, {5, -0.03}, 0.11)}).size(), 1u);
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.11), wall({3, 0}, {5, 0}, 0.17)}).size(),
            2u);  // the back steps
}

TEST(WallRuns, ABendOfTenDegreesParts) {
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.3, false), wall({3, 0}, {5, 0.2}, 0.3, false)}).size(), 1u);
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.3, false), wall({3, 0}, {5, 0.36}, 0.3, false)}).size(), 2u);
}

TEST(WallRuns, AGapParts) {
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.11), wall({3.15, 0}, {5, 0}, 0.11)}).size(), 2u);
}

TEST(WallRuns, TheAssumedBackOfAnOuterWallDoesNotPart) {
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.3, false), wall({3, 0}, {5, 0}, 0.2, false)}).size(), 1u);
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.3, false), wall({3, 0}, {5, 0}, 0.3)}).size(), 2u);
}

TEST(WallRuns, PlacesAreCountedOverAllParts) {
  const std::vector<WallRun> runs =
      join_runs({wall({0, 0}, {3, 0}, 0.3, false), wall({3.08, 0.02}, {5.08, 0.12}, 0.3, false)});
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_NEAR(runs[0].length(), 3 + 0.08 + std::hypot(2, 0.1), 1e-9);
  EXPECT_LT((runs[0].at(1) - Vec2(1, 0)).norm(), 1e-9);
  EXPECT_LT((runs[0].at(runs[0].to()) - Vec2(5.08, 0.12)).norm(), 1e-9);
  EXPECT_LT((runs[0].at(1, 0.2) - Vec2(1, -0.2)).norm(), 1e-9) << "behind the front";
}

TEST(WallRuns, ASpanBelongsToThePieceThatHasMostOfIt) {
  const std::vector<WallPiece> walls = {wall({0, 0}, {3, 0}, 0.11), wall({5, -0.11}, {3, -0.11}, 0.11)};
  const std::vector<WallRun> runs = join_runs(walls);
  ASSERT_EQ(runs.size(), 1u);
  const Interval door{2.7, 3.6};
  const RunPart& part = runs[0].part_at(door);
  EXPECT_EQ(part.piece, 1);
  const Interval span = span_on_piece(part, walls[1], door);  // from x = 5 backwards
  EXPECT_NEAR(span.from, 1.4, 1e-9);
  EXPECT_NEAR(span.to, 2.3, 1e-9);
}

}  // namespace
}  // namespace storey
