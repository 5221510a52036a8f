#include "geometry/contour.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string_view>

#include "geometry/polygon.h"

namespace storey {
namespace {

/// Cells with '#' get label 1; the first line is the highest row.
Grid<std::int32_t> drawn(const std::vector<std::string_view>& lines, double cell = 0.5) {
  GridFrame frame{{-1, 2}, cell, static_cast<int>(lines[0].size()), static_cast<int>(lines.size())};
  Grid<std::int32_t> labels(frame);
  for (int r = 0; r < frame.rows; ++r)
    for (int c = 0; c < frame.columns; ++c)
      labels.at(c, r) =
          lines[static_cast<std::size_t>(frame.rows - 1 - r)][static_cast<std::size_t>(c)] == '#';
  return labels;
}

/// All outlines of the label.
std::vector<std::vector<Vec2>> outlines(const Grid<std::int32_t>& labels, std::int32_t label) {
  return trace_contours(labels, label, boxes_of(labels, label).back());
}

TEST(BoxesOf, HoldAllCellsOfTheirLabelAndNoMore) {
  Grid<std::int32_t> labels = drawn({"      ", "   #  ", "  #   ", " #  # ", "      ", "      "});
  labels.at(5, 0) = 2;
  const std::vector<CellBox> boxes = boxes_of(labels, 2);
  ASSERT_EQ(boxes.size(), 3u);
  EXPECT_EQ(boxes[1].first_column, 1);
  EXPECT_EQ(boxes[1].last_column, 5);
  EXPECT_EQ(boxes[1].first_row, 2);
  EXPECT_EQ(boxes[1].last_row, 5);
  EXPECT_EQ(boxes[2].first_column, 5);
  EXPECT_EQ(boxes[2].last_column, 6);
  EXPECT_EQ(boxes[2].first_row, 0);
  EXPECT_EQ(boxes[2].last_row, 1);
}

TEST(BoxesOf, AreEmptyWithoutTheLabel) {
  EXPECT_TRUE(boxes_of(drawn({"##", "##"}), 2)[2].empty());
  EXPECT_TRUE(boxes_of(drawn({"##", "##"}), 0)[0].empty());
}

TEST(TraceContours, OneCellHasFourCornersCounterClockwise) {
  const auto contours = outlines(drawn({"   ", " # ", "   "}), 1);
  ASSERT_EQ(contours.size(), 1u);
  EXPECT_EQ(contours[0].size(), 4u);
  EXPECT_DOUBLE_EQ(signed_area(contours[0]), 0.25);
  EXPECT_EQ(centroid(contours[0]), Vec2(-0.25, 2.75));
}

TEST(TraceContours, HolesRunClockwiseAndComeAfterTheOutline) {
  const auto contours = outlines(drawn({"#####", "#   #", "# # #", "#   #", "#####"}), 1);
  ASSERT_EQ(contours.size(), 3u);
  EXPECT_DOUBLE_EQ(signed_area(contours[0]), 25 * 0.25);
  EXPECT_DOUBLE_EQ(signed_area(contours[1]), -9 * 0.25);
  EXPECT_DOUBLE_EQ(signed_area(contours[2]), 0.25);
}

TEST(TraceContours, CellsThatTouchAtACornerAreKeptApart) {
  const auto contours = outlines(drawn({"# ", " #"}), 1);
  ASSERT_EQ(contours.size(), 2u);
  for (const auto& ring : contours) EXPECT_DOUBLE_EQ(signed_area(ring), 0.25);
}

TEST(TraceContours, AMissingLabelHasNone) { EXPECT_TRUE(outlines(drawn({"##", "##"}), 2).empty()); }

TEST(TraceContours, SignedAreasAddUpToTheCells) {
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    Grid<std::int32_t> labels(GridFrame{{0, 0}, 1, 17, 13});
    for (std::int32_t& label : labels.cells) label = static_cast<std::int32_t>(random() % 3);
    for (const std::int32_t label : {0, 1, 2}) {
      double area = 0;
      for (const auto& ring : outlines(labels, label)) {
        area += signed_area(ring);
        for (std::size_t i = 0; i < ring.size(); ++i)
          ASSERT_DOUBLE_EQ((ring[(i + 1) % ring.size()] - ring[i]).norm(), 1);
      }
      EXPECT_DOUBLE_EQ(area,
                       static_cast<double>(std::count(labels.cells.begin(), labels.cells.end(), label)));
    }
  }
}

TEST(SimplifyRing, AStaircaseBecomesItsSlope) {
  // A right triangle of cells, whose long side is a staircase one cell deep.
  Grid<std::int32_t> labels(GridFrame{{0, 0}, 0.04, 50, 50});
  for (int r = 0; r < 50; ++r)
    for (int c = 0; c <= r; ++c) labels.at(c, r) = 1;
  const auto ring = simplify_ring(outlines(labels, 1).front(), 0.05);
  EXPECT_LE(ring.size(), 5u);
  EXPECT_NEAR(signed_area(ring), 2.0, 0.06);
}

TEST(SimplifyRing, EveryDroppedPointLiesWithinTheTolerance) {
  std::mt19937 random(5);
  std::vector<Vec2> ring;
  for (int i = 0; i < 300; ++i) {
    const double angle = 2 * M_PI * i / 300, radius = 3 + 1e-4 * static_cast<double>(random() % 3000);
    ring.push_back(radius * Vec2(std::cos(angle), std::sin(angle)));
  }
  const auto simple = simplify_ring(ring, 0.12);
  EXPECT_LT(simple.size(), 150u);
  for (const Vec2& p : ring) {
    double nearest = 1e9;
    for (std::size_t i = 0; i < simple.size(); ++i)
      nearest = std::min(nearest, distance_to_segment(p, simple[i], simple[(i + 1) % simple.size()]));
    EXPECT_LE(nearest, 0.12);
  }
}

TEST(SimplifyRing, CornersAreKept) {
  const auto contours = outlines(drawn({"####", "#   ", "#   "}), 1);
  EXPECT_EQ(simplify_ring(contours.front(), 0.1).size(), 6u);
}

}  // namespace
}  // namespace storey
