#include "engine/faces/lines/curve_scatter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace storey {
namespace {

/// Points every 2 cm along 2 m, scattered by `noise` (m) about `offset`.
template <class Offset>
double scatter_of(Offset offset, double noise = 0) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> scatter(0, 1);
  std::vector<CurvePoint> points;
  for (int i = 0; i < 100; ++i) {
    const double s = 1 + (i + 0.5) * 0.02;
    points.push_back({s, offset(s - 1) + noise * scatter(random), 1.0 + i % 3});
  }
  return scatter_about_curve(points, {1, 3});
}

TEST(CurveScatter, ALineHasNone) {
  EXPECT_NEAR(scatter_of([](double s) { return 0.01 - 0.02 * s; }), 0, 1e-6);
}

TEST(CurveScatter, NoiseStays) {
  EXPECT_NEAR(scatter_of([](double) { return 0.004; }, 0.003), 0.003, 0.0005);
}

TEST(CurveScatter, AWallMayBulge) {
  EXPECT_LT(scatter_of([](double s) { return 0.008 * std::sin(M_PI * s / 2); }), 0.0005);
}

TEST(CurveScatter, WhatGoesFromSheetToSheetIsNotThin) {
  // A line at 6° across sheets 2 cm apart: offsets go from -10 to 10 mm every 19 cm, and jump back.
  const auto sheets = [](double s) { return 0.105 * (s - 0.19 * std::floor(s / 0.19) - 0.095); };
  EXPECT_GT(scatter_of(sheets), 0.004);
}

TEST(CurveScatter, AShortFaceMayBend) {
  std::vector<CurvePoint> points;
  for (int i = 0; i <= 10; ++i) points.push_back({0.02 * i, 0.008 * std::pow(i / 5.0 - 1, 2)});
  EXPECT_LT(scatter_about_curve(points, {0, 0.2}), 0.0015);
}

TEST(CurveScatter, OfNothingIsNone) { EXPECT_EQ(scatter_about_curve({}, {0, 1}), 0); }

}  // namespace
}  // namespace storey
