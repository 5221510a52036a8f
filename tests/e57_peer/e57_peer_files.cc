// Writes E57 files of many kinds into a folder and, beside each, the points that Storey reads from it as
// text. What another program reads is compared with them by compare.mjs.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "io/e57/e57_source.h"
#include "tools/e57_writer.h"

namespace {

using storey::E57Encoding;
using storey::E57Packets;
using storey::E57Point;
using storey::E57ScanOptions;
namespace fs = std::filesystem;

struct File {
  std::string name;
  std::vector<E57ScanOptions> scans;
};

E57ScanOptions scan_of(const E57Encoding& encoding) {
  E57ScanOptions options;
  options.coordinates.fill(encoding);
  return options;
}

std::vector<File> files() {
  std::vector<File> list = {{"single", {scan_of(E57Encoding::single())}},
                            {"double", {scan_of(E57Encoding::floating())}}};
  for (const int bits : {13, 19, 24, 31, 32, 33, 47, 57, 62})
    list.push_back({"scaled" + std::to_string(bits),
                    {scan_of(E57Encoding::scaled(0.015625, -(INT64_C(1) << (bits - 1)),
                                                 (INT64_C(1) << (bits - 1)) - 1, 0.25))}});

  E57ScanOptions rich = scan_of(E57Encoding::scaled(0.001, -100'000, 100'000));
  rich.name = "R & D <1>";
  rich.world_from_scan =
      Eigen::Translation3d(100, -200, 3) * Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, 3).normalized());
  rich.colour = true;
  rich.intensity = E57Encoding::scaled(0.01, 0, 100);
  rich.row_column = true;
  rich.invalid_state = true;
  list.push_back({"rich", {rich}});
  list.push_back({"several", {rich, scan_of(E57Encoding::single()), rich}});

  E57ScanOptions small_packets = rich;
  small_packets.packet_bytes = 300;
  list.push_back({"small_packets", {small_packets}});
  E57ScanOptions staggered = small_packets;
  staggered.packets = E57Packets::kStaggered;
  list.push_back({"staggered", {staggered}});  // no index packets: web-e57 1.2 refuses them
  E57ScanOptions spherical = scan_of(E57Encoding::floating());
  spherical.spherical = true;
  spherical.world_from_scan = rich.world_from_scan;
  list.push_back({"spherical", {spherical}});
  return list;
}

std::vector<E57Point> points_for(const E57ScanOptions& options) {
  std::vector<E57Point> points(5000);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double t = 0.01 * static_cast<double>(i);
    E57Point& point = points[i];
    if (options.spherical)
      point.coordinates = {1 + t, std::remainder(t, 2 * M_PI), std::sin(t)};
    else
      point.coordinates = {30 * std::sin(t), 20 * std::cos(t), std::sin(0.1 * t)};
    point.invalid_state = i % 17 == 5 ? 2 : 0;
    point.row = static_cast<std::uint32_t>(i / 50);
    point.column = static_cast<std::uint32_t>(i % 50);
    point.intensity = 0.01 * static_cast<double>(i % 100);
    point.rgb = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i / 20),
                 static_cast<std::uint8_t>(7 * i)};
  }
  return points;
}

/// One line per point, numbers without loss: x y z, and r g b where there is colour.
class TextSink : public storey::PointSink {
 public:
  explicit TextSink(const fs::path& path) : file_(path) {}
  void consume(const storey::PointBlock& block) override {
    for (std::size_t i = 0; i < block.size(); ++i) {
      for (const double value : {block.x[i], block.y[i], block.z[i]}) write(value);
      if (!block.rgb.empty())
        for (std::size_t c = 0; c < 3; ++c) write(block.rgb[3 * i + c]);
      file_ << '\n';
    }
  }

 private:
  void write(double value) {
    char text[32];
    file_.write(text, std::to_chars(text, text + sizeof text, value).ptr - text) << ' ';
  }
  std::ofstream file_;
};

bool write_pair(const fs::path& folder, const File& file) {
  const fs::path path = folder / (file.name + ".e57");
  storey::E57Writer writer(path);
  for (const E57ScanOptions& options : file.scans) {
    writer.begin_scan(options);
    writer.add(points_for(options));
  }
  writer.finish();

  const auto source = storey::open_e57(path);
  storey::RunContext context(1);
  TextSink sink(folder / (file.name + ".txt"));
  const auto summary = source ? (*source)->read(sink, context, {.attributes = true})
                              : storey::Result<storey::ReadSummary>(storey::fail(source.error()));
  if (!summary) std::fprintf(stderr, "%s\n", summary.error().describe().c_str());
  return summary.has_value();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: e57_peer_files FOLDER\n");
    return 2;
  }
  bool good = true;
  for (const File& file : files()) good = write_pair(argv[1], file) && good;
  return good ? 0 : 1;
}
