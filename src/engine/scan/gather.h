// Stage 1: all points of all clouds into one set of levelled surfels.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cloud/cloud_source.h"
#include "cloud/voxel_map.h"
#include "engine/scan/level.h"
#include "engine/scan/surface_noise.h"
#include "storey/options.h"
#include "storey/plan.h"

namespace storey {

inline constexpr double kVoxel = 0.02;  ///< m; half the thinnest wall, with one to ten points in each
inline constexpr std::size_t kVoxelsTogether =
    1 << 18;  ///< voxels that a thread looks at at once; no result hangs on it

using PlanFromScan = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;  ///< as Frame::plan_from_scan holds it

/// Where a scanner stood.
struct Station {
  std::string name;
  Eigen::Vector3f position;  ///< m, as the surfels
  std::uint32_t number = 0;  ///< among all scans of all files: its number in StationSets
};

/// Stations by their numbers.
class StationPositions {
 public:
  explicit StationPositions(const std::vector<Station>& stations);

  bool empty() const { return positions_.empty(); }
  /// m, as the surfels; nothing for a scan without a pose.
  const std::optional<Eigen::Vector3f>& of(std::uint32_t station) const {
    static const std::optional<Eigen::Vector3f> kUnknown;
    return station < positions_.size() ? positions_[station] : kUnknown;
  }

 private:
  std::vector<std::optional<Eigen::Vector3f>> positions_;
};

/// What all surfels of a building share. Their positions are upright, level and in metres, relative to
/// `origin`, small enough for float.
struct LevelFrame {
  std::vector<Station> stations;                                                ///< those with a pose
  std::shared_ptr<StationSets> station_sets = std::make_shared<StationSets>();  ///< of Surfel::stations
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();                             ///< m, in the plan's frame
  Frame frame;
};

/// The part of a building that lies between two heights.
struct LevelCloud : LevelFrame {
  std::vector<Surfel> surfels;
};

/// What was read, and its flat pieces.
struct Gathered {
  LevelFrame frame;
  SurfelStore surfels;
  std::vector<ReadSummary> read;
  SurfaceNoise noise;  ///< of what was read, not of what lies between
  std::vector<FlatPatch> patches;
};

/// Takes no more than about half of `options.memory_bytes`, whatever the scan's size.
Result<Gathered> gather(std::span<const CloudSource* const> clouds, const Options& options,
                        RunContext& context);

}  // namespace storey
