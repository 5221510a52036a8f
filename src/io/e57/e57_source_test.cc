#include "io/e57/e57_source.h"

#include <gmock/gmock.h>

#include <atomic>
#include <cmath>
#include <map>
#include <mutex>

#include "tests/e57_test_files.h"

namespace storey::e57 {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// `count` points on a coarse lattice, so that every encoding of these tests holds them exactly.
std::vector<E57Point> lattice(std::size_t count) {
  std::vector<E57Point> points(count);
  for (std::size_t i = 0; i < count; ++i) {
    E57Point& point = points[i];
    point.coordinates = {static_cast<double>(i % 97) - 48, static_cast<double>(i % 89) - 44,
                         static_cast<double>(i % 83) * 0.5 - 20};
    point.row = static_cast<std::uint32_t>(i / 100);
    point.column = static_cast<std::uint32_t>(i % 100);
    point.intensity = static_cast<double>(i % 5) * 0.25;
    point.rgb = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i / 3),
                 static_cast<std::uint8_t>(i / 7)};
    point.invalid_state = i % 11 == 3 ? static_cast<std::uint8_t>(1 + i % 2) : std::uint8_t{0};
  }
  return points;
}

std::vector<ReadPoint> expected_points(const std::vector<E57Point>& points, const E57ScanOptions& options,
                                       int scan, bool attributes) {
  std::vector<ReadPoint> expected;
  for (const E57Point& point : points) {
    if (options.invalid_state && point.invalid_state != 0) continue;
    ReadPoint read{scan, point.coordinates[0], point.coordinates[1], point.coordinates[2]};
    if (attributes && options.intensity) read.intensity = static_cast<float>(point.intensity);
    if (attributes && options.colour)
      std::tie(read.red, read.green, read.blue) =
          std::tuple<int, int, int>(point.rgb[0], point.rgb[1], point.rgb[2]);
    expected.push_back(read);
  }
  std::sort(expected.begin(), expected.end());
  return expected;
}

void write(const TempFile& file, const E57ScanOptions& options, const std::vector<E57Point>& points) {
  E57Writer writer(file.path());
  writer.begin_scan(options);
  writer.add(points);
  writer.finish();
}

std::unique_ptr<CloudSource> opened(const TempFile& file) {
  auto source = open_e57(file.path());
  EXPECT_TRUE(source) << source.error().describe();
  return source ? std::move(*source) : nullptr;
}

struct Case {
  const char* name;
  E57Encoding coordinates;
};

std::vector<Case> cases() {
  return {{"Single", E57Encoding::single()},
          {"Double", E57Encoding::floating()},
          {"Scaled8", E57Encoding::scaled(0.5, -100, 100)},
          {"Scaled13", E57Encoding::scaled(0.25, -4000, 4000)},
          {"Scaled19", E57Encoding::scaled(0.125, -200'000, 200'000, 0.5)},
          {"Scaled32", E57Encoding::scaled(0.0625, INT32_MIN, INT32_MAX)},
          {"Scaled33", E57Encoding::scaled(0.0625, INT32_MIN, INT64_C(3) << 31)},
          {"Scaled57", E57Encoding::scaled(0.5, -(INT64_C(1) << 55), (INT64_C(1) << 56))},
          {"Scaled63", E57Encoding::scaled(0.5, -1000, INT64_MAX - 1000)},
          {"Scaled64", E57Encoding::scaled(0.5, INT64_MIN, INT64_MAX)}};
}

class EveryEncoding : public ::testing::TestWithParam<std::tuple<Case, E57Packets, bool, int>> {};

// Small packets, so that streams straddle them and runs share them.
TEST_P(EveryEncoding, IsReadAsItWasWritten) {
  const auto& [encoding, packets, attributes, threads] = GetParam();
  E57ScanOptions options;
  options.coordinates.fill(encoding.coordinates);
  options.invalid_state = true;
  options.row_column = true;
  options.intensity = E57Encoding::scaled(0.25, 0, 4);
  options.colour = true;
  options.packet_bytes = 700;
  options.packets = packets;
  options.other_packets = true;
  const std::vector<E57Point> points = lattice(20'000);
  const TempFile file;
  write(file, options, points);

  Outcome outcome = read_all(*opened(file), threads, attributes);
  ASSERT_EQ(outcome.error, "");
  const std::vector<ReadPoint> expected = expected_points(points, options, 0, attributes);
  EXPECT_EQ(outcome.summary.points, expected.size());
  EXPECT_EQ(outcome.summary.invalid, points.size() - expected.size());
  EXPECT_THAT(outcome.summary.points_of_scan, ElementsAre(expected.size()));
  std::sort(outcome.points.begin(), outcome.points.end());
  EXPECT_TRUE(outcome.points == expected);
}

std::string case_name(const ::testing::TestParamInfo<EveryEncoding::ParamType>& test) {
  const auto& [encoding, packets, attributes, threads] = test.param;
  return std::string(encoding.name) + (packets == E57Packets::kTogether ? "Together" : "Staggered") +
         (attributes ? "Attributes" : "Bare") + std::to_string(threads);
}

INSTANTIATE_TEST_SUITE_P(All, EveryEncoding,
                         ::testing::Combine(::testing::ValuesIn(cases()),
                                            ::testing::Values(E57Packets::kTogether, E57Packets::kStaggered),
                                            ::testing::Bool(), ::testing::Values(1, 3)),
                         case_name);

TEST(E57Source, OneThreadDeliversInTheOrderOfTheFile) {
  E57ScanOptions options;
  options.coordinates.fill(E57Encoding::scaled(0.5, -100, 100));
  const std::vector<E57Point> points = lattice(5000);
  const TempFile file;
  write(file, options, points);
  const Outcome outcome = read_all(*opened(file));
  ASSERT_EQ(outcome.points.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    ASSERT_EQ(outcome.points[i].x, points[i].coordinates[0]) << i;
}

/// Where in its scan each point is stored, by its x.
class PlaceCollector final : public PointSink {
 public:
  void consume(const PointBlock& block) override {
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < block.place.size(); ++i) places[block.x[i]] = block.place[i];
  }
  std::mutex mutex;
  std::map<double, double> places;
};

TEST(E57Source, SaysWhereInItsScanEachPointIsStored) {
  const TempFile file;
  E57ScanOptions options;
  options.coordinates.fill(E57Encoding::floating());
  options.invalid_state = true;
  std::vector<E57Point> points(50'000);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].coordinates = {static_cast<double>(i), 0, 0};
    points[i].invalid_state = i % 11 == 3 ? std::uint8_t{2} : std::uint8_t{0};
  }
  write(file, options, points);
  for (const int threads : {1, 2}) {
    PlaceCollector collector;
    RunContext context(threads);
    ASSERT_TRUE(opened(file)->read(collector, context));
    ASSERT_GT(collector.places.size(), 40'000u);
    for (const auto& [x, place] : collector.places) ASSERT_DOUBLE_EQ(place, x / 50'000);
  }
}

TEST(E57Source, AppliesEachScansPose) {
  const Eigen::Isometry3d turned =
      Eigen::Translation3d(10, 20, 30) * Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitZ());
  E57ScanOptions first, second, third;
  first.name = "A & B";
  first.world_from_scan = turned;
  second.name = "second";
  third.world_from_scan = Eigen::Isometry3d(Eigen::Translation3d(-1, 0, 0));
  const TempFile file;
  {
    E57Writer writer(file.path());
    E57Point point;
    point.coordinates = {1, 2, 3};
    for (const E57ScanOptions* options : {&first, &second, &third}) {
      writer.begin_scan(*options);
      writer.add({&point, 1});
    }
    writer.finish();
  }
  const auto source = opened(file);
  const CloudInfo& info = source->info();
  ASSERT_EQ(info.scans.size(), 3u);
  EXPECT_EQ(info.format, "e57");
  EXPECT_TRUE(info.metres);
  EXPECT_EQ(info.scans[0].name, "A & B");
  EXPECT_EQ(info.scans[0].points, 1u);
  EXPECT_TRUE(info.scans[0].world_from_scan->isApprox(turned, 1e-12));
  EXPECT_FALSE(info.scans[1].world_from_scan);
  EXPECT_THAT(info.scans[1].fields, ElementsAre("cartesianX", "cartesianY", "cartesianZ"));
  EXPECT_EQ(info.scans[1].bounds.min, Eigen::Vector3d(1, 2, 3));

  Outcome outcome = read_all(*source, 2);
  ASSERT_EQ(outcome.points.size(), 3u);
  std::sort(outcome.points.begin(), outcome.points.end());
  EXPECT_NEAR(outcome.points[0].x, 10 - 2, 1e-12);
  EXPECT_NEAR(outcome.points[0].y, 20 + 1, 1e-12);
  EXPECT_NEAR(outcome.points[0].z, 30 + 3, 1e-12);
  EXPECT_EQ(outcome.points[1].x, 1);
  EXPECT_EQ(outcome.points[2].x, 0);
  EXPECT_THAT(outcome.summary.points_of_scan, ElementsAre(1, 1, 1));
}

TEST(E57Source, TakesPosesWithMissingPartsOrAnyLengthOfQuaternion) {
  E57ScanOptions options;
  options.world_from_scan = Eigen::Translation3d(4, 5, 6) * Eigen::Quaterniond(0, 0, 0, 1);
  const TempFile file;
  E57Point point;
  point.coordinates = {1, 0, 0};
  write(file, options, {point});
  const Bytes bytes = file.bytes();
  const auto first_x = [](const Bytes& changed) {
    const Outcome outcome = read_bytes(changed);
    EXPECT_EQ(outcome.error, "");
    return outcome.points.empty() ? NAN : outcome.points[0].x;
  };
  const auto without = [&bytes](const std::string& name) {
    return with_xml(bytes, [&](const std::string& xml) {
      return replaced(replaced(xml, "<" + name + " ", "<other "), "</" + name + ">", "</other>");
    });
  };
  EXPECT_NEAR(first_x(bytes), 4 - 1, 1e-12);
  EXPECT_NEAR(first_x(without("rotation")), 4 + 1, 1e-12);
  EXPECT_NEAR(first_x(without("translation")), -1, 1e-12);
  EXPECT_NEAR(first_x(with_xml(bytes,
                               [](const std::string& xml) {
                                 return replaced(xml, "<z type=\"Float\">1</z>",
                                                 "<z type=\"Float\">1e-200</z>");
                               })),
              4 - 1, 1e-6)
      << "a tiny quaternion still is one";
}

TEST(E57Source, TurnsSphericalIntoCartesian) {
  E57ScanOptions options;
  options.spherical = true;
  options.invalid_state = true;
  std::vector<E57Point> points(2);
  points[0].coordinates = {2, M_PI / 2, M_PI / 6};  // range, azimuth, elevation
  points[1].coordinates = {1, 0, 0};
  points[1].invalid_state = 1;
  const TempFile file;
  write(file, options, points);
  const auto source = opened(file);
  EXPECT_TRUE(source->info().scans[0].spherical);
  const Outcome outcome = read_all(*source);
  ASSERT_EQ(outcome.points.size(), 1u);
  EXPECT_NEAR(outcome.points[0].x, 0, 1e-15);
  EXPECT_NEAR(outcome.points[0].y, std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(outcome.points[0].z, 1, 1e-15);
}

TEST(E57Source, LeavesOutWhatIsNotFinite) {
  std::vector<E57Point> points = lattice(10);
  points[3].coordinates[1] = NAN;
  points[7].coordinates[2] = INFINITY;
  const TempFile file;
  write(file, {}, points);
  const Outcome outcome = read_all(*opened(file));
  EXPECT_EQ(outcome.summary.points, 8u);
  EXPECT_EQ(outcome.summary.invalid, 2u);
  for (const ReadPoint& point : outcome.points) EXPECT_TRUE(std::isfinite(point.y) && std::isfinite(point.z));
}

TEST(E57Source, LeavesOutIntegersWhoseScaleLeadsToInfinity) {
  E57ScanOptions options;
  options.coordinates.fill(E57Encoding::scaled(0.5, -100, 100));
  std::vector<E57Point> points(2);
  points[1].coordinates = {50, 0, 0};
  const TempFile file;
  write(file, options, points);
  const Outcome outcome = read_bytes(with_xml(file.bytes(), [](const std::string& xml) {
    return replaced(xml, "scale=\"0.5\"", "scale=\"1e307\"");
  }));
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.summary.points, 1u);
  EXPECT_EQ(outcome.summary.invalid, 1u);
}

TEST(E57Source, NormalisesIntensityByItsLimits) {
  E57ScanOptions options;
  options.intensity = E57Encoding::integer(0, 4095);
  options.intensity_limits = {{100, 300}};
  std::vector<E57Point> points(4);
  const std::array<double, 4> raw = {100, 150, 300, 4000};
  for (std::size_t i = 0; i < 4; ++i) points[i].intensity = raw[i];
  const TempFile file;
  write(file, options, points);
  const Outcome outcome = read_all(*opened(file), 1, true);
  ASSERT_EQ(outcome.points.size(), 4u);
  EXPECT_FLOAT_EQ(outcome.points[0].intensity, 0);
  EXPECT_FLOAT_EQ(outcome.points[1].intensity, 0.25f);
  EXPECT_FLOAT_EQ(outcome.points[2].intensity, 1);
  EXPECT_FLOAT_EQ(outcome.points[3].intensity, 1);
}

TEST(E57Source, TellsTheGrid) {
  E57ScanOptions options;
  options.row_column = true;
  const TempFile file;
  write(file, options, lattice(1000));
  const auto source = opened(file);
  ASSERT_TRUE(source->info().scans[0].grid);
  EXPECT_EQ(*source->info().scans[0].grid, (std::pair<std::uint64_t, std::uint64_t>(10, 100)));
}

TEST(E57Source, ReadsFilesWithoutScansOrPoints) {
  const TempFile file;
  E57Writer(file.path()).finish();
  const auto none = opened(file);
  EXPECT_THAT(none->info().scans, IsEmpty());
  EXPECT_EQ(read_all(*none, 2).summary.points, 0u);

  write(file, {}, {});
  const auto empty = opened(file);
  ASSERT_EQ(empty->info().scans.size(), 1u);
  EXPECT_EQ(empty->info().scans[0].points, 0u);
  EXPECT_EQ(read_all(*empty, 2).summary.points, 0u);
  Collector collector;
  EXPECT_TRUE(empty->sample(100, collector));
  EXPECT_THAT(collector.points, IsEmpty());
}

TEST(E57Source, ReadsFieldsOfNoBits) {
  E57ScanOptions options;
  options.coordinates = {E57Encoding::scaled(0.5, 7, 7), E57Encoding::scaled(0.5, -100, 100),
                         E57Encoding::integer(-3, -3)};
  std::vector<E57Point> points(300);
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i].coordinates = {3.5, static_cast<double>(i % 50), -3};
  const TempFile file;
  write(file, options, points);
  const Outcome outcome = read_all(*opened(file), 2);
  ASSERT_EQ(outcome.points.size(), points.size());
  for (const ReadPoint& point : outcome.points) {
    ASSERT_EQ(point.x, 3.5);
    ASSERT_EQ(point.z, -3);
  }
}

TEST(E57Source, SamplesEvenlyAndTheSameEveryTime) {
  E57ScanOptions options;
  options.coordinates.fill(E57Encoding::scaled(1, 0, 1 << 20));
  std::vector<E57Point> points(100'000);
  for (std::size_t i = 0; i < points.size(); ++i) points[i].coordinates[0] = static_cast<double>(i);
  const TempFile file;
  {
    E57Writer writer(file.path());
    for (int scan = 0; scan < 2; ++scan) {
      writer.begin_scan(options);
      writer.add(points);
    }
    writer.finish();
  }
  const auto source = opened(file);
  Collector first, second;
  ASSERT_TRUE(source->sample(10'000, first));
  ASSERT_TRUE(source->sample(10'000, second));
  EXPECT_TRUE(first.points == second.points);
  EXPECT_EQ(first.points.size(), 10'000u);
  std::array<int, 10> in_tenth{};
  for (const ReadPoint& point : first.points) ++in_tenth[static_cast<std::size_t>(point.x / 10'000)];
  for (const int count : in_tenth) EXPECT_GT(count, 500);

  Collector all;
  ASSERT_TRUE(source->sample(10'000'000, all));
  EXPECT_EQ(all.points.size(), 2 * points.size());
}

TEST(E57Source, StopsWhenCancelled) {
  E57ScanOptions options;
  const TempFile file;
  write(file, options, lattice(200'000));
  const auto source = opened(file);
  RunContext context(2);
  struct Cancelling : PointSink {
    explicit Cancelling(RunContext& run) : run_context(run) {}
    void consume(const PointBlock& block) override {
      run_context.cancel();
      points += block.size();
    }
    RunContext& run_context;
    std::atomic<std::size_t> points{0};
  } sink(context);
  const auto summary = source->read(sink, context);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::kCancelled);
  EXPECT_LT(sink.points.load(), 200'000u);
}

TEST(E57Source, PassesOnWhatTheSinkThrows) {
  const TempFile file;
  write(file, {}, lattice(200'000));
  const auto source = opened(file);
  struct Throwing : PointSink {
    void consume(const PointBlock&) override { throw std::runtime_error("full"); }
  } sink;
  RunContext context(3);
  EXPECT_THROW((void)source->read(sink, context), std::runtime_error);
}

TEST(E57Source, ReportsProgressUpToTheEnd) {
  const TempFile file;
  write(file, {}, lattice(300'000));
  const auto source = opened(file);
  double share = 0;
  std::uint64_t points = 0;
  RunContext context(2, [&](const Progress& progress) {
    EXPECT_EQ(progress.stage, Stage::kRead);
    share = progress.stage_share;
    points = progress.points;
  });
  Collector collector;
  ASSERT_TRUE(source->read(collector, context));
  EXPECT_EQ(share, 1);
  EXPECT_EQ(points, 300'000u);
}

/// A small file whose pages, but for a copy of the first, lie behind a gap of more than 4 GiB.
class FarSource : public ByteSource {
 public:
  static constexpr std::uint64_t kGap = std::uint64_t{5} << 30;

  explicit FarSource(const Bytes& bytes) {
    // Offsets in the XML, of the first packet, of the XML and of the end.
    tail_ = with_xml(bytes, [](const std::string& xml) {
      return replaced(xml, "fileOffset=\"48\"", "fileOffset=\"" + std::to_string(kGap + 48) + "\"");
    });
    for (const std::size_t at : {16, 24, 64}) put_le(tail_, at, load_le<std::uint64_t>(&tail_[at]) + kGap, 8);
    seal_pages(tail_);
  }

  std::uint64_t size() const override { return kGap + tail_.size(); }
  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    if (offset >= kGap) return memory_source(tail_)->read(offset - kGap, out);
    EXPECT_LE(offset + out.size(), kPageSize) << "nothing needs to be read of the gap";
    return memory_source(tail_)->read(offset, out);
  }

 private:
  Bytes tail_;
};

TEST(E57Source, ReadsBeyondFourGigabytes) {
  E57ScanOptions options;
  options.packet_bytes = 5000;
  const std::vector<E57Point> points = lattice(3000);
  const TempFile file;
  write(file, options, points);
  const auto source = open(std::make_unique<FarSource>(file.bytes()), "far.e57", Checksums::kVerify);
  ASSERT_TRUE(source) << source.error().describe();
  Outcome outcome = read_all(**source, 2);
  EXPECT_EQ(outcome.error, "");
  std::sort(outcome.points.begin(), outcome.points.end());
  EXPECT_TRUE(outcome.points == expected_points(points, options, 0, false));
}

TEST(E57Source, SaysWhichFileIsMissing) {
  const auto source = open_e57("/nonexistent/scan.e57");
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(source.error().describe(), HasSubstr("/nonexistent/scan.e57"));
}

}  // namespace
}  // namespace storey::e57
