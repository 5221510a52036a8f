#include "engine/measure/measure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/walls/wall_odds.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kInferredSigma = 0.05;  // m: an edge that no face shows
constexpr double kHiddenSigma = 0.15;    // m, of the hidden part of an edge that shows elsewhere
constexpr double kModelSigma = 0.0012;   // m: walls are not planes

constexpr double kStated = 0.95;  // share of truths that lie within what is stated

/// Direction along which most of the outline runs, modulo a right angle.
Vec2 main_direction(const RoomShape& room) {
  MainAngle edges;
  for (const RoomEdge& edge : room.outline) edges.add(edge.line.direction, edge.length());
  return {std::cos(edges.angle()), std::sin(edges.angle())};
}

/// m by which the middle of what a face shows of an edge lies off it: an edge may stand for several faces.
double off_edge(const RoomEdge& edge, const WallFace& face) {
  const auto [from, to] = shared(face.extent, span_along(face.line, edge.from, edge.to));
  return from < to ? edge.line.offset(face.line.at((from + to) / 2)) : 0;
}

/// Where a line meets an edge: m along the line, the standard uncertainty of that, and the chance that the
/// edge lies on a wall.
struct Meeting {
  double along, sigma, chance;
};

/// The largest of what juts into a room and may be furniture, m²: between two edges that meet at a corner of
/// more than half a turn, one of which may be no wall's.
double doubtful_piece(const EdgeRing& ring, const std::vector<WallFace>& faces) {
  double largest = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const RoomEdge &before = ring[(i + ring.size() - 1) % ring.size()], &after = ring[i];
    const double piece = -cross(before.to - before.from, after.to - after.from);
    if (piece <= largest || piece > kLargestThing) continue;
    if (std::min(chance_of(before, faces), chance_of(after, faces)) < kStated) largest = piece;
  }
  return largest;
}

}  // namespace

double edge_sigma(const RoomEdge& edge, const std::vector<WallFace>& faces, const SurfaceNoise& noise) {
  double length = 0, squares = 0, off = 0;
  for (const int f : edge.faces) {
    const WallFace& face = faces[static_cast<std::size_t>(f)];
    length += face.length() * face.coverage;
    squares += face.length() * face.coverage * std::pow(std::max(face.rms, kSome * noise.surface), 2);
    off += face.length() * face.coverage * (std::pow(off_edge(edge, face), 2) + face.moved * face.moved);
  }
  if (length <= 0) return kInferredSigma;
  const double independent = std::max(1.0, length / kBump);
  return std::sqrt(squares / length / independent + off / length + kModelSigma * kModelSigma);
}

double half_width(double sigma, double chance) {
  const double wrong = std::max(sigma, kInferredSigma);
  const auto share_within = [&](double half) {
    return chance * std::erf(half / sigma / std::sqrt(2)) +
           (1 - chance) * std::erf(half / wrong / std::sqrt(2));
  };
  double within = 0, beyond = 1.96 * wrong;
  while (beyond - within > sigma / 1000) {
    const double half = (within + beyond) / 2;
    (share_within(half) < kStated ? within : beyond) = half;
  }
  return beyond;
}

std::vector<MeasuredWidth> clear_widths(const RoomShape& room, const std::vector<WallFace>& faces,
                                        const SurfaceNoise& noise) {
  const std::vector<Vec2> ring = corners(room.outline);
  const Vec2 middle = centroid(ring), axis = main_direction(room);
  std::vector<MeasuredWidth> widths;
  if (!contains(ring, middle)) return widths;
  for (const Vec2& direction : {axis, left_of(axis)}) {
    const Line2 line{middle, direction};
    std::optional<Meeting> before, after;
    for (const RoomEdge& edge : room.outline) {
      if ((line.offset(edge.from) > 0) == (line.offset(edge.to) > 0)) continue;
      const auto hit = intersect(line, {edge.from, (edge.to - edge.from).normalized()});
      if (!hit) continue;
      const double slant = std::max(kCrossing, std::abs(cross(direction, edge.line.direction)));
      const Meeting meeting{line.along(*hit), edge_sigma(edge, faces, noise) / slant, chance_of(edge, faces)};
      if (meeting.along <= 0 && (!before || meeting.along > before->along)) before = meeting;
      if (meeting.along > 0 && (!after || meeting.along < after->along)) after = meeting;
    }
    if (!before || !after) continue;
    const double sigma = std::hypot(before->sigma, after->sigma, noise.apart);
    widths.push_back(
        {line.at(before->along), line.at(after->along), half_width(sigma, before->chance * after->chance)});
  }
  return widths;
}

double area_half_width(const RoomShape& room, const std::vector<WallFace>& faces, const SurfaceNoise& noise) {
  double variance = 0;
  each_ring(room, [&](const EdgeRing& ring) {
    for (const RoomEdge& edge : ring) {
      variance += std::pow(edge.length() * edge_sigma(edge, faces, noise), 2);
      variance += std::pow(edge.length() * noise.apart, 2) / 2;  // of two edges that face each other
      // What nothing shows may stand forward or back: pilasters, niches, what furniture hides.
      variance += std::pow(edge.length() * (1 - edge.coverage) * kHiddenSigma, 2);
    }
  });
  return std::hypot(1.96 * std::sqrt(variance), doubtful_piece(room.outline, faces));
}

double room_confidence(const RoomShape& room, double seen) {
  ShownLength shown;
  shown.add(room.outline);
  return 0.4 + 0.58 * std::min(shown.share(), seen);
}

std::vector<double> ceiling_heights(const StoreyRaster& raster, const RoomRaster& rooms) {
  using Bins = std::map<int, std::pair<int, double>>;  // 1 cm bins: cells and their sum
  std::vector<Bins> bins_of(static_cast<std::size_t>(rooms.rooms) + 1);
  const GridFrame& frame = rooms.labels.frame;
  for (int r = 0; r < frame.rows; ++r)
    for (int c = 0; c < frame.columns; ++c) {
      const std::int32_t label = rooms.labels.at(c, r);
      if (label == 0 || !raster.ceiling_seen_at(frame.centre(c, r))) continue;
      const double height = raster.ceiling_at(frame.centre(c, r)) - raster.level.floor_z;
      auto& [count, sum] =
          bins_of[static_cast<std::size_t>(label)][static_cast<int>(std::floor(height / 0.01))];
      ++count;
      sum += height;
    }
  std::vector<double> heights;
  for (const Bins& bins : bins_of) {
    const auto most = std::max_element(bins.begin(), bins.end(), [](const auto& a, const auto& b) {
      return a.second.first < b.second.first;
    });
    heights.push_back(most == bins.end() ? 0 : most->second.second / most->second.first);
  }
  return heights;
}

}  // namespace storey
