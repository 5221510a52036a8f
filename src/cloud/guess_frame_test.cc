#include "cloud/guess_frame.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace storey {
namespace {

using Points = std::vector<Eigen::Vector3d>;

/// The same numbers each time.
struct Chance {
  double share() { return of_one(random); }        ///< 0…1
  double noise() { return of_a_surface(random); }  ///< m

  std::mt19937 random{1};
  std::uniform_real_distribution<double> of_one{0, 1};
  std::normal_distribution<double> of_a_surface{0, 0.003};
};

/// A sample of a building of `width` x `depth` m with rooms of 4 m and clear height `height`, z up, metres.
Points building(double width, double depth, double height) {
  Chance chance;
  Points points;
  for (int i = 0; i < 60'000; ++i) {
    const double x = width * chance.share(), y = depth * chance.share(), z = height * chance.share();
    const double wall_x = std::min(width, 4 * std::floor(x / 4 + 0.5)), wall_y = y < depth / 2 ? 0 : depth;
    switch (i % 4) {
      case 0:
        points.emplace_back(x, y, chance.noise());
        break;
      case 1:
        points.emplace_back(x, y, height + chance.noise());
        break;
      case 2:
        points.emplace_back(wall_x + chance.noise(), y, z);
        break;
      default:
        points.emplace_back(x, wall_y + chance.noise(), z);
    }
  }
  return points;
}

/// The six faces of one room, as densely hit everywhere; z up, metres.
Points hall(double width, double depth, double height) {
  Chance chance;
  const Eigen::Vector3d size(width, depth, height);
  std::discrete_distribution<int> face({depth * height, width * height, width * depth});
  Points points;
  for (int i = 0; i < 60'000; ++i) {
    Eigen::Vector3d p(width * chance.share(), depth * chance.share(), height * chance.share());
    const int axis = face(chance.random);
    p[axis] = (i % 2 == 0 ? 0 : size[axis]) + chance.noise();
    points.push_back(p);
  }
  return points;
}

/// Tables all over a third of the floor of a room of `size` (m).
void add_tables(Points& points, const Eigen::Vector3d& size) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 6'000; ++i)
    points.emplace_back(size.x() * unit(random) / 3, size.y() * unit(random), 0.75);
}

Points scaled(Points points, double factor) {
  for (Eigen::Vector3d& p : points) p *= factor;
  return points;
}

Points y_up(Points points) {
  for (Eigen::Vector3d& p : points) p = {p.x(), p.z(), -p.y()};
  return points;
}

TEST(GuessFrame, FindsTheUnitByTheHeightOfRooms) {
  const Points metres = building(8, 5, 2.5);
  for (const LengthUnit unit : {LengthUnit::kMetre, LengthUnit::kMillimetre, LengthUnit::kCentimetre,
                                LengthUnit::kFoot, LengthUnit::kInch}) {
    const FrameGuess guess = guess_frame(scaled(metres, 1 / metres_per(unit)));
    EXPECT_EQ(guess.unit, unit);
    EXPECT_EQ(guess.unit_certain, unit != LengthUnit::kFoot);  // or halls of 8.2 m
    EXPECT_NEAR(guess.clear_height * metres_per(unit), 2.5, 0.05);
  }
}

/// As many storeys as the sample of a conversion shows: rooms of 6 m along a corridor of 2 m; z up, metres.
Points storeys(double width, double depth, double height, int count) {
  constexpr double kSlab = 0.4, kRoom = 6;
  Chance chance;
  const double level = width * depth, across = width / kRoom * depth * height, along = 4 * width * height;
  std::discrete_distribution<int> face({level, level, across, along});
  Points points;
  for (int i = 0; i < 200'000; ++i) {
    const double x = width * chance.share(), y = depth * chance.share(), z = height * chance.share();
    const double floor = i % count * (height + kSlab);
    const double wall_x = std::min(width, kRoom * std::floor(x / kRoom + 0.5));
    const std::array<double, 4> walls_y = {0, depth / 2 - 1, depth / 2 + 1, depth};
    switch (face(chance.random)) {
      case 0:
        points.emplace_back(x, y, floor + chance.noise());
        break;
      case 1:
        points.emplace_back(x, y, floor + height + chance.noise());
        break;
      case 2:
        points.emplace_back(wall_x + chance.noise(), y, floor + z);
        break;
      default:
        points.emplace_back(x, walls_y[static_cast<std::size_t>(i) / 4 % 4] + chance.noise(), floor + z);
    }
  }
  return points;
}

TEST(GuessFrame, HeightsOfRoomsShowInLongBuildings) {
  for (const Eigen::Vector3d& s : {Eigen::Vector3d(70, 20, 2.6), Eigen::Vector3d(86, 16, 2.6),
                                   Eigen::Vector3d(160, 100, 2.7), Eigen::Vector3d(300, 12, 2.6)})
    for (const LengthUnit unit : {LengthUnit::kMetre, LengthUnit::kMillimetre, LengthUnit::kFoot}) {
      const Points points = scaled(storeys(s.x(), s.y(), s.z(), 1), 1 / metres_per(unit));
      for (const UpAxis up : {UpAxis::kZ, UpAxis::kY}) {
        const FrameGuess guess = guess_frame(up == UpAxis::kZ ? points : y_up(points));
        EXPECT_EQ(guess.up, up) << s.transpose();
        EXPECT_EQ(guess.unit, unit) << s.transpose();
        EXPECT_EQ(guess.unit_certain, unit != LengthUnit::kFoot) << s.transpose();
        EXPECT_NEAR(guess.clear_height * metres_per(unit), s.z(), 0.1) << s.transpose();
      }
    }
}

TEST(GuessFrame, SeveralStoreysOfALongBuildingAreNoHall) {
  for (const Eigen::Vector3d& s : {Eigen::Vector3d(120, 15, 2.5), Eigen::Vector3d(90, 16, 2.6)})
    for (const LengthUnit unit : {LengthUnit::kMetre, LengthUnit::kMillimetre, LengthUnit::kFoot}) {
      const FrameGuess guess = guess_frame(scaled(storeys(s.x(), s.y(), s.z(), 3), 1 / metres_per(unit)));
      EXPECT_EQ(guess.up, UpAxis::kZ) << s.transpose();
      EXPECT_EQ(guess.unit, unit) << s.transpose();
    }
}

TEST(GuessFrame, ALongHallStaysUpright) {
  for (const Eigen::Vector3d& s : {Eigen::Vector3d(90, 40, 6), Eigen::Vector3d(130, 40, 4.2)})
    for (const LengthUnit unit : {LengthUnit::kMetre, LengthUnit::kMillimetre, LengthUnit::kFoot}) {
      const FrameGuess guess = guess_frame(scaled(hall(s.x(), s.y(), s.z()), 1 / metres_per(unit)));
      EXPECT_EQ(guess.up, UpAxis::kZ) << s.transpose();
      EXPECT_EQ(guess.unit, unit) << s.transpose();
      EXPECT_NEAR(guess.clear_height * metres_per(unit), s.z(), 0.1) << s.transpose();
    }
}

TEST(GuessFrame, AThinScanShowsItsFloorsToo) {
  Points thin;  // fewer than eight in a cube of a sixtieth of the room
  const Points room = building(5, 4, 2.5);
  for (std::size_t i = 0; i < room.size() / 8; ++i) thin.push_back(room[i]);
  const FrameGuess guess = guess_frame(thin);
  EXPECT_EQ(guess.up, UpAxis::kZ);
  EXPECT_NEAR(guess.clear_height, 2.5, 0.05);
  EXPECT_EQ(guess.unit, LengthUnit::kMetre);
}

TEST(GuessFrame, LowAndHighRoomsAreToldFromFeet) {
  for (const double height : {2.05, 2.2, 3.2, 3.8, 5.0, 6.4}) {
    const Points metres = building(20, 12, height);
    EXPECT_EQ(guess_frame(metres).unit, LengthUnit::kMetre) << height;
    EXPECT_EQ(guess_frame(scaled(metres, 1 / metres_per(LengthUnit::kFoot))).unit, LengthUnit::kFoot)
        << height;
  }
}

TEST(GuessFrame, AFormatThatPrescribesMetresIsBelievedWhileRoomsCanBeSoHigh) {
  const Points hall = building(40, 30, 12);
  const FrameGuess guess = guess_frame(hall, {.metres_prescribed = true});
  EXPECT_EQ(guess.unit, LengthUnit::kMetre);
  EXPECT_TRUE(guess.unit_certain);
  EXPECT_NE(guess_frame(hall).unit, LengthUnit::kMetre);
  EXPECT_EQ(guess_frame(scaled(building(8, 5, 2.5), 1000), {.metres_prescribed = true}).unit,
            LengthUnit::kMillimetre);
}

TEST(GuessFrame, AHallIsNotCertain) { EXPECT_FALSE(guess_frame(building(20, 12, 5.5)).unit_certain); }

TEST(GuessFrame, FindsTheUpAxis) {
  const Points z_up = building(8, 5, 2.5);
  EXPECT_EQ(guess_frame(z_up).up, UpAxis::kZ);
  const FrameGuess guess = guess_frame(scaled(y_up(z_up), 1000));
  EXPECT_EQ(guess.up, UpAxis::kY);
  EXPECT_EQ(guess.unit, LengthUnit::kMillimetre);
}

TEST(GuessFrame, ATallNarrowShaftStaysUpright) {
  // Walls are more area than floors here: area alone would call an axis up that is not.
  EXPECT_EQ(guess_frame(building(4, 2, 7)).up, UpAxis::kZ);
}

TEST(GuessFrame, HallsThatAreNearlyCubesStayUpright) {
  for (double height = 7.5; height <= 10; height += 0.5)
    for (const auto& [width, depth] : {std::pair{9.0, 10.0}, std::pair{10.0, 9.0}}) {
      const FrameGuess guess = guess_frame(hall(width, depth, height), {.metres_prescribed = true});
      EXPECT_EQ(guess.up, UpAxis::kZ) << width << " " << depth << " " << height;
      EXPECT_GE(guess.up_certainty, kUpIsCertain) << width << " " << depth << " " << height;
    }
}

/// Width, depth, height, m: rooms of all shapes.
const std::vector<Eigen::Vector3d> kShapes = {{3, 3, 3},      {5, 5, 5},    {30, 1.5, 2.5}, {1.5, 30, 2.5},
                                              {30, 2.4, 2.6}, {30, 2, 4},   {2, 30, 4},     {6, 8, 15},
                                              {8, 6, 15},     {12, 12, 20}, {8, 6, 1.95},   {20, 12, 2.1},
                                              {40, 30, 12},   {4, 2, 7},    {8, 5, 2.5},    {60, 20, 3.2}};

TEST(GuessFrame, RoomsOfAllShapesStayUpright) {
  for (const Eigen::Vector3d& s : kShapes) {
    EXPECT_EQ(guess_frame(hall(s.x(), s.y(), s.z()), {.metres_prescribed = true}).up, UpAxis::kZ)
        << s.transpose();
    Points furnished = hall(s.x(), s.y(), s.z());
    add_tables(furnished, s);
    EXPECT_EQ(guess_frame(furnished, {.metres_prescribed = true}).up, UpAxis::kZ) << s.transpose();
  }
}

TEST(GuessFrame, PosesTellWhichAxisIsUpInRoomsOfAllShapes) {
  const std::vector<Eigen::Vector3d> lying(4, Eigen::Vector3d(0.01, 1, 0.02).normalized());
  const std::vector<Eigen::Vector3d> standing(4, Eigen::Vector3d(0.01, 0.02, 1).normalized());
  for (const Eigen::Vector3d& s : kShapes) {
    const Points upright = hall(s.x(), s.y(), s.z());
    const FrameGuess y = guess_frame(y_up(upright), {.metres_prescribed = true, .scanner_axes = lying});
    EXPECT_EQ(y.up, UpAxis::kY) << s.transpose();
    const FrameGuess z = guess_frame(upright, {.metres_prescribed = true, .scanner_axes = standing});
    EXPECT_EQ(z.up, UpAxis::kZ) << s.transpose();
    EXPECT_GE(z.up_certainty, kUpIsCertain) << s.transpose();
  }
}

TEST(GuessFrame, RoomsOfAUsualHeightTellWithoutPosesThatYIsUp) {
  for (const Eigen::Vector3d& s : {Eigen::Vector3d(8, 5, 2.5), Eigen::Vector3d(20, 12, 2.5),
                                   Eigen::Vector3d(60, 20, 3.2), Eigen::Vector3d(12, 16, 2.9)})
    EXPECT_EQ(guess_frame(y_up(hall(s.x(), s.y(), s.z())), {.metres_prescribed = true}).up, UpAxis::kY)
        << s.transpose();
}

/// Two halls one above the other, whose six walls stand at angles of 60 degrees to each other; z up, metres.
Points hexagonal_halls(double side, double height) {
  Chance chance;
  Points points;
  for (int i = 0; i < 60'000; ++i) {
    const double turned = i % 6 * M_PI / 3 + 0.2;  // no wall lies along an axis
    const Eigen::Vector2d from(std::cos(turned), std::sin(turned)),
        to(std::cos(turned + M_PI / 3), std::sin(turned + M_PI / 3));
    const Eigen::Vector2d on_wall = side * (from + chance.share() * (to - from));
    const double floor = i / 6 % 2 * (height + 0.5);
    if (i / 12 % 2 == 0) {
      points.emplace_back(on_wall.x() + chance.noise(), on_wall.y() + chance.noise(),
                          floor + height * chance.share());
      continue;
    }
    const Eigen::Vector2d within = std::sqrt(chance.share()) * on_wall;
    points.emplace_back(within.x(), within.y(), floor + i / 24 % 2 * height + chance.noise());
  }
  return points;
}

TEST(GuessFrame, WallsAtOddAnglesTellTheVertical) {  // the height of halls tells none
  EXPECT_EQ(guess_frame(hexagonal_halls(8, 4.6)).up, UpAxis::kZ);
  EXPECT_EQ(guess_frame(y_up(hexagonal_halls(8, 4.6))).up, UpAxis::kY);
}

/// A floor of `width` x `depth` m, a roof of 45 degrees from it to a ridge along y, and the gables; z up,
/// metres.
Points attic(double width, double depth) {
  Chance chance;
  Points points;
  for (int i = 0; i < 60'000; ++i) {
    const double x = width * chance.share(), y = depth * chance.share();
    const double roof = std::min(x, width - x);
    switch (i % 4) {
      case 0:
        points.emplace_back(x, i / 4 % 2 * depth + chance.noise(), roof * chance.share());
        break;
      case 1:
        points.emplace_back(x, y, chance.noise());
        break;
      default:
        points.emplace_back(x, y, roof + chance.noise());
    }
  }
  return points;
}

TEST(GuessFrame, AnAtticStaysUpright) {  // though its roof is at right angles to the ridge
  for (const double depth : {4.0, 8.0, 12.0}) EXPECT_EQ(guess_frame(attic(8, depth)).up, UpAxis::kZ) << depth;
}

TEST(GuessFrame, AnAtriumIsNotCertainWithoutPoses) {
  EXPECT_LT(guess_frame(hall(6, 8, 15), {.metres_prescribed = true}).up_certainty, kUpIsCertain);
  EXPECT_GT(guess_frame(building(20, 12, 2.5)).up_certainty, 0.95);
}

TEST(GuessFrame, ARoundSiloStaysUpright) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  Points silo;
  for (int i = 0; i < 60'000; ++i) {
    const double angle = 2 * M_PI * unit(random), radius = 2.5 * std::sqrt(unit(random));
    if (i % 4 > 0)
      silo.emplace_back(2.5 * std::cos(angle), 2.5 * std::sin(angle), 12 * unit(random));
    else
      silo.emplace_back(radius * std::cos(angle), radius * std::sin(angle), i % 8 < 4 ? 0 : 12);
  }
  EXPECT_EQ(guess_frame(silo, {.metres_prescribed = true}).up, UpAxis::kZ);
}

TEST(ScannerAxes, AreThoseOfPosesThatTurn) {
  CloudInfo info;
  info.scans.resize(3);
  info.scans[0].world_from_scan = Eigen::Isometry3d(Eigen::Translation3d(1, 2, 3));
  info.scans[1].world_from_scan = Eigen::Isometry3d(Eigen::AngleAxisd(-M_PI / 2, Eigen::Vector3d::UnitX()));
  const std::vector<Eigen::Vector3d> axes = scanner_axes(info);
  ASSERT_EQ(axes.size(), 1u);
  EXPECT_LT((axes[0] - Eigen::Vector3d::UnitY()).norm(), 1e-9);
}

TEST(GuessFrame, ForcedValuesAreKept) {
  const Points points = building(8, 5, 2.5);
  const FrameGuess guess = guess_frame(points, {LengthUnit::kFoot, UpAxis::kY});
  EXPECT_EQ(guess.unit, LengthUnit::kFoot);
  EXPECT_EQ(guess.up, UpAxis::kY);
  EXPECT_EQ(guess_frame(points, {LengthUnit::kInch}).up, UpAxis::kZ);
  EXPECT_EQ(guess_frame(scaled(points, 1000), {.up = UpAxis::kZ}).unit, LengthUnit::kMillimetre);
}

TEST(GuessFrame, AnEmptySampleIsMetresZUp) {
  const FrameGuess guess = guess_frame({});
  EXPECT_EQ(guess.unit, LengthUnit::kMetre);
  EXPECT_EQ(guess.up, UpAxis::kZ);
  EXPECT_FALSE(guess.unit_certain);
  EXPECT_TRUE(guess.bounds.empty());
  EXPECT_EQ(guess_frame({}, {LengthUnit::kFoot, UpAxis::kY}).unit, LengthUnit::kFoot);
}

TEST(GuessFrame, SaysThatItIsNotCertainWithoutTwoLevels) {
  Points floor = building(8, 5, 2.5);
  std::erase_if(floor, [](const Eigen::Vector3d& p) { return p.z() > 0.02; });
  EXPECT_FALSE(guess_frame(floor).unit_certain);
}

TEST(GuessFrame, FindsTheUnitWhereTheCeilingIsMostlyMissing) {
  Points points = building(8, 5, 2.5);
  std::erase_if(points, [](const Eigen::Vector3d& p) { return p.z() > 2.4 && p.x() > 1.6; });
  EXPECT_EQ(guess_frame(scaled(points, 1000)).unit, LengthUnit::kMillimetre);
}

TEST(GuessFrame, GuessesByTheHeightOfAllThatWasSeenWithoutACeiling) {
  Points points = building(8, 5, 2.5);
  std::erase_if(points, [](const Eigen::Vector3d& p) { return p.z() > 2.4; });
  for (const LengthUnit unit : {LengthUnit::kMetre, LengthUnit::kMillimetre, LengthUnit::kFoot}) {
    const FrameGuess guess = guess_frame(scaled(points, 1 / metres_per(unit)));
    EXPECT_EQ(guess.unit, unit);
    EXPECT_FALSE(guess.unit_certain);
    EXPECT_EQ(guess.clear_height, 0);
  }
  const FrameGuess prescribed = guess_frame(scaled(points, 3), {.metres_prescribed = true});
  EXPECT_EQ(prescribed.unit, LengthUnit::kMetre);
  EXPECT_FALSE(prescribed.unit_certain);
}

TEST(GuessFrame, TablesAreNoCeiling) {
  Points points = building(8, 5, 2.5);
  std::erase_if(points, [](const Eigen::Vector3d& p) { return p.z() > 2.4; });
  add_tables(points, {8, 5, 2.5});
  for (const LengthUnit unit : {LengthUnit::kMetre, LengthUnit::kMillimetre}) {
    const FrameGuess guess = guess_frame(scaled(points, 1 / metres_per(unit)));
    EXPECT_EQ(guess.up, UpAxis::kZ) << "rooms are as wide as others are high";
    EXPECT_EQ(guess.unit, unit);
    EXPECT_EQ(guess.clear_height, 0);
  }
}

TEST(GuessFrame, TheHeightOfNoiseTellsNoUnit) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(0, 8.5);
  Points noise;
  for (int i = 0; i < 60'000; ++i) noise.emplace_back(unit(random), unit(random), unit(random));
  EXPECT_EQ(guess_frame(noise).unit, LengthUnit::kMetre);
}

TEST(GuessFrame, OnePointManyTimesIsNoBuilding) {
  const FrameGuess guess = guess_frame(Points(1000, Eigen::Vector3d(1, 2, 3)));
  EXPECT_EQ(guess.clear_height, 0);
  EXPECT_FALSE(guess.unit_certain);
}

TEST(GuessFrame, FewFarOutliersDoNotWidenTheBounds) {
  Points points = building(8, 5, 2.5);
  for (int i = 0; i < 100; ++i) points.emplace_back(300 + i, -900, 50);
  const FrameGuess guess = guess_frame(points);
  EXPECT_LT(guess.bounds.max.x(), 8.1);
  EXPECT_GT(guess.bounds.min.y(), -0.1);
  EXPECT_EQ(guess.unit, LengthUnit::kMetre);
}

TEST(SampleSink, KeepsPointsInOrder) {
  SampleSink sink;
  const std::vector<double> x = {1, 2}, y = {3, 4}, z = {5, 6};
  sink.consume({0, x, y, z, {}, {}, {}});
  EXPECT_EQ(sink.points, (Points{{1, 3, 5}, {2, 4, 6}}));
}

}  // namespace
}  // namespace storey
