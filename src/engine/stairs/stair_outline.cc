#include "engine/stairs/stair_outline.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "engine/scan/gather.h"
#include "engine/scan/majority.h"
#include "geometry/contour.h"
#include "geometry/polygon.h"
#include "geometry/rank.h"

namespace storey {
namespace {

/// The range that holds all but 1 % of the points at each end.
Interval extent(const std::vector<Vec2>& points, const Vec2& direction) {
  std::vector<double> values;
  values.reserve(points.size());
  for (const Vec2& p : points) values.push_back(p.dot(direction));
  const std::size_t cut = values.size() / 100;
  return {ranked(values, cut), ranked(values, values.size() - 1 - cut)};
}

double quantile(std::vector<double> values, double share) {
  const auto place = std::lround(share * static_cast<double>(values.size() - 1));
  return ranked(std::move(values), static_cast<std::size_t>(place));
}

/// How sharply the points gather on lines across `direction`: the sum of squares over bins of 1 cm.
double sharpness(const std::vector<Vec2>& points, const Vec2& direction) {
  constexpr double kBin = kVoxel / 2;  // m: a riser lies within one or two
  std::map<int, double> bins;
  for (const Vec2& p : points) bins[static_cast<int>(std::floor(p.dot(direction) / kBin))] += 1;
  double sum = 0;
  for (const auto& [bin, count] : bins) sum += count * count;
  return sum;
}

/// The direction near `way` in which risers, and walls beside, are the sharpest.
Vec2 sharpest_direction(const std::vector<Vec2>& faces, const Vec2& way) {
  constexpr int kTurn = 40;  // steps of a quarter of a degree: treads half hidden mislead
  constexpr double kQuarter = std::numbers::pi / 180 / 4;  // rad: 1.3 cm over the length of a flight
  const double angle = std::atan2(way.y(), way.x());
  Vec2 best = way;
  double best_score = 0;
  for (int i = -2 * kTurn; i <= 2 * kTurn; ++i) {
    const Vec2 up(std::cos(angle + i * kQuarter), std::sin(angle + i * kQuarter));
    const double score = sharpness(faces, up) + sharpness(faces, left_of(up));
    if (score <= best_score) continue;
    best = up;
    best_score = score;
  }
  return best;
}

/// Grows (value 1) or shrinks (value 0) the cells by one in all directions.
Grid<std::int32_t> spread_label(const Grid<std::int32_t>& labels, std::int32_t value) {
  Grid<std::int32_t> grown = labels;
  each_cell(labels.frame, [&](int c, int r) {
    if (labels.at(c, r) == value)
      each_cell_near(labels.frame, c, r, 1, [&](int x, int y) { grown.at(x, y) = value; });
  });
  return grown;
}

}  // namespace

std::optional<StraightFlight> fit_straight(const Flight& flight, const std::vector<Tread>& treads,
                                           const StairFootprint& footprint) {
  const Tread& lowest = treads[static_cast<std::size_t>(flight.treads.front())];
  const Tread& highest = treads[static_cast<std::size_t>(flight.treads.back())];
  StraightFlight fit;
  fit.up = sharpest_direction(footprint.faces, (highest.centre - lowest.centre).normalized());
  std::vector<double> middles, goings, firsts, right, left;
  for (const std::vector<Vec2>& tread : footprint.treads) {
    if (tread.empty()) return std::nullopt;
    middles.push_back(extent(tread, fit.up).middle());
    const Interval sides = extent(tread, left_of(fit.up));
    right.push_back(sides.from);
    left.push_back(sides.to);
  }
  const std::size_t n = middles.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + n / 2; j < n; ++j)
      goings.push_back((middles[j] - middles[i]) / (flight.number[j] - flight.number[i]));
  fit.going = quantile(goings, 0.5);
  for (std::size_t i = 0; i < n; ++i) firsts.push_back(middles[i] - fit.going * flight.number[i]);
  fit.first = quantile(firsts, 0.5);
  std::size_t regular = 0;
  for (const double first : firsts) regular += std::abs(first - fit.first) < kHalfGoing;
  fit.sides = {quantile(right, 0.1), quantile(left, 0.9)};  // parts of sides are hidden, not added
  const bool straight = static_cast<double>(regular) > kLargely * static_cast<double>(n);
  return straight ? std::optional(fit) : std::nullopt;
}

StairOutline outline_straight(const StraightFlight& fit, int hidden_below, int treads) {
  const double first = fit.first - fit.going * hidden_below, last = first + fit.going * (treads - 1);
  const Vec2 left = left_of(fit.up);
  const auto at = [&](double along, double across) { return Vec2(along * fit.up + across * left); };
  const double from = first - fit.going / 2, to = last + fit.going / 2, centre = fit.sides.middle();
  return {{at(from, fit.sides.from), at(to, fit.sides.from), at(to, fit.sides.to), at(from, fit.sides.to)},
          at(first, centre),
          at(last, centre)};
}

// Traced in the frame of the first tread, so that its sides run along cells.
StairOutline outline_turning(const Flight& flight, const std::vector<Tread>& treads,
                             const StairFootprint& footprint) {
  constexpr int kClose = 3;          // cells over shadows between treads
  constexpr double kCorners = 0.06;  // m off a straight side: the steps of cells and torn edges
  const Vec2 x = treads[static_cast<std::size_t>(flight.treads.front())].along, y = left_of(x);
  Eigen::AlignedBox2d box;
  for (const std::vector<Vec2>& tread : footprint.treads)
    for (const Vec2& p : tread) box.extend(Vec2(p.dot(x), p.dot(y)));
  if (box.isEmpty()) return {};
  constexpr double kTrace = 1.5 * kVoxel;  // m: so that no cell stays empty
  Grid<std::int32_t> labels(frame_over(box.min(), box.max(), kTrace, (kClose + 2) * kTrace));
  for (const std::vector<Vec2>& tread : footprint.treads)
    for (const Vec2& p : tread) labels.at(labels.frame.column(p.dot(x)), labels.frame.row(p.dot(y))) = 1;
  for (int i = 0; i < kClose; ++i) labels = spread_label(labels, 1);
  for (int i = 0; i < kClose; ++i) labels = spread_label(labels, 0);
  std::vector<std::vector<Vec2>> rings = trace_contours(labels, 1, boxes_of(labels, 1)[1]);
  if (rings.empty()) return {};
  std::vector<Vec2>& ring = rings.front();  // from a corner on: its first point stays
  const auto corner = std::ranges::max_element(
      ring, {}, [first = ring.front()](const Vec2& p) { return (p - first).squaredNorm(); });
  std::rotate(ring.begin(), corner, ring.end());
  StairOutline outline;
  for (const Vec2& p : simplify_ring(ring, kCorners)) outline.ring.push_back(p.x() * x + p.y() * y);
  outline.up_from = treads[static_cast<std::size_t>(flight.treads.front())].centre;
  outline.up_to = treads[static_cast<std::size_t>(flight.treads.back())].centre;
  return outline;
}

}  // namespace storey
