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
#include "engine/stages/level.h"
#include "engine/stages/surface_noise.h"
#include "storey/options.h"
#include "storey/plan.h"

namespace storey {

inline constexpr double kVoxel = 0.02;  ///< m; half the thinnest wall, with one to ten points in each

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

/// The cloud upright, level and in metres. Positions are relative to `origin`, small enough for float.
struct LevelCloud {
  std::vector<Surfel> surfels;
  std::vector<Station> stations;                                                ///< those with a pose
  std::shared_ptr<StationSets> station_sets = std::make_shared<StationSets>();  ///< of Surfel::stations
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();                             ///< m, in the plan's frame
  Frame frame;
  std::vector<ReadSummary> read;
};

/// What was read, and its flat pieces.
struct Gathered {
  LevelCloud cloud;
  SurfaceNoise noise;  ///< of what was read, not of what lies between
  std::vector<FlatPatch> patches;
};

Result<Gathered> gather(std::span<const CloudSource* const> clouds, const Options& options,
                        RunContext& context);

}  // namespace storey
