#include "export/drawing/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "export/drawing/notes.h"
#include "export/drawing/regions.h"
#include "export/drawing/text_metrics.h"
#include "export/drawing/vec.h"
#include "model/plan_json.h"

namespace storey::drawing {
namespace {

Plan read_plan(const std::string& name) {
  std::ifstream file(std::string(STOREY_SOURCE_DIR) + "/tests/golden/plans/" + name + ".json");
  std::stringstream text;
  text << file.rdbuf();
  auto plan = plan_from_json(text.str());
  EXPECT_TRUE(plan.has_value()) << name;
  return plan.value();
}

std::vector<Drawing> lay_out_all(const Plan& plan, int scale, ModelUnits units) {
  std::vector<Drawing> drawings;
  const SheetFrame frame = sheet_frame(plan, Orientation::kStraight);
  for (const Storey& storey : plan.storeys)
    drawings.push_back(lay_out(storey, frame, marks_of(plan), scale, units));
  return drawings;
}

std::vector<Text> texts_of(const Drawing& drawing) {
  std::vector<Text> texts;
  for (const Element& element : drawing.elements) {
    for (const Shape& shape : shapes_of(element.primitive, drawing.scale)) {
      if (const auto* text = std::get_if<Text>(&shape); text && !text->text.empty()) texts.push_back(*text);
    }
  }
  return texts;
}

template <class Kind>
std::vector<const Element*> elements_of(const Drawing& drawing, Layer layer) {
  std::vector<const Element*> found;
  for (const Element& element : drawing.elements) {
    if (element.layer == layer && std::holds_alternative<Kind>(element.primitive)) found.push_back(&element);
  }
  return found;
}

/// The corners of the box that the capitals of `text` fill.
Ring outline(const Text& text) {
  const Box box = box_of(text, 0);
  const Point2 u = direction(box.angle_deg) * box.half_width;
  const Point2 v = turned_left(direction(box.angle_deg)) * box.half_height;
  return {box.centre - u - v, box.centre + u - v, box.centre + u + v, box.centre - u + v};
}

struct Case {
  const char* plan;
  int scale;
  ModelUnits units;
};

class EveryPlan : public testing::TestWithParam<Case> {};

TEST_P(EveryPlan, keeps_labels_off_each_other) {
  for (const Drawing& drawing : lay_out_all(read_plan(GetParam().plan), GetParam().scale, GetParam().units)) {
    const std::vector<Text> texts = texts_of(drawing);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      for (std::size_t j = i + 1; j < texts.size(); ++j) {
        EXPECT_TRUE(intersect({outline(texts[i])}, {outline(texts[j])}).empty())
            << texts[i].text << " on " << texts[j].text;
      }
    }
  }
}

TEST_P(EveryPlan, keeps_labels_off_walls_and_stairs) {
  const Plan plan = read_plan(GetParam().plan);
  const std::vector<Drawing> drawings = lay_out_all(plan, GetParam().scale, GetParam().units);
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    const Storey sheet = on_sheet(plan.storeys[i], drawings[i].frame);
    Region taken = wall_regions(sheet).solid;
    for (const Stair& stair : sheet.stairs) taken.push_back(stair.polygon);
    for (const Text& text : texts_of(drawings[i])) {
      EXPECT_TRUE(intersect({outline(text)}, taken).empty()) << text.text;
    }
  }
}

/// Lines drawn across the way up, on the sheet.
std::size_t risers_drawn(const Drawing& drawing, const Stair& on_sheet) {
  const Point2 up = unit(*on_sheet.up_to - *on_sheet.up_from);
  std::size_t count = 0;
  for (const Element* element : elements_of<Polyline>(drawing, Layer::kStairs)) {
    const auto& line = std::get<Polyline>(element->primitive);
    if (line.closed || line.points.size() != 2) continue;
    count += std::abs(dot(line.points[1] - line.points[0], up)) < 1e-6;
  }
  return count;
}

TEST(layout, draws_a_line_between_any_two_treads) {
  Plan plan = read_plan("two-storeys");
  const std::vector<Drawing> drawings = lay_out_all(plan, 100, ModelUnits::kMetric);
  const Stair stair = on_sheet(plan.storeys[0], drawings[0].frame).stairs.at(0);
  EXPECT_EQ(risers_drawn(drawings[0], stair), static_cast<std::size_t>(stair.risers) - 2);
}

TEST(layout, draws_no_treads_of_a_flight_that_turns) {
  Plan plan = read_plan("two-storeys");
  Stair& stair = plan.storeys[0].stairs.at(0);
  stair.polygon.push_back((stair.polygon.back() + stair.polygon.front()) * 0.5);
  const std::vector<Drawing> drawings = lay_out_all(plan, 100, ModelUnits::kMetric);
  EXPECT_EQ(risers_drawn(drawings[0], on_sheet(plan.storeys[0], drawings[0].frame).stairs.at(0)), 0u);
}

TEST(layout, dashes_stairs_that_are_less_likely_than_not) {
  Plan plan = read_plan("two-storeys");
  for (const double confidence : {0.49, 0.5}) {
    plan.storeys[0].stairs.at(0).confidence = confidence;
    const std::vector<Drawing> drawings = lay_out_all(plan, 100, ModelUnits::kMetric);
    const Element* outline = elements_of<Polyline>(drawings[0], Layer::kStairs).at(0);
    EXPECT_EQ(std::get<Polyline>(outline->primitive).pen.type == LineType::kDashed, confidence < 0.5)
        << confidence;
  }
}

TEST_P(EveryPlan, names_every_room_within_it) {
  const Plan plan = read_plan(GetParam().plan);
  const std::vector<Drawing> drawings = lay_out_all(plan, GetParam().scale, GetParam().units);
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    std::set<std::string> named;
    for (const Element* element : elements_of<Symbol>(drawings[i], Layer::kAreaIdent)) {
      named.insert(element->id);
      for (const Room& room : on_sheet(plan.storeys[i], drawings[i].frame).rooms) {
        if (room.id != element->id) continue;
        EXPECT_TRUE(contains({room.polygon}, std::get<Symbol>(element->primitive).at)) << room.name;
      }
    }
    EXPECT_EQ(named.size(), plan.storeys[i].rooms.size());
  }
}

INSTANTIATE_TEST_SUITE_P(plans, EveryPlan,
                         testing::Values(Case{"one-room", 50, ModelUnits::kMetric},
                                         Case{"flat", 50, ModelUnits::kMetric},
                                         Case{"flat", 100, ModelUnits::kMetric},
                                         Case{"flat", 96, ModelUnits::kImperial},
                                         Case{"two-storeys", 50, ModelUnits::kMetric},
                                         Case{"two-storeys", 96, ModelUnits::kImperial},
                                         Case{"oblique-and-curved", 100, ModelUnits::kMetric},
                                         Case{"empty", 100, ModelUnits::kMetric}));

TEST(layout, cuts_openings_out_of_walls) {
  const Plan plan = read_plan("one-room");
  const Storey sheet = on_sheet(plan.storeys[0], {});
  const WallRegions walls = wall_regions(sheet);
  EXPECT_FALSE(contains(walls.solid, {1450, -150}));  // the middle of the door
  EXPECT_TRUE(contains(walls.solid, {500, -150}));
  EXPECT_TRUE(contains(walls.building, {1450, -150}));
  double outlines = 0;
  for (const Ring& ring : walls.building) outlines += signed_area(ring);
  EXPECT_NEAR(outlines, 4600.0 * 3600, 1);
}

TEST(layout, tells_walls_seen_from_one_side_from_others) {
  const WallRegions walls = wall_regions(on_sheet(read_plan("flat").storeys[0], {}));
  EXPECT_FALSE(walls.measured.empty());
  EXPECT_FALSE(walls.thickness_inferred.empty());
  EXPECT_FALSE(walls.unsure.empty());
  EXPECT_FALSE(walls.glass.empty());
  EXPECT_TRUE(intersect(walls.measured, walls.thickness_inferred).empty());
  EXPECT_TRUE(intersect(walls.measured, walls.unsure).empty());
}

TEST(layout, closes_the_joints_of_a_curved_wall) {
  const WallRegions walls = wall_regions(on_sheet(read_plan("oblique-and-curved").storeys[0], {}));
  const auto outer = std::find_if(walls.building.begin(), walls.building.end(),
                                  [](const Ring& ring) { return signed_area(ring) > 0; });
  ASSERT_NE(outer, walls.building.end());
  // The building is convex: a notch at a joint would turn the outline to the right.
  for (std::size_t i = 0; i < outer->size(); ++i) {
    const Point2 a = (*outer)[i], b = (*outer)[(i + 1) % outer->size()],
                 c = (*outer)[(i + 2) % outer->size()];
    EXPECT_GT(cross(unit(b - a), unit(c - b)), -0.02) << b.x << " " << b.y;
  }
}

TEST(layout, draws_what_is_less_likely_there_than_not_as_unsure) {
  Storey storey;
  Wall wall;
  wall.polygon = {{0, 0}, {4000, 0}, {4000, 300}, {0, 300}};
  for (const double confidence : {0.49, 0.5}) {
    wall.confidence = confidence;
    storey.walls = {wall};
    EXPECT_EQ(wall_regions(storey).unsure.empty(), confidence >= 0.5) << confidence;
    EXPECT_EQ(wall_regions(storey).measured.empty(), confidence < 0.5) << confidence;
  }
}

TEST(layout, leaves_the_inside_of_a_round_tower_free) {
  Storey tower;
  constexpr int kChords = 24;
  const auto corner = [](int k) { return direction(360.0 * k / kChords) * 3000; };
  for (int k = 0; k < kChords; ++k) {
    Wall chord;
    chord.start = corner(k), chord.end = corner(k + 1);
    chord.thickness = 400;
    chord.curve_id = "tower";
    const Point2 across = turned_left(unit(chord.end - chord.start)) * 200;
    chord.polygon = {chord.start - across, chord.end - across, chord.end + across, chord.start + across};
    tower.walls.push_back(chord);
  }
  const WallRegions walls = wall_regions(tower);
  EXPECT_FALSE(contains(walls.solid, {0, 0}));
  EXPECT_TRUE(contains(walls.solid, corner(3)));
  EXPECT_EQ(walls.solid.size(), 2U) << "a ring without notches";
}

TEST(layout, draws_a_swing_only_where_the_leaf_was_seen) {
  const Plan plan = read_plan("flat");
  const Drawing drawing = lay_out_all(plan, 50, ModelUnits::kMetric)[0];
  for (const Opening& opening : plan.storeys[0].openings) {
    bool arc = false;
    for (const Element& element : drawing.elements) {
      const auto* symbol = std::get_if<Symbol>(&element.primitive);
      if (!symbol || element.id != opening.id) continue;
      for (const Shape& shape : symbol->shapes) arc = arc || std::holds_alternative<Arc>(shape);
    }
    EXPECT_EQ(arc, opening.swing && opening.swing->angle_deg > 10) << opening.id;
  }
}

TEST(layout, puts_leaf_and_arc_where_the_door_turns) {
  // The door of the one-room plan is hinged at x = 1.0 m and opens inwards, to the north.
  const Drawing drawing = lay_out_all(read_plan("one-room"), 50, ModelUnits::kMetric)[0];
  for (const Element* element : elements_of<Symbol>(drawing, Layer::kDoor)) {
    for (const Shape& shape : shapes_of(element->primitive, 50)) {
      const auto* arc = std::get_if<Arc>(&shape);
      if (!arc) continue;
      const Point2 hinge = drawing.frame.plan_from_sheet(arc->centre);
      EXPECT_NEAR(hinge.x, 1.0 - 0.3, 1e-9);
      EXPECT_NEAR(hinge.y, 0, 1e-9);
      EXPECT_NEAR(arc->radius, 900, 1e-6);
      EXPECT_NEAR(arc->start_deg, 0, 1e-9);
      EXPECT_NEAR(arc->end_deg, 90, 1e-9);
      return;
    }
  }
  FAIL() << "no arc";
}

TEST(layout, chains_dimensions_that_add_up) {
  const Drawing drawing = lay_out_all(read_plan("flat"), 50, ModelUnits::kMetric)[0];
  std::map<std::pair<int, int>, double> chains;  // by direction and place of the dimension line
  for (const Element& element : drawing.elements) {
    const auto* dimension = std::get_if<Dimension>(&element.primitive);
    if (!dimension || !element.id.empty()) continue;
    const Point2 along = direction(dimension->angle_deg);
    const double place = dot(dimension->line_from, turned_left(along));
    chains[{static_cast<int>(std::lround(dimension->angle_deg)), static_cast<int>(std::lround(place))}] +=
        dot(dimension->to - dimension->from, along);
  }
  ASSERT_GE(chains.size(), 6U);
  for (const auto& [chain, sum] : chains) EXPECT_NEAR(sum, chain.first == 0 ? 11730 : 8730, 0.2);
}

TEST(layout, gives_openings_and_rooms_a_chain_each) {
  const Drawing drawing = lay_out_all(read_plan("flat"), 50, ModelUnits::kMetric)[0];
  std::map<long, std::vector<std::string>> south;  // labels from left to right, by distance from the building
  for (const Element& element : drawing.elements) {
    const auto* dimension = std::get_if<Dimension>(&element.primitive);
    if (dimension && element.id.empty() && dimension->angle_deg == 0 && dimension->line_from.y < 0) {
      south[std::lround(-dimension->line_from.y)];
    }
  }
  for (auto& [place, labels] : south) {
    std::map<double, std::string> sorted;
    for (const Element& element : drawing.elements) {
      const auto* dimension = std::get_if<Dimension>(&element.primitive);
      if (dimension && element.id.empty() && std::lround(-dimension->line_from.y) == place) {
        sorted[dimension->line_from.x] = dimension->label;
      }
    }
    for (const auto& [x, label] : sorted) labels.push_back(label);
  }
  ASSERT_EQ(south.size(), 3U);
  using testing::ElementsAre;
  auto chain = south.begin();
  EXPECT_THAT(chain->second, ElementsAre("1565", "1510", "2490", "1010", "2390", "1760", "1005"));
  EXPECT_THAT((++chain)->second, ElementsAre("365", "4000", "115", "3460", "50", "3375", "365"));
  EXPECT_THAT((++chain)->second, ElementsAre("11730"));
}

TEST(layout, shows_the_measured_length_and_its_half_width) {
  std::vector<std::string> labels;
  for (const Text& text : texts_of(lay_out_all(read_plan("one-room"), 50, ModelUnits::kMetric)[0])) {
    labels.push_back(text.text);
  }
  EXPECT_THAT(labels,
              testing::IsSupersetOf({"Studio", "12.00 ±0.04 m²", "CH 2500", "4000 ±4", "3000 ±4", "4600"}));
}

TEST(layout, states_how_high_the_sill_of_a_hatch_is) {
  Plan plan = read_plan("one-room");
  for (Opening& opening : plan.storeys[0].openings) {
    opening.type = OpeningType::kOpening;
    opening.swing.reset();
    opening.sill = 1.05;
    opening.head = 1.9;
  }
  std::string labels;
  for (const Text& text : texts_of(lay_out_all(plan, 50, ModelUnits::kMetric)[0])) labels += text.text + "; ";
  EXPECT_THAT(labels, testing::HasSubstr("× 850  SH 1050"));
}

TEST(layout, is_the_same_every_time) {
  const auto count = [](const Drawing& drawing) { return drawing.elements.size(); };
  const Plan plan = read_plan("flat");
  const Drawing first = lay_out_all(plan, 50, ModelUnits::kMetric)[0];
  const Drawing second = lay_out_all(plan, 50, ModelUnits::kMetric)[0];
  ASSERT_EQ(count(first), count(second));
  const std::vector<Text> a = texts_of(first), b = texts_of(second);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].at, b[i].at);
}

}  // namespace
}  // namespace storey::drawing
