#include "engine/stages/gather.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "cloud/guess_frame.h"
#include "engine/stages/upsample.h"

namespace storey {
namespace {

constexpr std::size_t kSamplePoints = 200'000;  // points: patches in every room of a storey

/// Turns y-up coordinates upright; the identity for z up.
Eigen::Matrix3d upright_from_file(UpAxis up) {
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
  if (up == UpAxis::kY) turn << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  return turn;
}

/// About which the scan is levelled, in its own frame: the origin, which often is a station; where the
/// coordinates are a map's, what of the scan lies next to it, so that the plan stays where it is on the map.
Eigen::Vector3d pivot_of(const Bounds3& scan) {
  return Eigen::Vector3d::Zero().cwiseMax(scan.min).cwiseMin(scan.max);
}

Error no_points(std::span<const CloudSource* const> clouds, std::string what) {
  return {ErrorCode::kNoPoints, std::move(what), clouds.front()->info().file, {}, "export the cloud again"};
}

Result<FrameGuess> guess_from_samples(std::span<const CloudSource* const> clouds, const Options& options) {
  SampleSink sample;
  for (const CloudSource* cloud : clouds) {
    const Result<void> sampled = cloud->sample(kSamplePoints / clouds.size(), sample);
    if (!sampled) return tl::unexpected(sampled.error());
  }
  if (sample.points.empty())
    return tl::unexpected(no_points(clouds, "holds no point with valid coordinates"));
  const bool metres = std::all_of(clouds.begin(), clouds.end(),
                                  [](const CloudSource* cloud) { return cloud->info().metres; });
  return guess_frame(sample.points, {options.input_units, options.up, metres});
}

Result<std::vector<ReadSummary>> read_all(std::span<const CloudSource* const> clouds, VoxelMap& map,
                                          RunContext& context) {
  std::vector<ReadSummary> summaries;
  int first_station = 0;
  for (const CloudSource* cloud : clouds) {
    map.set_first_station(first_station);
    Result<ReadSummary> summary = cloud->read(map, context);
    if (!summary) return tl::unexpected(summary.error());
    summaries.push_back(std::move(*summary));
    first_station += static_cast<int>(cloud->info().scans.size());
  }
  return summaries;
}

/// Positions from the file's frame, relative to the grid's origin, into metres, upright and level.
void transform(std::vector<Surfel>& surfels, const Eigen::Matrix3d& rotation, double metres, int threads) {
  const Eigen::Matrix3f scaled = (rotation * metres).cast<float>();
  constexpr std::size_t kChunk = 65536;  // voxels that a thread takes at once; no result hangs on it
  parallel_for((surfels.size() + kChunk - 1) / kChunk, threads, [&](std::size_t chunk) {
    const std::size_t last = std::min(surfels.size(), (chunk + 1) * kChunk);
    for (std::size_t i = chunk * kChunk; i < last; ++i) surfels[i].mean = scaled * surfels[i].mean;
  });
}

void warn_about_guess(const FrameGuess& guess, const Options& options, RunContext& context) {
  if (options.input_units == LengthUnit::kAuto && !guess.unit_certain)
    context.warn(
        "the unit of the coordinates is not certain; force it with --input-units if the plan's scale is "
        "wrong");
}

}  // namespace

StationPositions::StationPositions(const std::vector<Station>& stations) {
  for (const Station& station : stations) {
    if (station.number >= positions_.size()) positions_.resize(station.number + 1);
    positions_[station.number] = station.position;
  }
}

Result<Gathered> gather(std::span<const CloudSource* const> clouds, const Options& options,
                        RunContext& context) {
  StageClock clock(context);
  clock.begin("sample");
  const Result<FrameGuess> guess = guess_from_samples(clouds, options);
  if (!guess) return tl::unexpected(guess.error());
  warn_about_guess(*guess, options, context);
  const double metres = metres_per(guess->unit);

  VoxelGrid grid;
  grid.size = kVoxel / metres;
  // Whole voxels, so that clouds that were shifted by whole voxels give the same plan.
  grid.origin = ((guess->bounds.min + guess->bounds.max) / 2 / grid.size).array().round() * grid.size;
  clock.begin("read");
  VoxelMap map(grid);
  Result<std::vector<ReadSummary>> read = read_all(clouds, map, context);
  if (!read) return tl::unexpected(read.error());

  Gathered gathered;
  LevelCloud& cloud = gathered.cloud;
  cloud.read = std::move(*read);
  if (const std::uint64_t dropped = map.dropped(); dropped > 0)
    context.warn(std::to_string(dropped) + " points lie more than 20 km from the others and were left out");
  clock.begin("surfels");
  cloud.station_sets = map.station_sets();
  cloud.surfels = map.take_surfels(context.threads());
  if (cloud.surfels.empty())
    return tl::unexpected(no_points(clouds, "has coordinates that are no lengths in a building"));
  const Eigen::Matrix3d upright = upright_from_file(guess->up);
  transform(cloud.surfels, upright, metres, context.threads());
  clock.begin("level");
  gathered.patches = flat_patches(cloud.surfels);
  const Tilt tilt = find_tilt(gathered.patches);
  if (tilt.degrees > 0) transform(cloud.surfels, tilt.level_from_scan, 1.0, context.threads());
  gathered.noise = surface_noise(cloud.surfels);
  clock.begin("upsample");
  const bool denser = upsample(cloud.surfels, *cloud.station_sets, gathered.noise.sheet, context.threads());
  if (tilt.degrees > 0 || denser) gathered.patches = flat_patches(cloud.surfels);

  const Eigen::Matrix3d rotation = tilt.level_from_scan * upright;
  const Eigen::Vector3d pivot = pivot_of(guess->bounds) * metres;
  const Eigen::Vector3d shift = upright * pivot - rotation * pivot;
  cloud.origin = rotation * (grid.origin * metres) + shift;
  cloud.frame.unit_metres = metres;
  cloud.frame.unit_forced = options.input_units != LengthUnit::kAuto;
  cloud.frame.up_axis = guess->up == UpAxis::kY ? 'y' : 'z';
  cloud.frame.up_forced = options.up != UpAxis::kAuto;
  cloud.frame.tilt_deg = tilt.degrees;
  Eigen::Map<PlanFromScan>(cloud.frame.plan_from_scan.data()) << rotation, shift;
  std::uint32_t number = 0;
  for (const CloudSource* source : clouds)
    for (const ScanInfo& scan : source->info().scans) {
      if (scan.world_from_scan)
        cloud.stations.push_back(
            {scan.name,
             (rotation * ((scan.world_from_scan->translation() - grid.origin) * metres)).cast<float>(),
             number});
      ++number;
    }
  return gathered;
}

}  // namespace storey
