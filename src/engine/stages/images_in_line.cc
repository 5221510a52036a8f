#include "engine/stages/images_in_line.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "engine/stages/cut_face.h"
#include "engine/stages/face_grid.h"

namespace storey {
namespace {

constexpr double kOfImage = 0.12;   // share of a wall's points: glass mirrors some 8 % of the light
constexpr double kOfPane = 0.2;     // share of the points of a wall beside it: what a pane itself returns
constexpr double kBeside = 2.0;     // m along a pane in which it is looked at: wider than doors and posts
constexpr double kOnFace = 0.04;    // m about a face's line within which a point is its own
constexpr double kSkirting = 0.15;  // m off floor and ceiling
constexpr double kPiece = 0.10;     // m of face over which points are counted together
constexpr double kCrossing = 0.3;   // sine of the angle from which on walls cross
constexpr double kSlack = 0.3;      // m by which faces stop short of corners, or go past them

/// Points on each piece of each face.
using Points = std::vector<std::vector<double>>;

Points points_on(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                 const std::vector<WallFace>& faces) {
  static_assert(kOnFace < FaceGrid::kAbout);
  const FaceGrid grid(faces);
  Points empty(faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f)
    empty[f].assign(static_cast<std::size_t>(std::ceil(faces[f].length() / kPiece)), 0);
  const auto bottom = static_cast<float>(level.floor_z + kSkirting);
  const auto top = static_cast<float>(level.ceiling_z - kSkirting);
  constexpr std::size_t kTogether =
      1 << 20;  // voxels that a thread looks at at once; sums are of whole numbers
  std::vector<Points> parts((cloud.surfels.size() + kTogether - 1) / kTogether, empty);
  parallel_for(parts.size(), threads, [&](std::size_t part) {
    const std::size_t past = std::min(cloud.surfels.size(), (part + 1) * kTogether);
    for (std::size_t i = part * kTogether; i < past; ++i) {
      const Surfel& surfel = cloud.surfels[i];
      if (surfel.mean.z() < bottom || surfel.mean.z() > top) continue;
      const Vec2 p = surfel.mean.head<2>().cast<double>();
      for (const std::uint32_t f : grid.at(p)) {
        const double piece = std::floor((faces[f].line.along(p) - faces[f].extent.from) / kPiece);
        if (std::abs(faces[f].line.offset(p)) > kOnFace || piece < 0 ||
            piece >= static_cast<double>(parts[part][f].size()))
          continue;
        parts[part][f][static_cast<std::size_t>(piece)] += static_cast<double>(surfel.count);
      }
    }
  });
  Points all = std::move(empty);
  for (const Points& part : parts)
    for (std::size_t f = 0; f < all.size(); ++f)
      for (std::size_t i = 0; i < all[f].size(); ++i) all[f][i] += part[f][i];
  return all;
}

/// Points per metre of a face between two places of its line.
double density(const WallFace& face, const std::vector<double>& points, const Interval& stretch) {
  double sum = 0, length = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double middle = face.extent.from + (static_cast<double>(i) + 0.5) * kPiece;
    if (!stretch.contains(middle)) continue;
    sum += points[i];
    length += kPiece;
  }
  return length > 0 ? sum / length : 0;
}

/// Are a quarter of the pieces of a face about a place of its line as thin as those of panes? Others are
/// posts, frames and what is written on them.
bool is_pane(const WallFace& face, const std::vector<double>& points, double at, double wall_density) {
  std::vector<double> near;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (std::abs(face.extent.from + (static_cast<double>(i) + 0.5) * kPiece - at) < kBeside)
      near.push_back(points[i] / kPiece);
  if (near.empty()) return false;
  const auto quarter = near.begin() + static_cast<std::ptrdiff_t>(near.size() / 4);
  std::nth_element(near.begin(), quarter, near.end());
  return *quarter < kOfPane * wall_density;
}

/// What is left of a face without the longest stretch of it, past a wall that it crosses, that may be an
/// image.
std::optional<Interval> part_before(const std::vector<WallFace>& faces, const FaceGrid& grid,
                                    std::size_t index, const Points& points) {
  const WallFace& face = faces[index];
  std::optional<Interval> left;
  for (const std::uint32_t f : grid.along(face.line, face.extent)) {
    const WallFace& pane = faces[f];
    if (f == index || !pane.structural) continue;
    const auto hit = intersect(face.line, pane.line, kCrossing);
    if (!hit) continue;
    const double across = pane.line.along(*hit), at = face.line.along(*hit);
    if (across < pane.extent.from - kSlack || across > pane.extent.to + kSlack) continue;
    if (std::min(at - face.extent.from, face.extent.to - at) < kThickestWall) continue;  // parts no rooms
    // At the pane itself there are posts and frames.
    const double before = density(face, points[index], {face.extent.from, at - kSlack});
    const double after = density(face, points[index], {at + kSlack, face.extent.to});
    const double most = std::max(before, after);
    if (std::min(before, after) >= kOfImage * most || !is_pane(pane, points[f], across, most)) continue;
    const Interval first{face.extent.from, at}, second{at, face.extent.to};
    const auto& [wall, image] = before > after ? std::pair(first, second) : std::pair(second, first);
    const bool solid = !is_pane(face, points[index], (wall.from + wall.to) / 2, most);
    if (solid && image.length() <= wall.length() && (!left || wall.length() < left->length())) left = wall;
  }
  return left;
}

}  // namespace

void cut_images_in_line(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                        std::vector<WallFace>& faces) {
  const Points points = points_on(cloud, level, threads, faces);
  const FaceGrid grid(faces);
  std::vector<WallFace> cut = faces;
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (faces[f].structural)
      if (const auto left = part_before(faces, grid, f, points)) cut[f] = part_of(faces[f], *left);
  faces = std::move(cut);
}

}  // namespace storey
