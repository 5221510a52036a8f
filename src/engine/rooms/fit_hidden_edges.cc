#include "engine/rooms/fit_hidden_edges.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/faces/standing.h"
#include "engine/rooms/label_cells.h"
#include "engine/scan/counts.h"
#include "engine/scan/directions.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/scan/surface_noise.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/polygon.h"
#include "geometry/rank.h"

namespace storey {
namespace {

constexpr double kSteepest = 3;  // degrees to both sides: what turns by more is no line of a wall

/// What was hit over a raster cell near an edge: m along it from its middle, m off it, and height bins.
struct Hit {
  double along, off, weight;
};

/// Within `reach` (m off it) of an edge of `length` m that lies on `line`, with its middle at the line's
/// point.
std::vector<Hit> hits_about(const StoreyRaster& raster, const Line2& line, double length,
                            const Interval& reach) {
  const GridFrame& frame = raster.columns.frame;
  std::vector<std::size_t> cells;
  const double step = frame.cell / 2;
  const double half = length / 2 - kOwnNoise;  // at the ends, other walls come to it
  for (double s = -half; s < half; s += step)
    for (double off = reach.from; off <= reach.to; off += step) {
      const std::optional<std::size_t> cell = frame.find(line.at(s) + off * line.normal());
      if (cell) cells.push_back(*cell);
    }
  const auto columns = static_cast<std::size_t>(frame.columns);
  std::vector<Hit> hits;
  for (const std::size_t cell : each_once(std::move(cells))) {
    const RasterColumn column =
        raster.columns.at(static_cast<int>(cell % columns), static_cast<int>(cell / columns));
    const Vec2 mean = column.mean();
    const HeightMask upright =
        raster.bins.range(raster.level.floor_z + kWallFoot, raster.ceiling_at(mean) - kMoulding);
    if (const int bins = (column.hit & upright).count())
      hits.push_back({line.along(mean), line.offset(mean), static_cast<double>(bins)});
  }
  return hits;
}

/// Without what shows of the wall's other face. One that the edge itself lies on is none: there the room
/// reaches through a door.
void drop_other_face(const std::vector<WallFace>& faces, double band, const Line2& line,
                     std::vector<Hit>& hits) {
  for (const WallFace& face : faces) {
    if (!face.structural || face.line.direction.dot(line.direction) > -kTurned) continue;
    if (face.line.offset(line.point) > -kThinnestWall) continue;
    std::erase_if(hits, [&](const Hit& hit) {
      const Vec2 p = line.at(hit.along) + hit.off * line.normal();
      return face.extent.contains(face.line.along(p)) && std::abs(face.line.offset(p)) < band;
    });
  }
}

/// Does an edge lie on that of the room next door, which has faces? Of its own nothing gave it a line.
/// Shorter ones may lie there because the room reaches through a door.
bool lies_on_neighbour(const std::vector<RoomShape>& rooms, const Line2& line, double length) {
  double shared = 0;
  for (const RoomShape& room : rooms)
    for (const RoomEdge& edge : room.outline)
      if (edge.coverage > kHalf && edge.line.direction.dot(line.direction) < -kParallelFaces &&
          std::abs(edge.line.offset(line.point)) < kThinnestWall) {
        shared += std::max(0.0, overlap({-length / 2, length / 2}, span_along(line, edge.from, edge.to)));
      }
  return length > kWidestDoor && shared > kHalf * length;
}

/// A line near an edge: m off it at its middle, and tangent of the angle to it.
struct Fit {
  double off = 0, slope = 0, support = 0;
  double offset(const Hit& hit) const { return hit.off - off - slope * hit.along; }
};

Fit most_supported(const std::vector<Hit>& hits, double band, const Interval& reach) {
  constexpr double kTurn = 0.25;  // degrees between the lines that are tried: 1 cm at the ends of one of 5 m
  constexpr double kShift = 0.0025;  // m between them: less than the narrowest band by far
  const int turns = static_cast<int>(kSteepest / kTurn), shifts = static_cast<int>(reach.length() / kShift);
  Fit best;
  for (int t = -turns; t <= turns; ++t)
    for (int k = 0; k <= shifts; ++k) {
      Fit fit{reach.from + k * kShift, std::tan(t * kTurn * M_PI / 180), 0};
      for (const Hit& hit : hits) {
        const double share = fit.offset(hit) / band;
        fit.support += hit.weight * std::max(0.0, 1 - share * share);
      }
      if (fit.support > best.support) best = fit;
    }
  return best;
}

/// Does the line explain enough to be the wall's?
bool holds(const Fit& fit, const std::vector<Hit>& hits, double band, double length) {
  double all = 0, from = length, to = -length;
  for (const Hit& hit : hits) {
    all += hit.weight;
    if (std::abs(fit.offset(hit)) > band) continue;
    from = std::min(from, hit.along);
    to = std::max(to, hit.along);
  }
  return fit.support >= kFewestHits && fit.support >= kHalf * all && to - from >= kHalf * length;
}

/// The ring with its i-th edge on `line`; nothing where that does not meet the edges beside it, or crosses
/// others.
std::optional<EdgeRing> with_edge_on(EdgeRing ring, std::size_t i, const Line2& line) {
  RoomEdge &before = ring[(i + ring.size() - 1) % ring.size()], &edge = ring[i],
           &after = ring[(i + 1) % ring.size()];
  const auto from = intersect(before.line, line, kCrossing), to = intersect(line, after.line, kCrossing);
  if (!from || !to) return std::nullopt;
  edge.from = before.to = *from;
  edge.to = after.from = *to;
  edge.line = {*from, line.direction};
  return is_simple(corners(ring)) ? std::optional(std::move(ring)) : std::nullopt;
}

void fit_ring(const StoreyRaster& raster, const std::vector<WallFace>& faces,
              const std::vector<RoomShape>& traced, double band, EdgeRing& ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const double length = ring[i].length();
    if (ring[i].coverage > kSome || length < kShortestWall) continue;
    const Line2 line{ring[i].middle(), ring[i].straight().direction};
    const bool borrowed = lies_on_neighbour(traced, line, length);
    const Interval reach =
        borrowed ? Interval{kThinnestWall, kThickestPartition} : Interval{-kOwnNoise, kOwnNoise};
    std::vector<Hit> hits = hits_about(raster, line, length, reach);
    drop_other_face(faces, band / 2, line, hits);
    Fit fit = most_supported(hits, band, reach);
    const bool shows = holds(fit, hits, band, length);
    if (!shows) {
      if (!borrowed) continue;
      fit = {kUsualPartition};
    }
    const Line2 fitted{line.point + fit.off * line.normal(),
                       (line.direction + fit.slope * line.normal()).normalized()};
    if (auto moved = with_edge_on(ring, i, fitted)) {
      ring = std::move(*moved);
      ring[i].reason = shows ? Because::kShowsBehindThings : Because::kBehindOtherFace;
      // It no longer lies on faces whose line it had only been given.
      std::erase_if(ring[i].faces, [&](int f) {
        return overlap(span_along(ring[i].line, faces[static_cast<std::size_t>(f)]), {0, ring[i].length()}) <=
               0;
      });
    }
  }
}

}  // namespace

void fit_hidden_edges(const StoreyRaster& raster, const std::vector<WallFace>& faces, double noise,
                      std::vector<RoomShape>& rooms) {
  const double band = std::max(kVoxel, kFarNoises * noise);
  const std::vector<RoomShape> traced = rooms;
  for (RoomShape& room : rooms)
    each_ring(room, [&](EdgeRing& ring) { fit_ring(raster, faces, traced, band, ring); });
}

}  // namespace storey
