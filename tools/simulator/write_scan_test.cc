#include "write_scan.h"

#include <gmock/gmock.h>

#include <fstream>
#include <mutex>

#include "io/open_cloud.h"
#include "own_folder.h"
#include "scenario.h"

namespace storey::simulator {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// All points that a reader gives, with their scan, in no order but the sorted one.
struct Collected : PointSink {
  std::mutex mutex;
  std::vector<std::array<double, 4>> points;
  void consume(const PointBlock& block) override {
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < block.size(); ++i)
      points.push_back({static_cast<double>(block.scan), block.x[i], block.y[i], block.z[i]});
  }
};

std::vector<std::array<double, 4>> read_back(const std::filesystem::path& file) {
  const auto source = open_cloud(file);
  EXPECT_TRUE(source) << source.error().describe();
  Collected collected;
  RunContext context(2);
  EXPECT_TRUE((*source)->read(collected, context));
  std::sort(collected.points.begin(), collected.points.end());
  return collected.points;
}

class WriteScan : public ::testing::Test {
 protected:
  static SimulatedScan scan(bool keep_missing = false, const World& world = {}) {
    const Scene scene = parse_drawing("##########\n#        #\n#  *   * W\n#        #\n##########\n").value();
    TerrestrialScanner sensor;
    sensor.step_deg = 4;
    sensor.keep_missing = keep_missing;
    return simulate(scene, sensor, world).value();
  }
  std::string text(const XyzFormat& format) const {
    EXPECT_TRUE(write_xyz(scan(), format, folder_ / "scan.xyz"));
    std::ifstream stream(folder_ / "scan.xyz", std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  /// Points come back within `resolution`, from their own scans.
  void expect_round_trip(const SimulatedScan& written, const E57Format& format, double resolution) const {
    ASSERT_TRUE(write_e57(written, format, folder_ / "scan.e57"));
    auto points = read_back(folder_ / "scan.e57");
    std::vector<std::array<double, 4>> expected;
    for (const ScanPoint& p : written.points)
      if (p.valid)
        expected.push_back({static_cast<double>(p.station), p.position.x(), p.position.y(), p.position.z()});
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(points.size(), expected.size());
    // Rounding may change the order of points with nearly the same x: compare what sorting cannot mix up.
    for (std::size_t axis = 0; axis < 4; ++axis) {
      double sum = 0, expected_sum = 0;
      for (std::size_t i = 0; i < points.size(); ++i)
        sum += points[i][axis], expected_sum += expected[i][axis];
      EXPECT_NEAR(sum / static_cast<double>(points.size()), expected_sum / static_cast<double>(points.size()),
                  resolution);
    }
    for (std::size_t i = 0; i < points.size(); ++i) ASSERT_NEAR(points[i][1], expected[i][1], resolution);
  }
  OwnFolder folder_;
};

TEST_F(WriteScan, XyzHasTheColumnsAndSeparatorsAskedFor) {
  EXPECT_THAT(text({',', "xyzirgb", XyzFormat::Header::kNames}), StartsWith("x,y,z,intensity,r,g,b\n"));
  EXPECT_THAT(text({' ', "xyz", XyzFormat::Header::kComment}), StartsWith("# "));
  EXPECT_THAT(text({' ', "xyz", XyzFormat::Header::kCount}),
              StartsWith(std::to_string(scan().points.size()) + "\n"));
  XyzFormat odd{';', "xyz", XyzFormat::Header::kNone, 2, true, true, 0.5};
  const std::string odd_text = text(odd);
  EXPECT_THAT(odd_text, HasSubstr("\r\n"));
  EXPECT_THAT(odd_text, HasSubstr("e+00;"));
  EXPECT_THAT(odd_text, HasSubstr("nan;nan;nan"));
}

TEST_F(WriteScan, XyzComesBack) {
  const SimulatedScan written = scan();
  ASSERT_TRUE(write_xyz(written, {}, folder_ / "scan.xyz"));
  EXPECT_EQ(read_back(folder_ / "scan.xyz").size(), written.points.size());
}

TEST_F(WriteScan, E57ComesBackInEveryStorage) {
  expect_round_trip(scan(), {E57Format::Storage::kDouble, 0, true, false, false, true, true}, 1e-9);
  expect_round_trip(scan(), {E57Format::Storage::kSingle, 0}, 1e-5);
  expect_round_trip(scan(), {E57Format::Storage::kScaled, 0.001}, 0.001);
  E57Format spherical{E57Format::Storage::kDouble, 0};
  spherical.spherical = true;
  expect_round_trip(scan(), spherical, 1e-9);
}

TEST_F(WriteScan, GriddedE57LeavesOutBeamsWithoutReturnOnReading) {
  E57Format format{E57Format::Storage::kDouble, 0};
  format.gridded = true;
  expect_round_trip(scan(true), format, 1e-9);
}

TEST_F(WriteScan, FarAwayScaledIntegersKeepTheirResolution) {
  World world;
  world.shift = {1e6, 5e6, 100};
  E57Format format{E57Format::Storage::kScaled, 0.001};
  format.poses = false;
  expect_round_trip(scan(false, world), format, 0.001);
}

TEST_F(WriteScan, SaysWhichFileCannotBeWritten) {
  EXPECT_THAT(write_xyz(scan(), {}, folder_ / "no/such/scan.xyz").error().describe(), HasSubstr("no/such"));
  EXPECT_THAT(write_e57(scan(), {}, folder_ / "no/such/scan.e57").error().describe(), HasSubstr("no/such"));
}

/// The sample scan in the repository is what its scene gives.
TEST_F(WriteScan, SampleScanComesFromItsScene) {
  const std::filesystem::path sample = std::filesystem::path(STOREY_SOURCE_DIR) / "examples/sample";
  const Scenario scenario = read_scenario(sample / "scene.json").value();
  ASSERT_TRUE(write_scenario(scenario, folder_ / "sample", 2));
  EXPECT_EQ(read_back(folder_ / "sample/scan.e57"), read_back(sample / "sample.e57"));
  EXPECT_LT(std::filesystem::file_size(sample / "sample.e57"), 4'000'000u);
}

}  // namespace
}  // namespace storey::simulator
