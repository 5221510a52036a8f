#include "engine/faces/find_faces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

std::vector<WallFace> faces_of(const LevelCloud& cloud) {
  return find_faces(cloud, raster_of(cloud), kSharp);
}

std::vector<WallFace> structural(std::vector<WallFace> faces) {
  std::erase_if(faces, [](const WallFace& face) { return !face.structural; });
  return faces;
}

/// The face that runs through `a` and `b` with the room to the left, if there is one.
const WallFace* face_at(const std::vector<WallFace>& faces, const Vec2& a, const Vec2& b) {
  const Vec2 direction = (b - a).normalized(), middle = (a + b) / 2;
  const auto it = std::find_if(faces.begin(), faces.end(), [&](const WallFace& face) {
    return face.line.direction.dot(direction) > 0.999 && std::abs(face.line.offset(middle)) < 0.01 &&
           face.extent.contains(face.line.along(middle));
  });
  return it == faces.end() ? nullptr : &*it;
}

TEST(FindFaces, ARoomHasFourThatLookIntoIt) {
  const std::vector<Vec2> ring = rectangle(0.007, 0.011, 4.003, 3.009);
  for (const double degrees : {0.0, 33.0}) {
    LevelCloud cloud;
    add_room(cloud, {0.007, 0.011, 0}, {3.996, 2.998, 2.5});
    rotate(cloud, Eigen::AngleAxisd(degrees * M_PI / 180, Eigen::Vector3d::UnitZ()).toRotationMatrix());
    const Eigen::Rotation2Dd turn(degrees * M_PI / 180);
    const std::vector<WallFace> faces = structural(faces_of(cloud));
    EXPECT_EQ(faces.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec2 a = turn * ring[i], b = turn * ring[(i + 1) % 4];
      const WallFace* face = face_at(faces, a, b);
      ASSERT_NE(face, nullptr) << i;
      EXPECT_LT(std::abs(face->line.offset(a)), 0.001);
      EXPECT_LT(std::abs(face->line.offset(b)), 0.001);
      EXPECT_NEAR(face->length(), (b - a).norm(), 0.06);
      EXPECT_GT(face->coverage, 0.85);  // less than 1 where the line clips corners of cells
      EXPECT_GT(face->top_contact, 0.85);
      EXPECT_GT(face->free_left, 0.9);
      EXPECT_FALSE(face->glass);
    }
  }
}

/// The thickness of a wall between two rooms by its faces; 0 if they were not both found and told apart.
double thickness_between_rooms(double thickness) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 3, 2.5});
  add_room(cloud, {4 + thickness, 0, 0}, {3, 3, 2.5});
  const std::vector<WallFace> faces = structural(faces_of(cloud));
  const WallFace* left = face_at(faces, {4, 0}, {4, 3});
  const WallFace* right = face_at(faces, {4 + thickness, 3}, {4 + thickness, 0});
  return left && right ? std::abs(left->line.offset(right->line.at(right->extent.from))) : 0;
}

TEST(FindFaces, BothFacesOfAWallAreFound) {
  for (const double thickness : {0.08, 0.115, 0.3})
    EXPECT_NEAR(thickness_between_rooms(thickness), thickness, 0.001);
}

TEST(FindFaces, BothFacesOfAThinWallAreFound) {
  for (const double thickness : {0.045, 0.05, 0.06})
    EXPECT_NEAR(thickness_between_rooms(thickness), thickness, 0.001);
}

TEST(FindFaces, BeamsOfAThinScanShowWallsBetweenThem) {
  // Columns of hits on the walls, as far apart as beams of 0.45 degrees 10 m away.
  const auto dropped = [](float along, float spacing) {
    const float s = along / spacing;
    return s - std::floor(s) > 0.021f / spacing;
  };
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {8, 6, 3});
  std::erase_if(cloud.surfels, [&](const Surfel& s) {
    const bool level = s.mean.z() < 0.001f || s.mean.z() > 2.999f;
    const bool on_x = s.mean.y() < 0.001f || s.mean.y() > 5.999f;
    return !level && (dropped(on_x ? s.mean.x() : s.mean.y(), 0.08f) || dropped(s.mean.z(), 0.10f));
  });
  const std::vector<WallFace> faces = structural(faces_of(cloud));
  EXPECT_EQ(faces.size(), 4u);
  for (const WallFace& face : faces) {
    EXPECT_LT(face.coverage, 0.35);
    EXPECT_GT(face.top_contact, 0.8);
  }
}

TEST(FindFaces, FurnitureBelowTheCeilingIsNotStructural) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 2.5});
  add_box(cloud, {1.5, 1.5, 0}, {1.6, 0.6, 1.9});
  const std::vector<WallFace> faces = faces_of(cloud);
  EXPECT_EQ(structural(faces).size(), 4u);
  EXPECT_GE(faces.size(), 8u);  // found, and told apart
}

TEST(FindFaces, TheFlankOfAFlightIsNotStructural) {
  constexpr double kGoing = 0.25, kRiser = 0.24, kFrom = 1, kTo = kFrom + 11 * kGoing;  // m
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 2.5});
  std::erase_if(cloud.surfels, [](const Surfel& s) {  // under the flight no floor shows, and a void above it
    return s.mean.x() > kFrom && s.mean.x() < kTo && s.mean.y() > 1.5 && s.mean.y() < 2.5;
  });
  for (int tread = 1; tread <= 11; ++tread)
    add_surface(cloud, {kTo - kGoing * tread, 1.5, 0}, {kGoing, 0, 0},
                {0, 0, std::min(2.5, kRiser * (12 - tread))});
  for (const WallFace& face : structural(faces_of(cloud)))
    EXPECT_TRUE(std::abs(face.line.offset({2.5, 1.5})) > 0.1 || face.length() < 1) << face.length();
}

TEST(FindFaces, ABeamUnderTheCeilingIsNotStructural) {
  for (const double density : {1.0, 0.3}) {
    SCOPED_TRACE(density);
    LevelCloud cloud;
    add_room(cloud, {0, 0, 0}, {8, 4, 2.6});
    for (const double x : {3.9, 4.1}) add_surface(cloud, {x, 0, 2.3}, {0, 4, 0}, {0, 0, 0.3});
    std::mt19937_64 random(3);
    std::bernoulli_distribution kept(density);
    std::erase_if(cloud.surfels, [&](const Surfel&) { return !kept(random); });
    EXPECT_EQ(structural(faces_of(cloud)).size(), 4u);
  }
}

TEST(FindFaces, WhatStandsOnTablesUnderABeamMakesNoWallOfIt) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {8, 4, 2.6});
  for (const double x : {3.9, 4.1}) add_surface(cloud, {x, 0.5, 2.3}, {0, 2.8, 0}, {0, 0, 0.3});
  for (const double y : {1.0, 2.0}) add_surface(cloud, {3.9, y, 0.8}, {0, 0.5, 0}, {0, 0, 0.35});
  EXPECT_EQ(structural(faces_of(cloud)).size(), 4u);
}

TEST(FindFaces, AFrontOfWindowsStandsThoughLittleOfItShows) {
  for (const bool floor_behind : {false, true}) {
    LevelCloud cloud;
    add_room(cloud, {0, 0, 0}, {9, 4, 2.6});
    std::erase_if(cloud.surfels, [](const Surfel& s) {  // down to the floor, from pier to pier
      return s.mean.y() < 0.001f && s.mean.z() < 2.2f && std::abs(s.mean.x() - 4.5f) < 4;
    });
    if (floor_behind) add_surface(cloud, {0, -3, 0}, {9, 0, 0}, {0, 3, 0});
    const std::vector<WallFace> faces = structural(faces_of(cloud));
    const WallFace* front = face_at(faces, {0, 0}, {9, 0});
    EXPECT_EQ(front == nullptr, floor_behind);
  }
}

TEST(FindFaces, AUnitAndARadiatorBelowItAreNoPartOfTheWall) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {6, 4, 2.6});
  // Both in one plane 0.2 m before the wall; the unit hangs close under the ceiling.
  for (const auto& [low, high] : {std::pair{0.15, 0.65}, {1.95, 2.45}})
    add_surface(cloud, {2, 0.2, low}, {1.2, 0, 0}, {0, 0, high - low});
  const std::vector<WallFace> faces = structural(faces_of(cloud));
  EXPECT_EQ(faces.size(), 4u);
  EXPECT_EQ(face_at(faces, {2, 0.2}, {3.2, 0.2}), nullptr);
}

TEST(FindFaces, WhatShowsAboveHeadHeightOnlyIsNoWallBeforeTheWall) {
  // A cornice before the wall of a closet, and a parapet and lintel before the frame of its window.
  for (const bool parapet : {false, true}) {
    SCOPED_TRACE(parapet);
    LevelCloud cloud;
    add_room(cloud, {0, 0.03, 0}, {2, 4, 2.6});
    std::erase_if(cloud.surfels, [&](const Surfel& s) {
      return s.mean.y() < 0.031f && s.mean.z() < 2.25f && s.mean.z() > (parapet ? 0.9f : 0.01f);
    });
    add_surface(cloud, {0, -0.1, 0.3}, {2, 0, 0}, {0, 0, 2.2});
    const std::vector<WallFace> faces = structural(faces_of(cloud));
    EXPECT_EQ(face_at(faces, {0, 0.03}, {2, 0.03}) != nullptr, parapet);
  }
}

TEST(FindFaces, APierInThePlaneOfAWindowSeatStands) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {6, 4, 2.6});
  add_surface(cloud, {2, 0.3, 0}, {0.8, 0, 0}, {0, 0, 2.6});
  add_surface(cloud, {2.8, 0.3, 0}, {2.6, 0, 0}, {0, 0, 0.45});
  const std::vector<WallFace> faces = structural(faces_of(cloud));
  const WallFace* pier = face_at(faces, {2, 0.3}, {2.8, 0.3});
  ASSERT_NE(pier, nullptr);
  EXPECT_NEAR(pier->length(), 0.8, 0.05);
}

TEST(FindFaces, AWallThatTwoStationsShowApartIsStillFound) {
  for (const double apart : {0.006, 0.009, 0.012, 0.015, 0.018}) {
    SCOPED_TRACE(apart);
    LevelCloud cloud;
    add_room(cloud, {0, 0, 0}, {6, 4, 2.6});
    add_surface(cloud, {0, apart, 0}, {6, 0, 0}, {0, 0, 2.6});
    const std::vector<WallFace> faces = structural(faces_of(cloud));
    const bool found = std::any_of(faces.begin(), faces.end(), [&](const WallFace& face) {
      return face.line.direction.x() > 0.999 && face.length() > 5.8 &&
             std::abs(face.line.offset({3, apart / 2})) < apart / 2 + 0.002;
    });
    EXPECT_TRUE(found);
  }
}

/// A room whose southern wall shows up to 20 mm to either side, as where a phone came by again and again.
LevelCloud room_with_a_layered_wall() {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {6, 4, 2.6});
  std::erase_if(cloud.surfels, [](const Surfel& s) { return s.mean.y() < 0.001f && s.mean.z() > 0.02f; });
  std::mt19937 random(3);
  std::uniform_real_distribution<double> off(-0.020, 0.020);
  for (double x = 0; x < 5.99; x += 0.02) add_surface(cloud, {x, off(random), 0}, {0.02, 0, 0}, {0, 0, 2.6});
  return cloud;
}

TEST(FindFaces, AWallThatManyWaysShowIsOneFaceInTheMiddle) {
  const LevelCloud cloud = room_with_a_layered_wall();
  const std::vector<WallFace> faces = structural(find_faces(cloud, raster_of(cloud), {0.003, 0.010}));
  const WallFace* wall = face_at(faces, {0, 0}, {6, 0});
  ASSERT_NE(wall, nullptr);
  EXPECT_GT(wall->length(), 5.8);
  EXPECT_NEAR(wall->line.offset({3, 0}), 0, 0.003);
}

TEST(FindFaces, ThingsThatLeanOnAWallDoNotPullItsFaceAside) {
  LevelCloud cloud;  // of a scan so blurred that shelves and the wall behind them are within one band
  add_room(cloud, {0, 0, 0}, {6, 4, 2.6});
  std::erase_if(cloud.surfels, [](const Surfel& s) {
    return s.mean.y() < 0.001f && s.mean.x() < 2.5f && s.mean.z() > 0.02f && s.mean.z() < 1.7f;
  });
  add_surface(cloud, {0, 0.04, 0}, {2.5, 0, 0}, {0, 0, 1.7});
  const std::vector<WallFace> faces = structural(find_faces(cloud, raster_of(cloud), {0.012, 0.012}));
  const WallFace* wall = face_at(faces, {0, 0}, {6, 0});
  ASSERT_NE(wall, nullptr);
  EXPECT_GT(wall->length(), 5.8);
  for (const double x : {0.0, 6.0}) EXPECT_NEAR(wall->line.offset({x, 0}), 0, 0.003);
  EXPECT_EQ(face_at(faces, {0, 0.04}, {2.5, 0.04}), nullptr);
}

TEST(FindFaces, TheSheetsOfALayeredWallLookAtTheFloorBeforeAllOfThem) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {6, 4, 2.6});
  add_surface(cloud, {0, 0.035, 0}, {6, 0, 0}, {0, 0, 2.6});
  std::erase_if(cloud.surfels, [](const Surfel& s) {  // hidden by what stands before the wall
    return s.mean.y() > 0.04f && s.mean.y() < 0.11f && (s.mean.z() < 0.01f || s.mean.z() > 2.59f);
  });
  const std::vector<WallFace> faces = structural(find_faces(cloud, raster_of(cloud), {0.002, 0.015}));
  EXPECT_NE(face_at(faces, {0, 0.035}, {6, 0.035}), nullptr);
}

TEST(FindFaces, WhatIsSoThickInASharpScanIsClutter) {
  const LevelCloud cloud = room_with_a_layered_wall();
  EXPECT_EQ(face_at(structural(faces_of(cloud)), {0, 0}, {6, 0}), nullptr);
}

/// Does a thin scan show the lintel of a door between two rooms, 0.1 m from their outer wall, of which only
/// the third next to that is hit, in one of ten places, by rays that scatter as about an open leaf?
bool shows_lintel(unsigned seed) {
  constexpr double kNib = 0.10, kWidth = 0.90, kHead = 2.10, kShown = 0.30, kThick = 0.18;  // m
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 4, 2.6});
  add_room(cloud, {4 + kThick, 0, 0}, {4, 4, 2.6});
  std::mt19937 random(seed);
  std::bernoulli_distribution hit(0.1);
  std::normal_distribution<float> off(0, 0.006f);
  const auto in_wall = [](const Surfel& s) { return s.mean.x() > 3.99f && s.mean.x() < 4.19f; };
  std::erase_if(cloud.surfels, [&](const Surfel& s) {
    const double past = static_cast<double>(s.mean.y()) - kNib, z = static_cast<double>(s.mean.z());
    if (!in_wall(s) || past < 0 || past > kWidth || z < 0.01 || z > 2.59) return false;
    return z < kHead || past > kShown || !hit(random);
  });
  add_surface(cloud, {4, kNib, 0}, {kThick, 0, 0}, {0, 0, kHead});
  for (Surfel& s : cloud.surfels)
    if (in_wall(s) && s.mean.x() < 4.001f && s.mean.y() > 0.01f && s.mean.y() < 1) s.mean.x() += off(random);
  return face_at(structural(faces_of(cloud)), {4, 0}, {4, kNib + kShown}) != nullptr;
}

TEST(FindFaces, ALintelOnANibIsNoClutter) {
  int shown = 0;
  for (unsigned seed = 0; seed < 20; ++seed) shown += shows_lintel(seed);
  EXPECT_GE(shown, 18);
}

TEST(FindFaces, AWallGoesOnOverItsDoor) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 2.6});
  std::erase_if(cloud.surfels, [](const Surfel& s) {
    return s.mean.y() < 0.001f && s.mean.z() > 0.01f && s.mean.z() < 2.05f && s.mean.x() > 2.0f &&
           s.mean.x() < 2.9f;
  });
  const std::vector<WallFace> faces = structural(faces_of(cloud));
  const WallFace* face = face_at(faces, {0, 0}, {5, 0});
  ASSERT_NE(face, nullptr);
  EXPECT_NEAR(face->length(), 5, 0.06);
  // Over the door only the lintel shows.
  EXPECT_LT(face->body, 0.9);
  EXPECT_GT(face->coverage, 0.95);
}

TEST(FindFaces, AThinScanShowsAsMuchOfAWall) {
  for (const double apart : {0.04, 0.06, 0.08}) {
    SCOPED_TRACE(apart);
    LevelCloud cloud;
    add_room(cloud, {0, 0, 0}, {5, 4, 2.6});
    std::erase_if(cloud.surfels, [&](const Surfel& s) {
      const double x = static_cast<double>(s.mean.x()), z = static_cast<double>(s.mean.z());
      return s.mean.y() < 0.001f && (std::fmod(x, apart) > 0.017 || std::fmod(z, 0.3) > 0.03);
    });
    const std::vector<WallFace> faces = structural(faces_of(cloud));
    const WallFace* face = face_at(faces, {0, 0}, {5, 0});
    ASSERT_NE(face, nullptr);
    EXPECT_GT(face->body, 0.9);
  }
}

/// A room whose front wall ends `gap` m below the ceiling and is hit in a share `density` of its places.
WallFace front_wall(double density, double gap) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {5, 4, 2.6});
  std::mt19937 random(7);
  std::bernoulli_distribution hit(density);
  std::erase_if(cloud.surfels, [&](const Surfel& s) {
    const bool inner = s.mean.z() > 0.05f && s.mean.z() < 2.55f;
    return s.mean.y() < 0.001f && inner && (s.mean.z() > 2.6f - static_cast<float>(gap) || !hit(random));
  });
  const std::vector<WallFace> faces = faces_of(cloud);
  const WallFace* face = face_at(faces, {0, 0}, {5, 0});
  return face ? *face : WallFace{};
}

TEST(FindFaces, HowFarAWallReachesUpDoesNotHangOnTheDensityOfTheScan) {
  for (const double density : {0.03, 0.06, 0.12, 0.25, 0.5, 1.0}) {
    SCOPED_TRACE(density);
    const WallFace wall = front_wall(density, 0), cupboard = front_wall(density, 0.4);
    EXPECT_GT(wall.body, 0.9);
    EXPECT_GT(wall.top_contact, 0.9);
    EXPECT_GT(cupboard.body, 0.9);
    EXPECT_LT(cupboard.top_contact, 0.1);
  }
}

TEST(FindFaces, GlassShowsLessThanWhatIsSeenThroughIt) {
  WallFace face = seen_face({0, 0}, {2, 0});
  const auto most = [&](double left, double right) {
    face.free_left = left;
    face.free_right = right;
    return most_of_glass(face);
  };
  EXPECT_EQ(most(1, 0.9), 0.3) << "plaster shows more, whatever is seen through it";
  EXPECT_NEAR(most(0.85, 0.27), 0.135, 1e-9) << "as of a pane before a room of which a door shows a part";
  EXPECT_EQ(most(1, 0.05), 0) << "nothing is seen through it";
}

TEST(FindFaces, APartOfALintelWithItsJambIsNoGlass) {
  LevelCloud cloud;
  add_surface(cloud, {3, 1, 2.1}, {0, 0.5, 0}, {0, 0, 0.5});
  add_surface(cloud, {3, 1, 0}, {0, 0.1, 0}, {0, 0, 2.1});
  std::mt19937_64 random(9);
  std::bernoulli_distribution kept(0.4);  // as of a thin scan
  std::erase_if(cloud.surfels, [&](const Surfel&) { return !kept(random); });
  add_room(cloud, {0, 0, 0}, {6, 4, 2.6});
  const std::vector<WallFace> faces = faces_of(cloud);
  const WallFace* lintel = face_at(faces, {3, 1}, {3, 1.5});
  ASSERT_NE(lintel, nullptr);
  EXPECT_FALSE(lintel->glass);
}

TEST(FindFaces, WhatShowsOfARoundColumnIsNone) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 3, 2.5});
  add_box(cloud, {1, 1, 0}, {0.3, 0.3, 2.5});
  const StandingColumn column = round_column({1.15, 1.15}, 0.22, 0.02);
  const auto about_column = [&](const std::vector<WallFace>& faces) {
    return std::ranges::count_if(faces, [&](const WallFace& face) { return column.holds(face.middle()); });
  };
  EXPECT_EQ(about_column(faces_of(cloud)), 4);
  EXPECT_EQ(about_column(find_faces(cloud, raster_of(cloud), kSharp, 1, std::span(&column, 1))), 0);
}

TEST(FindFaces, SidesOfASquareColumnAreWalls) {
  LevelCloud cloud;
  add_room(cloud, {0, 0, 0}, {4, 3, 2.5});
  add_box(cloud, {1, 1, 0}, {0.3, 0.3, 2.5});
  const StandingColumn column{{1.15, 1.15}, 0.22, rectangle(1, 1, 1.3, 1.3), 0.02, {{{1.3, 1}, {1, 1}}}};
  const std::vector<WallFace> faces = find_faces(cloud, raster_of(cloud), kSharp, 1, std::span(&column, 1));
  const auto side =
      std::ranges::find_if(faces, [&](const WallFace& face) { return column.holds(face.middle()); });
  ASSERT_NE(side, faces.end());
  EXPECT_EQ(side->reason.because, Because::kColumn);
  EXPECT_LT(side->line.normal().y(), -0.99);
}

TEST(FindFaces, AnEmptyRasterHasNone) {
  EXPECT_TRUE(find_faces(LevelCloud{}, StoreyRaster{}, kSharp).empty());
}

TEST(WallFace, FindsWhatItShowsAtAPlace) {
  WallFace face;
  face.line = {{1, 2}, Vec2::UnitX()};
  face.extent = {1, 4};
  face.profile = {1, 2, 4};
  face.step = 1;
  EXPECT_EQ(face.begin_of(2), 3);
  EXPECT_EQ(face.entry_at(2.9), 1u);
  EXPECT_FALSE(face.entry_at(0.9));
  EXPECT_FALSE(face.entry_at(4.1));
  EXPECT_EQ(face.hits_between_beams(Vec2(3.5, 9)), 2u);
  EXPECT_EQ(face.hits_between_beams(Vec2(5.5, 9)), 0u);
  EXPECT_DOUBLE_EQ(face.share_of_entries([&](std::size_t i) { return face.profile[i] == 2; }), 1.0 / 3);
}

TEST(WallFace, GoesOnPastBothOfItsEnds) {
  const WallFace face = seen_face({1, 2}, {4, 2});
  EXPECT_LT((face.past(true).at(1) - Vec2(5, 2)).norm(), 1e-12);
  EXPECT_LT((face.past(false).at(1) - Vec2(0, 2)).norm(), 1e-12);
  EXPECT_DOUBLE_EQ(face.on_line({1, 2}).from, face.extent.from + 1);
  EXPECT_DOUBLE_EQ(face.on_line({1, 2}).to, face.extent.from + 2);
}

TEST(WallFace, TheLongestComesFirst) {
  const std::vector<WallFace> faces = {seen_face({0, 0}, {2, 0}), seen_face({0, 1}, {5, 1}),
                                       seen_face({0, 2}, {2, 2})};
  EXPECT_EQ(longest_first(faces), (std::vector<std::size_t>{1, 0, 2}));
}

TEST(Flipped, LooksTheOtherWayFromTheSamePlace) {
  WallFace face = seen_face({1, 2}, {4, 6});
  face.extent = {1, 4};
  face.free_right = 0.25;
  face.profile = {1, 2, 3};
  face.step = 1;
  const WallFace back = flipped(face);
  EXPECT_LT((back.start() - face.end()).norm(), 1e-12);
  EXPECT_LT((back.end() - face.start()).norm(), 1e-12);
  EXPECT_EQ(back.free_left, 0.25);
  EXPECT_EQ(back.hits_at(back.extent.from + 0.5), 3u);
  EXPECT_EQ(back.hits_at(back.extent.to + 0.1), 0u);
}

}  // namespace
}  // namespace storey
