#include "export/draw.h"

#include <cairo.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "export/areas.h"
#include "export/drawing/layout.h"
#include "export/drawing/vec.h"
#include "export/geojson.h"
#include "export/picture.h"
#include "export/png.h"
#include "export/schedules.h"
#include "export/svg.h"
#include "model/plan_json.h"

namespace storey {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Plan read_plan(const std::string& name) {
  std::ifstream file(std::string(STOREY_SOURCE_DIR) + "/tests/golden/plans/" + name + ".json");
  std::stringstream text;
  text << file.rdbuf();
  return plan_from_json(text.str()).value();
}

std::vector<std::string> names(const std::vector<OutputFile>& files) {
  std::vector<std::string> list;
  for (const OutputFile& file : files) list.push_back(file.name);
  return list;
}

TEST(draw, makes_svg_and_png_of_every_storey_unless_asked_otherwise) {
  RunContext context;
  const auto files = draw(read_plan("two-storeys"), {}, {}, context);
  ASSERT_TRUE(files.has_value());
  EXPECT_THAT(names(*files), ElementsAre("plan.json", "report.json", "storey-0.svg", "storey-1.svg",
                                         "storey-0.png", "storey-1.png"));
  EXPECT_EQ((*files)[3].storey, 1);
  EXPECT_EQ((*files)[3].format, "svg");
}

TEST(draw, draws_the_storeys_and_formats_asked_for) {
  Options options;
  options.storeys = {1};
  options.formats = {"pdf", "svg", "csv"};
  RunContext context;
  const auto files = draw(read_plan("two-storeys"), {}, options, context);
  EXPECT_THAT(names(*files), ElementsAre("plan.json", "report.json", "storey-1.svg", "plan.pdf", "rooms.csv",
                                         "doors.csv", "windows.csv", "areas.csv"));
  EXPECT_EQ(plan_from_json(files->front().bytes)->storeys.size(), 2U) << "plan.json holds all storeys";
}

TEST(draw, names_the_known_formats_when_asked_for_another) {
  Options options;
  options.formats = {"svg", "dwg"};
  RunContext context;
  const auto files = draw(read_plan("one-room"), {}, options, context);
  ASSERT_FALSE(files.has_value());
  EXPECT_EQ(files.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(files.error().message, HasSubstr("dwg"));
  for (const std::string_view format : known_formats())
    EXPECT_THAT(files.error().remedy, HasSubstr(std::string(format)));
}

TEST(draw, draws_a_format_once_however_often_it_is_named) {
  Options options;
  options.formats = {"geojson", "json", "geojson"};
  RunContext context;
  EXPECT_THAT(names(draw(read_plan("one-room"), {}, options, context).value()),
              ElementsAre("plan.json", "report.json", "plan.geojson"));
}

TEST(draw, stops_when_cancelled) {
  RunContext context;
  context.cancel();
  const auto files = draw(read_plan("one-room"), {}, {}, context);
  ASSERT_FALSE(files.has_value());
  EXPECT_EQ(files.error().code, ErrorCode::kCancelled);
}

TEST(draw, takes_another_scale_where_the_one_asked_for_fits_no_sheet_and_says_so) {
  Options options;
  options.sheet_scale = 10;
  options.formats = {"svg"};
  RunContext context;
  const auto files = draw(read_plan("flat"), {}, options, context);
  EXPECT_THAT(files->back().bytes, HasSubstr("data-scale=\"50\""));
  EXPECT_THAT(context.warnings(), ElementsAre(HasSubstr("1:10")));
}

TEST(draw, draws_everything_of_nothing) {
  Options options;
  for (const std::string_view format : known_formats()) options.formats.emplace_back(format);
  RunContext context;
  EXPECT_TRUE(draw(read_plan("empty"), {}, options, context).has_value());
  EXPECT_TRUE(draw(Plan{}, {}, options, context).has_value());
}

// ---- pictures

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels;
  double grey(double x, double y) const {
    return pixels[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)] & 0xFF;
  }
};

Picture decode(const std::string& png) {
  struct Source {
    const std::string& bytes;
    std::size_t at = 0;
  } source{png};
  cairo_surface_t* surface = cairo_image_surface_create_from_png_stream(
      [](void* closure, unsigned char* data, unsigned int length) {
        auto* from = static_cast<Source*>(closure);
        if (from->at + length > from->bytes.size()) return CAIRO_STATUS_READ_ERROR;
        std::copy_n(from->bytes.begin() + static_cast<std::ptrdiff_t>(from->at), length, data);
        from->at += length;
        return CAIRO_STATUS_SUCCESS;
      },
      &source);
  Picture picture{cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface), {}};
  for (int y = 0; y < picture.height; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(surface) +
                                                             y * cairo_image_surface_get_stride(surface));
    picture.pixels.insert(picture.pixels.end(), row, row + picture.width);
  }
  cairo_surface_destroy(surface);
  return picture;
}

drawing::Drawing lay_out_first(const Plan& plan) {
  return lay_out(plan.storeys[0], drawing::sheet_frame(plan, Orientation::kStraight), drawing::marks_of(plan),
                 50, ModelUnits::kMetric);
}

TEST(png, shows_walls_dark_and_rooms_white) {
  using drawing::operator-;
  const Plan plan = read_plan("two-storeys");
  const drawing::Drawing drawn = lay_out_first(plan);
  const Picture picture = decode(png_bytes(drawn));
  const double per_mm = picture.width / (drawn.extent.width() + 2 * 8 * 50);
  const auto grey = [&](const Point2& plan_point) {
    const Point2 sheet = drawn.frame.sheet_from_plan(plan_point) - drawn.extent.low;
    return picture.grey((sheet.x + 400) * per_mm, picture.height - (sheet.y + 400) * per_mm);
  };
  const double turn = drawing::radians(-12);
  const auto at = [&](double x, double y) {
    return Point2{x * std::cos(turn) - y * std::sin(turn), x * std::sin(turn) + y * std::cos(turn)};
  };
  EXPECT_LT(grey(at(1.5, -0.18)), 90) << "a wall of which both faces were measured";
  EXPECT_NEAR(grey(at(-0.18, 3)), 158, 10) << "a wall seen from one side";
  EXPECT_GT(grey(at(1.0, 1.0)), 250) << "the floor of a room";
  EXPECT_GT(grey(at(3.5, -0.18)), 250) << "a door in the wall";
}

TEST(png, has_no_more_pixels_than_a_preview_needs) {
  Plan plan = read_plan("one-room");
  for (Wall& wall : plan.storeys[0].walls) {
    for (Point2& p : wall.polygon) p = {p.x * 1000, p.y};
  }
  const Picture picture = decode(png_bytes(lay_out_first(plan)));
  EXPECT_LE(picture.width, 4096);
  EXPECT_LE(picture.height, 4096);
}

TEST(picture, lays_the_density_under_the_plan) {
  const Plan plan = read_plan("one-room");
  const drawing::Drawing drawn = lay_out_first(plan);
  // Points in the lower left quarter of the room only: x from 0 to 2 m, y from 0 to 1.5 m.
  const DensityMap density{0, 0, 0, 0.5, 8, 6, [] {
                             std::vector<std::uint8_t> levels(48, 0);
                             for (std::size_t i = 0; i < 48; ++i)
                               levels[i] = i % 8 < 4 && i / 8 < 3 ? 255 : 0;
                             return levels;
                           }()};
  const Picture picture = decode(density_png(drawn, density));
  const auto grey = [&](double x, double y) {
    const Point2 sheet = drawn.frame.sheet_from_plan({x, y});
    const double per_mm = picture.width / drawn.extent.width();
    return picture.grey((sheet.x - drawn.extent.low.x) * per_mm,
                        picture.height - (sheet.y - drawn.extent.low.y) * per_mm);
  };
  EXPECT_NEAR(grey(1.6, 1.1), 90, 3);
  EXPECT_GT(grey(1.6, 2.25), 250);
  EXPECT_GT(grey(3.1, 1.1), 250);
}

TEST(picture, makes_a_layer_of_points_that_says_where_it_lies) {
  DensityMap density{0, 10, -4, 0.5, 4, 2, std::vector<std::uint8_t>(8, 0)};
  density.levels[0] = 255;  // the lower left cell
  density.levels[7] = 100;  // the upper right one
  const Picture picture = decode(density_layer_png(density));
  ASSERT_EQ(picture.width, 4);
  ASSERT_EQ(picture.height, 2);
  EXPECT_EQ(picture.pixels[4] >> 24, 255U) << "the lowest row comes last";
  EXPECT_EQ(picture.pixels[3] >> 24, 100U);
  EXPECT_EQ(picture.pixels[0] >> 24, 0U) << "nothing where no point lies";
  EXPECT_EQ(density_world_file(density), "0.500000\n0.000000\n0.000000\n-0.500000\n10.250000\n-3.250000\n");
}

TEST(draw, makes_the_layer_of_points_of_the_storeys_that_are_drawn) {
  Report report;
  for (const int storey : {0, 1}) report.density.push_back({storey, 0, 0, 0.05, 1, 1, {255}});
  Options options;
  options.formats = {"density"};
  options.storeys = {1};
  RunContext context;
  EXPECT_THAT(names(draw(read_plan("two-storeys"), report, options, context).value()),
              ElementsAre("plan.json", "report.json", "storey-1.density.png", "storey-1.density.pgw"));
}

TEST(picture, writes_base64) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

// ---- areas and schedules

TEST(areas, measures_net_internal_and_gross) {
  const AreaStatement areas = area_statement(read_plan("one-room"), AreaStandard::kNone);
  ASSERT_EQ(areas.storeys.size(), 1U);
  EXPECT_NEAR(areas.storeys[0].net_m2, 12, 1e-9);
  EXPECT_NEAR(areas.storeys[0].internal_m2, 12, 1e-3);
  EXPECT_NEAR(areas.storeys[0].gross_m2, 4.6 * 3.6, 1e-3);
  EXPECT_TRUE(areas.standard.empty());
}

double counted(const Plan& plan, AreaStandard standard) { return area_statement(plan, standard).total_m2; }

TEST(areas, follows_the_rules_of_each_standard) {
  Plan plan = read_plan("one-room");
  EXPECT_NEAR(counted(plan, AreaStandard::kAnsiZ765), 16.56, 1e-3);
  EXPECT_NEAR(counted(plan, AreaStandard::kIpms1), 16.56, 1e-3);
  EXPECT_NEAR(counted(plan, AreaStandard::kIpms2), 12, 1e-3);
  EXPECT_NEAR(counted(plan, AreaStandard::kNia), 12, 1e-3);
  EXPECT_NEAR(counted(plan, AreaStandard::kDin277), 16.56, 1e-3);
  EXPECT_NEAR(counted(plan, AreaStandard::kSia416), 16.56, 1e-3);

  plan.storeys[0].rooms[0].ceiling_height = 2.1;  // under 7 ft, over 1.5 m
  EXPECT_NEAR(counted(plan, AreaStandard::kAnsiZ765), 4.56, 1e-3);
  EXPECT_NEAR(counted(plan, AreaStandard::kNia), 12, 1e-3);
  plan.storeys[0].rooms[0].ceiling_height = 1.4;
  EXPECT_NEAR(counted(plan, AreaStandard::kNia), 0, 1e-3);
  plan.storeys[0].rooms[0].ceiling_height = 0;  // not seen
  EXPECT_NEAR(counted(plan, AreaStandard::kNia), 12, 1e-3);
}

TEST(areas, takes_stairs_off_where_the_standard_does) {
  const Plan plan = read_plan("two-storeys");
  const double stair = 3.7 * 1.0;
  EXPECT_NEAR(counted(plan, AreaStandard::kIpms2) - counted(plan, AreaStandard::kIpms3), stair, 1e-3);
}

TEST(areas, gives_a_rule_for_every_part_and_parts_that_add_up) {
  for (const AreaStandard standard :
       {AreaStandard::kAnsiZ765, AreaStandard::kIpms1, AreaStandard::kIpms2, AreaStandard::kIpms3,
        AreaStandard::kNia, AreaStandard::kDin277, AreaStandard::kSia416}) {
    const AreaStatement areas = area_statement(read_plan("flat"), standard);
    double sum = 0;
    for (const AreaPart& part : areas.parts) {
      EXPECT_FALSE(part.rule.empty());
      sum += part.counted_m2;
    }
    EXPECT_NEAR(sum, areas.total_m2, 1e-9) << areas.standard;
    EXPECT_FALSE(areas.assumptions.empty());
  }
}

TEST(schedules, names_the_rooms_on_both_sides_of_a_door) {
  const std::string csv = doors_csv(read_plan("two-storeys"), ModelUnits::kMetric);
  EXPECT_THAT(
      csv,
      HasSubstr("\r\nD1,o1,0,door,w5,001,002,900.0,5.5,2050.0,0.0,4.0,2050.0,6.5,seen,0.90,measured\r\n"));
  EXPECT_THAT(csv, HasSubstr("\r\nD2,o4,0,door,w1,002,,1000.0,")) << "the front door leads outside";
}

TEST(schedules, quotes_what_needs_it) {
  Plan plan = read_plan("one-room");
  plan.storeys[0].rooms[0].name = "Bed, \"blue\"";
  EXPECT_THAT(rooms_csv(plan, ModelUnits::kMetric),
              HasSubstr(",\"Bed, \"\"blue\"\"\",12.000,0.040,4000.0,3.4,"));
}

TEST(schedules, writes_inches_and_square_feet) {
  const std::string csv = rooms_csv(read_plan("one-room"), ModelUnits::kImperial);
  EXPECT_THAT(csv, HasSubstr("area_sqft,area_pm_sqft,length_in"));
  EXPECT_THAT(csv, HasSubstr(",129.17,0.43,157.480,"));
}

TEST(svg, escapes_what_xml_reserves) {
  EXPECT_EQ(xml_escaped("a<b>&\"c\"\x01\xFF"), "a&lt;b&gt;&amp;&quot;c&quot;\xEF\xBF\xBD");
}

TEST(geojson, leaves_out_storeys_not_asked_for) {
  const Plan plan = read_plan("two-storeys");
  EXPECT_THAT(plan_to_geojson(plan, {1}), Not(HasSubstr("\"r1\"")));
  EXPECT_THAT(plan_to_geojson(plan, {}), HasSubstr("\"r1\""));
}

}  // namespace
}  // namespace storey
