#include "plan_agreement.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "polygons.h"

namespace storey {
namespace {

using simulator::Region;
using simulator::TruthOpening;
using simulator::TruthStorey;
using Vec = Eigen::Vector2d;

constexpr double kSeen = 0.3;       // share of an opening from which it is asked for
constexpr double kSamePlace = 0.3;  // m across the wall: an assumed thickness may be far off
constexpr double kFarAway = 1000;   // m from the truth: no coordinates for the simulator's polygons
constexpr double kWrongType = 0.5;  // of an opening that is in place, but a door for a window
constexpr std::size_t kKinds = 4;

Vec vec(const Point2& p) { return {p.x, p.y}; }

simulator::Ring moved(const Ring& ring, const Vec& anchor) {
  simulator::Ring near;
  for (const Point2& p : ring) near.push_back(vec(p) - anchor);
  return near;
}

/// What both share of what either has.
double overlap(Region truth, const Ring& outline, const std::vector<Ring>& holes) {
  const Vec anchor = truth.outer.front();
  if (outline.empty() || (vec(outline.front()) - anchor).norm() > kFarAway) return 0;
  for (Vec& p : truth.outer) p -= anchor;
  for (simulator::Ring& hole : truth.holes)
    for (Vec& p : hole) p -= anchor;
  std::vector<simulator::Ring> away;
  for (const Ring& hole : holes) away.push_back(moved(hole, anchor));
  const simulator::Ring ring = moved(outline, anchor);
  double shared = 0, own = std::abs(simulator::signed_area(ring));
  for (const simulator::Ring& hole : away) own -= std::abs(simulator::signed_area(hole));
  for (const Region& part : simulator::subtract(simulator::intersect({truth}, {ring}), away))
    shared += simulator::area(part);
  return shared / std::max(1e-9, simulator::area(truth) + own - shared);
}

double overlap(std::pair<double, double> a, std::pair<double, double> b) {
  const double both = std::min(a.second, b.second) - std::max(a.first, b.first);
  return std::max(0.0, both) / std::max(1e-9, std::max(a.second, b.second) - std::min(a.first, b.first));
}

double overlap(const TruthOpening& truth, const Opening& opening) {
  const Vec along = truth.end - truth.start, direction = along.normalized();
  const Vec a = vec(opening.start) - truth.start, b = vec(opening.end) - truth.start;
  const double across = std::abs(direction.x() * (a + b).y() / 2 - direction.y() * (a + b).x() / 2);
  if (across > kSamePlace) return 0;
  const double width = overlap({0, along.norm()}, std::minmax({direction.dot(a), direction.dot(b)}));
  const double height = truth.cover != simulator::Cover::kNone
                            ? 1
                            : overlap({truth.sill, truth.head}, {opening.sill, opening.head});
  const bool right_type = static_cast<int>(opening.type) == static_cast<int>(truth.type) ||
                          (truth.down_to_floor && opening.type != OpeningType::kOpening);
  return width * height * (right_type ? 1 : kWrongType);
}

/// Twice what is shared, and how many there are in truth and plan, of one kind of thing.
struct Tally {
  double shared = 0, all = 0;
};

template <class Truths, class Plans, class Overlap>
void add(Tally& tally, const Truths& truths, const Plans& plans, const Overlap& overlap_of) {
  for (const auto& truth : truths) {
    double best = 0;
    for (const auto& one : plans) best = std::max(best, overlap_of(truth, one));
    tally.shared += 2 * best;
  }
  tally.all += static_cast<double>(truths.size() + plans.size());
}

/// What the scan hardly shows is neither asked for nor held against the plan.
void add_openings(Tally& tally, std::vector<TruthOpening> truths, std::vector<Opening> openings) {
  for (const TruthOpening& truth : truths)
    if (truth.seen < kSeen)
      std::erase_if(openings, [&](const Opening& opening) { return overlap(truth, opening) > 0; });
  std::erase_if(truths, [](const TruthOpening& truth) { return truth.seen < kSeen; });
  add(tally, truths, openings, [](const TruthOpening& a, const Opening& b) { return overlap(a, b); });
}

void add_storey(std::array<Tally, kKinds>& tallies, const TruthStorey& truth, const Storey& plan) {
  add(tallies[0], truth.rooms, plan.rooms,
      [](const simulator::TruthRoom& a, const Room& b) { return overlap(a.region, b.polygon, b.holes); });
  add_openings(tallies[1], truth.openings, plan.openings);
  std::vector<simulator::TruthColumn> columns = truth.columns;
  std::erase_if(columns, [](const simulator::TruthColumn& column) { return column.attached; });
  add(tallies[2], columns, plan.columns, [](const simulator::TruthColumn& a, const Column& b) {
    return overlap(Region{a.polygon, {}}, b.polygon, {});
  });
  add(tallies[3], truth.stairs, plan.stairs, [](const simulator::Ring& a, const Stair& b) {
    return overlap(Region{a, {}}, b.polygon, {});
  });
}

}  // namespace

double agreement(const Plan& plan, const simulator::Truth& truth) {
  if (plan.storeys.size() != truth.storeys.size()) return 0;
  std::array<Tally, kKinds> tallies;
  for (std::size_t i = 0; i < truth.storeys.size(); ++i)
    add_storey(tallies, truth.storeys[i], plan.storeys[i]);
  double sum = 0, kinds = 0;
  for (const Tally& tally : tallies)
    if (tally.all > 0) {
      sum += tally.shared / tally.all;
      kinds += 1;
    }
  return kinds > 0 ? 100 * sum / kinds : 100;
}

Tolerances tolerances_of(const simulator::Sensor& sensor) {
  Tolerances tolerances;
  if (!std::holds_alternative<simulator::TerrestrialScanner>(sensor)) {
    tolerances.position = tolerances.thickness = tolerances.level = 0.05;
    tolerances.area_share = 0.03;
  }
  return tolerances;
}

std::size_t things(const simulator::Truth& truth) {
  std::size_t count = 0;
  for (const TruthStorey& level : truth.storeys)
    count += level.rooms.size() + static_cast<std::size_t>(std::ranges::count_if(
                                      level.openings, [](const TruthOpening& o) { return o.seen >= kSeen; }));
  return count;
}

std::size_t things(const Plan& plan) {
  std::size_t count = 0;
  for (const Storey& storey : plan.storeys) count += storey.rooms.size() + storey.openings.size();
  return count;
}

}  // namespace storey
