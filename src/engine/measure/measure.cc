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
constexpr double kModelSigma = 0.0012;   // m: walls are not planes

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

/// Where a line meets an edge, m along the line, and what the edge may be off there.
struct Meeting {
  double along;
  Deviation deviation;
};

/// What a measure is off by one of a room's edges: what shows there may be casework before the wall.
Deviation edge_deviation(const RoomEdge& edge, const std::vector<WallFace>& faces, const SurfaceNoise& noise,
                         double lever) {
  return deviation_of(edge_sigma(edge, faces, noise), chance_of(edge, faces), lever);
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

Deviation place_deviation(const RoomEdge& edge, const std::vector<WallFace>& faces,
                          const SurfaceNoise& noise) {
  const double sigma = edge_sigma(edge, faces, noise);
  return {sigma, std::max(sigma, kInferredSigma), chance_of(edge, faces)};
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
      const Meeting meeting{line.along(*hit), edge_deviation(edge, faces, noise, 1 / slant)};
      if (meeting.along <= 0 && (!before || meeting.along > before->along)) before = meeting;
      if (meeting.along > 0 && (!after || meeting.along < after->along)) after = meeting;
    }
    if (!before || !after) continue;
    widths.push_back({line.at(before->along), line.at(after->along),
                      half_width({before->deviation, after->deviation, {noise.apart}})});
  }
  return widths;
}

double area_half_width(const RoomShape& room, const std::vector<WallFace>& faces, const SurfaceNoise& noise) {
  std::vector<Deviation> deviations;
  each_ring(room, [&](const EdgeRing& ring) {
    for (const RoomEdge& edge : ring) {
      deviations.push_back(edge_deviation(edge, faces, noise, edge.length()));
      // Two edges that face each other differ by what two looks do.
      deviations.push_back({edge.length() * noise.apart / std::sqrt(2)});
    }
  });
  return half_width(deviations);
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
