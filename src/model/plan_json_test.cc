#include "model/plan_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "model/report_json.h"

namespace storey {
namespace {

using testing::HasSubstr;

/// Plans with every field set to something random, on the grid of the decimals that plan.json keeps.
class RandomPlan {
 public:
  explicit RandomPlan(unsigned seed) : random_(seed) {}

  Plan make() {
    Plan plan;
    plan.frame = {0.3048, flip(), flip() ? 'y' : 'z', flip(), grid(0, 5), {0, 1, 0, -1, 0, 0, 0, 0, 1}};
    for (int i = 0; i < 3; ++i) plan.storeys.push_back(storey(i));
    return plan;
  }

 private:
  double grid(double low, double high, double step = 1e-4) {
    const double value = std::uniform_real_distribution(low, high)(random_);
    return std::round(value / step) * step;
  }
  bool flip() { return random_() % 2 == 0; }
  Point2 point() { return {grid(-1e6, 1e6), grid(-100, 100)}; }
  Basis basis() { return flip() ? Basis::kMeasured : Basis::kInferred; }
  double mm() { return grid(0, 500, 0.01); }
  std::string id(char letter) { return letter + std::to_string(++count_); }

  Ring ring(bool hole) {
    const Point2 at = point();
    const double a = grid(1, 5), b = grid(1, 5);
    Ring corners{at, {at.x + a, at.y}, {at.x + a, at.y + b}, {at.x, at.y + b}};
    if (hole) corners = {corners[0], corners[3], corners[2], corners[1]};
    return corners;
  }

  Wall wall() {
    Wall wall;
    wall.id = id('w');
    wall.start = point(), wall.end = point();
    wall.thickness = grid(0.01, 1);
    wall.thickness_basis = basis();
    if (flip()) wall.thickness_source = "typisch für \"Außenwände\"";
    wall.exterior = flip();
    wall.material = flip() ? "glass" : "solid";
    if (flip()) wall.curve_id = "k1";
    wall.polygon = ring(false);
    for (const char* side : {"left", "right"}) {
      if (flip()) wall.faces.push_back({point(), point(), side, grid(0, 1), mm()});
    }
    wall.confidence = grid(0, 1);
    wall.basis = basis();
    wall.uncertainty.position_mm = mm();
    if (flip()) wall.uncertainty.thickness_mm = mm();
    if (flip()) wall.deviation_mm = mm();
    return wall;
  }

  Opening opening(const std::string& wall_id) {
    Opening opening;
    opening.id = id('o');
    opening.type = static_cast<OpeningType>(random_() % 3);
    opening.wall_id = wall_id;
    opening.start = point(), opening.end = point();
    opening.sill = grid(0, 1), opening.head = grid(1, 3);
    if (flip()) opening.swing = {point(), point(), grid(0, 180)};
    opening.confidence = grid(0, 1);
    opening.basis = basis();
    opening.uncertainty = {mm(), mm(), mm()};
    return opening;
  }

  Storey storey(int index) {
    Storey storey;
    storey.index = index;
    storey.name = "Storey " + std::to_string(index + 1);
    storey.floor_z = grid(-10, 100), storey.ceiling_z = storey.floor_z + 2.5;
    for (int i = 0; i < 5; ++i) storey.walls.push_back(wall());
    for (int i = 0; i < 5; ++i) storey.openings.push_back(opening(storey.walls[0].id));
    for (int i = 0; i < 3; ++i) {
      Room room{id('r'),    "Room <&>", ring(false), {},      grid(1, 99),
                grid(0, 3), {},         grid(0, 1),  basis(), grid(0, 1)};
      if (flip()) room.holes.push_back(ring(true));
      room.clear_dimensions.push_back({point(), point(), grid(0, 9), mm()});
      storey.rooms.push_back(room);
    }
    storey.columns.push_back({id('c'), ring(false), flip(), grid(0, 1), basis()});
    Stair stair{id('s'), ring(false), static_cast<int>(random_() % 20), {}, {}, grid(0, 1), basis()};
    if (flip()) stair.up_from = point(), stair.up_to = point();
    storey.stairs.push_back(stair);
    return storey;
  }

  std::mt19937 random_;
  int count_ = 0;
};

TEST(plan_json, reads_back_what_it_writes) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const std::string text = plan_to_json(RandomPlan(seed).make());
    const Result<Plan> plan = plan_from_json(text);
    ASSERT_TRUE(plan.has_value()) << plan.error().describe();
    EXPECT_EQ(plan_to_json(*plan), text) << seed;
  }
}

TEST(plan_json, turns_map_coordinates_to_a_hundredth_of_a_millimetre) {
  const double degrees = 1.1, sine = std::sin(degrees * M_PI / 180), cosine = std::cos(degrees * M_PI / 180);
  Plan plan;
  plan.frame.plan_from_scan = {cosine, 0, sine, -12.3, 0, 1, 0, 0, -sine, 0, cosine, 102'345.6};
  const Plan back = plan_from_json(plan_to_json(plan)).value();
  const double east = 5'334'000, up = 519;
  const auto turned = [&](const Plan& by) {
    const auto& rows = by.frame.plan_from_scan;
    return rows[0] * east + rows[2] * up + rows[3];
  };
  EXPECT_NEAR(turned(back), turned(plan), 1e-5);
}

TEST(plan_json, keeps_every_field) {
  const Plan plan = RandomPlan(7).make();
  const Plan back = plan_from_json(plan_to_json(plan)).value();
  EXPECT_EQ(back.frame.up_axis, plan.frame.up_axis);
  EXPECT_EQ(back.frame.unit_forced, plan.frame.unit_forced);
  EXPECT_EQ(back.frame.plan_from_scan, plan.frame.plan_from_scan);
  for (std::size_t s = 0; s < plan.storeys.size(); ++s) {
    const Storey &a = plan.storeys[s], &b = back.storeys[s];
    EXPECT_DOUBLE_EQ(b.floor_z, a.floor_z);
    for (std::size_t i = 0; i < a.walls.size(); ++i) {
      EXPECT_NEAR(b.walls[i].start.x, a.walls[i].start.x, 1e-9);
      EXPECT_EQ(b.walls[i].thickness_source, a.walls[i].thickness_source);
      EXPECT_EQ(b.walls[i].curve_id, a.walls[i].curve_id);
      EXPECT_EQ(b.walls[i].faces.size(), a.walls[i].faces.size());
      EXPECT_EQ(b.walls[i].uncertainty.thickness_mm.has_value(),
                a.walls[i].uncertainty.thickness_mm.has_value());
      EXPECT_EQ(b.walls[i].deviation_mm.has_value(), a.walls[i].deviation_mm.has_value());
    }
    for (std::size_t i = 0; i < a.openings.size(); ++i) {
      EXPECT_EQ(b.openings[i].type, a.openings[i].type);
      EXPECT_EQ(b.openings[i].swing.has_value(), a.openings[i].swing.has_value());
      EXPECT_DOUBLE_EQ(b.openings[i].uncertainty.head_mm, a.openings[i].uncertainty.head_mm);
    }
    for (std::size_t i = 0; i < a.rooms.size(); ++i) {
      EXPECT_EQ(b.rooms[i].name, a.rooms[i].name);
      EXPECT_EQ(b.rooms[i].holes.size(), a.rooms[i].holes.size());
      EXPECT_DOUBLE_EQ(b.rooms[i].area_uncertainty_m2, a.rooms[i].area_uncertainty_m2);
    }
    EXPECT_EQ(b.stairs[0].risers, a.stairs[0].risers);
    EXPECT_EQ(b.columns[0].attached, a.columns[0].attached);
  }
}

TEST(plan_json, writes_tenths_of_millimetres_in_their_shortest_form) {
  Plan plan;
  Storey storey;
  storey.floor_z = 1.20004;
  storey.ceiling_z = -0.00001;
  Column column;
  column.id = "c1";
  column.polygon = {{0.1 + 0.2, 356213.123449}, {1, 0}, {2, 3}};
  storey.columns.push_back(column);
  plan.storeys.push_back(storey);
  const std::string text = plan_to_json(plan);
  EXPECT_THAT(text, HasSubstr("\"floor_z\": 1.2,"));
  EXPECT_THAT(text, HasSubstr("\"ceiling_z\": 0,"));
  EXPECT_THAT(text, HasSubstr("[[0.3, 356213.1234], [1, 0], [2, 3]]"));
}

TEST(plan_json, refuses_to_write_what_is_no_number) {
  Plan plan;
  plan.storeys.emplace_back();
  plan.storeys[0].floor_z = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(plan_to_json(plan), std::domain_error);
}

constexpr const char* kLeast = R"({"schema":"storey.plan/1","units":"m","storeys":[{"index":0,"floor_z":0,
  "ceiling_z":2.5,"walls":[{"start":[0,0],"end":[4,0],"thickness":0.2}],
  "openings":[{"type":"door","wall_id":"w1","start":[1,0],"end":[2,0],"sill":0,"head":2,"state":"open"}],
  "rooms":[{"polygon":[[0,0],[0,3],[4,3],[4,0]],"area":12}],
  "columns":[{"polygon":[[1,1],[2,1],[2,2]]}],"stairs":[]}],"frame":null})";

TEST(plan_json, reads_plans_without_the_added_fields) {
  const Result<Plan> plan = plan_from_json(kLeast);
  ASSERT_TRUE(plan.has_value()) << plan.error().describe();
  const Storey& storey = plan->storeys[0];
  EXPECT_EQ(storey.name, "Storey 1");
  EXPECT_EQ(storey.walls[0].id, "w1");
  EXPECT_EQ(storey.rooms[0].name, "Room 1");
  EXPECT_THAT(storey.walls[0].polygon,
              testing::ElementsAre(Point2{0, -0.1}, Point2{4, -0.1}, Point2{4, 0.1}, Point2{0, 0.1}));
}

TEST(plan_json, turns_rings_the_right_way) {
  const Ring ring = plan_from_json(kLeast)->storeys[0].rooms[0].polygon;
  EXPECT_THAT(ring, testing::ElementsAre(Point2{0, 0}, Point2{4, 0}, Point2{4, 3}, Point2{0, 3}));
}

struct Wrong {
  const char* part;
  const char* instead;
  ErrorCode code;
  const char* place;
};

class WrongPlan : public testing::TestWithParam<Wrong> {};

TEST_P(WrongPlan, is_refused_with_its_place) {
  std::string text = kLeast;
  const std::size_t at = text.find(GetParam().part);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, std::string(GetParam().part).size(), GetParam().instead);
  const Result<Plan> plan = plan_from_json(text);
  ASSERT_FALSE(plan.has_value());
  EXPECT_EQ(plan.error().code, GetParam().code);
  EXPECT_EQ(plan.error().place, GetParam().place);
}

INSTANTIATE_TEST_SUITE_P(
    fields, WrongPlan,
    testing::Values(
        Wrong{"storey.plan/1", "storey.plan/2", ErrorCode::kWrongFormat, "plan.schema"},
        Wrong{"\"thickness\":0.2", "\"thickness\":0", ErrorCode::kDamaged,
              "plan.storeys[0].walls[0].thickness"},
        Wrong{"\"thickness\":0.2", "\"thickness\":\"0.2\"", ErrorCode::kDamaged,
              "plan.storeys[0].walls[0].thickness"},
        Wrong{"\"end\":[4,0]", "\"end\":[4,0,1]", ErrorCode::kDamaged, "plan.storeys[0].walls[0].end"},
        Wrong{"\"door\"", "\"gate\"", ErrorCode::kDamaged, "plan.storeys[0].openings[0].type"},
        Wrong{"[[0,0],[0,3],[4,3],[4,0]]", "[[0,0],[0,3]]", ErrorCode::kDamaged,
              "plan.storeys[0].rooms[0].polygon"},
        Wrong{"[[1,1],[2,1],[2,2]]", "[]", ErrorCode::kDamaged, "plan.storeys[0].columns[0].polygon"},
        Wrong{"\"end\":[4,0]", "\"end\":[0,0]", ErrorCode::kDamaged, "plan.storeys[0].walls[0]"},
        Wrong{"\"index\":0", "\"index\":0.5", ErrorCode::kDamaged, "plan.storeys[0].index"},
        Wrong{"\"stairs\":[]", "\"stairs\":{}", ErrorCode::kDamaged, "plan.storeys[0].stairs"},
        Wrong{"\"floor_z\":0,", "\"floor_z\":0,,", ErrorCode::kDamaged, "line 1"},
        Wrong{"\"area\":12", "\"area\":", ErrorCode::kDamaged, "line 4"}));

TEST(plan_json, refuses_what_is_cut_off_or_goes_on) {
  const std::string text = kLeast;
  EXPECT_FALSE(plan_from_json("").has_value());
  EXPECT_FALSE(plan_from_json(text.substr(0, text.size() - 1)).has_value());
  EXPECT_FALSE(plan_from_json(text + "{}").has_value());
  EXPECT_FALSE(plan_from_json("[]").has_value());
  EXPECT_FALSE(plan_from_json(std::string(100000, '[')).has_value());
  EXPECT_TRUE(plan_from_json(text + " \r\n").has_value());
}

TEST(report_json, tells_why_openings_were_drawn_or_not) {
  Report report;
  report.openings.push_back({"o1", 0, 1.5, 2.25, 0.97, {{"head", 2.05}}, {}});
  report.openings.push_back({"", 1, 3, 4, 0.25, {}, {"no_jamb_between", {0.25}}});
  const std::string text = report_to_json(report);
  EXPECT_THAT(text, HasSubstr(R"("opening": "o1", "storey": 0, "at": [1.5, 2.25], "confidence": 0.97)"));
  EXPECT_THAT(text, HasSubstr(R"("cues": {"head": 2.05}})")) << "it was drawn: no rule";
  EXPECT_THAT(text, HasSubstr(R"({"storey": 1, "at": [3, 4], "confidence": 0.25, "cues": {},)"
                              R"( "rule": "no_jamb_between", "numbers": [0.25]})"));
  EXPECT_THAT(text, HasSubstr("\"no_jamb_between\": {\n      \"makes\": \"no opening\""));
}

TEST(report_json, replaces_bytes_that_are_no_text) {
  Report report;
  report.inputs.push_back({"scan\xFF\xC3\xA9.xyz", "xyz", 1, 2, 3, 4, 5, 6});
  report.warnings = {"one", "two \"quoted\""};
  report.left_out.push_back({"room", "too small", 1.5, 2.25, 1});
  report.left_out.push_back({"wall", "not straight", {}, {}, -1});
  const std::string text = report_to_json(report);
  EXPECT_THAT(text, HasSubstr("scan\xEF\xBF\xBD\xC3\xA9.xyz"));
  EXPECT_THAT(text, HasSubstr("\"two \\\"quoted\\\"\""));
  EXPECT_THAT(text, HasSubstr("\"at\": [1.5, 2.25], \"storey\": 1"));
  EXPECT_THAT(text, HasSubstr("{\"what\": \"wall\", \"reason\": \"not straight\"}"));
}

}  // namespace
}  // namespace storey
