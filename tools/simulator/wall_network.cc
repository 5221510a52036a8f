#include "wall_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace storey::simulator {
namespace {

constexpr double kSameNode = 1e-3;       // m
constexpr double kArcStepDegrees = 4;    // chords of an arc: at most this turn ...
constexpr double kArcStepMetres = 0.30;  // ... and at most this long
constexpr double kMitreLimit = 4;        // longest mitre, in half thicknesses
const double kParallel = std::sin(3 * std::numbers::pi / 180);

double cross(const Point2& a, const Point2& b) { return a.x() * b.y() - a.y() * b.x(); }
Point2 left_of(const Point2& direction) { return {-direction.y(), direction.x()}; }

/// A stretch of a wall that must stay straight: under an opening or a niche.
struct Stretch {
  double from = 0, to = 0;
};

std::vector<Stretch> stretches(const StoreySpec& storey, const std::string& wall) {
  std::vector<Stretch> out;
  for (const OpeningSpec& opening : storey.openings)
    if (opening.wall == wall) out.push_back({opening.at, opening.at + opening.width});
  for (const NicheSpec& niche : storey.niches)
    if (niche.wall == wall) out.push_back({niche.at, niche.at + niche.width});
  std::sort(out.begin(), out.end(), [](const Stretch& a, const Stretch& b) { return a.from < b.from; });
  return out;
}

/// The circle through a wall's three points.
struct Arc {
  Point2 center{0, 0};
  double radius = 0;
  double from = 0;   // rad
  double sweep = 0;  // rad, negative for clockwise
  double length() const { return std::abs(sweep) * radius; }
  Point2 at(double s) const {
    const double angle = from + sweep * (s / length());
    return center + Point2(std::cos(angle), std::sin(angle)) * radius;
  }
};

Arc arc_of(const WallSpec& wall) {
  const Point2 b = *wall.through - wall.from;
  const Point2 c = wall.to - wall.from;
  const double d = 2 * cross(b, c);
  const Point2 offset((c.y() * b.squaredNorm() - b.y() * c.squaredNorm()) / d,
                      (b.x() * c.squaredNorm() - c.x() * b.squaredNorm()) / d);
  Arc arc;
  arc.center = wall.from + offset;
  arc.radius = offset.norm();
  const auto angle_of = [&](const Point2& p) {
    return std::atan2(p.y() - arc.center.y(), p.x() - arc.center.x());
  };
  const double full = 2 * std::numbers::pi;
  const auto turn = [&](double angle) { return angle - full * std::floor(angle / full); };
  arc.from = angle_of(wall.from);
  const double to_end = turn(angle_of(wall.to) - arc.from);
  const double to_middle = turn(angle_of(*wall.through) - arc.from);
  arc.sweep = to_middle < to_end ? to_end : to_end - full;
  return arc;
}

/// Places along an arc where one chord ends and the next begins.
std::vector<double> arc_breaks(const Arc& arc, const std::vector<Stretch>& fixed) {
  const double step = std::min(kArcStepMetres, arc.radius * kArcStepDegrees * std::numbers::pi / 180);
  std::vector<double> breaks{0};
  const auto curve_to = [&](double s) {
    const double from = breaks.back();
    if (s - from < 1e-6) return;
    const int count = static_cast<int>(std::ceil((s - from) / step));
    for (int i = 1; i <= count; ++i) breaks.push_back(from + (s - from) * i / count);
  };
  for (const Stretch& stretch : fixed) {
    curve_to(stretch.from);
    breaks.push_back(stretch.to);
  }
  curve_to(arc.length());
  return breaks;
}

std::vector<WallRun> runs_of(const WallSpec& wall, int index, const std::vector<Stretch>& fixed) {
  WallRun run;
  run.wall = index;
  run.thickness = wall.thickness;
  const Point2 chord = wall.to - wall.from;
  if (!wall.through || std::abs(cross(*wall.through - wall.from, chord)) < 1e-6 * chord.squaredNorm()) {
    run.start = wall.from;
    run.end = wall.to;
    run.s_end = chord.norm();
    return {run};
  }
  std::vector<WallRun> out;
  const Arc arc = arc_of(wall);
  const std::vector<double> breaks = arc_breaks(arc, fixed);
  run.arc = true;
  for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
    run.start = arc.at(breaks[i]);
    run.end = arc.at(breaks[i + 1]);
    run.s_start = breaks[i];
    run.s_end = breaks[i] + (run.end - run.start).norm();
    out.push_back(run);
  }
  return out;
}

/// One end of a run at a node, seen from the node.
struct End {
  std::size_t run = 0;
  bool at_start = true;
  Point2 outward{0, 0};
  double half = 0;
  double angle() const { return std::atan2(outward.y(), outward.x()); }
};

/// The corners of all runs, to be joined into polygons.
struct Corners {
  Point2 left{0, 0}, right{0, 0}, node{0, 0};  ///< left and right as seen along the run
};

/// Where the left side of `a` meets the right side of `b`, the next end counter-clockwise.
std::optional<Point2> mitre(const Point2& node, const End& a, const End& b) {
  const double sine = cross(a.outward, b.outward);
  if (std::abs(sine) < kParallel) return std::nullopt;
  const Point2 on_a = node + left_of(a.outward) * a.half;
  const Point2 on_b = node - left_of(b.outward) * b.half;
  const Point2 corner = on_a + a.outward * (cross(on_b - on_a, b.outward) / sine);
  if ((corner - node).norm() > kMitreLimit * std::max(a.half, b.half)) return std::nullopt;
  return corner;
}

void join_node(const Point2& node, std::vector<End> ends, std::vector<std::array<Corners, 2>>& corners) {
  std::stable_sort(ends.begin(), ends.end(),
                   [](const End& a, const End& b) { return a.angle() < b.angle(); });
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const End& a = ends[i];
    const End& b = ends[(i + 1) % ends.size()];
    const auto corner = ends.size() > 1 ? mitre(node, a, b) : std::nullopt;
    Corners& of_a = corners[a.run][a.at_start ? 0 : 1];
    Corners& of_b = corners[b.run][b.at_start ? 0 : 1];
    (a.at_start ? of_a.left : of_a.right) = corner.value_or(node + left_of(a.outward) * a.half);
    (b.at_start ? of_b.right : of_b.left) = corner.value_or(node - left_of(b.outward) * b.half);
    of_a.node = node;
  }
}

void mitre_all(std::vector<WallRun>& runs) {
  struct Node {
    Point2 position;
    std::vector<End> ends;
  };
  std::vector<Node> nodes;
  const auto add = [&](const Point2& position, const End& end) {
    for (Node& node : nodes)
      if ((node.position - position).norm() < kSameNode) {
        node.ends.push_back(end);
        return;
      }
    nodes.push_back({position, {end}});
  };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    add(runs[i].start, {i, true, runs[i].direction(), runs[i].thickness / 2});
    add(runs[i].end, {i, false, -runs[i].direction(), runs[i].thickness / 2});
  }
  std::vector<std::array<Corners, 2>> corners(runs.size());
  for (const Node& node : nodes) join_node(node.position, node.ends, corners);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto& [start, end] = corners[i];
    runs[i].polygon =
        without_straight_points({start.left, start.node, start.right, end.right, end.node, end.left});
  }
}

bool is_convex(const Ring& ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point2& a = ring[i];
    const Point2& b = ring[(i + 1) % ring.size()];
    const Point2& c = ring[(i + 2) % ring.size()];
    if (cross(b - a, c - b) < 0) return false;
  }
  return true;
}

Result<void> check_fits(const StoreySpec& storey, const std::vector<WallRun>& runs, const std::string& wall,
                        double at, double width, const char* what) {
  const std::string name = std::string(what) + " in wall \"" + wall + "\"";
  double length = -1;
  for (const WallRun& run : runs)
    if (storey.walls[run.wall].id == wall) length = run.s_end;
  if (length < 0) return fail(ErrorCode::kInvalidArgument, name + ": there is no such wall in the storey");
  if (!(at >= 0 && width > 0.01 && at + width <= length + 1e-6))
    return fail(ErrorCode::kInvalidArgument, name + " does not fit: it goes from " + std::to_string(at) +
                                                 " to " + std::to_string(at + width) + " m, the wall is " +
                                                 std::to_string(length) + " m long");
  return {};
}

}  // namespace

Result<std::vector<WallRun>> wall_runs(const StoreySpec& storey) {
  std::vector<WallRun> runs;
  for (std::size_t i = 0; i < storey.walls.size(); ++i) {
    const WallSpec& wall = storey.walls[i];
    if (!((wall.to - wall.from).norm() > 0.01) || !(wall.thickness > 0.001))
      return fail(ErrorCode::kInvalidArgument, "wall \"" + wall.id + "\" needs a length and a thickness");
    const auto own = runs_of(wall, static_cast<int>(i), stretches(storey, wall.id));
    runs.insert(runs.end(), own.begin(), own.end());
  }
  for (const OpeningSpec& opening : storey.openings)
    if (auto fits = check_fits(storey, runs, opening.wall, opening.at, opening.width, "opening"); !fits)
      return tl::unexpected(fits.error());
  for (const NicheSpec& niche : storey.niches)
    if (auto fits = check_fits(storey, runs, niche.wall, niche.at, niche.width, "niche"); !fits)
      return tl::unexpected(fits.error());
  mitre_all(runs);
  return runs;
}

std::vector<Ring> run_pieces(const WallRun& run, double s_from, double s_to, double n_from, double n_to) {
  std::vector<Ring> pieces =
      is_convex(run.polygon) ? std::vector<Ring>{run.polygon} : convex_pieces({Region{run.polygon, {}}});
  const Point2 along = run.direction();
  std::vector<Ring> out;
  for (Ring piece : pieces) {
    // The mitres beyond the ends belong to the first and the last piece.
    if (s_from > run.s_start) piece = clip_convex(piece, run.at(s_from, 0), -run.left());
    if (s_to < run.s_end && !piece.empty()) piece = clip_convex(piece, run.at(s_to, 0), run.left());
    if (!piece.empty() && n_from > -run.thickness / 2)
      piece = clip_convex(piece, run.at(s_from, n_from), along);
    if (!piece.empty() && n_to < run.thickness / 2) piece = clip_convex(piece, run.at(s_from, n_to), -along);
    if (piece.size() >= 3 && signed_area(piece) > 1e-9) out.push_back(piece);
  }
  return out;
}

}  // namespace storey::simulator
