#include "engine/glass/fit_sheet.h"

#include <gtest/gtest.h>

#include <random>

namespace storey {
namespace {

/// A row of ten.
std::uint16_t any_row(std::mt19937_64& random) {
  return static_cast<std::uint16_t>(1u << std::uniform_int_distribution<int>(0, 9)(random));
}

/// Hits on a plane `offset` from the x axis over 6 m, with 2 mm of noise, at any height.
void add_hits(std::vector<SheetHit>& points, int count, double offset, double slope = 0) {
  std::mt19937_64 random(7 + static_cast<unsigned>(points.size()));
  std::uniform_real_distribution<double> along(0, 6);
  std::normal_distribution<double> noise(offset, 0.002);
  for (int i = 0; i < count; ++i) {
    const double x = along(random);
    points.push_back({{x, noise(random) + slope * x}, any_row(random)});
  }
}

void add_clutter(std::vector<SheetHit>& points, int count) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> along(0, 6), across(-0.06, 0.06);
  for (int i = 0; i < count; ++i) points.push_back({{along(random), across(random)}, any_row(random)});
}

const Line2 kAbout{{0, 0}, {1, 0}};

TEST(FitSheet, APaneIsWhereItsHitsAre) {
  std::vector<SheetHit> points;
  add_hits(points, 120, 0.013, 0.004);
  add_clutter(points, 40);
  const Line2 line = fit_sheet(kAbout, points).line;
  EXPECT_NEAR(line.offset({0, 0.013}), 0, 0.003);
  EXPECT_NEAR(line.offset({6, 0.037}), 0, 0.003);
}

TEST(FitSheet, TheMiddleIsBetweenTwoFacesHoweverSeldomOneIsHit) {
  for (const int seldom : {40, 60, 120}) {
    SCOPED_TRACE(seldom);
    std::vector<SheetHit> points;
    add_hits(points, 120, 0.010 + kGlassThickness / 2);
    add_hits(points, seldom, 0.010 - kGlassThickness / 2);
    add_clutter(points, 20);
    const Line2 line = fit_sheet(kAbout, points).line;
    EXPECT_NEAR(line.offset({0, 0.010}), 0, 0.003);
    EXPECT_NEAR(line.offset({6, 0.010}), 0, 0.003);
  }
}

TEST(FitSheet, FacesThatStandOutToBothSidesDoNotMoveAPane) {
  std::vector<SheetHit> points;
  add_hits(points, 150, 0);
  add_hits(points, 60, 0.030);
  add_hits(points, 20, -0.030);
  EXPECT_NEAR(fit_sheet(kAbout, points).line.offset({3, 0}), 0, 0.003);
}

TEST(FitSheet, WhatHangsOnAPaneAndTheFramesOfItsDoorsDoNotMoveIt) {
  std::vector<SheetHit> points;
  add_hits(points, 200, 0);
  for (int i = 0; i < 250; ++i) {
    points.push_back({{1 + 0.008 * i, kGlassThickness}, 3 << 5});        // a picture
    points.push_back({{4 + 0.004 * i, 0.04 * (i % 2) - 0.02}, 1 << 7});  // a door's frame over its head
  }
  EXPECT_NEAR(fit_sheet(kAbout, points).line.offset({3, 0}), 0, 0.003);
}

TEST(FitSheet, HitsLieOnOneFaceOrOnBoth) {
  std::vector<SheetHit> pane, both;
  add_hits(pane, 120, 0.010);
  add_hits(both, 120, 0.010 + kGlassThickness / 2);
  add_hits(both, 120, 0.010 - kGlassThickness / 2);
  EXPECT_TRUE(fit_sheet(kAbout, pane).on_face({3, 0.010}));
  EXPECT_FALSE(fit_sheet(kAbout, pane).on_face({3, 0.035}));
  EXPECT_TRUE(fit_sheet(kAbout, both).on_face({3, 0.035}));
  EXPECT_FALSE(fit_sheet(kAbout, both).on_face({3, 0.010}));
}

TEST(FitSheet, TooFewHitsSayNothing) {
  EXPECT_EQ(fit_sheet(kAbout, {{{1, 0.02}, 1}, {{2, 0.02}, 1}}).line.offset({0, 0}), 0);
}

}  // namespace
}  // namespace storey
