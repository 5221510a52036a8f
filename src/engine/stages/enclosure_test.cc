#include "engine/stages/enclosure.h"

#include <gtest/gtest.h>

#include "engine/stages/stage_test_inputs.h"

namespace storey {
namespace {

/// How a room of 5 x 4 m encloses what was seen over the rectangle.
double enclosure_of(double x0, double y0, double x1, double y1) {
  Grid<std::int32_t> labels({{-4, -4}, 0.04, 350, 300});
  for (int r = 0; r < labels.frame.rows; ++r)
    for (int c = 0; c < labels.frame.columns; ++c) {
      const Vec2 p = labels.frame.centre(c, r);
      labels.at(c, r) = p.x() > x0 && p.x() < x1 && p.y() > y0 && p.y() < y1;
    }
  return enclosure(faces_around(rectangle(0, 0, 5, 4)), labels, 1);
}

TEST(Enclosure, IsAllOfARoom) { EXPECT_GT(enclosure_of(0.04, 0.04, 4.96, 3.96), 0.99); }

TEST(Enclosure, IsHalfOfWhatWasSeenInItsMiddle) { EXPECT_NEAR(enclosure_of(2, 1, 3, 3), 0.5, 0.01); }

TEST(Enclosure, IsNothingOfWhatLiesBehindItsWalls) { EXPECT_LT(enclosure_of(-2, 0, -0.04, 3), 0.01); }

}  // namespace
}  // namespace storey
