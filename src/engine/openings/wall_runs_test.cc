#include "engine/openings/wall_runs.h"

#include <gtest/gtest.h>

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

TEST(WallRuns, PiecesInOnePlaneAreOneWhicheverSideTheyWereFoundFrom) {
  const std::vector<WallPiece> walls = {wall({0, 0}, {3, 0}, 0.11), wall({5, -0.115}, {3, -0.115}, 0.115),
                                        wall({0, 4}, {3, 4}, 0.11)};
  const std::vector<WallRun> runs = join_runs(walls);
  ASSERT_EQ(runs.size(), 2u);
  const auto joined =
      std::find_if(runs.begin(), runs.end(), [](const WallRun& r) { return r.pieces.size() == 2; });
  ASSERT_NE(joined, runs.end());
  EXPECT_NEAR(joined->whole.extent.length(), 5, 1e-9);
  EXPECT_NEAR(joined->whole.back_to, 0.115, 1e-9);
}

TEST(WallRuns, AStepOfTwoCentimetresParts) {
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.11), wall({3, -0.02}, {5, -0.02}, 0.11)}).size(), 2u);
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.11), wall({3, -0.01}, {5, -0.01}, 0.11)}).size(), 1u);
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.11), wall({3, 0}, {5, 0}, 0.13)}).size(),
            2u);  // the back steps
}

TEST(WallRuns, AGapParts) {
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.11), wall({3.1, 0}, {5, 0}, 0.11)}).size(), 2u);
}

TEST(WallRuns, TheAssumedBackOfAnOuterWallDoesNotPart) {
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.3, false), wall({3, 0}, {5, 0}, 0.2, false)}).size(), 1u);
  EXPECT_EQ(join_runs({wall({0, 0}, {3, 0}, 0.3, false), wall({3, 0}, {5, 0}, 0.3)}).size(), 2u);
}

TEST(WallRuns, ASpanBelongsToThePieceThatHasMostOfIt) {
  const std::vector<WallPiece> walls = {wall({0, 0}, {3, 0}, 0.11), wall({5, -0.11}, {3, -0.11}, 0.11)};
  const std::vector<WallRun> runs = join_runs(walls);
  ASSERT_EQ(runs.size(), 1u);
  const Interval door{2.7, 3.6};
  const int piece = piece_at(runs[0], walls, door);
  EXPECT_EQ(piece, 1);
  const Interval span = span_on_piece(runs[0], walls[1], door);  // from x = 5 backwards
  EXPECT_NEAR(span.from, 1.4, 1e-9);
  EXPECT_NEAR(span.to, 2.3, 1e-9);
}

}  // namespace
}  // namespace storey
