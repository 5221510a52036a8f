#include "scenario.h"

#include <gmock/gmock.h>

#include <fstream>

#include "own_folder.h"

namespace storey::simulator {
namespace {

using ::testing::HasSubstr;

std::vector<std::filesystem::path> scene_files() {
  std::vector<std::filesystem::path> files{std::filesystem::path(STOREY_SOURCE_DIR) /
                                           "examples/sample/scene.json"};
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(STOREY_SOURCE_DIR) / "tests/scenarios"))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class SceneFile : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(SceneFile, CanBeScannedAndShowsItsRooms) {
  Scenario scenario = read_scenario(GetParam()).value();
  EXPECT_EQ(scenario.scene.name, GetParam().stem() == "scene" ? "sample" : GetParam().stem().string());
  EXPECT_FALSE(scenario.features.empty());
  if (auto* scanner = std::get_if<TerrestrialScanner>(&scenario.sensor)) scanner->step_deg = 3;
  if (auto* scanner = std::get_if<HandheldScanner>(&scenario.sensor)) scanner->points_per_m = 500;
  if (auto* camera = std::get_if<PhoneCamera>(&scenario.sensor)) camera->rays_across = 24;
  const auto scan = simulate(scenario.scene, scenario.sensor, scenario.world, scenario.seed);
  ASSERT_TRUE(scan) << scan.error().describe();
  EXPECT_GT(scan->points.size(), 3000u);
  std::size_t shown = 0;
  for (const TruthStorey& storey : scan->truth.storeys)
    for (const TruthRoom& room : storey.rooms) shown += room.walls_seen >= 0.3;
  EXPECT_EQ(shown > 0, scenario.expects_plan);
}

INSTANTIATE_TEST_SUITE_P(All, SceneFile, ::testing::ValuesIn(scene_files()), [](const auto& file) {
  std::string name = file.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

TEST(Scenario, ReadsEveryPart) {
  const Scenario scenario = parse_scenario(R"({
    "name": "one room", "seed": 4, "tier": "T3", "features": ["bare"], "expects_plan": true, "outside": false,
    "drawing": ["######", "#    #", "# *  #", "######"],
    "storeys": [{"height": 2.7, "furniture": [{"shape": "table", "center": [0.8, 0.8], "surface": "dark"}]}],
    "more": [{"niches": [{"wall": "wall 1", "at": 0.2, "width": 0.5, "depth": 0.1, "right": true}]}],
    "sensor": {"kind": "terrestrial", "ideal": true, "step_deg": 3, "noise": {"sigma_mm": 4}, "optics": {"glass_returned": 0.5}},
    "world": {"yaw_deg": 10, "shift": [1, 2, 3], "unit": "ft", "y_up": true},
    "file": {"format": "e57", "storage": "single", "gridded": true}})")
                                .value();
  EXPECT_EQ(scenario.scene.storeys[0].height, 2.7);
  EXPECT_EQ(scenario.scene.storeys[0].furniture.at(0).shape, FurnitureShape::kTable);
  EXPECT_EQ(scenario.scene.storeys[0].niches.size(), 1u);
  EXPECT_FALSE(scenario.scene.outside);
  const auto& sensor = std::get<TerrestrialScanner>(scenario.sensor);
  EXPECT_EQ(sensor.noise.sigma_mm, 4);
  EXPECT_EQ(sensor.registration_mm, 0);
  EXPECT_EQ(sensor.optics.glass_returned, 0.5);
  EXPECT_NEAR(scenario.world.units_per_m, 3.28084, 1e-5);
  EXPECT_EQ(std::get<E57Format>(scenario.format).storage, E57Format::Storage::kSingle);
  EXPECT_EQ(scenario.seed, 4u);
}

TEST(Scenario, ErrorsNameThePlace) {
  const auto error = [](const char* json) { return parse_scenario(json).error().describe(); };
  EXPECT_THAT(error("{"), HasSubstr("no JSON"));
  EXPECT_THAT(error("[]"), HasSubstr("object"));
  EXPECT_THAT(error(R"({"storeys": [{}, {"walls": [{"thicknes": 1}]}]})"),
              HasSubstr("storeys[1].walls[0].thicknes"));
  EXPECT_THAT(error(R"({"storeys": [{"walls": [{"from": [0]}]}]})"), HasSubstr("[x, y]"));
  EXPECT_THAT(error(R"({"storeys": [{"height": 0}]})"), HasSubstr("storeys[0].height"));
  EXPECT_THAT(error(R"({"storeys": [{"openings": [{"state": "broken"}]}]})"), HasSubstr("ajar"));
  EXPECT_THAT(error(R"({"sensor": {"step_deg": 0}})"), HasSubstr("sensor.step_deg"));
  EXPECT_THAT(error(R"({"sensor": {"kind": "phone", "beam_mm": 3}})"), HasSubstr("sensor.beam_mm"));
  EXPECT_THAT(error(R"({"world": {"shift": [1, 2]}})"), HasSubstr("world.shift"));
  EXPECT_THAT(error(R"({"file": {"columns": "zyx"}})"), HasSubstr("file.columns"));
  EXPECT_THAT(error(R"({"drawing": ["##", "?"]})"), HasSubstr("line 2"));
  EXPECT_THAT(error(R"({"seed": 1.5})"), HasSubstr("whole number"));
}

class ScenarioFolder : public ::testing::Test {
 protected:
  std::filesystem::path put(const char* name, const char* text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  OwnFolder folder_;
};

TEST_F(ScenarioFolder, AFileLikeAnotherChangesWhatItNames) {
  put("base.json",
      R"({"name": "base", "seed": 3, "drawing": ["######", "# *  #", "######"], "world": {"yaw_deg": 5, "tilt_deg": 1}})");
  const auto file = put(
      "other.json", R"({"like": "base.json", "name": "other", "world": {"tilt_deg": 2, "yaw_deg": null}})");
  const Scenario scenario = read_scenario(file).value();
  EXPECT_EQ(scenario.scene.name, "other");
  EXPECT_EQ(scenario.seed, 3u);
  EXPECT_EQ(scenario.world.tilt_deg, 2);
  EXPECT_EQ(scenario.world.yaw_deg, 0);
  EXPECT_EQ(scenario.scene.storeys.size(), 1u);
}

TEST_F(ScenarioFolder, AFileLikeItselfIsAnError) {
  const auto file = put("loop.json", R"({"like": "loop.json"})");
  EXPECT_THAT(read_scenario(file).error().describe(), HasSubstr("loop.json"));
  EXPECT_THAT(read_scenario(folder_ / "none.json").error().describe(), HasSubstr("none.json"));
}

TEST_F(ScenarioFolder, IsWrittenAsARunnerExpectsIt) {
  const Scenario scenario =
      parse_scenario(R"({"name": "tiny", "drawing": ["########", "#      #", "#  *   #", "########"],
    "sensor": {"step_deg": 4}, "world": {"unit": "mm"}, "features": ["small"]})")
          .value();
  const SimulatedScan scan = write_scenario(scenario, folder_ / "out", 1).value();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/scan.xyz"));
  std::ifstream truth(folder_ / "out/truth.json");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(truth), {}), truth_json(scan.truth));
  std::ifstream stream(folder_ / "out/scene.json");
  const std::string about(std::istreambuf_iterator<char>(stream), {});
  for (const char* part : {R"("file": "scan.xyz")", R"("units": "mm")", R"(["--input-units", "mm"])",
                           R"("rooms": 1)", R"("sensor": "tls")", R"("tier": "T1")"})
    EXPECT_THAT(about, HasSubstr(part));
}

}  // namespace
}  // namespace storey::simulator
