#include "engine/measure/compare_stations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "engine/scan/counts.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "geometry/eigenvalues.h"

namespace storey {
namespace {

constexpr double kBin = 0.001;             // m: a tenth of what is warned of
constexpr int kBins = 80;                  // bins over both sides of a face
constexpr std::size_t kSample = 20'000;    // points per station; a third of them lie on walls
constexpr std::size_t kLargest = 1 << 19;  // points in all: of more stations, fewer are taken each

/// Which faces are near a place.
class FaceIndex {
 public:
  explicit FaceIndex(const std::vector<UprightFace>& faces)
      : faces_(faces), grid_(stretches_of(faces), kLeastGap) {}

  /// The face within reach of `p` that is nearest, or -1, and how far left of it `p` lies (m).
  int nearest(const Eigen::Vector3d& p, double& offset) const {
    const Vec2 plan = p.head<2>();
    int best = -1;
    offset = kOneSurface;
    for (const std::uint32_t f : grid_.at(plan)) {
      const UprightFace& face = faces_[f];
      const double distance = face.line.offset(plan);
      if (std::abs(distance) >= std::abs(offset) || !face.extent.contains(face.line.along(plan)) ||
          !face.height.contains(p.z()))
        continue;
      offset = distance;
      best = static_cast<int>(f);
    }
    return best;
  }

 private:
  static std::vector<LinePart> stretches_of(const std::vector<UprightFace>& faces) {
    return {faces.begin(), faces.end()};
  }

  const std::vector<UprightFace>& faces_;
  FaceGrid grid_;
};

/// How far to the left of a face a station's points lie, m.
struct Sighting {
  std::size_t station = 0, face = 0;
  double offset = 0;
};

/// Histograms of the distances from faces, for each station and face. For samples: one thread.
class DistanceSink final : public PointSink {
 public:
  DistanceSink(const LevelFrame& cloud, const FaceIndex& index) : origin_(cloud.origin), index_(index) {
    level_from_file_.matrix() = Eigen::Map<const PlanFromScan>(cloud.frame.plan_from_scan.data());
    level_from_file_.scale(cloud.frame.unit_metres);
  }

  void set_first_station(std::size_t first) { first_ = first; }

  void consume(const PointBlock& block) override {
    const std::size_t station = first_ + static_cast<std::size_t>(block.scan);
    for (std::size_t i = 0; i < block.size(); ++i) {
      const Eigen::Vector3d p =
          level_from_file_ * Eigen::Vector3d(block.x[i], block.y[i], block.z[i]) - origin_;
      double offset = 0;
      if (const int face = index_.nearest(p, offset); face >= 0)
        ++histogram(station, static_cast<std::size_t>(face))[static_cast<std::size_t>(
            std::clamp(static_cast<int>((offset + kOneSurface) / kBin), 0, kBins - 1))];
    }
  }

  /// By the median of each station's points at each face; none where they are few.
  std::vector<Sighting> sightings() const {
    std::vector<Sighting> found;
    for (const auto& [key, bins] : histograms_)
      if (const std::uint32_t all = std::accumulate(bins.begin(), bins.end(), 0u); all >= kManyPoints)
        found.push_back({key.first, key.second, median(bins, all)});
    return found;
  }

 private:
  using Key = std::pair<std::size_t, std::size_t>;  // station, face
  using Histogram = std::array<std::uint32_t, kBins>;

  static double median(const Histogram& bins, std::uint32_t all) {
    double below = 0;
    std::size_t bin = 0;
    for (; below + bins[bin] < all / 2.0; ++bin) below += bins[bin];
    return (static_cast<double>(bin) + (all / 2.0 - below) / bins[bin]) * kBin - kOneSurface;
  }

  Histogram& histogram(std::size_t station, std::size_t face) {
    if (latest_ == nullptr ||
        latest_key_ != Key{station, face}) {  // beams that follow each other meet one face
      latest_key_ = {station, face};
      latest_ = &histograms_[latest_key_];
    }
    return *latest_;
  }

  Eigen::AffineCompact3d level_from_file_;  ///< m, of coordinates in the file
  Eigen::Vector3d origin_;
  const FaceIndex& index_;
  std::size_t first_ = 0;
  std::map<Key, Histogram>
      histograms_;  // as many as there are points, whatever numbers of scans a file states
  Key latest_key_;
  Histogram* latest_ = nullptr;
};

/// Do the faces of a station fix its place in plan?
bool fixes_place(const std::vector<Vec2>& normals) {
  constexpr std::size_t kFaces = 3;  // faces: one more than a place has unknowns
  Eigen::Matrix2d sum = Eigen::Matrix2d::Zero();
  for (const Vec2& normal : normals) sum += normal * normal.transpose();
  return normals.size() >= kFaces && eigenpairs(sum).values[0] >= kStrays * sum.trace();
}

/// Takes out, until nothing changes, what only one station saw and stations that share too little.
void keep_shared(std::vector<Sighting>& sightings, const std::vector<UprightFace>& faces,
                 std::size_t stations) {
  for (std::size_t before = 0; before != sightings.size();) {
    before = sightings.size();
    std::vector<int> seen(faces.size(), 0);
    for (const Sighting& s : sightings) ++seen[s.face];
    std::erase_if(sightings, [&](const Sighting& s) { return seen[s.face] < 2; });
    std::vector<std::vector<Vec2>> normals(stations);
    for (const Sighting& s : sightings) normals[s.station].push_back(faces[s.face].line.normal());
    std::erase_if(sightings, [&](const Sighting& s) { return !fixes_place(normals[s.station]); });
  }
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

/// Shifts of the stations that explain the sightings, m: faces and stations are fitted in turns. Faces by the
/// median and stations with weights after Huber (1964), so that a few bad ones do not pull the others.
std::vector<Vec2> fit_shifts(const std::vector<Sighting>& sightings, const std::vector<UprightFace>& faces,
                             std::size_t stations) {
  constexpr int kRounds = 30;       // rounds: several times what shifts of centimetres take
  constexpr double kHuber = 0.003;  // m; curtains, skirtings and open leaves disagree by more
  std::vector<Vec2> shifts(stations, Vec2::Zero());
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::vector<double>> left(faces.size());
    const auto unexplained = [&](const Sighting& s) {
      return s.offset - faces[s.face].line.normal().dot(shifts[s.station]);
    };
    for (const Sighting& s : sightings) left[s.face].push_back(unexplained(s));
    std::vector<double> place(faces.size(), 0);
    for (std::size_t f = 0; f < faces.size(); ++f)
      if (!left[f].empty()) place[f] = median_of(left[f]);
    std::vector<Eigen::Matrix2d> matrix(stations, Eigen::Matrix2d::Zero());
    std::vector<Vec2> right(stations, Vec2::Zero());
    for (const Sighting& s : sightings) {
      const Vec2 normal = faces[s.face].line.normal();
      const double weight = kHuber / std::max(kHuber, std::abs(unexplained(s) - place[s.face]));
      matrix[s.station] += weight * normal * normal.transpose();
      right[s.station] += weight * normal * (s.offset - place[s.face]);
    }
    for (std::size_t i = 0; i < stations; ++i)
      if (!right[i].isZero(0)) shifts[i] = matrix[i].inverse() * right[i];
  }
  return shifts;
}

std::vector<std::string> station_names(std::span<const CloudSource* const> clouds) {
  std::vector<std::string> names;
  for (const CloudSource* cloud : clouds)
    for (std::size_t i = 0; i < cloud->info().scans.size(); ++i) {
      const std::string& name = cloud->info().scans[i].name;
      names.push_back(name.empty() ? "scan " + std::to_string(names.size() + 1) : name);
    }
  return names;
}

std::vector<StationOffset> against_the_others(const std::vector<Sighting>& sightings,
                                              const std::vector<Vec2>& shifts,
                                              const std::vector<std::string>& names) {
  std::vector<int> shared(names.size(), 0);
  for (const Sighting& s : sightings) ++shared[s.station];
  Vec2 sum = Vec2::Zero();
  double count = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (shared[i] == 0) continue;
    sum += shifts[i];
    count += 1;
  }
  std::vector<StationOffset> offsets;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (shared[i] == 0) continue;
    const Vec2 others = (sum - shifts[i]) / (count - 1);
    offsets.push_back({names[i], (shifts[i] - others).norm() * 1000, shared[i]});
  }
  return offsets;
}

}  // namespace

std::vector<UprightFace> upright_faces(const std::vector<WallFace>& faces, const StoreyLevel& level) {
  std::vector<UprightFace> upright;
  for (const WallFace& face : faces)
    if (face.structural && !face.glass)
      upright.push_back(
          {{face.line, face.extent}, {level.floor_z + kOffLevels, level.ceiling_z - kMoulding}});
  return upright;
}

Result<std::vector<StationOffset>> compare_stations(std::span<const CloudSource* const> clouds,
                                                    const LevelFrame& cloud,
                                                    const std::vector<UprightFace>& faces) {
  const std::vector<std::string> names = station_names(clouds);
  if (names.size() < 2 || faces.empty()) return std::vector<StationOffset>{};
  const FaceIndex index(faces);
  DistanceSink distances(cloud, index);
  std::size_t first = 0;
  for (const CloudSource* source : clouds) {
    const std::size_t stations = source->info().scans.size();
    distances.set_first_station(first);
    if (auto sampled = source->sample(std::min(kLargest / clouds.size(), kSample * stations), distances);
        !sampled)
      return tl::unexpected(sampled.error());
    first += stations;
  }

  std::vector<Sighting> sightings = distances.sightings();
  keep_shared(sightings, faces, names.size());
  return against_the_others(sightings, fit_shifts(sightings, faces, names.size()), names);
}

}  // namespace storey
