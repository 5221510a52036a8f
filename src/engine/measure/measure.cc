#include "engine/measure/measure.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kInferredSigma = 0.05;  // m: an edge that no face shows
constexpr double kHiddenSigma = 0.15;    // m, of the hidden part of an edge that shows elsewhere
constexpr double kModelSigma = 0.0012;   // m: walls are not planes, stations are not registered perfectly

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

}  // namespace

double edge_sigma(const RoomEdge& edge, const std::vector<WallFace>& faces, double noise) {
  constexpr double kLeastScatter = 0.3;  // share of the noise: few hits may lie on a line by chance
  double length = 0, squares = 0, off = 0;
  for (const int f : edge.faces) {
    const WallFace& face = faces[static_cast<std::size_t>(f)];
    length += face.length() * face.coverage;
    squares += face.length() * face.coverage * std::pow(std::max(face.rms, kLeastScatter * noise), 2);
    off += face.length() * face.coverage * (std::pow(off_edge(edge, face), 2) + face.moved * face.moved);
  }
  if (length <= 0) return kInferredSigma;
  const double independent = std::max(1.0, length / kBump);
  return std::sqrt(squares / length / independent + off / length + kModelSigma * kModelSigma + noise * noise);
}

std::vector<MeasuredWidth> clear_widths(const RoomShape& room, const std::vector<WallFace>& faces,
                                        double noise) {
  const std::vector<Vec2> ring = corners(room.outline);
  const Vec2 middle = centroid(ring), axis = main_direction(room);
  std::vector<MeasuredWidth> widths;
  if (!contains(ring, middle)) return widths;
  for (const Vec2& direction : {axis, left_of(axis)}) {
    const Line2 line{middle, direction};
    MeasuredWidth width;
    constexpr double kLeastSlant = 0.2;  // sine of 12°: of walls met at less the width says nothing
    double before = -1e9, after = 1e9, sigma_before = 0, sigma_after = 0;
    for (const RoomEdge& edge : room.outline) {
      if ((line.offset(edge.from) > 0) == (line.offset(edge.to) > 0)) continue;
      const auto hit = intersect(line, {edge.from, (edge.to - edge.from).normalized()});
      if (!hit) continue;
      const double s = line.along(*hit);
      const double slant = std::max(kLeastSlant, std::abs(cross(direction, edge.line.direction)));
      const double sigma = edge_sigma(edge, faces, noise) / slant;
      if (s <= 0 && s > before) {
        before = s;
        sigma_before = sigma;
      }
      if (s > 0 && s < after) {
        after = s;
        sigma_after = sigma;
      }
    }
    if (before < -1e8 || after > 1e8) continue;
    width.from = line.at(before);
    width.to = line.at(after);
    width.sigma = std::hypot(sigma_before, sigma_after);
    widths.push_back(width);
  }
  return widths;
}

double area_sigma(const RoomShape& room, const std::vector<WallFace>& faces, double noise) {
  double variance = 0;
  each_ring(room, [&](const EdgeRing& ring) {
    for (const RoomEdge& edge : ring) {
      variance += std::pow(edge.length() * edge_sigma(edge, faces, noise), 2);
      // What nothing shows may stand forward or back: pilasters, niches, what furniture hides.
      variance += std::pow(edge.length() * (1 - edge.coverage) * kHiddenSigma, 2);
    }
  });
  return std::sqrt(variance);
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
