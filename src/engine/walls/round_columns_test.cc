#include "engine/walls/round_columns.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

/// The first `seen` of so many chords of a circle, which look out of it.
std::vector<WallFace> chords(const Vec2& centre, double radius, int all, int seen) {
  const auto corner = [&](int i) {
    const double angle = -2 * M_PI * i / all;
    return Vec2(centre + radius * Vec2(std::cos(angle), std::sin(angle)));
  };
  std::vector<WallFace> faces;
  for (int i = 0; i < seen; ++i) faces.push_back(seen_face(corner(i), corner(i + 1)));
  return faces;
}

std::size_t columns_of(double radius, int all, int seen) {
  return find_round_columns(chords({2, 3}, radius, all, seen)).size();
}

TEST(RoundColumns, StandWhereChordsLieAroundACircle) {
  const std::vector<RoundColumn> columns = find_round_columns(chords({2, 3}, 0.25, 10, 10));
  ASSERT_EQ(columns.size(), 1u);
  EXPECT_LT((columns[0].centre - Vec2(2, 3)).norm(), 1e-9);
  std::vector<Vec2> ring;
  for (const RoomEdge& edge : columns[0].ring) {
    EXPECT_NEAR((edge.from - columns[0].centre).norm(), 0.25 * std::cos(M_PI / 10), 1e-9);
    EXPECT_EQ(edge.faces.size(), 10u);
    ring.push_back(edge.from);
  }
  EXPECT_LT(signed_area(ring), 0);  // clockwise
}

TEST(RoundColumns, HaveTheRadiusOfColumns) {
  EXPECT_EQ(columns_of(0.06, 10, 10), 1u);
  EXPECT_EQ(columns_of(0.04, 10, 10), 0u);  // a pipe
  EXPECT_EQ(columns_of(0.68, 16, 16), 1u);
  EXPECT_EQ(columns_of(0.75, 16, 16), 0u);  // a round stair
}

TEST(RoundColumns, ShowAThirdOfTheirOutlineInFiveChords) {
  EXPECT_EQ(columns_of(0.25, 16, 6), 1u);
  EXPECT_EQ(columns_of(0.25, 16, 5), 0u);  // 31 %
  EXPECT_EQ(columns_of(0.25, 10, 5), 1u);
  EXPECT_EQ(columns_of(0.25, 8, 4), 0u);  // as many as a square has
}

TEST(RoundColumns, AreNotRoundRooms) {
  std::vector<WallFace> faces = chords({2, 3}, 0.25, 10, 10);
  for (WallFace& face : faces) face = flipped(face);
  EXPECT_TRUE(find_round_columns(faces).empty());
}

TEST(RoundColumns, AreNotOfGlassNorOfFurniture) {
  std::vector<WallFace> faces = chords({2, 3}, 0.25, 10, 10), glass = faces;
  for (WallFace& face : faces) face.structural = false;
  for (WallFace& face : glass) face.glass = true;
  EXPECT_TRUE(find_round_columns(faces).empty());
  EXPECT_TRUE(find_round_columns(glass).empty());
}

TEST(RoundColumns, ChordsMayStandOffTheirCircleByLittle) {
  const auto with_one_off = [](double by) {
    std::vector<WallFace> faces = chords({2, 3}, 0.25, 10, 5);
    faces.back().line.point += by * faces.back().line.normal();
    return find_round_columns(faces).size();
  };
  EXPECT_EQ(with_one_off(0.01), 1u);
  EXPECT_EQ(with_one_off(0.04), 0u);
}

TEST(RoundColumns, SeveralAreToldApart) {
  std::vector<WallFace> faces = chords({2, 3}, 0.25, 10, 10);
  const std::vector<WallFace> other = chords({2.9, 3}, 0.3, 12, 12);
  faces.insert(faces.end(), other.begin(), other.end());
  faces.push_back(seen_face({0, 0}, {5, 0}));
  EXPECT_EQ(find_round_columns(faces).size(), 2u);
}

}  // namespace
}  // namespace storey
