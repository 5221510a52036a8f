#include "cloud/guess_frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "geometry/eigenvalues.h"

namespace storey {
namespace {

/// A small planar patch of the sample.
struct Patch {
  Eigen::Vector3d centre;
  Eigen::Vector3d normal;
};

Bounds3 trimmed_bounds(const std::vector<Eigen::Vector3d>& points, double share) {
  Bounds3 bounds;
  std::vector<double> values(points.size());
  const auto cut = static_cast<std::size_t>(share * static_cast<double>(points.size()));
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    for (std::size_t i = 0; i < points.size(); ++i) values[i] = points[i][axis];
    const auto low = values.begin() + static_cast<std::ptrdiff_t>(cut);
    std::nth_element(values.begin(), low, values.end());
    bounds.min[axis] = *low;
    const auto high = values.end() - 1 - static_cast<std::ptrdiff_t>(cut);
    std::nth_element(values.begin(), high, values.end());
    bounds.max[axis] = *high;
  }
  return bounds;
}

constexpr std::size_t kEnough = 8;  // points for a plane and a judgement of it

using Cubes = std::map<std::array<int, 3>, std::vector<std::size_t>>;

/// The points sorted into cubes of edge `size`, by their index.
Cubes sort_into_cubes(const std::vector<Eigen::Vector3d>& points, const Bounds3& bounds, double size) {
  Cubes cubes;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Eigen::Vector3d offset = (points[i] - bounds.min) / size;
    if ((offset.array() < -1).any() || ((points[i] - bounds.max).array() > size).any()) continue;
    cubes[{static_cast<int>(std::floor(offset.x())), static_cast<int>(std::floor(offset.y())),
           static_cast<int>(std::floor(offset.z()))}]
        .push_back(i);
  }
  return cubes;
}

/// Do at least half of the points share a cube with enough others?
bool are_filled(const Cubes& cubes) {
  std::size_t all = 0, filled = 0;
  for (const auto& [cube, members] : cubes) {
    all += members.size();
    filled += members.size() >= kEnough ? members.size() : 0;
  }
  return 2 * filled >= all;
}

/// Planes fitted to the points of each cube; cubes without a clear plane give none.
std::vector<Patch> planar_patches(const std::vector<Eigen::Vector3d>& points, const Cubes& cubes) {
  constexpr double kNarrowest = 0.05;  // ratio of middle to largest eigenvalue: scan lines have no normal
  std::vector<Patch> patches;
  for (const auto& [cube, members] : cubes) {
    if (members.size() < kEnough) continue;
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    for (const std::size_t i : members) mean += points[i];
    mean /= static_cast<double>(members.size());
    Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
    for (const std::size_t i : members) covariance += (points[i] - mean) * (points[i] - mean).transpose();
    const auto [values, vectors] = eigenpairs(covariance);
    if (values[1] <= 0 || values[0] > kFlatness * values[1] || values[1] < kNarrowest * values[2]) continue;
    patches.push_back({mean, vectors.col(0)});
  }
  return patches;
}

/// Do as many cubes show a plane as in buildings? Of noise and trees, few do.
bool shows_surfaces(const Cubes& cubes, const std::vector<Patch>& patches) {
  constexpr double kFlat = 0.3;  // share of the cubes: edges and furniture take up the rest
  const auto filled = std::ranges::count_if(
      cubes, [](const Cubes::value_type& cube) { return cube.second.size() >= kEnough; });
  return static_cast<double>(patches.size()) > kFlat * static_cast<double>(filled);
}

constexpr double kAligned = 0.95;  // cosine; 18 degrees, as scans may be tilted and patches are rough

/// The median over all plan cells of the largest clear gap between horizontal patches; 0 without two levels.
double typical_clear_height(const std::vector<Patch>& patches, Eigen::Index up, double cell) {
  std::map<std::pair<int, int>, std::vector<double>> columns;
  const Eigen::Index a = up == 0 ? 1 : 0, b = up == 2 ? 1 : 2;
  for (const Patch& patch : patches) {
    if (std::abs(patch.normal[up]) < kAligned) continue;
    columns[{static_cast<int>(std::floor(patch.centre[a] / cell)),
             static_cast<int>(std::floor(patch.centre[b] / cell))}]
        .push_back(patch.centre[up]);
  }
  std::vector<double> gaps;
  for (auto& [position, levels] : columns) {
    std::sort(levels.begin(), levels.end());
    double largest = 0;
    for (std::size_t i = 1; i < levels.size(); ++i) largest = std::max(largest, levels[i] - levels[i - 1]);
    if (largest > 2 * cell) gaps.push_back(largest);  // less: one surface, cut by the cubes
  }
  if (gaps.empty()) return 0;
  std::nth_element(gaps.begin(), gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2), gaps.end());
  return gaps[gaps.size() / 2];
}

/// Can cubes of `size` not tell storeys from each other? In a building of 80 m, a share of its length is half
/// a storey: floor and ceiling, or a ceiling and the next floor, are in one cube, which shows no plane.
bool are_too_large(double size, const std::vector<Patch>& patches, const Bounds3& bounds) {
  constexpr double kAll = 0.9;   // share of the height: the lowest floor and the highest ceiling
  constexpr double kCubes = 10;  // factor: so many upon each other tell two storeys
  const auto hides_storeys = [&](Eigen::Index up) {
    const double extent = bounds.max[up] - bounds.min[up];
    if (kCubes * size < extent) return false;
    const double clear = typical_clear_height(patches, up, size);
    return clear <= 0 || clear > kAll * extent;
  };
  return hides_storeys(1) || hides_storeys(2);
}

// factor by which files are rarer in other units than m and mm, without ceilings, and with as much that is
// askew
constexpr double kSeldom = 8;

/// How likely rooms are `height` m high, as a logarithm: 0 for halls that begin to be high ones.
double height_likelihood(double height) {
  constexpr double kSpread = 0.2;             // share of it by which they differ: 2.2 to 3.3 m
  constexpr double kStorey = 12;              // factor: rooms of a storey's height beside halls
  constexpr double kLowest = 1.8, kHall = 4;  // m: people do not fit below, high halls begin above
  constexpr double kTooLow = 400;             // factor against it: what is lower is a corridor that lies
  if (height < kLowest) return -std::log(kTooLow);
  const double off = std::log(height / kUsualClear) / kSpread;
  return std::max(0.0, std::log(kStorey) * (1 - off * off)) - std::max(0.0, std::log(height / kHall));
}

/// The same of a height in the file's unit, which is one of those that it may be.
double height_likelihood(double height, const FrameHints& hints) {
  if (hints.unit != LengthUnit::kAuto) return height_likelihood(height * metres_per(hints.unit));
  double best = height_likelihood(height);
  if (hints.metres_prescribed) return best;
  best = std::max(best, height_likelihood(height * metres_per(LengthUnit::kMillimetre)));
  for (const LengthUnit unit : {LengthUnit::kCentimetre, LengthUnit::kFoot, LengthUnit::kInch})
    best = std::max(best, height_likelihood(height * metres_per(unit)) - std::log(kSeldom));
  return best;
}

/// How high rooms are if an axis is up, and how likely that is.
struct RoomHeight {
  double clear = 0;       ///< between floor and ceiling, in the file's unit; 0: no ceiling was scanned
  double likelihood = 0;  ///< as a logarithm
};

RoomHeight room_height(const std::vector<Patch>& patches, const Bounds3& bounds, Eigen::Index up, double cell,
                       const FrameHints& hints) {
  // Of a room without floor or ceiling, less shows than it is high: that it is low says nothing.
  const double open = std::max(0.0, height_likelihood(bounds.max[up] - bounds.min[up], hints));
  const double clear = typical_clear_height(patches, up, cell);
  if (clear <= 0) return {0, open};
  const double closed = height_likelihood(clear, hints);
  if (closed > open - std::log(kSeldom)) return {clear, closed};
  return {0, open - std::log(kSeldom)};  // what shows above the floor is furniture
}

/// Share of the patches that are neither level nor upright if `up` is. Walls at odd angles are upright from
/// the vertical alone.
double share_askew(const std::vector<Patch>& patches, Eigen::Index up) {
  constexpr double kRough =
      0.01;  // share of all patches: what furniture and bad fits show from the vertical, too
  static const double kAcross = std::sqrt(1 - kAligned * kAligned);  // cosine of what is upright
  const auto askew = std::ranges::count_if(patches, [&](const Patch& patch) {
    const double cosine = std::abs(patch.normal[up]);
    return cosine > kAcross && cosine < kAligned;
  });
  return kRough + static_cast<double>(askew) / std::max<double>(1, static_cast<double>(patches.size()));
}

/// The logarithm of how much likelier y is up than z.
double y_against_z(const std::vector<Patch>& patches, const Bounds3& bounds, double cell,
                   const FrameHints& hints) {
  constexpr double kPrior = 20;    // factor: of twenty files that show nothing, nineteen have z up
  constexpr double kShape = 4;     // factor: shafts are as flat, lying, as houses are
  constexpr double kPoses = 3000;  // factor: devices that lie are rare
  // Floors and ceilings are much area within little height.
  const auto flatness = [&](Eigen::Index axis) {
    double votes = 1;  // an axis without any is unlikely, not impossible
    for (const Patch& patch : patches) votes += std::abs(patch.normal[axis]) > kAligned;
    return votes / std::max(bounds.max[axis] - bounds.min[axis], 1e-9);
  };
  double odds = room_height(patches, bounds, 1, cell, hints).likelihood -
                room_height(patches, bounds, 2, cell, hints).likelihood - std::log(kPrior);
  odds += std::log(std::clamp(flatness(1) / flatness(2), 1 / kShape, kShape));
  odds += std::log(std::clamp(share_askew(patches, 2) / share_askew(patches, 1), 1 / kSeldom, kSeldom));
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& one : hints.scanner_axes) axis += one.cwiseAbs();
  if (!hints.scanner_axes.empty())
    odds += std::log(kPoses) * (axis.y() - axis.z()) / static_cast<double>(hints.scanner_axes.size());
  return odds;
}

/// `height` between floor and ceiling, or, where these do not show one above the other, of all that was seen,
/// which is less certain. In the file's unit.
void choose_unit(FrameGuess& guess, double height, bool metres_prescribed) {
  // From 2 m to 6.6 m: both are in proportion as feet to metres, so that a height fits one of the two.
  constexpr double kMiddleHeight = 3.6;  // m, between floor and ceiling
  constexpr double kCertain = 1.5;       // factor by which the height may be off the usual
  constexpr double kMostHeight = 40;     // m: hangars; rooms in inches are 79 high and more
  const bool seen = guess.clear_height > 0;
  if (metres_prescribed && height < kMostHeight) {
    guess.unit_certain = seen;
    return;
  }
  double best = std::numeric_limits<double>::infinity();
  for (const LengthUnit unit : {LengthUnit::kMetre, LengthUnit::kMillimetre, LengthUnit::kCentimetre,
                                LengthUnit::kFoot, LengthUnit::kInch}) {
    const double metres = height * metres_per(unit);
    const double miss = std::abs(std::log(metres / kMiddleHeight));
    if (miss >= best) continue;
    best = miss;
    guess.unit = unit;
    // What is a usual room in feet is a hall in metres.
    guess.unit_certain =
        seen && unit != LengthUnit::kFoot && std::abs(std::log(metres / kUsualClear)) < std::log(kCertain);
  }
}

}  // namespace

void SampleSink::consume(const PointBlock& block) {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < block.size(); ++i) points.emplace_back(block.x[i], block.y[i], block.z[i]);
}

std::vector<Eigen::Vector3d> scanner_axes(const CloudInfo& info) {
  constexpr double kTurned = 1e-6;  // rad: less is what rounding makes of no turn
  std::vector<Eigen::Vector3d> axes;
  for (const ScanInfo& scan : info.scans)
    if (scan.world_from_scan &&
        !scan.world_from_scan->linear().isApprox(Eigen::Matrix3d::Identity(), kTurned))
      axes.push_back(scan.world_from_scan->linear().col(2).normalized());
  return axes;
}

FrameGuess guess_frame(const std::vector<Eigen::Vector3d>& points, const FrameHints& hints) {
  FrameGuess guess;
  if (hints.up != UpAxis::kAuto) guess.up = hints.up;
  if (hints.unit != LengthUnit::kAuto) guess.unit = hints.unit;
  if (points.empty()) return guess;
  guess.bounds = trimmed_bounds(points, 0.01);
  const Eigen::Vector3d extent = guess.bounds.max - guess.bounds.min;
  constexpr double kStep = 1.5;  // factor from one size of cubes to the next: their planes are as flat
  const double largest = extent.maxCoeff() / 10;
  double size = extent.maxCoeff() / 60;  // about 0.2 m in a flat, 1 m in an office storey
  if (!(size > 0)) return guess;
  Cubes cubes = sort_into_cubes(points, guess.bounds, size);
  while (size < largest && !are_filled(cubes)) {  // a thin scan shows its surfaces in larger cubes only
    size *= kStep;
    cubes = sort_into_cubes(points, guess.bounds, size);
  }
  std::vector<Patch> patches = planar_patches(points, cubes);
  while (are_too_large(size, patches, guess.bounds)) {
    Cubes smaller = sort_into_cubes(points, guess.bounds, size / kStep);
    if (!are_filled(smaller)) break;
    size /= kStep;
    cubes = std::move(smaller);
    patches = planar_patches(points, cubes);
  }
  if (hints.up == UpAxis::kAuto) {
    const double odds = y_against_z(patches, guess.bounds, size, hints);
    guess.up = odds > 0 ? UpAxis::kY : UpAxis::kZ;
    guess.up_certainty = 1 / (1 + std::exp(-std::abs(odds)));
  }
  const Eigen::Index up = guess.up == UpAxis::kZ ? 2 : 1;
  guess.clear_height = room_height(patches, guess.bounds, up, size, hints).clear;
  double height = guess.clear_height;
  if (height <= 0 && shows_surfaces(cubes, patches)) height = extent[up];
  if (hints.unit == LengthUnit::kAuto && height > 0) choose_unit(guess, height, hints.metres_prescribed);
  return guess;
}

}  // namespace storey
