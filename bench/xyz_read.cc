// Reads a large text cloud of its own making into nothing; bench/xyz_read.py sets it beside Open3D and `wc
// -l`.
//   xyz_read make FILE MILLIONS      writes a hall of that many million points, "x y z" with four decimals
//   xyz_read read FILE THREADS       prints "cpu_s wall_s peak_rss_kib points"
#include <sys/resource.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>

#include "io/xyz/xyz_source.h"

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

/// Points at random on floor, ceiling and walls of a hall of 40 by 20 by 3 m about the scanner.
int make(const char* path, std::size_t millions) {
  std::ofstream file(path, std::ios::binary);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> share(-0.5, 0.5);
  std::string text;
  for (std::size_t i = 0; i < millions * 1'000'000; ++i) {
    double point[3] = {40 * share(random), 20 * share(random), 3 * share(random)};
    const std::size_t axis = i % 3;
    point[axis] = std::copysign(axis == 0 ? 20 : axis == 1 ? 10 : 1.5, point[axis]) + 0.004 * share(random);
    for (std::size_t k = 0; k < 3; ++k) {
      char digits[32];
      text.append(digits,
                  std::to_chars(digits, digits + sizeof digits, point[k], std::chars_format::fixed, 4).ptr);
      text += k < 2 ? ' ' : '\n';
    }
    if (text.size() < 1 << 20) continue;
    file << text;
    text.clear();
  }
  file << text;
  return file.flush() ? 0 : 1;
}

int read(const char* path, int threads) {
  const auto source = storey::open_xyz(path);
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
  std::printf("%.3f %.3f %ld %llu\n", seconds(usage.ru_utime) + seconds(usage.ru_stime), wall.count(),
              peak_resident(), static_cast<unsigned long long>(summary->points));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string job = argc == 4 ? argv[1] : "";
  if (job == "make") return make(argv[2], static_cast<std::size_t>(std::atoll(argv[3])));
  if (job == "read") return read(argv[2], std::atoi(argv[3]));
  std::fprintf(stderr, "usage: xyz_read make FILE MILLIONS | xyz_read read FILE THREADS\n");
  return 2;
}
