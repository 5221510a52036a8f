// Writes E57 files (ASTM E2807-11) for the simulator, tests and benchmarks. No part of the product.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace storey {

/// How one number of each point is stored.
struct E57Encoding {
  enum class Type { kSingle, kDouble, kInteger, kScaledInteger };
  Type type = Type::kDouble;
  double scale = 0.0001;  ///< kScaledInteger only: value = stored · scale + offset
  double offset = 0;
  /// Bounds of the stored integer; they decide its width, 0 to 64 bits. Integers only.
  std::int64_t minimum = std::numeric_limits<std::int32_t>::min();
  std::int64_t maximum = std::numeric_limits<std::int32_t>::max();

  static E57Encoding single() { return {Type::kSingle, 1, 0, 0, 0}; }
  static E57Encoding floating() { return {Type::kDouble, 1, 0, 0, 0}; }
  static E57Encoding integer(std::int64_t minimum, std::int64_t maximum) {
    return {Type::kInteger, 1, 0, minimum, maximum};
  }
  static E57Encoding scaled(double scale, std::int64_t minimum, std::int64_t maximum, double offset = 0) {
    return {Type::kScaledInteger, scale, offset, minimum, maximum};
  }
};

/// How the byte streams of the fields are laid into packets.
enum class E57Packets {
  kTogether,   ///< each packet holds the same records of all fields, to a byte: what common writers do
  kStaggered,  ///< each packet holds the same bytes of all fields, so narrow fields end far ahead of wide
               ///< ones; the scan is held in memory
};

struct E57ScanOptions {
  std::string name;
  std::optional<Eigen::Isometry3d> world_from_scan;  ///< pose; none is written if there is none
  bool spherical = false;                            ///< coordinates are range (m), azimuth, elevation (rad)
  std::array<E57Encoding, 3> coordinates;
  bool invalid_state = false;
  bool row_column = false;
  std::optional<E57Encoding> intensity;
  std::optional<std::pair<double, double>> intensity_limits;
  bool colour = false;
  std::size_t packet_bytes = 60000;  ///< of data per packet, at most 64000
  E57Packets packets = E57Packets::kTogether;
  bool other_packets = false;  ///< an index packet and an ignored packet before each data packet
};

struct E57Point {
  std::array<double, 3> coordinates{};
  std::uint8_t invalid_state = 0;  ///< 0 valid, 1 only a direction, 2 invalid
  std::uint32_t row = 0, column = 0;
  double intensity = 0;
  std::array<std::uint8_t, 3> rgb{};
};

/// One file. Throws std::ios_base::failure when the disk refuses, std::out_of_range for a number that its
/// encoding cannot hold. A file that was not finished is no valid E57.
class E57Writer {
 public:
  explicit E57Writer(const std::filesystem::path& path);
  ~E57Writer();
  E57Writer(const E57Writer&) = delete;
  E57Writer& operator=(const E57Writer&) = delete;

  /// Points added from now on belong to a new scan.
  void begin_scan(const E57ScanOptions& options);
  /// To the scan begun last; there has to be one.
  void add(std::span<const E57Point> points);
  /// Ends the last scan and writes the XML section.
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace storey
