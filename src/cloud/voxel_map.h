// The cloud in memory: voxels that hold exact sums over their points. Memory is bounded by the surface of the
// building, not by the number of points, and by a budget beyond which voxels wait in a scratch file.
#pragma once

#include <Eigen/Geometry>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "cloud/cloud_source.h"
#include "cloud/station_sets.h"
#include "cloud/surfel_store.h"

namespace storey {

/// Where the voxel grid lies in the file's frame.
struct VoxelGrid {
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();  ///< corner of voxel (0, 0, 0), file's unit and axes
  double size = 0.02;                                ///< edge length, file's unit
};

/// How much memory voxels and surfels may take, and where the rest goes.
struct VoxelMemory {
  std::uint64_t voxels = ~std::uint64_t{0};   ///< bytes, while points are read; at least 8 MiB is taken
  std::uint64_t surfels = ~std::uint64_t{0};  ///< bytes, of what was read
  std::filesystem::path scratch;              ///< folder for the rest; empty: of the system
};

/// Sorts points into voxels as they stream in. Thread-safe as PointSink demands. Points further than
/// 2²⁰ voxels (20 km for 2 cm) from the origin are counted and dropped. Whatever the order of points, the
/// number of threads and the memory, the surfels are the same: sums are integers.
class VoxelMap final : public PointSink {
 public:
  explicit VoxelMap(const VoxelGrid& grid, VoxelMemory memory = {});
  ~VoxelMap() override;

  /// Scan i of the next source counts as station `first + i`.
  void set_first_station(int first) { first_station_ = first; }
  void consume(const PointBlock& block) override;

  const VoxelGrid& grid() const { return grid_; }
  std::uint64_t dropped() const { return dropped_.load(); }
  const std::shared_ptr<StationSets>& station_sets() const { return station_sets_; }

  /// The content in an order that depends on the points only, nearby voxels mostly together; means are
  /// multiplied by `scaled`. Empties the map. Error: kUnwritable, of the scratch file.
  Result<SurfelStore> take_surfels(int threads, const Eigen::Matrix3f& scaled = Eigen::Matrix3f::Identity());

 private:
  struct Shard;
  struct Staging;
  struct Voxel;
  void add_to_shard(std::size_t shard, const std::vector<Voxel>& voxels);
  void flush(Staging& staging);
  SurfelChunk surfels_of(Shard& shard, const Eigen::Matrix3f& scaled) const;
  Surfel to_surfel(const Voxel& voxel) const;
  void fail_with(const Error& error);
  Result<std::shared_ptr<ScratchFile>> scratch();

  VoxelGrid grid_;
  VoxelMemory memory_;
  std::shared_ptr<StationSets> station_sets_ = std::make_shared<StationSets>();
  int first_station_ = 0;
  std::atomic<std::uint64_t> dropped_{0};
  std::atomic<std::uint64_t> taken_{0};  ///< bytes, of all shards
  std::vector<std::unique_ptr<Shard>> shards_;
  std::mutex staging_mutex_;
  std::vector<std::unique_ptr<Staging>> idle_staging_;
  std::mutex scratch_mutex_;
  std::shared_ptr<ScratchFile> scratch_;
  std::optional<Error> failure_;
};

}  // namespace storey
