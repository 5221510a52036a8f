#include "engine/glass/fit_sheet.h"

#include <gtest/gtest.h>

#include <random>

namespace storey {
namespace {

/// Hits on a plane `offset` from the x axis over 6 m, with 2 mm of noise.
void add_hits(std::vector<Vec2>& points, int count, double offset, double slope = 0) {
  std::mt19937_64 random(7 + static_cast<unsigned>(points.size()));
  std::uniform_real_distribution<double> along(0, 6);
  std::normal_distribution<double> noise(offset, 0.002);
  for (int i = 0; i < count; ++i) {
    const double x = along(random);
    points.emplace_back(x, noise(random) + slope * x);
  }
}

void add_clutter(std::vector<Vec2>& points, int count) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> along(0, 6), across(-0.06, 0.06);
  for (int i = 0; i < count; ++i) points.emplace_back(along(random), across(random));
}

const Line2 kAbout{{0, 0}, {1, 0}};

TEST(FitSheet, APaneIsWhereItsHitsAre) {
  std::vector<Vec2> points;
  add_hits(points, 120, 0.013, 0.004);
  add_clutter(points, 40);
  const Line2 line = fit_sheet(kAbout, points);
  EXPECT_NEAR(line.offset({0, 0.013}), 0, 0.003);
  EXPECT_NEAR(line.offset({6, 0.037}), 0, 0.003);
}

TEST(FitSheet, TheMiddleIsBetweenTwoFacesHoweverSeldomOneIsHit) {
  for (const int seldom : {40, 60, 120}) {
    SCOPED_TRACE(seldom);
    std::vector<Vec2> points;
    add_hits(points, 120, 0.010 + kGlassThickness / 2);
    add_hits(points, seldom, 0.010 - kGlassThickness / 2);
    add_clutter(points, 20);
    const Line2 line = fit_sheet(kAbout, points);
    EXPECT_NEAR(line.offset({0, 0.010}), 0, 0.003);
    EXPECT_NEAR(line.offset({6, 0.010}), 0, 0.003);
  }
}

TEST(FitSheet, FacesThatStandOutToBothSidesDoNotMoveAPane) {
  std::vector<Vec2> points;
  add_hits(points, 150, 0);
  add_hits(points, 60, 0.030);
  add_hits(points, 20, -0.030);
  EXPECT_NEAR(fit_sheet(kAbout, points).offset({3, 0}), 0, 0.003);
}

TEST(FitSheet, TooFewHitsSayNothing) {
  EXPECT_EQ(fit_sheet(kAbout, {{1, 0.02}, {2, 0.02}}).offset({0, 0}), 0);
}

}  // namespace
}  // namespace storey
