#include "io/xyz/xyz_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/xyz/read_blocks.h"
#include "io/xyz/test_cloud.h"

namespace storey::xyz {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Reading {
  CloudInfo info;
  ReadSummary summary;
  std::vector<TestPoint> points;
};

Result<Reading> read_text(std::string_view text, ReadOptions options = {}) {
  const TemporaryFile file(text);
  const auto source = open_xyz(file.path());
  if (!source) return tl::unexpected(source.error());
  PointCollector collector;
  RunContext context(1);
  const auto summary = (*source)->read(collector, context, options);
  if (!summary) return tl::unexpected(summary.error());
  return Reading{(*source)->info(), *summary, collector.points};
}

/// The points of `text`, which must be readable without a broken line or a warning.
std::vector<TestPoint> points_of(std::string_view text, bool attributes = false) {
  const auto reading = read_text(text, {attributes});
  if (!reading) {
    ADD_FAILURE() << reading.error().describe();
    return {};
  }
  EXPECT_EQ(reading->summary.broken_lines, 0u) << text;
  EXPECT_THAT(reading->summary.warnings, IsEmpty()) << text;
  EXPECT_EQ(reading->summary.points, reading->points.size());
  EXPECT_THAT(reading->summary.points_of_scan, ElementsAre(reading->points.size()));
  return reading->points;
}

const TestPoint kFirst{1.5, -2.25, 3};
const TestPoint kSecond{4, 5.125, -6};

/// Where in the file each point is stored, in the order in which points come.
class PlaceCollector final : public PointSink {
 public:
  void consume(const PointBlock& block) override {
    places.insert(places.end(), block.place.begin(), block.place.end());
  }
  std::vector<double> places;
};

TEST(XyzSource, SaysWhereInTheFileEachPointIsStored) {
  const TemporaryFile file("x y z\n1 2 3\n4 5 6\n\n7 8 9\n");  // 19 bytes of data; each line has 6
  const auto source = open_xyz(file.path());
  ASSERT_TRUE(source);
  PlaceCollector collector;
  RunContext context(1);
  ASSERT_TRUE((*source)->read(collector, context));
  EXPECT_THAT(collector.places, ElementsAre(0, 6.0 / 19, 13.0 / 19));
}

class SameTwoPoints : public testing::TestWithParam<std::string_view> {};

TEST_P(SameTwoPoints, AreRead) { EXPECT_THAT(points_of(GetParam()), ElementsAre(kFirst, kSecond)); }

INSTANTIATE_TEST_SUITE_P(
    Separators, SameTwoPoints,
    testing::Values("1.5 -2.25 3\n4 5.125 -6\n", "1.5\t-2.25\t3\n4\t5.125\t-6\n", "1.5,-2.25,3\n4,5.125,-6\n",
                    "1.5;-2.25;3\n4;5.125;-6\n", "1.5, -2.25, 3\n4 ,5.125 , -6\n",
                    "  1.5    -2.25 \t 3  \n 4  5.125 -6\t\n", "1.5; -2.25;\t3\n4 5.125;-6\n",
                    "\"1.5\",\"-2.25\",\"3\"\n\"4\",\"5.125\",\"-6\"\n", "1.5,-2.25,3,\n4,5.125,-6,\n"));
INSTANTIATE_TEST_SUITE_P(LineEnds, SameTwoPoints,
                         testing::Values("1.5 -2.25 3\r\n4 5.125 -6\r\n", "1.5 -2.25 3\r4 5.125 -6\r",
                                         "1.5 -2.25 3\n\r4 5.125 -6\n\r", "1.5 -2.25 3\r\r\n4 5.125 -6",
                                         "1.5 -2.25 3\n4 5.125 -6", "1.5 -2.25 3\r4 5.125 -6\n",
                                         "\n\n1.5 -2.25 3\n   \n\t\n4 5.125 -6\n\n"));
INSTANTIATE_TEST_SUITE_P(Numbers, SameTwoPoints,
                         testing::Values("1.5e0 -2.25E+00 3.0e+0\n40e-1 5125e-3 -.6e1\n",
                                         "+1.5 -2.250 +3.\n+4.00000000 5.1250000000000000000 -006\n",
                                         "1,5;-2,25;3\n4;5,125;-6\n", "1,5 -2,25 3\n4 5,125 -6\n",
                                         "1,5\t-2,25\t3,0\n4,0\t5,125\t-6,0\n"));
INSTANTIATE_TEST_SUITE_P(Headers, SameTwoPoints,
                         testing::Values("x y z\n1.5 -2.25 3\n4 5.125 -6\n",
                                         "//X,Y,Z\n1.5,-2.25,3\n4,5.125,-6\n",
                                         "# a scan\n# X;Y;Z\n1.5;-2.25;3\n4;5.125;-6\n",
                                         "\xef\xbb\xbf"
                                         "1.5 -2.25 3\n4 5.125 -6\n",
                                         "\xef\xbb\xbf"
                                         "X,Y,Z\r\n1.5,-2.25,3\r\n4,5.125,-6\r\n",
                                         "2\n1.5 -2.25 3\n4 5.125 -6\n", "1\n1.5 -2.25 3\n1\n4 5.125 -6\n",
                                         "Scan of Monday\nHouse 7\n\n1.5 -2.25 3\n4 5.125 -6\n",
                                         "1.5 -2.25 3\n# in between\n// and again\n4 5.125 -6\n",
                                         "  # indented\n1.5 -2.25 3\n4 5.125 -6\n",
                                         "z y x\n3 -2.25 1.5\n-6 5.125 4\n",
                                         "id,X [m],Y [m],Z [m]\n1,1.5,-2.25,3\n2,4,5.125,-6\n",
                                         "name;east;north;height\nP1;1.5;-2.25;3\nP2;4;5.125;-6\n",
                                         "# Columns: x y z\n1.5 -2.25 3\n4 5.125 -6\n",
                                         "# far from x y z\n1.5 -2.25 3\n4 5.125 -6\n"));

TEST(XyzSource, CountsInvalidPointsAndLeavesThemOut) {
  const auto reading = read_text("1 2 3\nnan nan nan\n4 5 inf\n1 -nan(ind) 2\n7 8 9\n");
  ASSERT_TRUE(reading) << reading.error().describe();
  EXPECT_THAT(reading->points, ElementsAre(TestPoint{1, 2, 3}, TestPoint{7, 8, 9}));
  EXPECT_EQ(reading->summary.invalid, 3u);
  EXPECT_EQ(reading->summary.broken_lines, 0u);
}

TEST(XyzSource, ReportsBrokenLinesWithTheirNumbers) {
  const auto reading = read_text("x y z\n1 2 3\n4 5\nfoo\x01\tbar\n7 8 9\n1 2 x\n1,,3\n");
  ASSERT_TRUE(reading) << reading.error().describe();
  EXPECT_EQ(reading->summary.points, 2u);
  EXPECT_EQ(reading->summary.broken_lines, 4u);
  ASSERT_EQ(reading->summary.warnings.size(), 1u);
  EXPECT_EQ(reading->summary.warnings[0],
            "4 lines hold no point and were left out: line 3 (\"4 5\"), line 4 (\"foo\\x01\\tbar\"), line 6 "
            "(\"1 2 x\") and "
            "others");
}

TEST(XyzSource, FailsOnManyBrokenLinesAndShowsTheFirst) {
  std::string text = "# a comment\n";
  for (int i = 0; i < 1000; ++i) text += i % 50 == 7 ? "1.5 oops " + std::string(100, 'x') + "\n" : "1 2 3\n";
  const auto reading = read_text(text);
  ASSERT_FALSE(reading);
  EXPECT_EQ(reading.error().code, ErrorCode::kDamaged);
  EXPECT_EQ(reading.error().place, "line 9");
  EXPECT_THAT(reading.error().message, HasSubstr("\"1.5 oops xxx"));
  EXPECT_THAT(reading.error().message, HasSubstr("..."));
  EXPECT_LT(reading.error().message.size(), 200u);
  EXPECT_FALSE(reading.error().remedy.empty());
}

TEST(XyzSource, ToleratesOneBrokenLineInAHundred) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += i % 100 == 0 && i > 0 ? "broken\n" : "1 2 3\n";
  const auto reading = read_text(text);
  ASSERT_TRUE(reading) << reading.error().describe();
  EXPECT_EQ(reading->summary.broken_lines, 19u);
}

TEST(XyzSource, LeavesOutALastLineThatWasCutOff) {
  const auto reading = read_text("1 2 3 100 110 120\n4 5 6 130 140 150\n7 8 1");
  ASSERT_TRUE(reading) << reading.error().describe();
  EXPECT_EQ(reading->summary.points, 2u);
  EXPECT_EQ(reading->summary.broken_lines, 1u);
}

TEST(XyzSource, TreatsALineWithoutEndAsBroken) {
  const std::string endless(3 * kLongestLine, '7');
  const auto reading = read_text("1 2 3\n" + endless + "\n4 5 6\n8 9 " + endless + "\n7 8 9\n");
  ASSERT_TRUE(reading) << reading.error().describe();
  EXPECT_THAT(reading->points, ElementsAre(TestPoint{1, 2, 3}, TestPoint{4, 5, 6}, TestPoint{7, 8, 9}));
  EXPECT_EQ(reading->summary.broken_lines, 2u);
}

TEST(XyzSource, SkipsALongComment) {
  EXPECT_THAT(points_of("1 2 3\n#" + std::string(5 * kLongestLine, 'c') + "\n4 5 6\n"),
              ElementsAre(TestPoint{1, 2, 3}, TestPoint{4, 5, 6}));
}

TEST(XyzSource, ChecksAnnouncedCounts) {
  const auto reading = read_text("3\n1 2 3\n4 5 6\n");
  ASSERT_TRUE(reading) << reading.error().describe();
  EXPECT_THAT(reading->summary.warnings, ElementsAre("the file announces 3 points and holds 2"));
  EXPECT_EQ(reading->info.scans[0].points, 3u);
}

TEST(XyzSource, TakesALoneNumberForACountOnlyWhereTheFileBeginsWithOne) {
  const auto reading = read_text("1 2 3\n12\n4 5 6\n");
  ASSERT_TRUE(reading) << reading.error().describe();
  EXPECT_EQ(reading->summary.broken_lines, 1u);
}

TEST(XyzSource, StatesNoCountWhereTheFileHoldsMoreScansThanTheFirst) {
  std::string text = "1\n1 2 3\n8\n";
  for (int i = 0; i < 8; ++i) text += "1 2 3\n";
  const auto reading = read_text(text);
  ASSERT_TRUE(reading) << reading.error().describe();
  EXPECT_FALSE(reading->info.scans[0].points.has_value());
  EXPECT_THAT(reading->summary.warnings, IsEmpty());
}

TEST(XyzSource, DescribesTheFile) {
  const std::string_view text = "4.0;5.0;6.0;0.5;10;20;255\n1;2;3;0.25;0;0;0\n";
  const auto reading = read_text(text);
  ASSERT_TRUE(reading) << reading.error().describe();
  EXPECT_EQ(reading->info.format, "xyz");
  EXPECT_EQ(reading->info.bytes, text.size());
  EXPECT_EQ(reading->info.details, "separated by semicolon; columns x y z intensity red green blue");
  ASSERT_EQ(reading->info.scans.size(), 1u);
  EXPECT_THAT(reading->info.scans[0].fields, ElementsAre("cartesianX", "cartesianY", "cartesianZ",
                                                         "intensity", "colorRed", "colorGreen", "colorBlue"));
}

TEST(XyzSource, ReadsAttributesOnlyWhenAsked) {
  const std::string_view text = "1 2 3 0.5 10 20 255\n4 5 6 1.0 0 0 0\n";
  EXPECT_THAT(points_of(text), ElementsAre(TestPoint{1, 2, 3}, TestPoint{4, 5, 6}));
  EXPECT_THAT(points_of(text, true),
              ElementsAre(TestPoint{1, 2, 3, 0.5f, 10, 20, 255}, TestPoint{4, 5, 6, 1.0f, 0, 0, 0}));
}

TEST(XyzSource, ScalesAttributesToOneRange) {
  EXPECT_THAT(points_of("1 2 3 -2048 9 8 7\n4 5 6 2047 90 80 70\n", true),
              ElementsAre(TestPoint{1, 2, 3, 0, 9, 8, 7}, TestPoint{4, 5, 6, 1, 90, 80, 70}));
  EXPECT_THAT(points_of("1 2 3 0\n4 5 6 51\n7 8 9 255\n", true),
              ElementsAre(TestPoint{1, 2, 3, 0}, TestPoint{4, 5, 6, 0.2f}, TestPoint{7, 8, 9, 1}));
  EXPECT_THAT(points_of("1 2 3 0.0 0.2 1.0\n4 5 6 0.4 0.5 0.0\n", true),
              ElementsAre(TestPoint{1, 2, 3, -1, 0, 51, 255}, TestPoint{4, 5, 6, -1, 102, 128, 0}));
  EXPECT_THAT(points_of("1 2 3 0 65535 257\n4 5 6 514 0 0\n", true),
              ElementsAre(TestPoint{1, 2, 3, -1, 0, 255, 1}, TestPoint{4, 5, 6, -1, 2, 0, 0}));
}

TEST(XyzSource, KeepsAPointWhoseAttributesAreMissing) {
  EXPECT_THAT(points_of("1 2 3 0.5 10 20 30\n4 5 6\n7 8 9 ? nan 20 ?\n9 9 9 1 40 50 60\n", true),
              ElementsAre(TestPoint{1, 2, 3, 0.5f, 10, 20, 30}, TestPoint{4, 5, 6, 0, 0, 0, 0},
                          TestPoint{7, 8, 9, 0, 0, 20, 0}, TestPoint{9, 9, 9, 1, 40, 50, 60}));
}

TEST(XyzSource, LeavesAnEmptyFieldOfATableEmpty) {
  EXPECT_THAT(points_of("x,y,z,intensity,r,g,b\n1,2,3,0.5,10,20,30\n4,5,6,,40,50,60\n", true),
              ElementsAre(TestPoint{1, 2, 3, 0.5f, 10, 20, 30}, TestPoint{4, 5, 6, 0, 40, 50, 60}));
}

struct Refusal {
  std::string bytes;
  ErrorCode code;
  std::string says;
};

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, WithReasonAndRemedy) {
  const auto reading = read_text(GetParam().bytes);
  ASSERT_FALSE(reading);
  EXPECT_EQ(reading.error().code, GetParam().code) << reading.error().describe();
  EXPECT_THAT(reading.error().describe(), HasSubstr(GetParam().says));
  EXPECT_FALSE(reading.error().remedy.empty());
  EXPECT_FALSE(reading.error().file.empty());
}

INSTANTIATE_TEST_SUITE_P(Nothing, Refused,
                         testing::Values(Refusal{"", ErrorCode::kNoPoints, "is empty"},
                                         Refusal{"\n \r\n\n", ErrorCode::kNoPoints, "no points"},
                                         Refusal{"\xef\xbb\xbf", ErrorCode::kNoPoints, "no points"},
                                         Refusal{"# only\n// comments\n", ErrorCode::kNoPoints, "no points"},
                                         Refusal{"X,Y,Z\n", ErrorCode::kNoPoints, "no points"},
                                         Refusal{"0\n", ErrorCode::kNoPoints, "no points"},
                                         Refusal{"nan nan nan\ninf 1 2\n", ErrorCode::kNoPoints,
                                                 "valid coordinates"}));
INSTANTIATE_TEST_SUITE_P(
    Text, Refused,
    testing::Values(
        Refusal{"Dear reader,\nthis is no cloud.\n", ErrorCode::kWrongFormat,
                "line 1: no line begins with three numbers"},
        Refusal{"# c\n\nhello\n", ErrorCode::kWrongFormat, "line 3"},
        Refusal{"1 2\n3 4\n", ErrorCode::kWrongFormat, "\"1 2\""},
        Refusal{"1,50,2,05,3,75\n4,25,5,00,6,10\n", ErrorCode::kWrongFormat, "decimal commas"},
        Refusal{
            "2\n1\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n1 2 3 0.5\n4 5 6 0.5\n",
            ErrorCode::kWrongFormat, "PTX"}));

TEST(XyzSource, ReadsDecimalCommasOfFilesOfAnySize) {
  std::string text;  // lines of 12 bytes, which no power of two cuts at their end
  for (int i = 0; i < 5000; ++i) text += "1,5;2,5;" + std::to_string(i % 10) + ",5\n";
  const auto reading = read_text(text);
  ASSERT_TRUE(reading) << reading.error().describe();
  ASSERT_EQ(reading->points.size(), 5000u);
  EXPECT_EQ(reading->points[4999], (TestPoint{1.5, 2.5, 9.5}));
}

TEST(XyzSource, GivesUpAfterManyLinesOfText) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "a line of text\n";
  const auto reading = read_text(text + "1 2 3\n4 5 6\n");
  ASSERT_FALSE(reading);
  EXPECT_EQ(reading.error().code, ErrorCode::kWrongFormat);
}

TEST(XyzSource, SaysWhichFileCannotBeOpened) {
  const auto missing = open_xyz("/nonexistent/cloud.xyz");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.error().file, "/nonexistent/cloud.xyz");
  const auto folder = open_xyz(std::filesystem::temp_directory_path());
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, ErrorCode::kUnreadable);
  EXPECT_THAT(folder.error().message, HasSubstr("folder"));
}

std::string numbered_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::to_string(i) + " 0.5 2.25\n";
  return text;
}

TEST(XyzSource, SamplesEvenlyAndTheSameEveryTime) {
  constexpr int kLines = 200000;
  const TemporaryFile file(numbered_lines(kLines));
  const auto source = open_xyz(file.path());
  ASSERT_TRUE(source) << source.error().describe();
  PointCollector sample, again;
  ASSERT_TRUE((*source)->sample(10000, sample));
  ASSERT_TRUE((*source)->sample(10000, again));
  EXPECT_EQ(sample.points, again.points);
  EXPECT_NEAR(static_cast<double>(sample.points.size()), 10000, 1000);
  std::array<int, 10> tenth{};
  for (const TestPoint& point : sample.points) ++tenth[static_cast<std::size_t>(point.x * 10 / kLines)];
  for (const int count : tenth) EXPECT_NEAR(count, 1000, 200);
}

TEST(XyzSource, SamplesEveryPointOfASmallFileOnce) {
  for (const int lines : {1, 2, 63, 64, 1000}) {
    const TemporaryFile file(numbered_lines(lines));
    const auto source = open_xyz(file.path());
    ASSERT_TRUE(source);
    PointCollector sample;
    ASSERT_TRUE((*source)->sample(5000, sample));
    ASSERT_EQ(sample.points.size(), static_cast<std::size_t>(lines));
    for (int i = 0; i < lines; ++i) EXPECT_EQ(sample.points[static_cast<std::size_t>(i)].x, i);
  }
}

TEST(XyzSource, FailsWhenTheFileShrinksWhileItIsRead) {
  const TemporaryFile file(numbered_lines(1000));
  const auto source = open_xyz(file.path());
  ASSERT_TRUE(source);
  file.write("1 2 3\n");
  PointCollector collector;
  RunContext context(1);
  const auto summary = (*source)->read(collector, context);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::kUnreadable);
}

TEST(XyzSource, StopsWhenCancelled) {
  const TemporaryFile file(numbered_lines(1000));
  const auto source = open_xyz(file.path());
  ASSERT_TRUE(source);
  PointCollector collector;
  RunContext context(1);
  context.cancel();
  const auto summary = (*source)->read(collector, context);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::kCancelled);
  EXPECT_THAT(collector.points, IsEmpty());
}

TEST(XyzSource, ReportsProgressToTheEnd) {
  const TemporaryFile file(numbered_lines(1000));
  const auto source = open_xyz(file.path());
  ASSERT_TRUE(source);
  Progress last;
  RunContext context(1, [&](const Progress& progress) { last = progress; });
  PointCollector collector;
  ASSERT_TRUE((*source)->read(collector, context));
  EXPECT_EQ(last.stage, Stage::kRead);
  EXPECT_DOUBLE_EQ(last.stage_share, 1);
  EXPECT_EQ(last.points, 1000u);
}

}  // namespace
}  // namespace storey::xyz
