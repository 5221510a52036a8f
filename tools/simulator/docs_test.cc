// The examples in docs/simulator.md work.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "scenario.h"

namespace storey::simulator {
namespace {

std::string text_of(const char* path) {
  std::ifstream stream(std::filesystem::path(STOREY_SOURCE_DIR) / path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// The first block of the page that is fenced with these words.
std::string block(const std::string& words) {
  const std::string page = text_of("docs/simulator.md"), fence = "```" + words + "\n";
  const std::size_t begin = page.find(fence);
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + fence.size();
  return page.substr(from, page.find("```", from) - from);
}

/// Without what sets lines apart only in looks.
std::string squeezed(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c); });
  return text;
}

TEST(Docs, DrawingCanBeScanned) {
  const SimulatedScan scan =
      simulate(parse_drawing(block("text drawing")).value(), TerrestrialScanner::ideal(2)).value();
  EXPECT_EQ(scan.stations.size(), 3u);
  EXPECT_EQ(scan.truth.storeys.at(0).rooms.size(), 3u);
  EXPECT_EQ(scan.truth.storeys.at(0).columns.size(), 1u);
}

TEST(Docs, SceneFileCanBeScanned) {
  const Scenario scenario = parse_scenario(block("json scene")).value();
  const SimulatedScan scan = simulate(scenario.scene, scenario.sensor, scenario.world, scenario.seed).value();
  EXPECT_EQ(scan.truth.storeys.at(0).rooms.size(), 2u);
  EXPECT_GT(scan.points.size(), 50'000u);
}

TEST(Docs, CodeCompiles) {
  const Scene scene = parse_drawing(R"(
    ##########WWWW###
    #       #       #
    #   *   D   *   W
    #       D       W
    #       #       #
    ###########DDDD##)")
                          .value();
  const SimulatedScan scan = simulate(scene, TerrestrialScanner::ideal(1)).value();
  const Eigen::Isometry3d pose = scan.stations[0].world_from_scan;
  const Eigen::Vector3d first = scan.points[0].position;
  const std::size_t rooms = scan.truth.storeys[0].rooms.size();
  EXPECT_EQ(rooms, 2u);
  EXPECT_LT((first - pose.translation()).norm(), 5);
  EXPECT_NE(squeezed(text_of("tools/simulator/docs_test.cc")).find(squeezed(block("cpp"))), std::string::npos)
      << "the page shows other code than this test";
}

/// Every knob that the reader of scene files knows is on the page.
TEST(Docs, NamesEveryKey) {
  const std::string page = text_of("docs/simulator.md");
  for (const char* source : {"tools/simulator/scenario.cc", "tools/simulator/scene_json.cc"}) {
    const std::string code = text_of(source);
    for (const std::string call :
         {"number(\"", "integer(\"", "flag(\"", "text(\"", "point(\"", "points(\"", "one(\"", "each(\""})
      for (std::size_t at = code.find(call); at != std::string::npos; at = code.find(call, at + 1)) {
        const std::size_t from = at + call.size();
        const std::string key = code.substr(from, code.find('"', from) - from);
        EXPECT_THAT(page, ::testing::HasSubstr(key)) << source;
      }
  }
}

}  // namespace
}  // namespace storey::simulator
