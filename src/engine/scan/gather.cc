#include "engine/scan/gather.h"

#include <algorithm>
#include <cmath>

#include "base/memory_budget.h"
#include "base/parallel.h"
#include "cloud/guess_frame.h"
#include "engine/scan/drift/drift.h"
#include "engine/scan/sharpen.h"
#include "engine/scan/upsample.h"

namespace storey {
namespace {

constexpr std::size_t kSamplePoints = 200'000;  // points: patches in every room of a storey
constexpr std::size_t kPerMoment = 4'000;       // points: every surface in sight of a moment

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
  const bool metres =
      std::ranges::all_of(clouds, [](const CloudSource* cloud) { return cloud->info().metres; });
  FrameHints hints{options.input_units, options.up, metres, {}};
  for (const CloudSource* cloud : clouds)
    std::ranges::copy(scanner_axes(cloud->info()), std::back_inserter(hints.scanner_axes));
  return guess_frame(sample.points, hints);
}

/// How coordinates of a file become upright ones in metres.
struct FileFrame {
  Eigen::Matrix3d metres;
  Eigen::Vector3d origin;  ///< about which that is done: file's unit and axes
};

/// For people: their coordinates are no longer those of the file.
void tell_of_drift(const std::vector<Motion>& motions, RunContext& context) {
  double farthest = 0;
  for (const Motion& motion : motions) farthest = std::max(farthest, motion.shift.norm());
  context.warn("the scanner drifted by up to " + std::to_string(std::lround(farthest * 1000)) +
               " mm; points were moved so that walls that it saw several times are one");
}

/// What was read, and whether all of it was rid of its drift.
struct ReadClouds {
  std::vector<ReadSummary> summaries;
  bool without_drift = true;
};

/// Reads a file into the map, without its drift: that of one scan, which a handheld scanner may have made.
Result<void> read_one(const CloudSource& cloud, const FileFrame& frame, VoxelMap& map, RunContext& context,
                      ReadClouds& read) {
  std::vector<Motion> motions;
  if (cloud.info().scans.size() == 1) {
    GlimpseSink sink(frame.metres, frame.origin);
    if (const Result<void> sampled = cloud.sample(kMoments * kPerMoment, sink); !sampled)
      return tl::unexpected(sampled.error());
    motions = find_drift(sink.glimpses);
  }
  if (!motions.empty()) tell_of_drift(motions, context);
  read.without_drift = read.without_drift && !motions.empty();
  DriftRemover remover(motions, frame.metres, frame.origin, map);
  Result<ReadSummary> summary = motions.empty() ? cloud.read(map, context) : cloud.read(remover, context);
  if (!summary) return tl::unexpected(summary.error());
  read.summaries.push_back(std::move(*summary));
  return {};
}

Result<ReadClouds> read_all(std::span<const CloudSource* const> clouds, const FileFrame& frame, VoxelMap& map,
                            RunContext& context) {
  ReadClouds read;
  int first_station = 0;
  for (const CloudSource* cloud : clouds) {
    map.set_first_station(first_station);
    if (const Result<void> one = read_one(*cloud, frame, map, context, read); !one)
      return tl::unexpected(one.error());
    first_station += static_cast<int>(cloud->info().scans.size());
  }
  return read;
}

/// Turns all surfels, chunk by chunk. Error: kUnwritable, of the scratch file.
Result<void> turn(SurfelStore& surfels, const Eigen::Matrix3d& rotation, int threads) {
  const Eigen::Matrix3f turned = rotation.cast<float>();
  std::vector<Result<void>> done(surfels.chunks());
  parallel_for(surfels.chunks(), threads, [&](std::size_t chunk) {
    SurfelChunk part = surfels.take(chunk);
    for (Surfel& surfel : part) surfel.mean = turned * surfel.mean;
    done[chunk] = surfels.put(chunk, std::move(part));
  });
  const auto failed = std::ranges::find_if(done, [](const Result<void>& one) { return !one; });
  return failed == done.end() ? Result<void>() : *failed;
}

/// Of the memory that a conversion may take, what voxels and surfels get: the rest is for the stages.
VoxelMemory share_of(const Options& options) {
  const std::uint64_t all = memory_budget(options);
  return {all / 2, all / 4, {}};
}

/// Fills what a thin scan leaves open, if it is thin.
Result<bool> make_denser(SurfelStore& surfels, StationSets& sets, double noise, int threads) {
  if (!is_thin(surfels)) return false;
  const std::size_t measured = surfels.size();
  Result<SurfelStore> filled = upsample(std::move(surfels), sets, noise, threads);
  if (!filled) return tl::unexpected(filled.error());
  surfels = std::move(*filled);
  return surfels.size() > measured;
}

/// Makes a blurred scan sharp. What its noise is then, is told by what has become of it.
Result<void> make_sharper(SurfelStore& surfels, StationSets& sets, SurfaceNoise& noise, int threads) {
  if (!is_blurred(noise.sheet)) return {};
  Result<SurfelStore> sharp = sharpen(std::move(surfels), sets, noise.sheet, threads);
  if (!sharp) return tl::unexpected(sharp.error());
  surfels = std::move(*sharp);
  noise = surface_noise(surfels);
  return {};
}

void warn_about_guess(const FrameGuess& guess, const Options& options, RunContext& context) {
  if (options.input_units == LengthUnit::kAuto && !guess.unit_certain)
    context.warn(
        "the unit of the coordinates is not certain; force it with --input-units if the plan's scale is "
        "wrong");
  if (guess.up_certainty < kUpIsCertain)
    context.warn(std::string("it is not certain that ") + (guess.up == UpAxis::kY ? "y" : "z") + " is up (" +
                 std::to_string(std::lround(100 * guess.up_certainty)) +
                 " %); force it with --up if the plan shows the building lying on its side");
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
  VoxelMap map(grid, share_of(options));
  const Eigen::Matrix3d upright = upright_from_file(guess->up);
  Result<ReadClouds> read = read_all(clouds, {upright * metres, grid.origin}, map, context);
  if (!read) return tl::unexpected(read.error());

  Gathered gathered;
  LevelFrame& cloud = gathered.frame;
  gathered.read = std::move(read->summaries);
  if (const std::uint64_t dropped = map.dropped(); dropped > 0)
    context.warn(std::to_string(dropped) + " points lie more than 20 km from the others and were left out");
  clock.begin("surfels");
  cloud.station_sets = map.station_sets();
  Result<SurfelStore> surfels = map.take_surfels(context.threads(), (upright * metres).cast<float>());
  if (!surfels) return tl::unexpected(surfels.error());
  gathered.surfels = std::move(*surfels);
  if (gathered.surfels.size() == 0)
    return tl::unexpected(no_points(clouds, "has coordinates that are no lengths in a building"));
  clock.begin("level");
  gathered.noise = surface_noise(gathered.surfels);
  if (const Result<void> sharper =
          make_sharper(gathered.surfels, *cloud.station_sets, gathered.noise, context.threads());
      !sharper)
    return tl::unexpected(sharper.error());
  if (read->without_drift) gathered.noise.apart = 0;  // half of what shows has confirmed that it is gone
  gathered.patches = flat_patches(gathered.surfels, gathered.noise.surface, context.threads());
  const Tilt tilt = find_tilt(gathered.patches);
  if (tilt.degrees > 0)
    if (const Result<void> turned = turn(gathered.surfels, tilt.level_from_scan, context.threads()); !turned)
      return tl::unexpected(turned.error());
  clock.begin("upsample");
  const Result<bool> denser =
      make_denser(gathered.surfels, *cloud.station_sets, gathered.noise.sheet, context.threads());
  if (!denser) return tl::unexpected(denser.error());
  if (tilt.degrees > 0 || *denser)
    gathered.patches = flat_patches(gathered.surfels, gathered.noise.surface, context.threads());

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
