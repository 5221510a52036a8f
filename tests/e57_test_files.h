// What the tests of the reader share: files made by the writer, points collected, bytes damaged on purpose.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "cloud/cloud_source.h"
#include "io/e57/crc32c.h"
#include "io/e57/open.h"
#include "io/e57/page_layout.h"
#include "tools/e57_writer.h"

namespace storey::e57 {

using Bytes = std::vector<std::uint8_t>;

/// A file name of this test alone; the file goes with the object.
class TempFile {
 public:
  TempFile() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(test->test_suite_name()) + "." + test->name();
    std::replace(name.begin(), name.end(), '/', '.');
    path_ = std::filesystem::temp_directory_path() / (name + "." + std::to_string(::getpid()) + ".e57");
  }
  ~TempFile() { std::filesystem::remove(path_); }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

  Bytes bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(file), {});
  }

 private:
  std::filesystem::path path_;
};

/// Makes the checksum of every page right again.
inline void seal_pages(Bytes& bytes) {
  for (std::size_t page = 0; page + kPageSize <= bytes.size(); page += kPageSize) {
    const std::uint32_t crc = crc32c({bytes.data() + page, kPagePayload});
    for (std::size_t i = 0; i < 4; ++i)
      bytes[page + kPagePayload + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
  }
}

/// The file without its checksums, and back.
inline Bytes logical_bytes(const Bytes& physical) {
  Bytes logical;
  for (std::size_t page = 0; page < physical.size(); page += kPageSize)
    logical.insert(logical.end(), physical.begin() + static_cast<std::ptrdiff_t>(page),
                   physical.begin() + static_cast<std::ptrdiff_t>(page + kPagePayload));
  return logical;
}

inline Bytes physical_bytes(Bytes logical) {
  logical.resize((logical.size() + kPagePayload - 1) / kPagePayload * kPagePayload);
  Bytes physical;
  for (std::size_t at = 0; at < logical.size(); at += kPagePayload) {
    physical.insert(physical.end(), logical.begin() + static_cast<std::ptrdiff_t>(at),
                    logical.begin() + static_cast<std::ptrdiff_t>(at + kPagePayload));
    physical.insert(physical.end(), 4, std::uint8_t{0});
  }
  seal_pages(physical);
  return physical;
}

inline void put_le(Bytes& bytes, std::size_t at, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// `bytes` with its XML, which comes last, put through `change`. All checksums are right.
template <class Change>
Bytes with_xml(const Bytes& bytes, const Change& change) {
  Bytes logical = logical_bytes(bytes);
  const std::size_t begin = *logical_from_physical(load_le<std::uint64_t>(&bytes[24]));
  const std::size_t length = load_le<std::uint64_t>(&bytes[32]);
  const auto at = logical.begin() + static_cast<std::ptrdiff_t>(begin);
  const std::string xml = change(std::string(at, at + static_cast<std::ptrdiff_t>(length)));
  logical.resize(begin);
  logical.insert(logical.end(), xml.begin(), xml.end());
  put_le(logical, 32, xml.size(), 8);
  put_le(logical, 16, (logical.size() + kPagePayload - 1) / kPagePayload * kPageSize, 8);
  return physical_bytes(std::move(logical));
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << "the file has no " << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

struct ReadPoint {
  int scan = 0;
  double x = 0, y = 0, z = 0;
  float intensity = -1;
  int red = -1, green = -1, blue = -1;

  auto key() const { return std::tie(scan, x, y, z, intensity, red, green, blue); }
  bool operator<(const ReadPoint& other) const { return key() < other.key(); }
  bool operator==(const ReadPoint& other) const { return key() == other.key(); }
};

class Collector : public PointSink {
 public:
  void consume(const PointBlock& block) override {
    const std::lock_guard lock(mutex_);
    ASSERT_EQ(block.y.size(), block.size());
    ASSERT_EQ(block.z.size(), block.size());
    for (std::size_t i = 0; i < block.size(); ++i) {
      ReadPoint point{block.scan, block.x[i], block.y[i], block.z[i]};
      if (!block.intensity.empty()) point.intensity = block.intensity[i];
      if (!block.rgb.empty())
        std::tie(point.red, point.green, point.blue) =
            std::tuple<int, int, int>(block.rgb[3 * i], block.rgb[3 * i + 1], block.rgb[3 * i + 2]);
      points.push_back(point);
    }
  }
  std::vector<ReadPoint> points;

 private:
  std::mutex mutex_;
};

struct Outcome {
  std::vector<ReadPoint> points;
  ReadSummary summary;
  std::string error;  ///< empty if all went well
};

inline Outcome read_all(const CloudSource& source, int threads = 1, bool attributes = false) {
  Collector collector;
  RunContext context(threads);
  const auto summary = source.read(collector, context, {attributes});
  return {std::move(collector.points), summary ? *summary : ReadSummary{},
          summary ? "" : summary.error().describe()};
}

/// Opens and reads; the error of whichever fails.
inline Outcome read_bytes(const Bytes& bytes, int threads = 1, bool attributes = false) {
  const auto source = open(memory_source(bytes), "test.e57", Checksums::kVerify);
  if (!source) return {{}, {}, source.error().describe()};
  return read_all(**source, threads, attributes);
}

}  // namespace storey::e57
