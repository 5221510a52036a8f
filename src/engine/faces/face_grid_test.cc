#include "engine/faces/face_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "engine/test_inputs/stage_test_inputs.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

/// Faces of all directions and lengths over 30 x 20 m; some go on unseen.
std::vector<WallFace> many_faces() {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> x(-15, 15), y(-10, 10), step(-6, 6), unseen(0, 2);
  std::vector<WallFace> faces;
  for (int i = 0; i < 80; ++i) {
    const Vec2 from(x(random), y(random));
    faces.push_back(seen_face(from, from + Vec2(step(random), step(random))));
    if (i % 3 == 0) faces.back().unseen.after = unseen(random);
  }
  return faces;
}

TEST(FacesInPlan, AnyAsksTheFacesThatWereFound) {
  const std::vector<WallFace> faces = {seen_face({0, 0}, {2, 0}), seen_face({0, 1}, {5, 1})};
  const FacesInPlan plan(faces);
  const auto is_long = [](const WallFace& face) { return face.length() > 3; };
  EXPECT_TRUE(plan.any(std::vector<std::uint32_t>{0, 1}, is_long));
  EXPECT_FALSE(plan.any(std::vector<std::uint32_t>{0}, is_long));
}

double distance_to_face(const Vec2& p, const WallFace& face) {
  return distance_to_segment(p, face.line.at(face.reach().from), face.line.at(face.reach().to));
}

bool holds(std::span<const std::uint32_t> found, std::size_t face) {
  return std::ranges::binary_search(found, static_cast<std::uint32_t>(face));
}

TEST(FaceGrid, FindsAllFacesAboutAPlace) {
  const std::vector<WallFace> faces = many_faces();
  const FaceGrid grid(faces);
  std::size_t found = 0, all = 0;
  for (double x = -25; x < 25; x += 0.83)
    for (double y = -20; y < 20; y += 0.71) {
      const auto here = grid.at({x, y});
      EXPECT_TRUE(std::ranges::is_sorted(here));
      found += here.size();
      all += faces.size();
      for (std::size_t f = 0; f < faces.size(); ++f)
        EXPECT_TRUE(distance_to_face({x, y}, faces[f]) > FaceGrid::kAbout || holds(here, f));
    }
  EXPECT_LT(found, all / 10);
}

TEST(FaceGrid, FindsAllFacesWithinReachOnce) {
  const std::vector<WallFace> faces = many_faces();
  const FaceGrid grid(faces);
  for (const double reach : {0.1, 1.5, 4.0})
    for (const Vec2& p : {Vec2(0, 0), Vec2(-7, 3), Vec2(11, -8)}) {
      const std::vector<std::uint32_t> found = grid.about(p, reach);
      EXPECT_TRUE(std::ranges::is_sorted(found));
      EXPECT_EQ(std::ranges::adjacent_find(found), found.end());
      EXPECT_LT(found.size(), faces.size());
      for (std::size_t f = 0; f < faces.size(); ++f)
        EXPECT_TRUE(distance_to_face(p, faces[f]) > reach || holds(found, f)) << reach;
    }
}

TEST(FaceGrid, FindsAllFacesWithinABoxOnce) {
  const std::vector<WallFace> faces = many_faces();
  const FaceGrid grid(faces);
  const Eigen::AlignedBox2d box(Vec2(-3, -2), Vec2(4, 5));
  const std::vector<std::uint32_t> found = grid.within(box);
  EXPECT_TRUE(std::ranges::is_sorted(found));
  EXPECT_EQ(std::ranges::adjacent_find(found), found.end());
  EXPECT_LT(found.size(), faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (double s = faces[f].reach().from; s <= faces[f].reach().to; s += 0.1)
      EXPECT_TRUE(!box.contains(faces[f].line.at(s)) || holds(found, f));
}

TEST(FaceGrid, FarBeyondAllFacesIsNone) {
  const FaceGrid grid(many_faces());
  EXPECT_TRUE(grid.at({1e12, 0}).empty());
  EXPECT_TRUE(grid.within({Vec2(1e12, 1e12), Vec2(2e12, 2e12)}).empty());
  EXPECT_TRUE(FaceGrid({}).at({0, 0}).empty());
}

/// The faces that are met from `p` in `direction`, and how far from there.
double nearest_of_all(const std::vector<WallFace>& faces, const Vec2& p, const Vec2& direction) {
  double nearest = 1e9;
  for (const WallFace& face : faces)
    if (const auto hit = intersect({p, direction}, face.line))
      if (direction.dot(*hit - p) > 0 && face.extent.contains(face.line.along(*hit)))
        nearest = std::min(nearest, direction.dot(*hit - p));
  return nearest;
}

TEST(FaceGrid, LooksNoFartherThanItHasTo) {
  const std::vector<WallFace> faces = many_faces();
  const FaceGrid grid(faces);
  std::size_t visits = 0, looks = 0;
  for (const Vec2& p : {Vec2(0.3, 0.2), Vec2(-14, 9), Vec2(-24, -3), Vec2(9.1, -9.9)})
    for (double angle = 0.1; angle < 6.2; angle += 0.1, ++looks) {
      const Vec2 direction(std::cos(angle), std::sin(angle));
      double nearest = 1e9;
      grid.look(p, direction, [&](std::uint32_t face) {
        ++visits;
        return nearest = std::min(nearest, nearest_of_all({faces[face]}, p, direction));
      });
      EXPECT_EQ(nearest, nearest_of_all(faces, p, direction));
    }
  EXPECT_LT(visits, looks * faces.size() / 2);
}

TEST(FacesInPlan, TellsWhatCrossesTheWayBetweenTwoPlaces) {
  const std::vector<WallFace> faces = many_faces();
  const FacesInPlan plan(faces);
  constexpr double kEnds = 0.2;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> x(-15, 15), y(-10, 10);
  int crossed = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec2 p(x(random), y(random)), q = p + 0.2 * Vec2(x(random), y(random));
    const Vec2 in = kEnds * (q - p).normalized();
    const bool any = (q - p).norm() > 2 * kEnds && std::ranges::any_of(faces, [&](const WallFace& face) {
                       return segments_cross(p + in, q - in, face.start(), face.end());
                     });
    crossed += any;
    EXPECT_EQ(plan.crossed_between(p, q, kEnds, [](const WallFace&, double) { return true; }), any) << i;
    EXPECT_FALSE(plan.crossed_between(p, q, kEnds, [](const WallFace&, double) { return false; }));
  }
  EXPECT_GT(crossed, 40);
  EXPECT_LT(crossed, 190);
}

}  // namespace
}  // namespace storey
