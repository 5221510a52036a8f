#include "engine/rooms/fit_arcs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "engine/faces/find_faces.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "geometry/circle.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr std::size_t kMinChords = 3;  // chords: two of them are a corner that is cut off
constexpr int kFewestCorners = 48;     // corners of a full turn: walls that turn by less than 8° are one

/// Consecutive edges of a ring, by their places in it.
using Run = std::vector<std::size_t>;

/// Edges on one circle.
struct Arc {
  EdgeRing* ring = nullptr;
  Run run;
  Circle circle;
  double turn = 0;  ///< radians, from its first chord to its last; positive to the left
  int number = 0;   ///< of the curved wall: that of its circle, from 1
};

double turn_at(const EdgeRing& ring, std::size_t before, std::size_t here) {
  const Vec2 &a = ring[before].line.direction, &b = ring[here].line.direction;
  return std::atan2(cross(a, b), a.dot(b));
}

double turn_along(const EdgeRing& ring, const Run& run) {
  double turn = 0;
  for (std::size_t k = 1; k < run.size(); ++k) turn += turn_at(ring, run[k - 1], run[k]);
  return turn;
}

/// Places on the edges and their weights, with which sums of third powers along them are exact (Gauss and
/// Legendre's rule of two places).
struct Samples {
  std::vector<Vec2> places;
  std::vector<double> weights;

  Samples(const EdgeRing& ring, const Run& run) {
    for (const std::size_t i : run)
      for (const double side : {-1.0, 1.0}) {
        places.emplace_back(ring[i].middle() + side / std::sqrt(12.0) * (ring[i].to - ring[i].from));
        weights.push_back(ring[i].length() / 2);
      }
  }
  void add(const Samples& more) {
    places.insert(places.end(), more.places.begin(), more.places.end());
    weights.insert(weights.end(), more.weights.begin(), more.weights.end());
  }
};

/// Do the edges lie on the circle, and turn about its centre?
bool follow(const EdgeRing& ring, const Run& run, const Circle& circle) {
  const double turn = turn_along(ring, run);
  return std::ranges::all_of(run, [&](std::size_t i) {
    const RoomEdge& edge = ring[i];
    const double farthest = std::max({std::abs(circle.off(edge.from)), std::abs(circle.off(edge.to)),
                                      std::abs(circle.off(edge.middle()))});
    return farthest <= kThinnestWall && turn * edge.line.offset(circle.centre) > 0;
  });
}

/// The circle that the edges follow.
std::optional<Circle> circle_of(const EdgeRing& ring, const Run& run) {
  const Samples samples(ring, run);
  const Circle circle = fit_circle(samples.places, samples.weights);
  if (!follow(ring, run, circle)) return std::nullopt;
  return circle;
}

/// The circle about the centre of `known` that the edges follow, if these are the same face or the other one
/// of its wall.
std::optional<Circle> beside(const EdgeRing& ring, const Run& run, const Circle& known) {
  const Samples samples(ring, run);
  double weight = 0, sum = 0;
  for (std::size_t i = 0; i < samples.places.size(); ++i) {
    sum += samples.weights[i] * (samples.places[i] - known.centre).norm();
    weight += samples.weights[i];
  }
  const Circle circle{known.centre, sum / weight};
  if (std::abs(circle.radius - known.radius) > kThickestWall || !follow(ring, run, circle))
    return std::nullopt;
  return circle;
}

/// The longest runs of edges that turn by little from each to the next, as in curves.
std::vector<Run> bending_runs(const EdgeRing& ring) {
  const std::size_t n = ring.size();
  const auto bends = [&](std::size_t i) {  // at the beginning of an edge
    const double turn = std::abs(turn_at(ring, (i + n - 1) % n, i));
    return turn >= std::asin(kLeastTurn) && turn <= std::acos(kRoughly);
  };
  // Begin where no curve goes on; if it does everywhere, at the longest edge, the likeliest to be none's.
  std::size_t first = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (ring[i].length() > ring[first].length()) first = i;
  for (std::size_t i = 0; i < n; ++i)
    if (!bends(i)) first = i;
  std::vector<Run> runs = {{first}};
  for (std::size_t k = 1; k < n; ++k) {
    const std::size_t i = (first + k) % n;
    if (!bends(i)) runs.emplace_back();
    runs.back().push_back(i);
  }
  return runs;
}

/// The arcs among the edges of a run, that of the most chords first, then those before and after it. `circle`
/// gives the number and the circle of what it takes for one.
template <class CircleOf>
void find_arcs(EdgeRing& ring, const Run& run, const CircleOf& circle, std::vector<Arc>& arcs) {
  for (std::size_t count = run.size(); count > 1; --count)
    for (std::size_t first = 0; first + count <= run.size(); ++first) {
      const auto from = run.begin() + static_cast<std::ptrdiff_t>(first);
      const auto past = from + static_cast<std::ptrdiff_t>(count);
      const Run part(from, past);
      const std::optional<std::pair<int, Circle>> on = circle(ring, part);
      if (!on) continue;
      arcs.push_back({&ring, part, on->second, turn_along(ring, part), on->first});
      find_arcs(ring, {run.begin(), from}, circle, arcs);
      find_arcs(ring, {past, run.end()}, circle, arcs);
      return;
    }
}

/// Those that turn most come first.
template <class CircleOf>
std::vector<Arc> arcs_of(std::vector<RoomShape>& rooms, const CircleOf& circle) {
  std::vector<Arc> arcs;
  const auto visit = [&](EdgeRing& ring) {
    if (std::abs(signed_area(corners(ring))) <= kLargestThing) return;  // columns
    for (const Run& run : bending_runs(ring)) find_arcs(ring, run, circle, arcs);
  };
  for (RoomShape& room : rooms) each_ring(room, visit);
  std::ranges::stable_sort(arcs, std::ranges::greater{}, [](const Arc& arc) { return std::abs(arc.turn); });
  return arcs;
}

/// A curved wall, of which several rooms may have a part.
struct CurvedWall {
  Circle circle;
  Samples samples;  ///< of the face that gives the circle
  double turn = 0;  ///< radians, of all its arcs
  std::vector<const Arc*> arcs;

  explicit CurvedWall(const Arc& arc)
      : circle(arc.circle), samples(*arc.ring, arc.run), turn(std::abs(arc.turn)), arcs{&arc} {}

  /// Does it turn by more than an uneven wall?
  bool is_sure() const { return turn >= std::acos(kRoughly); }

  /// Takes the arc if it goes round the same centre; as long as it is not sure, if one circle goes through
  /// both.
  bool join(const Arc& arc) {
    if (!beside(*arc.ring, arc.run, circle)) {
      if (is_sure()) return false;
      Samples both = samples;
      both.add(Samples(*arc.ring, arc.run));
      const Circle through = fit_circle(both.places, both.weights);
      const auto is_on = [&](const Arc* other) { return follow(*other->ring, other->run, through); };
      if (!is_on(&arc) || !std::ranges::all_of(arcs, is_on)) return false;
      circle = through;
      samples = both;
    }
    turn += std::abs(arc.turn);
    arcs.push_back(&arc);
    return true;
  }
};

/// The circles of the walls that turn by more than uneven ones do.
std::vector<Circle> circles_of(std::vector<RoomShape>& rooms) {
  const std::vector<Arc> arcs = arcs_of(rooms, [](const EdgeRing& ring, const Run& part) {
    std::optional<std::pair<int, Circle>> on;
    if (part.size() < kMinChords) return on;
    if (const auto circle = circle_of(ring, part)) on.emplace(0, *circle);
    return on;
  });
  std::vector<CurvedWall> walls;
  for (const Arc& arc : arcs)
    if (std::ranges::none_of(walls, [&](CurvedWall& wall) { return wall.join(arc); }))
      walls.emplace_back(arc);
  std::vector<Circle> circles;
  for (const CurvedWall& wall : walls)
    if (wall.is_sure()) circles.push_back(wall.circle);
  return circles;
}

/// Where a straight edge meets the circle, if it does so near the corner at which it met `chord`. Half of
/// that is left to the arc: its ends stay in order.
Vec2 meeting(const RoomEdge& straight, const RoomEdge& chord, const Circle& circle, const Vec2& corner) {
  const double foot = straight.line.along(circle.centre), off = straight.line.offset(circle.centre);
  const double square = circle.radius * circle.radius - off * off;
  if (square < 0) return corner;
  const double half = std::sqrt(square);
  const Vec2 a = straight.line.at(foot - half), b = straight.line.at(foot + half);
  const Vec2 nearest = (a - corner).norm() < (b - corner).norm() ? a : b;
  return (nearest - corner).norm() <= std::min(kAtCorner, chord.length() / 2) ? nearest : corner;
}

double angle_of(const Vec2& p, const Circle& circle) {
  return std::atan2(p.y() - circle.centre.y(), p.x() - circle.centre.x());
}

/// Radians from corner to corner of the chords of a circle.
double step_of(const Circle& circle) {
  double step = 2 * M_PI / kFewestCorners;
  while (circle.radius * (1 - std::cos(step / 2)) > kBulge) step /= 2;
  return step;
}

/// The corners between `from` and `to` on the arc, at multiples of its step. They lie outside of the circle
/// by as much as makes the area right.
std::vector<Vec2> corners_between(const Arc& arc, const Vec2& from, const Vec2& to) {
  const double sense = arc.turn > 0 ? 1 : -1, step = step_of(arc.circle);
  const double begin = sense * angle_of(from, arc.circle);
  double end = sense * angle_of(to, arc.circle);
  while (end <= begin) end += 2 * M_PI;
  const double radius = arc.circle.radius * std::sqrt(step / std::sin(step));
  std::vector<Vec2> found;
  for (double k = std::ceil(begin / step + 0.5); k * step < end - step / 2; ++k) {
    const double angle = sense * k * step;
    found.push_back(arc.circle.centre + radius * Vec2(std::cos(angle), std::sin(angle)));
  }
  return found;
}

/// A chord, with what the nearest of the edges shows that the arc comes from.
RoomEdge chord_of(const Arc& arc, const Vec2& from, const Vec2& to) {
  const Vec2 middle = (from + to) / 2;
  RoomEdge chord;
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t i : arc.run) {
    const RoomEdge& edge = (*arc.ring)[i];
    if (const double away = distance_to_segment(middle, edge.from, edge.to); away < least) {
      least = away;
      chord = edge;
    }
  }
  chord.from = from;
  chord.to = to;
  chord.line = {from, (to - from).normalized()};
  chord.arc = arc.number;
  return chord;
}

/// The ring with chords on its arcs.
EdgeRing with_arcs(const EdgeRing& ring, const std::vector<Arc>& arcs) {
  std::vector<const Arc*> owner(ring.size(), nullptr);
  for (const Arc& arc : arcs)
    if (arc.ring == &ring)
      for (const std::size_t i : arc.run) owner[i] = &arc;
  const std::size_t n = ring.size();
  // Where each edge begins now.
  std::vector<Vec2> begins;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = (i + n - 1) % n;
    Vec2 at = ring[i].from;
    if (owner[i] != nullptr && owner[before] == nullptr)
      at = meeting(ring[before], ring[i], owner[i]->circle, at);
    if (owner[i] == nullptr && owner[before] != nullptr)
      at = meeting(ring[i], ring[before], owner[before]->circle, at);
    begins.push_back(at);
  }
  EdgeRing made;
  for (std::size_t i = 0; i < n; ++i) {
    if (owner[i] == nullptr) {
      made.push_back(ring[i]);
      made.back().from = begins[i];
      made.back().to = begins[(i + 1) % n];
      continue;
    }
    const Arc& arc = *owner[i];
    if (i != arc.run.front()) continue;
    const Vec2 past = begins[(arc.run.back() + 1) % n];
    std::vector<Vec2> at = corners_between(arc, begins[i], past);
    if (arc.run.size() == n) {
      at.push_back(at.front());
    } else {
      at.insert(at.begin(), begins[i]);
      at.push_back(past);
    }
    for (std::size_t k = 1; k < at.size(); ++k) made.push_back(chord_of(arc, at[k - 1], at[k]));
  }
  return made;
}

}  // namespace

void fit_arcs(std::vector<RoomShape>& rooms) {
  const std::vector<Circle> circles = circles_of(rooms);
  if (circles.empty()) return;
  const std::vector<Arc> arcs = arcs_of(rooms, [&](const EdgeRing& ring, const Run& part) {
    std::optional<std::pair<int, Circle>> on;
    for (std::size_t k = 0; k < circles.size() && !on; ++k)
      if (const auto circle = beside(ring, part, circles[k])) on.emplace(static_cast<int>(k) + 1, *circle);
    return on;
  });
  for (RoomShape& room : rooms) each_ring(room, [&](EdgeRing& ring) { ring = with_arcs(ring, arcs); });
}

}  // namespace storey
