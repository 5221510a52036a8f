#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tools/e57_writer.h"
#include "write_scan.h"

namespace storey::simulator {
namespace {

constexpr double kAngleScale = 1e-6;  // rad, of spherical scaled integers

/// Coordinates as they are stored: in the scan's frame if it has a pose, spherical if asked.
std::array<double, 3> stored(const ScanPoint& point, const E57Format& format,
                             const Eigen::Isometry3d* world_from_scan) {
  Eigen::Vector3d p = point.position;
  if (world_from_scan != nullptr) p = world_from_scan->inverse() * p;
  if (!format.spherical) return {p.x(), p.y(), p.z()};
  const double range = p.norm();
  return {range, std::atan2(p.y(), p.x()), range > 0 ? std::asin(p.z() / range) : 0};
}

/// The narrowest integers that hold the values.
E57Encoding scaled_for(const std::vector<E57Point>& points, std::size_t axis, double scale) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const E57Point& point : points) {
    low = std::min(low, point.coordinates[axis]);
    high = std::max(high, point.coordinates[axis]);
  }
  if (points.empty()) low = high = 0;
  const double offset = std::floor(low);
  return E57Encoding::scaled(scale, static_cast<std::int64_t>(std::floor((low - offset) / scale)),
                             static_cast<std::int64_t>(std::ceil((high - offset) / scale)) + 1, offset);
}

E57ScanOptions options_for(const SimulatedScan& scan, const E57Format& format, std::size_t station,
                           const std::vector<E57Point>& points) {
  E57ScanOptions options;
  if (station < scan.stations.size()) {
    options.name = scan.stations[station].name;
    if (format.poses) options.world_from_scan = scan.stations[station].world_from_scan;
  }
  options.spherical = format.spherical;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool angle = format.spherical && axis > 0;
    switch (format.storage) {
      case E57Format::Storage::kDouble:
        options.coordinates[axis] = E57Encoding::floating();
        break;
      case E57Format::Storage::kSingle:
        options.coordinates[axis] = E57Encoding::single();
        break;
      case E57Format::Storage::kScaled:
        options.coordinates[axis] = scaled_for(points, axis, angle ? kAngleScale : format.scale_m);
        break;
    }
  }
  options.invalid_state = options.row_column = format.gridded;
  options.colour = format.colour;
  if (format.intensity) {
    options.intensity = E57Encoding::integer(0, 255);
    options.intensity_limits = {0, 255};
  }
  return options;
}

std::vector<std::vector<E57Point>> points_by_station(const SimulatedScan& scan, const E57Format& format) {
  std::vector<std::vector<E57Point>> out(std::max<std::size_t>(1, scan.stations.size()));
  for (const ScanPoint& point : scan.points) {
    if (!point.valid && !format.gridded) continue;
    const auto station = static_cast<std::size_t>(std::max(0, point.station));
    const bool posed = format.poses && station < scan.stations.size();
    E57Point record;
    record.coordinates = stored(point, format, posed ? &scan.stations[station].world_from_scan : nullptr);
    record.invalid_state = point.valid ? 0 : 2;
    record.row = static_cast<std::uint32_t>(point.row);
    record.column = static_cast<std::uint32_t>(point.column);
    record.intensity = std::round(point.intensity * 255);
    record.rgb = point.rgb;
    out[station].push_back(record);
  }
  return out;
}

}  // namespace

Result<void> write_e57(const SimulatedScan& scan, const E57Format& format,
                       const std::filesystem::path& file) {
  try {
    E57Writer writer(file);
    const auto stations = points_by_station(scan, format);
    for (std::size_t i = 0; i < stations.size(); ++i) {
      writer.begin_scan(options_for(scan, format, i, stations[i]));
      writer.add(stations[i]);
    }
    writer.finish();
  } catch (const std::exception& error) {
    return fail({ErrorCode::kUnwritable, error.what(), file.string(), {}, "check the folder and the disk"});
  }
  return {};
}

}  // namespace storey::simulator
