#include "engine/gaps/enclosure.h"

#include <gtest/gtest.h>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {
namespace {

/// How `faces` enclose what was seen over the rectangle.
Enclosure enclosure_by(const std::vector<WallFace>& faces, double x0, double y0, double x1, double y1) {
  Grid<std::int32_t> labels({{-4, -4}, 0.04, 350, 300});
  for (int r = 0; r < labels.frame.rows; ++r)
    for (int c = 0; c < labels.frame.columns; ++c) {
      const Vec2 p = labels.frame.centre(c, r);
      labels.at(c, r) = p.x() > x0 && p.x() < x1 && p.y() > y0 && p.y() < y1;
    }
  return enclosure(FacesInPlan(faces), 0, labels, 1, boxes_of(labels, 1)[1]);
}

std::vector<WallFace> room() { return faces_around(rectangle(0, 0, 5, 4)); }

TEST(Enclosure, IsAllOfARoom) {
  const Enclosure all = enclosure_by(room(), 0.04, 0.04, 4.96, 3.96);
  EXPECT_GT(all.outline, 0.99);
  EXPECT_GT(all.horizon, 0.99);
}

TEST(Enclosure, IsTheHorizonOfWhatWasSeenInItsMiddle) {
  const Enclosure middle = enclosure_by(room(), 2, 1, 3, 3);
  EXPECT_LT(middle.outline, 0.01);
  EXPECT_GT(middle.horizon, 0.99);
  EXPECT_NEAR(middle.mean(), 0.5, 0.01);
}

TEST(Enclosure, IsNothingOfWhatLiesBehindItsWalls) {
  EXPECT_LT(enclosure_by(room(), -2, 0, -0.04, 3).mean(), 0.01);
}

TEST(Enclosure, WallsThatOnlyTheRoomNextDoorShowsFillTheHorizonToo) {
  std::vector<WallFace> faces = room();
  faces[1] = seen_face({5.1, 4}, {5.1, 0});  // looks away from the room
  const Enclosure around = enclosure_by(faces, 0.04, 0.04, 4.96, 3.96);
  EXPECT_NEAR(around.horizon, 0.75, 0.05);
  EXPECT_GT(around.walls, 0.95);
}

TEST(Enclosure, WhatLeakedBehindAWallOfARoomTellsLittle) {
  EXPECT_GT(enclosure_by(room(), -0.18, 0.04, 4.96, 3.96).horizon, 0.99);
  EXPECT_LT(enclosure_by(room(), -0.58, 0.04, 4.96, 3.96).horizon, 0.95);
}

TEST(Enclosure, KnowsHowMuchOfItShowsAboveTheCeilings) {
  std::vector<WallFace> faces = room();
  for (std::size_t i = 0; i < faces.size(); ++i)
    for (HeightMask& hit : faces[i].profile) hit = HeightMask(i < 2 ? 3 : 1);
  Grid<std::int32_t> labels({{-4, -4}, 0.04, 350, 300});
  for (int r = 101; r < 199; ++r)
    for (int c = 101; c < 224; ++c) labels.at(c, r) = 1;
  const Enclosure around = enclosure(FacesInPlan(faces), HeightMask(2), labels, 1, boxes_of(labels, 1)[1]);
  EXPECT_GT(around.horizon, 0.99);
  EXPECT_NEAR(around.high, 0.5, 0.1);
  EXPECT_EQ(enclosure(FacesInPlan(faces), HeightMask(4), labels, 1, boxes_of(labels, 1)[1]).high, 0);
}

TEST(Enclosure, ALineOnAFaceThatLooksTheWrongWayHidesItNot) {
  const auto with_line_before_the_left_wall = [](double before) {
    std::vector<WallFace> faces = room();
    faces.push_back(seen_face({before, 0}, {before, 4}));
    return enclosure_by(faces, 1, 1, 4, 3).horizon;
  };
  EXPECT_GT(with_line_before_the_left_wall(0.02), 0.99);
  EXPECT_LT(with_line_before_the_left_wall(0.05), 0.85);
}

}  // namespace
}  // namespace storey
