// For tests: text as a file, and the points of a cloud in memory.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "cloud/cloud_source.h"

namespace storey::xyz {

/// A file that lives as long as the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view bytes) {
    std::string name = (std::filesystem::temp_directory_path() / "storey-test-XXXXXX").string();
    const int descriptor = ::mkstemp(name.data());
    if (descriptor < 0) throw std::runtime_error("no temporary file");
    ::close(descriptor);
    path_ = name;
    write(bytes);
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(std::string_view bytes) const {
    std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct TestPoint {
  double x = 0, y = 0, z = 0;
  float intensity = -1;  ///< -1: none
  int red = -1, green = -1, blue = -1;

  auto key() const { return std::tie(x, y, z, intensity, red, green, blue); }
  friend bool operator==(const TestPoint& a, const TestPoint& b) { return a.key() == b.key(); }
  friend bool operator<(const TestPoint& a, const TestPoint& b) { return a.key() < b.key(); }
};

/// Keeps all points, in the order in which they come.
class PointCollector final : public PointSink {
 public:
  void consume(const PointBlock& block) override {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < block.size(); ++i) {
      TestPoint point{block.x[i], block.y[i], block.z[i]};
      if (!block.intensity.empty()) point.intensity = block.intensity[i];
      if (!block.rgb.empty()) {
        point.red = block.rgb[3 * i];
        point.green = block.rgb[3 * i + 1];
        point.blue = block.rgb[3 * i + 2];
      }
      points.push_back(point);
    }
  }

  std::vector<TestPoint> points;

 private:
  std::mutex mutex_;
};

}  // namespace storey::xyz
