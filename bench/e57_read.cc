// Reads a large E57 file of its own making into nothing; bench/e57_read.py sets it beside `cat` of the file.
//   e57_read make FILE MILLIONS      writes a scan of that many million points, ScaledInteger, with a pose
//   e57_read read FILE THREADS       prints "cpu_s wall_s peak_rss_kib points"
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "io/e57/e57_source.h"
#include "tools/e57_writer.h"

namespace {

struct NullSink : storey::PointSink {
  void consume(const storey::PointBlock&) override {}
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// Most memory ever resident, KiB. getrusage would tell that of the process that started this one if it was
/// larger.
long peak_resident() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (long peak = 0; word == "VmHWM:" && status >> peak) return peak;
  return 0;
}

/// A spiral through a hall of 40 by 20 by 3 m, at a tenth of a millimetre.
int make(const char* file, std::size_t millions) {
  storey::E57Writer writer(file);
  storey::E57ScanOptions options;
  options.coordinates.fill(storey::E57Encoding::scaled(0.0001, -500'000, 500'000));
  options.world_from_scan = Eigen::Translation3d(3, 2, 1) * Eigen::AngleAxisd(0.4, Eigen::Vector3d::UnitZ());
  writer.begin_scan(options);
  std::vector<storey::E57Point> points(1'000'000);
  for (std::size_t million = 0; million < millions; ++million) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double angle = 1e-3 * static_cast<double>(million * points.size() + i);
      points[i].coordinates = {20 * std::sin(angle), 10 * std::cos(angle), 1.5 * std::sin(1e-5 * angle)};
    }
    writer.add(points);
  }
  writer.finish();
  return 0;
}

int read(const char* file, int threads) {
  const auto source = storey::open_e57(file);
  if (!source) {
    std::fprintf(stderr, "%s\n", source.error().describe().c_str());
    return 1;
  }
  storey::RunContext context(threads);
  NullSink sink;
  const auto start = std::chrono::steady_clock::now();
  const auto summary = (*source)->read(sink, context);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  if (!summary) {
    std::fprintf(stderr, "%s\n", summary.error().describe().c_str());
    return 1;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%.3f %.3f %ld %lu\n", seconds(usage.ru_utime) + seconds(usage.ru_stime), wall.count(),
              peak_resident(), static_cast<unsigned long>(summary->points));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string action = argc == 4 ? argv[1] : "";
  if (action == "make") return make(argv[2], std::strtoul(argv[3], nullptr, 10));
  if (action == "read") return read(argv[2], std::atoi(argv[3]));
  std::fprintf(stderr, "usage: e57_read make FILE MILLIONS | e57_read read FILE THREADS\n");
  return 2;
}
