#include "engine/rooms/fit_arcs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_inputs/stage_test_inputs.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kDegree = M_PI / 180;

Vec2 on_circle(double radius, double degrees) {
  return {radius * std::cos(degrees * kDegree), radius * std::sin(degrees * kDegree)};
}

/// The line that fits the arc between two angles best: as far outside of it as inside.
Line2 chord(double radius, double from, double to) {
  const double half = (to - from) / 2 * kDegree;
  const Vec2 out = on_circle(1, (from + to) / 2);
  return {radius * std::sin(half) / half * out, left_of(out)};
}

/// Corners of the chords of an arc, between the angles at which they follow each other.
std::vector<Vec2> corners_of_chords(double radius, const std::vector<double>& angles) {
  std::vector<Vec2> found = {on_circle(radius, angles.front())};
  for (std::size_t i = 2; i < angles.size(); ++i)
    found.push_back(
        *intersect(chord(radius, angles[i - 2], angles[i - 1]), chord(radius, angles[i - 1], angles[i])));
  found.push_back(on_circle(radius, angles.back()));
  return found;
}

std::vector<RoomShape> room_of(const std::vector<Vec2>& points) {
  std::vector<RoomShape> rooms(1);
  rooms[0].outline = ring_of(points);
  return rooms;
}

std::vector<RoomShape> fitted(std::vector<RoomShape> rooms) {
  fit_arcs(rooms);
  return rooms;
}

/// A hall 4 m wide that ends in half a circle, seen as chords between `angles`.
std::vector<Vec2> with_apse(const std::vector<double>& angles) {
  std::vector<Vec2> points = corners_of_chords(2, angles);
  points.emplace_back(-2, -5);
  points.emplace_back(2, -5);
  return points;
}

const std::vector<double> kUneven = {0, 14, 33, 50, 62, 81, 100, 118, 131, 150, 165, 180};

/// No two edges that follow each other are apart, and none has no length.
void expect_closed(const EdgeRing& ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    EXPECT_LT((ring[i].to - ring[(i + 1) % ring.size()].from).norm(), 1e-9) << i;
    EXPECT_GT(ring[i].length(), 0.01) << i;
    EXPECT_NEAR(ring[i].line.offset(ring[i].from), 0, 1e-6) << i;
    EXPECT_NEAR(ring[i].line.offset(ring[i].to), 0, 1e-6) << i;
  }
}

TEST(FitArcs, ChordsOfAnyLengthsBecomeChordsOfLikeLengths) {
  const EdgeRing ring = fitted(room_of(with_apse(kUneven)))[0].outline;
  expect_closed(ring);
  EXPECT_NEAR(signed_area(corners(ring)), 20 + M_PI * 2 * 2 / 2, 0.01);
  int chords = 0;
  for (const RoomEdge& edge : ring) {
    if (edge.arc == 0) continue;
    ++chords;
    EXPECT_EQ(edge.arc, 1);
    EXPECT_NEAR(((edge.from + edge.to) / 2).norm(), 2, 0.01);
    EXPECT_LT(edge.length(), 0.45);
  }
  EXPECT_GE(chords, 23);
  EXPECT_EQ(static_cast<int>(ring.size()) - chords, 3) << "the straight walls stay";
}

TEST(FitArcs, ARoundRoomHasNoCornerLeft) {
  std::vector<double> angles;
  for (double angle = 0; angle <= 360; angle += 12) angles.push_back(angle);
  std::vector<Vec2> points = corners_of_chords(2.85, angles);
  points.pop_back();
  points.front() = *intersect(chord(2.85, -12, 0), chord(2.85, 0, 12));
  const EdgeRing ring = fitted(room_of(points))[0].outline;
  expect_closed(ring);
  EXPECT_NEAR(signed_area(corners(ring)), M_PI * 2.85 * 2.85, 0.02);
  for (const RoomEdge& edge : ring) EXPECT_EQ(edge.arc, 1);
}

TEST(FitArcs, BothSidesOfAWallTurnAtTheSameAngles) {
  std::vector<RoomShape> rooms = room_of(with_apse(kUneven));
  std::vector<Vec2> beside = corners_of_chords(2.2, {120, 100, 80, 60, 45});
  beside.insert(beside.end(), {{2, 5}, {-2, 5}});
  rooms.push_back(room_of(beside).front());
  rooms = fitted(std::move(rooms));
  expect_closed(rooms[1].outline);
  int compared = 0;
  for (std::size_t i = 1; i < rooms[1].outline.size(); ++i) {
    const RoomEdge& edge = rooms[1].outline[i];
    if (edge.arc == 0 || rooms[1].outline[i - 1].arc == 0) continue;
    EXPECT_EQ(edge.arc, 1) << "one curved wall";
    const Vec2 inside = 2 * edge.from.normalized();
    EXPECT_TRUE(std::ranges::any_of(
        rooms[0].outline, [&](const RoomEdge& other) { return (other.from - inside).norm() < 0.01; }));
    ++compared;
  }
  EXPECT_GE(compared, 8);
}

TEST(FitArcs, WhatBendsAwayFromACurveIsNoneOfIt) {
  std::vector<RoomShape> rooms = room_of(with_apse(kUneven));
  const std::vector<Vec2> beside = {{-0.3, 2.2}, {0, 2.193}, {0.3, 2.2}, {2, 5}, {-2, 5}};
  rooms.push_back(room_of(beside).front());
  EXPECT_EQ(corners(fitted(std::move(rooms))[1].outline), beside);
}

TEST(FitArcs, TheEndsOfAShortArcStayInOrder) {
  // The walls before and after two short chords meet the circle behind their middle.
  std::vector<RoomShape> rooms = room_of(with_apse(kUneven));
  const std::vector<Vec2> beside = {{-0.9, 2.13}, {-0.1, 2.19}, {0, 2.21}, {0.1, 2.19},
                                    {0.9, 2.13},  {2, 5},       {-2, 5}};
  rooms.push_back(room_of(beside).front());
  const EdgeRing ring = fitted(std::move(rooms))[1].outline;
  EXPECT_TRUE(std::ranges::any_of(ring, [](const RoomEdge& edge) { return edge.arc != 0; }));
  EXPECT_NEAR(signed_area(corners(ring)), signed_area(beside), 0.02);
}

TEST(FitArcs, ADoorInTheCurveStaysFlat) {
  // Of 1.6 m: its middle is 17 cm off the circle.
  std::vector<Vec2> points = corners_of_chords(2, {0, 14, 33, 50, 66});
  const std::vector<Vec2> rest = corners_of_chords(2, {114, 131, 150, 165, 180});
  points.insert(points.end(), rest.begin(), rest.end());
  points.insert(points.end(), {{-2, -5}, {2, -5}});
  const EdgeRing ring = fitted(room_of(points))[0].outline;
  expect_closed(ring);
  EXPECT_TRUE(std::ranges::any_of(
      ring, [](const RoomEdge& edge) { return edge.arc == 0 && std::abs(edge.length() - 1.6) < 0.1; }));
  EXPECT_GE(std::ranges::count_if(ring, [](const RoomEdge& edge) { return edge.arc != 0; }), 12);
}

TEST(FitArcs, ABowAlongSeveralRoomsIsOneArc) {
  // Each room has 20 degrees of it: an uneven wall may turn by as much.
  const auto part = [](double from) {
    std::vector<Vec2> points = corners_of_chords(14, {from, from + 6, from + 13, from + 20});
    points.push_back(on_circle(8, from + 20));
    points.push_back(on_circle(8, from));
    return room_of(points).front();
  };
  const std::vector<RoomShape> alone = fitted({part(40)});
  EXPECT_TRUE(std::ranges::all_of(alone[0].outline, [](const RoomEdge& edge) { return edge.arc == 0; }));
  for (const RoomShape& room : fitted({part(40), part(60.5), part(81)})) {
    expect_closed(room.outline);
    EXPECT_GE(std::ranges::count_if(room.outline, [](const RoomEdge& edge) { return edge.arc == 1; }), 5);
  }
}

TEST(FitArcs, WhatIsNoCurveStays) {
  const auto stays = [](const std::vector<Vec2>& points) {
    return corners(fitted(room_of(points))[0].outline) == points;
  };
  EXPECT_TRUE(stays(rectangle(0, 0, 4, 3)));
  std::vector<Vec2> octagon;
  for (int i = 0; i < 8; ++i) octagon.push_back(on_circle(2, 45.0 * i));
  EXPECT_TRUE(stays(octagon));
  EXPECT_TRUE(stays({{0, 0}, {3, 0}, {3.2, 1}, {3, 2}, {0, 2}})) << "a bay";
  EXPECT_TRUE(stays({{0, 0}, {3, 0.1}, {6, 0.1}, {9, 0}, {9, 4}, {0, 4}})) << "an old wall that bows";
}

}  // namespace
}  // namespace storey
