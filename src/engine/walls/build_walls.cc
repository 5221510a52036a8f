#include "engine/walls/build_walls.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>

#include "engine/scan/directions.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/walls/find_columns.h"
#include "engine/walls/outer_faces.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

struct Facing {
  EdgeRef ref;
  Line2 line;
  Interval span;  // along line
  bool glass = false;
};

std::vector<Facing> all_edges(const std::vector<RoomShape>& rooms) {
  std::vector<Facing> edges;
  const auto add = [&](int room, int ring, const EdgeRing& list) {
    for (std::size_t e = 0; e < list.size(); ++e) {
      if (list[e].length() < 1e-6) continue;
      edges.push_back(
          {{room, ring, static_cast<int>(e)}, list[e].straight(), {0, list[e].length()}, list[e].glass});
    }
  };
  for (std::size_t r = 0; r < rooms.size(); ++r) {
    add(static_cast<int>(r), -1, rooms[r].outline);
    for (std::size_t h = 0; h < rooms[r].holes.size(); ++h)
      if (std::abs(signed_area(corners(rooms[r].holes[h]))) > kLargestThing)
        add(static_cast<int>(r), static_cast<int>(h), rooms[r].holes[h]);
  }
  return edges;
}

/// The stretches of `a` with the nearest edge behind each, in order; −1 where there is none.
std::vector<std::pair<Interval, int>> stretches_of(const Facing& a, const std::vector<Facing>& edges) {
  std::vector<std::pair<Interval, int>> behind;
  std::vector<double> cuts = {a.span.from, a.span.to};
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Facing& b = edges[i];
    if (b.ref == a.ref || a.line.direction.dot(b.line.direction) > -kTurned) continue;
    const auto part = part_behind(a.line, a.span, b.line, b.span, kThickestWall);
    if (!part || part->span.length() < kMinPiece) continue;
    behind.emplace_back(part->span, static_cast<int>(i));
    cuts.push_back(part->span.from);
    cuts.push_back(part->span.to);
  }
  std::ranges::sort(cuts);
  std::vector<std::pair<Interval, int>> stretches;
  for (std::size_t k = 1; k < cuts.size(); ++k) {
    if (cuts[k] - cuts[k - 1] < 1e-6) continue;
    const double middle = (cuts[k] + cuts[k - 1]) / 2;
    int nearest = -1;
    double least = kThickestWall;
    for (const auto& [span, i] : behind) {
      if (!span.contains(middle)) continue;
      const double depth = depth_behind(a.line, middle, edges[static_cast<std::size_t>(i)].line);
      if (depth < kThinnestWall || depth >= least) continue;
      least = depth;
      nearest = i;
    }
    if (!stretches.empty() && stretches.back().second == nearest)
      stretches.back().first.to = cuts[k];
    else
      stretches.emplace_back(Interval{cuts[k - 1], cuts[k]}, nearest);
  }
  return stretches;
}

/// The ground that a room stands on. What it only stands around, as a core nobody went into, is not its own.
struct Ground {
  std::vector<Vec2> outline;
  std::vector<std::vector<Vec2>> holes;
  Eigen::AlignedBox2d box;

  bool holds(const Vec2& p) const {
    return box.contains(p) && contains(outline, p) &&
           std::ranges::none_of(holes, [&](const std::vector<Vec2>& hole) { return contains(hole, p); });
  }
};

std::vector<Ground> grounds_of(const std::vector<RoomShape>& rooms) {
  std::vector<Ground> grounds;
  for (const RoomShape& room : rooms) {
    Ground& ground = grounds.emplace_back();
    ground.outline = corners(room.outline);
    for (const EdgeRing& hole : room.holes) ground.holes.push_back(corners(hole));
    for (const Vec2& corner : ground.outline) ground.box.extend(corner);
  }
  return grounds;
}

/// How deep the solid behind a stretch can be before it reaches a room.
double clearance(const Facing& a, const Interval& span, const std::vector<Ground>& rooms, double wanted) {
  for (double depth = kVoxel; depth <= wanted; depth += kVoxel)
    for (const double share : {0.1, 0.5, 0.9}) {
      const Vec2 p = a.line.at(span.from + share * span.length()) - depth * a.line.normal();
      if (std::ranges::any_of(rooms, [&](const Ground& room) { return room.holds(p); }))
        return std::max(kThinnestWall, depth - kVoxel);
    }
  return wanted;
}

WallPiece piece_of(const Facing& a, const Interval& span, const Facing* b) {
  WallPiece piece;
  piece.front = a.line;
  piece.extent = span;
  piece.front_edge = a.ref;
  piece.glass = a.glass || (b != nullptr && b->glass);
  if (b == nullptr) return piece;
  piece.back_edge = b->ref;
  piece.back_from = depth_behind(a.line, span.from, b->line);
  piece.back_to = depth_behind(a.line, span.to, b->line);
  return piece;
}

/// Are they as thick at the ends that they turn to each other, and would still be, with one straight back?
bool is_same_wall(const WallPiece& a, const WallPiece& b) {
  const double slope = (b.back_to - a.back_from) / (b.extent.to - a.extent.from);
  const double at_a = a.back_from + slope * a.extent.length(), at_b = b.back_to - slope * b.extent.length();
  return std::abs(a.back_to - b.back_from) < kSameThickness &&
         std::max(std::abs(at_a - a.back_to), std::abs(at_b - b.back_from)) < kSameThickness;
}

/// Pieces along one edge that a meeting wall's end parts become one where their thickness is the same; the
/// meeting wall's end itself is given to the piece before it.
void join_along(std::vector<WallPiece>& pieces) {
  for (std::size_t i = 0; i + 1 < pieces.size();) {
    WallPiece &a = pieces[i], &b = pieces[i + 1];
    const double gap = b.extent.from - a.extent.to;
    if (a.two_sided() && b.two_sided() && gap <= kThickestWall && is_same_wall(a, b)) {
      a.extent.to = b.extent.to;
      a.back_to = b.back_to;
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i + 1));
    } else {
      ++i;
    }
  }
}

/// The pieces of a stretch that no room is behind. The other face goes on unseen up to a wall that meets it,
/// and up to where it is seen again.
std::vector<WallPiece> outer_pieces(const Facing& a, const Interval& span, const std::vector<Ground>& rooms,
                                    const std::vector<WallFace>& faces, const OuterFaces& outer) {
  std::vector<OuterStretch> stretches = outer.behind(a.line, span);
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    Interval& own = stretches[i].span;
    const double before = i > 0 ? stretches[i - 1].span.to : span.from;
    const double after = i + 1 < stretches.size() ? stretches[i + 1].span.from : span.to;
    if (own.from - before <= kThickestWall) own.from = before;
    if (after - own.to <= kThickestWall) own.to = after;
  }
  std::vector<WallPiece> pieces;
  const auto add_assumed = [&](const Interval& rest) {
    if (rest.length() < kMinPiece) return;
    WallPiece piece = piece_of(a, rest, nullptr);
    const double wanted = pieces.empty() ? kAssumedOuterThickness : pieces.back().back_to;
    piece.back_from = piece.back_to = clearance(a, rest, rooms, wanted);
    pieces.push_back(piece);
  };
  double reached = span.from;
  for (OuterStretch& stretch : stretches) {
    add_assumed({reached, stretch.span.from});
    WallPiece piece = piece_of(a, stretch.span, nullptr);
    piece.back_from = depth_behind(a.line, stretch.span.from, stretch.face.line);
    piece.back_to = depth_behind(a.line, stretch.span.to, stretch.face.line);
    piece.outer = std::move(stretch.face);
    piece.outer->from = a.line.at(stretch.span.to) - piece.back_to * a.line.normal();
    piece.outer->to = a.line.at(stretch.span.from) - piece.back_from * a.line.normal();
    piece.outer->coverage = coverage_of(*piece.outer, faces);
    pieces.push_back(std::move(piece));
    reached = stretch.span.to;
  }
  add_assumed({reached, span.to});
  return pieces;
}

std::vector<WallPiece> pieces_along(const Facing& a, const std::vector<Facing>& edges,
                                    const std::vector<Ground>& rooms, const std::vector<WallFace>& faces,
                                    const OuterFaces& outer) {
  const auto stretches = stretches_of(a, edges);
  std::vector<WallPiece> pieces;
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const auto& [span, partner] = stretches[i];
    if (partner >= 0) {
      pieces.push_back(piece_of(a, span, &edges[static_cast<std::size_t>(partner)]));
      continue;
    }
    const bool junction = i > 0 && i + 1 < stretches.size() && span.length() <= kThickestWall &&
                          stretches[i - 1].second >= 0 && stretches[i + 1].second >= 0;
    if (junction) continue;
    std::ranges::move(outer_pieces(a, span, rooms, faces, outer), std::back_inserter(pieces));
  }
  join_along(pieces);
  return pieces;
}

/// Thickness of the walls at the beginning and at the end of each edge (room, ring, edge), m.
using EndThickness = std::map<std::tuple<int, int, int>, std::pair<double, double>>;

const EdgeRing& ring_of(const std::vector<RoomShape>& rooms, const EdgeRef& ref) {
  const RoomShape& room = rooms[static_cast<std::size_t>(ref.room)];
  return ref.ring < 0 ? room.outline : room.holes[static_cast<std::size_t>(ref.ring)];
}

/// How an end of a wall closes the corner of its room. At blunt corners its back ends where it meets the back
/// of the next wall: at right angles they overlap in a square, and none goes on past the other.
Closing closing(const EndThickness& thickness_of_edge, const std::vector<RoomShape>& rooms,
                const WallPiece& piece, bool at_end) {
  const EdgeRef& ref = piece.front_edge;
  const EdgeRing& ring = ring_of(rooms, ref);
  const int n = static_cast<int>(ring.size());
  const int next = at_end ? (ref.edge + 1) % n : (ref.edge + n - 1) % n;
  const Vec2 own =
      ring[static_cast<std::size_t>(ref.edge)].to - ring[static_cast<std::size_t>(ref.edge)].from;
  const Vec2 other = ring[static_cast<std::size_t>(next)].to - ring[static_cast<std::size_t>(next)].from;
  const double norms = own.norm() * other.norm(), cosine = own.dot(other) / norms;
  const double sine = (at_end ? cross(own, other) : cross(other, own)) / norms;
  if (!(sine > kLeastTurn)) return {};  // nor does an edge without length turn
  const auto known = thickness_of_edge.find({ref.room, ref.ring, next});
  if (known == thickness_of_edge.end()) return {};
  const double thickness = at_end ? piece.back_to : piece.back_from;
  const double met = at_end ? known->second.first : known->second.second;
  return {met, std::clamp((met - thickness * cosine) / sine, 0.0, met)};
}

/// The stretch of `piece` of which `known` is the other side; nothing if there is none.
std::optional<Interval> twin_stretch(const WallPiece& known, const WallPiece& piece) {
  if (!known.two_sided() || !piece.two_sided()) return std::nullopt;
  if (known.front.direction.dot(piece.front.direction) > -kTurned) return std::nullopt;
  const Interval twin =
      span_along(piece.front, known.front.at(known.extent.to), known.front.at(known.extent.from));
  const Interval shared = storey::shared(piece.extent, twin);
  if (shared.length() <= 0) return std::nullopt;
  const Vec2 middle = piece.front.at(shared.middle()) - piece.thickness() / 2 * piece.front.normal();
  const double depth = -known.front.offset(middle);
  if (depth <= 0 || depth >= known.thickness()) return std::nullopt;
  return shared;
}

/// Takes from an end of `piece` what `known` is the other side of. False if nothing is left.
bool trim(const WallPiece& known, WallPiece& piece) {
  const auto shared = twin_stretch(known, piece);
  if (!shared) return true;
  const WallPiece whole = piece;
  const double before = shared->from - piece.extent.from, after = piece.extent.to - shared->to;
  if (std::max(before, after) < kMinPiece) return false;
  if (after >= before) {
    piece.back_from = whole.back_at(shared->to);
    piece.extent.from = shared->to;
    piece.close_from = {};
  } else {
    piece.back_to = whole.back_at(shared->from);
    piece.extent.to = shared->from;
    piece.close_to = {};
  }
  return true;
}

}  // namespace

double WallPiece::back_at(double s) const {
  const double share = extent.length() > 0 ? (s - extent.from) / extent.length() : 0;
  return back_from + share * (back_to - back_from);
}

std::vector<Vec2> outline_of(const WallPiece& wall) {
  const double from = wall.extent.from, to = wall.extent.to;
  return {back_at(wall, from - wall.close_from.back), back_at(wall, to + wall.close_to.back),
          wall.front.at(to + wall.close_to.front), wall.front.at(from - wall.close_from.front)};
}

const RoomEdge& edge_of(const std::vector<RoomShape>& rooms, const EdgeRef& ref) {
  return ring_of(rooms, ref)[static_cast<std::size_t>(ref.edge)];
}

const RoomEdge* back_of(const WallPiece& wall, const std::vector<RoomShape>& rooms) {
  if (wall.outer) return &*wall.outer;
  return wall.back_edge ? &edge_of(rooms, *wall.back_edge) : nullptr;
}

double shown_of(const RoomEdge& front, const RoomEdge* back) {
  return back != nullptr ? (front.coverage + back->coverage) / 2 : front.coverage;
}

std::vector<WallPiece> build_walls(const std::vector<RoomShape>& rooms, const std::vector<WallFace>& faces) {
  const std::vector<Facing> edges = all_edges(rooms);
  const std::vector<Ground> grounds = grounds_of(rooms);
  const OuterFaces outer(rooms, faces);
  std::vector<std::vector<WallPiece>> along;
  EndThickness thickness;
  for (const Facing& edge : edges) {
    along.push_back(pieces_along(edge, edges, grounds, faces, outer));
    if (along.back().empty()) continue;
    thickness[{edge.ref.room, edge.ref.ring, edge.ref.edge}] = {along.back().front().thickness(),
                                                                along.back().back().thickness()};
  }
  std::vector<WallPiece> found;
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (WallPiece& piece : along[i]) {
      if (piece.extent.length() < kMinPiece) continue;
      if (piece.extent.from < edges[i].span.from + 1e-6)
        piece.close_from = closing(thickness, rooms, piece, false);
      if (piece.extent.to > edges[i].span.to - 1e-6) piece.close_to = closing(thickness, rooms, piece, true);
      found.push_back(piece);
    }
  // A wall between two faces is found from both. The longest stretches are kept: they run past meeting walls.
  std::ranges::stable_sort(found, std::ranges::greater{},
                           [](const WallPiece& piece) { return piece.extent.length(); });
  std::vector<WallPiece> walls;
  for (WallPiece& piece : found)
    if (std::ranges::all_of(walls, [&](const WallPiece& known) { return trim(known, piece); }))
      walls.push_back(piece);
  return walls;
}

}  // namespace storey
