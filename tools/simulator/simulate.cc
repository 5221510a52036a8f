#include "simulate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "visibility.h"

namespace storey::simulator {
namespace {

constexpr double kOutlierMargin = 5;          // m
constexpr double kNoiseBox[3] = {10, 10, 3};  // m

/// The purposes of random numbers here, apart from those of the sensors.
enum : std::uint64_t { kKeep = 101, kDuplicate, kOutlier, kNoise, kShuffle };

std::array<std::uint8_t, 3> colour_of(Surface surface) {
  switch (surface) {
    case Surface::kPlaster:
      return {236, 232, 224};
    case Surface::kConcrete:
      return {168, 166, 160};
    case Surface::kWood:
      return {164, 118, 74};
    case Surface::kDark:
      return {38, 38, 42};
    case Surface::kMetal:
      return {140, 146, 152};
    case Surface::kFabric:
      return {120, 96, 132};
    case Surface::kSkin:
      return {196, 150, 124};
    case Surface::kGround:
      return {92, 112, 76};
    case Surface::kGlass:
      return {190, 214, 220};
    case Surface::kMirror:
      return {204, 208, 210};
  }
  return {};
}

/// From the scene's frame to the truth's, and on to the file's.
struct Frames {
  Eigen::Isometry3d truth_from_scene;
  Eigen::Isometry3d file_from_scene;  ///< without the unit
  double units_per_m;

  explicit Frames(const World& world) : units_per_m(world.units_per_m) {
    const double radians = std::numbers::pi / 180;
    truth_from_scene = Eigen::Translation3d(world.shift) *
                       Eigen::AngleAxisd(world.yaw_deg * radians, Eigen::Vector3d::UnitZ());
    const double toward = world.tilt_toward_deg * radians;
    const Eigen::AngleAxisd tilt(world.tilt_deg * radians,
                                 Eigen::Vector3d(-std::sin(toward), std::cos(toward), 0));
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
    if (world.y_up) axes << 1, 0, 0, 0, 0, 1, 0, -1, 0;
    file_from_scene = Eigen::Isometry3d(axes) * Eigen::Translation3d(world.shift) * Eigen::Isometry3d(tilt) *
                      Eigen::Translation3d(-world.shift) * truth_from_scene;
  }
  Eigen::Vector3d to_file(const Eigen::Vector3d& p) const { return (file_from_scene * p) * units_per_m; }
};

void move_truth(Truth& truth, const Frames& frames, const World& world) {
  const auto move = [&](Point2& p) {
    p = (frames.truth_from_scene * Eigen::Vector3d(p.x(), p.y(), 0)).head<2>();
  };
  const auto move_ring = [&](Ring& ring) { std::for_each(ring.begin(), ring.end(), move); };
  truth.tilt_deg = world.tilt_deg;
  truth.yaw_deg = world.yaw_deg;
  for (TruthStorey& storey : truth.storeys) {
    storey.floor += world.shift.z();
    storey.ceiling += world.shift.z();
    for (TruthWall& wall : storey.walls) move(wall.start), move(wall.end), move_ring(wall.polygon);
    for (TruthFace& face : storey.faces) move(face.a), move(face.b);
    for (TruthOpening& opening : storey.openings) move(opening.start), move(opening.end);
    for (TruthRoom& room : storey.rooms) {
      room.floor += world.shift.z();
      move_ring(room.region.outer);
      std::for_each(room.region.holes.begin(), room.region.holes.end(), move_ring);
    }
    for (TruthColumn& column : storey.columns) move_ring(column.polygon);
    std::for_each(storey.stairs.begin(), storey.stairs.end(), move_ring);
  }
}

ScanPoint in_file(const RawPoint& raw, const Frames& frames) {
  return {frames.to_file(raw.position),
          raw.station,
          raw.intensity,
          colour_of(raw.surface),
          raw.row,
          raw.column,
          raw.valid};
}

void add_stray_points(std::vector<ScanPoint>& points, std::size_t count, const Eigen::Vector3d& low,
                      const Eigen::Vector3d& high, Random random, const Frames& frames) {
  for (std::size_t i = 0; i < count; ++i) {
    ScanPoint point;
    Eigen::Vector3d p;
    for (int k = 0; k < 3; ++k) p[k] = random.uniform(low[k], high[k]);
    point.position = frames.to_file(p);
    point.intensity = static_cast<float>(random.uniform());
    point.rgb = {128, 128, 128};
    points.push_back(point);
  }
}

std::vector<ScanPoint> points_in_file(const Recording& recording, const World& world, const Frames& frames,
                                      const Eigen::AlignedBox3d& around, std::uint64_t seed) {
  std::vector<ScanPoint> points;
  points.reserve(recording.points.size());
  Random keep(seed, kKeep), twice(seed, kDuplicate);
  for (const RawPoint& raw : recording.points) {
    if (world.keep_share < 1 && !keep.chance(world.keep_share)) continue;
    points.push_back(in_file(raw, frames));
    if (world.duplicate_share > 0 && twice.chance(world.duplicate_share)) points.push_back(points.back());
  }
  const auto outliers = static_cast<std::size_t>(world.outlier_share * static_cast<double>(points.size()));
  if (outliers > 0)
    add_stray_points(points, outliers, around.min(), around.max(), Random(seed, kOutlier), frames);
  add_stray_points(points, static_cast<std::size_t>(std::max(0, world.noise_points)),
                   Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(kNoiseBox[0], kNoiseBox[1], kNoiseBox[2]),
                   Random(seed, kNoise), frames);
  if (world.shuffle) {
    Random random(seed, kShuffle);
    for (std::size_t i = points.size(); i > 1; --i) std::swap(points[i - 1], points[random.next() % i]);
  }
  return points;
}

Eigen::AlignedBox3d around(const Scene& scene) {
  Eigen::AlignedBox3d box;
  for (const StoreySpec& storey : scene.storeys)
    for (const WallSpec& wall : storey.walls)
      for (const Point2& p : {wall.from, wall.to}) {
        box.extend(Eigen::Vector3d(p.x(), p.y(), storey.floor));
        box.extend(Eigen::Vector3d(p.x(), p.y(), storey.floor + storey.height));
      }
  const Eigen::Vector3d margin = Eigen::Vector3d::Constant(kOutlierMargin);
  return {box.min() - margin, box.max() + margin};
}

Result<void> check_places(const Scene& scene, const Sensor& sensor, const World& world) {
  if (world.noise_points > 0) return {};
  const bool tripod = std::holds_alternative<TerrestrialScanner>(sensor);
  for (const StoreySpec& storey : scene.storeys)
    if (tripod ? !storey.stations.empty() : storey.path.size() >= 2) return {};
  return fail(ErrorCode::kInvalidArgument,
              tripod ? "the scene has no station" : "the scene has no path of two points or more",
              tripod ? "give a storey \"stations\", or draw * into it"
                     : "give a storey a \"path\", or draw 1, 2, … into it");
}

}  // namespace

Result<SimulatedScan> simulate(const Scene& scene, const Sensor& sensor, const World& world,
                               std::uint64_t seed, int threads) {
  if (auto places = check_places(scene, sensor, world); !places) return tl::unexpected(places.error());
  auto building = build(scene);
  if (!building) return tl::unexpected(building.error());
  const Recording recording =
      std::visit([&](const auto& s) { return record(*building, scene, s, seed, threads); }, sensor);

  Visibility visibility(*building);
  for (const Echo& echo : recording.echoes) visibility.add(echo);
  for (const Crossing& crossing : recording.crossings) visibility.add(crossing);

  const Frames frames(world);
  SimulatedScan scan;
  scan.units_per_m = world.units_per_m;
  scan.truth = std::move(building->truth);
  visibility.write(scan.truth);
  move_truth(scan.truth, frames, world);
  for (const RawStation& station : recording.stations) {
    Eigen::Isometry3d pose = frames.file_from_scene * station.pose;
    pose.translation() *= world.units_per_m;
    scan.stations.push_back({station.name, pose});
  }
  scan.points = points_in_file(recording, world, frames, around(scene), seed);
  return scan;
}

}  // namespace storey::simulator
