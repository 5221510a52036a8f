// The small parts of the layout: labels, widths of text, regions, free room for labels, frames, marks,
// sheets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "export/drawing/label_space.h"
#include "export/drawing/labels.h"
#include "export/drawing/layers.h"
#include "export/drawing/marks.h"
#include "export/drawing/regions.h"
#include "export/drawing/sheet.h"
#include "export/drawing/text_metrics.h"
#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

constexpr auto kMetric = ModelUnits::kMetric;
constexpr auto kImperial = ModelUnits::kImperial;

TEST(labels, writes_lengths_in_millimetres) {
  EXPECT_EQ(length_label(3044.6, kMetric), "3045");
  EXPECT_EQ(length_label(0, kMetric), "0");
  EXPECT_EQ(length_label(-0.2, kMetric), "0");
  EXPECT_EQ(length_text(3044.6, kMetric), "3.045 m");
}

TEST(labels, writes_feet_and_inches_to_the_nearest_eighth) {
  EXPECT_EQ(length_label(304.8, kImperial), "1'-0\"");
  EXPECT_EQ(length_label(304.8 * 10 + 25.4 / 8, kImperial), "10'-0 1/8\"");
  EXPECT_EQ(length_label(304.8 * 3 + 25.4 * 4.5, kImperial), "3'-4 1/2\"");
  EXPECT_EQ(length_label(25.4 * 5.875, kImperial), "5 7/8\"");
  EXPECT_EQ(length_label(25.4 * 11.99, kImperial), "1'-0\"") << "rounded up to the next foot";
}

TEST(labels, never_rounds_a_tolerance_down) {
  EXPECT_EQ(tolerance_label(3.1, kMetric), "±4");
  EXPECT_EQ(tolerance_label(3.0, kMetric), "±3");
  EXPECT_EQ(tolerance_label(0, kMetric), "");
  EXPECT_EQ(tolerance_label(3.3, kImperial), "±1/4\"");
}

TEST(labels, writes_areas) {
  EXPECT_EQ(area_text(12.456, 0.043, kMetric), "12.46 ±0.05 m²");
  EXPECT_EQ(area_text(12.456, 0, kMetric), "12.46 m²");
  EXPECT_EQ(area_text(10, 0, kImperial), "107.6 sq ft");
}

TEST(text_metrics, knows_the_widths_of_the_typeface) {
  // Digits of Liberation Sans are 0.556 em wide, its capitals 0.688 em high.
  EXPECT_NEAR(text_width("1234", kCapitalHeight), 4 * 0.556, 1e-9);
  EXPECT_GT(text_width("Wm", 1), text_width("il", 1));
  EXPECT_GT(text_width("Room", 1, true), text_width("Room", 1));
  EXPECT_NEAR(text_width("²", kCapitalHeight), 0.611, 1e-9) << "one character, two bytes";
}

TEST(regions, unites_and_subtracts) {
  const Ring left{{0, 0}, {100, 0}, {100, 100}, {0, 100}};
  const Ring right{{102, 0}, {200, 0}, {200, 100}, {102, 100}};
  EXPECT_EQ(unite({left, right}).size(), 2U);
  const Region joined = unite({left, right}, 6);
  ASSERT_EQ(joined.size(), 1U);
  EXPECT_NEAR(signed_area(joined[0]), 200 * 100, 1);
  const Region holed = subtract({left}, {{{40, 40}, {60, 40}, {60, 60}, {40, 60}}});
  ASSERT_EQ(holed.size(), 2U);
  EXPECT_FALSE(contains(holed, {50, 50}));
  EXPECT_TRUE(contains(holed, {20, 50}));
}

TEST(regions, fills_rings_whatever_their_direction) {
  const Ring clockwise{{0, 0}, {0, 100}, {100, 100}, {100, 0}};
  const Region region = unite({clockwise});
  ASSERT_EQ(region.size(), 1U);
  EXPECT_GT(signed_area(region[0]), 0);
}

TEST(label_space, finds_what_is_in_the_way) {
  LabelSpace space(100);
  space.block(Point2{0, 50}, Point2{1000, 50});
  EXPECT_FALSE(space.free(Box{{500, 50}, 20, 10}));
  EXPECT_FALSE(space.free(Box{{500, 62}, 20, 15}));
  EXPECT_TRUE(space.free(Box{{500, 70}, 20, 15}));
  EXPECT_TRUE(space.free(Box{{500, 80}, 100, 15}));
  EXPECT_FALSE(space.free(Box{{500, 80}, 100, 15, 45})) << "turned, it reaches the line";
  EXPECT_FALSE(space.free({500, 0}, {500, 100}));
  EXPECT_TRUE(space.free({500, 60}, {500, 100}));
}

TEST(label_space, knows_that_a_box_within_a_box_is_taken) {
  LabelSpace space(100);
  space.block(Box{{0, 0}, 500, 300});
  EXPECT_FALSE(space.free(Box{{0, 0}, 5, 5}));
  LabelSpace area(100);
  area.block_inside({{{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}}}, 50);
  EXPECT_FALSE(area.free(Box{{333, 333}, 30, 30}));
  EXPECT_TRUE(area.free(Box{{1100, 333}, 30, 30}));
}

Plan turned_plan(double angle) {
  Plan plan;
  Storey storey;
  for (const auto& [at, length] :
       {std::pair{angle, 10.0}, {angle + 90, 8.0}, {angle + 180.01, 10.0}, {angle + 40, 3.0}}) {
    Wall wall;
    wall.start = {100, 200};
    wall.end = wall.start + direction(at) * length;
    wall.polygon = {wall.start, wall.end, wall.end + Point2{0.1, 0.1}};
    storey.walls.push_back(wall);
  }
  plan.storeys.push_back(storey);
  return plan;
}

TEST(sheet_frame, turns_the_longest_walls_level) {
  for (double angle = -44; angle < 45; angle += 3.7) {
    const SheetFrame frame = sheet_frame(turned_plan(angle), Orientation::kStraight);
    EXPECT_NEAR(frame.angle_deg, angle, 0.02);
    const Point2 p{103, 207};
    EXPECT_NEAR(distance(frame.plan_from_sheet(frame.sheet_from_plan(p)), p), 0, 1e-9);
  }
}

TEST(sheet_frame, leaves_the_scan_as_it_is_on_request) {
  const SheetFrame frame = sheet_frame(turned_plan(20), Orientation::kScan);
  EXPECT_EQ(frame.sheet_from_plan({1, 2}), (Point2{1000, 2000}));
}

TEST(sheet_frame, keeps_coordinates_small) {
  const Plan plan = turned_plan(20);
  const SheetFrame frame = sheet_frame(plan, Orientation::kStraight);
  for (const Wall& wall : plan.storeys[0].walls) {
    EXPECT_GE(frame.sheet_from_plan(wall.start).x, 0);
    EXPECT_LT(frame.sheet_from_plan(wall.start).x, 20000);
  }
}

TEST(marks, counts_by_kind_and_rooms_by_storey) {
  Plan plan;
  for (int index = 0; index < 2; ++index) {
    Storey storey;
    storey.index = index;
    for (const auto& [id, type] :
         {std::pair{"a", OpeningType::kDoor}, {"b", OpeningType::kWindow}, {"c", OpeningType::kDoor}}) {
      Opening opening;
      opening.id = id + std::to_string(index);
      opening.type = type;
      storey.openings.push_back(opening);
    }
    Room room;
    room.id = "r" + std::to_string(index);
    storey.rooms.push_back(room);
    plan.storeys.push_back(storey);
  }
  EXPECT_THAT(marks_of(plan), testing::ElementsAre(testing::Pair("a0", "D1"), testing::Pair("a1", "D3"),
                                                   testing::Pair("b0", "W1"), testing::Pair("b1", "W2"),
                                                   testing::Pair("c0", "D2"), testing::Pair("c1", "D4"),
                                                   testing::Pair("r0", "001"), testing::Pair("r1", "101")));
}

TEST(sheet, takes_the_largest_scale_that_fits) {
  const auto first = [](ModelUnits units, int forced, double width, double height) {
    for (const SheetChoice& choice : sheet_choices(units, forced)) {
      Drawing drawing;
      drawing.scale = choice.scale;
      drawing.extent.add(Point2{0, 0});
      drawing.extent.add(Point2{width, height});
      if (fits(choice.sheet, drawing)) return std::pair{choice.sheet.name, choice.scale};
    }
    return std::pair{std::string("none"), 0};
  };
  EXPECT_EQ(first(kMetric, 0, 6000, 8000), (std::pair<std::string, int>{"A4", 50}));
  EXPECT_EQ(first(kMetric, 0, 15000, 10000), (std::pair<std::string, int>{"A3", 50}));
  EXPECT_EQ(first(kMetric, 0, 30000, 20000), (std::pair<std::string, int>{"A3", 100}));
  EXPECT_EQ(first(kMetric, 0, 70000, 40000), (std::pair<std::string, int>{"A1", 100}));
  EXPECT_EQ(first(kImperial, 0, 6000, 8000), (std::pair<std::string, int>{"A4", 48}));
  EXPECT_EQ(first(kMetric, 20, 6000, 6000), (std::pair<std::string, int>{"A2", 20}));
  EXPECT_EQ(scale_text(48, kImperial), "1/4\" = 1'-0\"");
  EXPECT_EQ(scale_text(50, kMetric), "1:50");
}

TEST(layers, have_names_of_their_own_in_both_profiles) {
  for (const LayerProfile profile : {LayerProfile::kAia, LayerProfile::kIso13567}) {
    std::set<std::string_view> names;
    for (int i = 0; i < kLayerCount; ++i) names.insert(layer_name(static_cast<Layer>(i), profile));
    EXPECT_EQ(names.size(), static_cast<std::size_t>(kLayerCount));
  }
  EXPECT_EQ(layer_name(Layer::kWall, LayerProfile::kAia), "A-WALL");
}

}  // namespace
}  // namespace storey::drawing
