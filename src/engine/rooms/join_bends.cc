#include "engine/rooms/join_bends.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kMostBend = 0.14;     // sine of 8°: what bends by more is a corner, or a bay
constexpr double kMostOff = 0.03;      // m by which wall may lie off the edge that takes its place: a casing
constexpr double kMostBetween = 0.40;  // m of outline between the two that is left out: a reveal's depth
constexpr double kAbout = 0.15;        // m to both sides of a corner, in which wall shows if it stands there
constexpr double kSeen = 0.5;          // share of an edge that has faces: others are passages
constexpr double kCurve = 0.35;        // sine of 20°: chords of round walls turn by less, all to one side
constexpr double kMeeting = 0.1;       // sine of 6°: where flatter lines meet, noise decides
constexpr double kStep = 0.02;         // m: a cell of the raster
constexpr double kTogether = 0.04;     // m to both sides of a place, whose hits count there
constexpr double kSolid = 0.67;        // share of the height of a person; frames and radiators show less
constexpr double kUnseenWeight = 0.1;  // weight of what shows above openings alone: lintels, heads of frames

/// Two edges of a ring that may be one, and those next to them.
struct Bend {
  const RoomEdge &before, &first, &last, &after;
};

/// What may take the place of a bend.
struct Joined {
  RoomEdge edge;
  double off = 0;  ///< m by which wall that was seen, or a corner, lies off the edge
};

/// A place on an edge, and how much it says of where the wall is.
struct Sample {
  Vec2 place;
  double weight;
};

class BendJoiner {
 public:
  BendJoiner(const StoreyRaster& raster, const std::vector<WallFace>& faces)
      : faces_(faces),
        body_(raster.bins.range(raster.level.floor_z + kTableTop, raster.level.floor_z + kHeadHeight)) {}

  /// The edge that takes the place of the bend; nothing if the bend stays.
  std::optional<Joined> join(const Bend& bend) const {
    const RoomEdge &a = bend.first, &b = bend.last;
    if (a.glass || b.glass || std::min(a.coverage, b.coverage) < kSeen) return std::nullopt;
    const double turn = cross(a.line.direction, b.line.direction);
    if (a.line.direction.dot(b.line.direction) < 0 || std::abs(turn) > kMostBend) return std::nullopt;
    if (turns_on(turn, bend.before, a) || turns_on(turn, b, bend.after)) return std::nullopt;
    if (wall_stands(a, a.length() - kAbout) + wall_stands(b, 0) > 1) return std::nullopt;
    const std::vector<Sample> samples = samples_of(a, b);
    Joined joined{through(samples, bend)};
    joined.off = farthest_off(samples, bend, joined.edge.line);
    return joined.off <= kMostOff ? std::optional(std::move(joined)) : std::nullopt;
  }

 private:
  /// Does the outline go on turning to the same side, as round walls do?
  static bool turns_on(double turn, const RoomEdge& from, const RoomEdge& to) {
    const double other = cross(from.line.direction, to.line.direction);
    return other * turn > 0 && std::abs(other) < kCurve && from.line.direction.dot(to.line.direction) > 0;
  }

  /// Does a wall stand at a place on an edge? In thin scans only several steps together show it.
  bool solid_at(const RoomEdge& edge, const Vec2& place) const {
    return std::any_of(edge.faces.begin(), edge.faces.end(), [&](int f) {
      const WallFace& face = faces_[static_cast<std::size_t>(f)];
      const double s = face.line.along(place);
      HeightMask hits = 0;
      for (double d = -kTogether; d <= kTogether; d += kStep) hits |= face.hits_at(s + d);
      return (hits & body_).count() >= kSolid * body_.count();
    });
  }

  /// Share of kAbout of an edge, from `begin` (m from its start), in which a wall stands.
  double wall_stands(const RoomEdge& edge, double begin) const {
    int steps = 0, solid = 0;
    const double end = std::min(begin + kAbout, edge.length());
    for (double s = std::max(0.0, begin) + kStep / 2; s < end; s += kStep, ++steps)
      solid += solid_at(edge, edge.from + s * edge.line.direction);
    return steps > 0 ? static_cast<double>(solid) / steps : 0;
  }

  std::vector<Sample> samples_of(const RoomEdge& a, const RoomEdge& b) const {
    std::vector<Sample> samples;
    for (const RoomEdge* edge : {&a, &b})
      for (double s = kStep / 2; s < edge->length(); s += kStep) {
        const Vec2 place = edge->from + s * edge->line.direction;
        samples.push_back({place, solid_at(*edge, place) ? 1 : kUnseenWeight});
      }
    return samples;
  }

  /// From where the line through the samples meets the edge before to where it meets the one after.
  static RoomEdge through(const std::vector<Sample>& samples, const Bend& bend) {
    RoomEdge edge = bend.first;
    edge.to = bend.last.to;
    for (const int face : bend.last.faces)
      if (std::find(edge.faces.begin(), edge.faces.end(), face) == edge.faces.end())
        edge.faces.push_back(face);
    const Line2 line = fit(samples, (edge.to - edge.from).normalized());
    if (const auto corner = intersect(bend.before.line, line, kMeeting)) edge.from = *corner;
    if (const auto corner = intersect(line, bend.after.line, kMeeting)) edge.to = *corner;
    edge.line = {edge.from, (edge.to - edge.from).normalized()};
    return edge;
  }

  /// The line of least squares, by its offsets from one along `direction`.
  static Line2 fit(const std::vector<Sample>& samples, const Vec2& direction) {
    double weight = 0, along_along = 0, along_off = 0;
    Vec2 mean = Vec2::Zero();
    for (const Sample& sample : samples) {
      weight += sample.weight;
      mean += sample.weight * sample.place;
    }
    const Line2 rough{mean / weight, direction};
    for (const Sample& sample : samples) {
      const double along = rough.along(sample.place);
      along_along += sample.weight * along * along;
      along_off += sample.weight * along * rough.offset(sample.place);
    }
    const double slope = along_along > 0 ? along_off / along_along : 0;
    return {rough.point, (direction + slope * left_of(direction)).normalized()};
  }

  static double farthest_off(const std::vector<Sample>& samples, const Bend& bend, const Line2& line) {
    double off = std::max(std::abs(line.offset(bend.first.to)), std::abs(line.offset(bend.last.from)));
    for (const Sample& sample : samples)
      if (sample.weight >= 1) off = std::max(off, std::abs(line.offset(sample.place)));
    return off;
  }

  const std::vector<WallFace>& faces_;
  HeightMask body_;  // height bins in which walls show between openings
};

/// The ring with `count` edges from `first` on replaced by one; nothing if it would cross itself.
std::optional<EdgeRing> replaced(const EdgeRing& ring, std::size_t first, std::size_t count, RoomEdge edge) {
  EdgeRing other;
  for (std::size_t k = count; k < ring.size(); ++k) other.push_back(ring[(first + k) % ring.size()]);
  other.front().from = edge.to;
  other.back().to = edge.from;
  other.push_back(std::move(edge));
  return is_simple(corners(other)) ? std::optional(std::move(other)) : std::nullopt;
}

/// The ring without the one bend that costs least; nothing if all stay.
std::optional<EdgeRing> with_one_less(const BendJoiner& joiner, const EdgeRing& ring) {
  constexpr std::size_t kMostEdges = 3;  // edges that become one: a step in a wall has three
  double least = std::numeric_limits<double>::infinity();
  std::optional<EdgeRing> best;
  const auto edge = [&](std::size_t i) -> const RoomEdge& { return ring[i % ring.size()]; };
  for (std::size_t i = 0; i < ring.size(); ++i)
    for (std::size_t count = 2; count <= kMostEdges && ring.size() >= count + 3; ++count) {
      if (count > 2 && edge(i + 1).length() > kMostBetween) continue;
      auto joined = joiner.join({edge(i + ring.size() - 1), edge(i), edge(i + count - 1), edge(i + count)});
      if (!joined || joined->off >= least) continue;
      auto other = replaced(ring, i, count, std::move(joined->edge));
      if (!other) continue;
      least = joined->off;
      best = std::move(other);
    }
  return best;
}

}  // namespace

void join_bends(const StoreyRaster& raster, const std::vector<WallFace>& faces,
                std::vector<RoomShape>& rooms) {
  const BendJoiner joiner(raster, faces);
  for (RoomShape& room : rooms) {
    while (auto ring = with_one_less(joiner, room.outline)) room.outline = std::move(*ring);
    for (RoomEdge& edge : room.outline) edge.coverage = coverage_of(edge, faces);
  }
}

}  // namespace storey
