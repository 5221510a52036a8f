#include "io/xyz/read_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "io/xyz/detect_layout.h"
#include "io/xyz/test_cloud.h"

namespace storey::xyz {
namespace {

struct Outcome {
  std::vector<TestPoint> points;  ///< sorted
  std::string report;             ///< everything else, as text
};

Outcome read_with(const TemporaryFile& temporary, int threads, std::uint64_t block_bytes) {
  const auto file = InputFile::open(temporary.path());
  const auto layout = detect_layout(*file);
  if (!layout) return {{}, layout.error().describe()};
  PointCollector collector;
  RunContext context(threads);
  const auto summary = read_blocks(*file, *layout, collector, context, {true}, block_bytes);
  std::sort(collector.points.begin(), collector.points.end());
  // How far reading went before it failed is left to chance; what the error says is not.
  if (!summary) return {{}, summary.error().describe()};
  std::string report = std::to_string(summary->points) + " " + std::to_string(summary->invalid) + " " +
                       std::to_string(summary->broken_lines);
  for (const std::string& warning : summary->warnings) report += "\n" + warning;
  return {collector.points, report};
}

/// Lines of every kind, with line ends of every kind; the x of a point is its line number.
std::string mixed_text(unsigned seed, int lines, int broken_percent) {
  std::mt19937 random(seed);
  std::string text = "x y z i r g b\n0 0 0 0.5 1 2 300\n";
  constexpr const char* kLineEnds[] = {"\n", "\n", "\r\n", "\r"};
  constexpr const char* kOthers[] = {"", "# comment", "nan 1 2", "  ", "// more"};
  for (int line = 3; line < lines; ++line) {
    if (static_cast<int>(random() % 100) < broken_percent) {
      text += "broken " + std::to_string(line);
    } else if (random() % 8 == 0) {
      text += kOthers[random() % 5];
    } else {
      text += std::to_string(line) + " " + std::to_string(random() % 1000) + ".25 -1e2";
      if (random() % 2) text += " 0.25 10 20 30";
      if (random() % 64 == 0) text += std::string(random() % 700, ' ');
    }
    text += kLineEnds[random() % 4];
  }
  return text;
}

class ThreadsAndBlocks : public testing::TestWithParam<int> {};

TEST_P(ThreadsAndBlocks, DoNotChangeTheOutcome) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const TemporaryFile file(mixed_text(seed, 600, GetParam()));
    const Outcome expected = read_with(file, 1, std::uint64_t{1} << 30);
    for (const int threads : {1, 2, 7})
      for (const std::uint64_t block_bytes : {1, 2, 7, 63, 64, 65, 1000, 65536}) {
        const Outcome outcome = read_with(file, threads, block_bytes);
        ASSERT_EQ(outcome.report, expected.report) << threads << " threads, blocks of " << block_bytes;
        ASSERT_EQ(outcome.points, expected.points) << threads << " threads, blocks of " << block_bytes;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(BrokenPercent, ThreadsAndBlocks, testing::Values(0, 1, 30));

TEST(ReadBlocks, NumbersBrokenLinesByTheFile) {
  for (const char* line_end : {"\n", "\r\n", "\r"}) {
    std::string text;
    for (int line = 1; line <= 500; ++line)
      text += (line == 123 || line == 377 ? "oops"
               : line % 9 == 0            ? ""
                                          : "1.5 2.5 3.5") +
              std::string(line_end);
    const TemporaryFile file(text);
    for (const std::uint64_t block_bytes : {13, 64, 4096})
      EXPECT_EQ(read_with(file, 2, block_bytes).report,
                "443 0 2\n2 lines hold no point and were left out: line 123 (\"oops\"), line 377 (\"oops\")");
  }
}

TEST(ReadBlocks, ReadsLinesThatAreMuchLongerThanABlock) {
  const std::string tail(20000, ' ');
  const std::string endless(3 * kLongestLine, 'e');
  const TemporaryFile file("1 2 3" + tail + "\n4 5 6" + tail + "\n" + endless + "\n7 8 9\n");
  for (const std::uint64_t block_bytes : {64, 1000, 70000, 1000000}) {
    const Outcome outcome = read_with(file, 2, block_bytes);
    EXPECT_EQ(outcome.points.size(), 3u) << block_bytes;
    EXPECT_EQ(outcome.report.substr(0, 5), "3 0 1") << block_bytes;
  }
}

TEST(ReadBlocks, KeepsTheBoundOnLinesWhereverTheyBegin) {
  for (const auto& [length, points] :
       {std::pair{kLongestLine, "3 0 0"}, std::pair{kLongestLine + 1, "2 0 1"}})
    for (const std::size_t lead : {0, 40, 63}) {
      const std::string first = "1 2 3" + std::string(lead, ' ') + "\n";
      const TemporaryFile file(first + "4 5 6" + std::string(length - 5, ' ') + "\n7 8 9\n");
      for (const std::uint64_t block_bytes : {1, 64, 1000, 70000, 1000000})
        EXPECT_EQ(read_with(file, 2, block_bytes).report.substr(0, 5), points)
            << length << " " << block_bytes;
    }
}

class ThrowingSink final : public PointSink {
 public:
  void consume(const PointBlock&) override { throw std::runtime_error("no room"); }
};

TEST(ReadBlocks, PassesOnWhatTheSinkThrows) {
  const TemporaryFile temporary("1 2 3\n4 5 6\n");
  const auto file = InputFile::open(temporary.path());
  const auto layout = detect_layout(*file);
  ThrowingSink sink;
  RunContext context(2);
  EXPECT_THROW((void)read_blocks(*file, *layout, sink, context, {}, 4), std::runtime_error);
}

}  // namespace
}  // namespace storey::xyz
