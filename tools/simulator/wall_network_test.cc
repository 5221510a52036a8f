#include "wall_network.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace storey::simulator {
namespace {

using ::testing::HasSubstr;

bool has_corner(const Ring& ring, const Point2& corner) {
  return std::any_of(ring.begin(), ring.end(), [&](const Point2& p) { return (p - corner).norm() < 1e-9; });
}

WallSpec wall(const char* id, Point2 from, Point2 to, double thickness) {
  return {id, from, to, std::nullopt, thickness, Surface::kPlaster};
}

TEST(WallNetwork, MitresACornerOfTwoThicknesses) {
  StoreySpec storey;
  storey.walls = {wall("a", {0, 0}, {4, 0}, 0.3), wall("b", {4, 0}, {4, 3}, 0.1)};
  const auto runs = wall_runs(storey).value();
  ASSERT_EQ(runs.size(), 2u);
  for (const WallRun& run : runs) {
    EXPECT_TRUE(has_corner(run.polygon, {4.05, -0.15}));
    EXPECT_TRUE(has_corner(run.polygon, {3.95, 0.15}));
    EXPECT_GT(signed_area(run.polygon), 0);
  }
}

TEST(WallNetwork, FillsANodeOfThreeWalls) {
  StoreySpec storey;
  storey.walls = {wall("a", {0, 0}, {2, 0}, 0.2), wall("b", {0, 0}, {-1, 1.8}, 0.3),
                  wall("c", {0, 0}, {-1, -1.7}, 0.1)};
  const auto runs = wall_runs(storey).value();
  std::vector<Ring> rings;
  for (const WallRun& run : runs) rings.push_back(run.polygon);
  const auto outline = unite(rings);
  ASSERT_EQ(outline.size(), 1u);
  EXPECT_TRUE(outline[0].holes.empty());
  for (const Point2& p : {Point2(0, 0), Point2(0.05, 0.05), Point2(0.05, -0.05), Point2(-0.04, 0)})
    EXPECT_TRUE(contains(outline[0], p)) << p.transpose();
}

TEST(WallNetwork, ArcIsAChainOnItsCircle) {
  StoreySpec storey;
  WallSpec arc = wall("arc", {5, 0}, {0, 5}, 0.3);
  arc.through = Point2(5, 5) / std::numbers::sqrt2;
  storey.walls = {arc};
  const auto runs = wall_runs(storey).value();
  EXPECT_GE(runs.size(), 22u);
  double length = 0;
  for (const WallRun& run : runs) {
    EXPECT_NEAR(run.start.norm(), 5, 1e-9);
    EXPECT_NEAR(run.end.norm(), 5, 1e-9);
    EXPECT_TRUE(run.arc);
    length += (run.end - run.start).norm();
  }
  EXPECT_NEAR(length, 2.5 * std::numbers::pi, 0.01);
}

TEST(WallNetwork, OpeningInAnArcHasOneChord) {
  StoreySpec storey;
  WallSpec arc = wall("arc", {5, 0}, {0, 5}, 0.3);
  arc.through = Point2(5, 5) / std::numbers::sqrt2;
  storey.walls = {arc};
  OpeningSpec window;
  window.wall = "arc";
  window.at = 2.0;
  window.width = 1.2;
  storey.openings = {window};
  int chords = 0;
  const auto runs = wall_runs(storey).value();
  for (const WallRun& run : runs) chords += run.s_end > 2.0 + 1e-9 && run.s_start < 3.1;
  EXPECT_EQ(chords, 1);
}

TEST(WallNetwork, PiecesOfARunAreCutAcrossAndAlong) {
  StoreySpec storey;
  storey.walls = {wall("a", {0, 0}, {4, 0}, 0.2)};
  const WallRun run = wall_runs(storey).value()[0];
  const auto pieces = run_pieces(run, 1, 3, -0.1, 0.04);
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_NEAR(signed_area(pieces[0]), 2 * 0.14, 1e-9);
  EXPECT_TRUE(has_corner(pieces[0], {1, 0.04}));
}

TEST(WallNetwork, RefusesWhatDoesNotFit) {
  StoreySpec storey;
  storey.walls = {wall("a", {0, 0}, {4, 0}, 0.2)};
  OpeningSpec opening;
  opening.wall = "a";
  opening.at = 3.5;
  storey.openings = {opening};
  EXPECT_THAT(wall_runs(storey).error().message, HasSubstr("does not fit"));
  storey.openings[0].wall = "b";
  EXPECT_THAT(wall_runs(storey).error().message, HasSubstr("no such wall"));
  storey.openings.clear();
  storey.walls[0].to = storey.walls[0].from;
  EXPECT_THAT(wall_runs(storey).error().message, HasSubstr("length"));
}

}  // namespace
}  // namespace storey::simulator
