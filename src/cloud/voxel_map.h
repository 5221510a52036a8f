// The cloud in memory: voxels that hold exact sums over their points. Memory is bounded by the surface of the
// building, not by the number of points.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "cloud/cloud_source.h"
#include "cloud/station_sets.h"

namespace storey {

/// Where the voxel grid lies in the file's frame.
struct VoxelGrid {
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();  ///< corner of voxel (0, 0, 0), file's unit and axes
  double size = 0.02;                                ///< edge length, file's unit
};

/// Integer sums over the points of one voxel. Integers, so that the result does not depend on the order in
/// which points arrive. Positions inside the voxel count in 1/256 of its edge.
struct Voxel {
  static constexpr std::uint32_t kMaxCount = 1u << 24;  ///< beyond, the sums have wrapped around

  std::uint64_t key = 0;
  std::uint32_t count = 0;
  std::array<std::uint32_t, 3> sum{};  ///< Σx, Σy, Σz
  StationSet stations = 0;             ///< that saw it
};

/// One voxel's content in real coordinates.
struct Surfel {
  Eigen::Vector3f mean;     ///< relative to VoxelGrid::origin
  float count = 0;          ///< points
  StationSet stations = 0;  ///< that saw it; a number of the map's StationSets
};

/// Sorts points into voxels as they stream in. Thread-safe as PointSink demands. Points further than
/// 2²⁰ voxels (20 km for 2 cm) from the origin are counted and dropped.
class VoxelMap final : public PointSink {
 public:
  explicit VoxelMap(const VoxelGrid& grid, int first_station = 0);
  ~VoxelMap() override;

  /// Scan i of the next source counts as station `first + i`.
  void set_first_station(int first) { first_station_ = first; }
  void consume(const PointBlock& block) override;

  const VoxelGrid& grid() const { return grid_; }
  std::uint64_t dropped() const { return dropped_.load(); }
  const std::shared_ptr<StationSets>& station_sets() const { return station_sets_; }

  /// The content in an order that depends on the points only, nearby voxels mostly together. Empties the map.
  std::vector<Surfel> take_surfels(int threads);

 private:
  struct Shard;
  struct Staging;
  Surfel to_surfel(const Voxel& voxel) const;

  VoxelGrid grid_;
  std::shared_ptr<StationSets> station_sets_ = std::make_shared<StationSets>();
  int first_station_;
  std::atomic<std::uint64_t> dropped_{0};
  std::vector<std::unique_ptr<Shard>> shards_;
  std::mutex staging_mutex_;
  std::vector<std::unique_ptr<Staging>> idle_staging_;
  void flush(Staging& staging);
};

}  // namespace storey
