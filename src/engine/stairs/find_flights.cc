#include "engine/stairs/find_flights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/scan/directions.h"
#include "engine/scan/majority.h"
#include "engine/stairs/find_treads.h"
#include "geometry/rank.h"

namespace storey {
namespace {

constexpr double kLowRiser = 0.13;        // m, at most 0.14, as DIN 18065 has it: with 1 cm of noise
constexpr double kShortGoing = 0.14;      // m: the inner part of a wedge; DIN 18065 has 0.21 to 0.37
constexpr double kRiserVariation = 0.03;  // m between two steps; codes ask for 0.01, noise adds
constexpr double kHiddenTread = 0.2;      // share of a tread that one costs which does not show
constexpr double kTouch = 0.15;           // m between the cells of treads that adjoin: riser, nosing, shadow
constexpr double kTouchOver = 0.40;       // m with a hidden tread in between
constexpr std::size_t kMinTreads = 4;     // treads: fewer are steps, benches, boxes

/// From one tread to one that is `steps` risers higher.
struct Step {
  int from = 0, to = 0, steps = 1;
  double riser = 0;   ///< m
  double score = 0;   ///< of the best flight that ends with it
  int previous = -1;  ///< the step before it in that flight
};

/// How a tread lies to one above it.
struct Neighbour {
  std::size_t contact = 0, overlap = 0;  ///< cells
};

std::map<int, Neighbour> neighbours_above(const Tread& tread, int own, const std::vector<Tread>& treads,
                                          const LevelCells& cells) {
  const double touch = std::max(kTouch, 2 * cells.frame.cell);  // an empty cell between is no step
  std::map<int, Neighbour> found;
  for (const LevelIndex member : tread.cells) {
    const LevelCell& level = cells.levels[member];
    const int c = cells.column(level), r = cells.row(level);
    int around = 0;
    cells.visit_near(c, r, 1, [&](LevelIndex i) { around += cells.levels[i].tread == own; });
    std::map<int, std::uint8_t> near;  // 1: in touch, 2: above
    const int reach = around == 9 ? 0 : static_cast<int>(kTouchOver / cells.frame.cell);
    cells.visit_near(c, r, reach, [&](LevelIndex i) {
      const int other = cells.levels[i].tread;
      if (other < 0 || other == own) return;
      const double rise = treads[static_cast<std::size_t>(other)].z - tread.z;
      if (rise < kLowRiser || rise > 2 * kHighRiser) return;
      const double distance =
          std::hypot(cells.column(cells.levels[i]) - c, cells.row(cells.levels[i]) - r) * cells.frame.cell;
      if (distance > (rise <= kHighRiser ? touch : kTouchOver) + 1e-9) return;
      near[other] |= distance == 0 ? 3 : 1;
    });
    for (const auto& [other, how] : near) {
      ++found[other].contact;
      found[other].overlap += how == 3;
    }
  }
  return found;
}

/// Does one cross the tread to go that far (m), and not walk along it? What a rough wall shows at one height
/// is long and narrow, and lies along the wall.
bool is_crossed(const Tread& tread, const Vec2& going) {
  return tread.landing || tread.length < kLongGoing || std::abs(cross(tread.along, going)) > kHalfGoing;
}

/// Do the treads lie alike? Those of wedges turn by a third of a right angle from one to the next; what lies
/// about in heaps lies as it comes. Small pieces of treads have no direction.
bool lie_alike(const Tread& a, const Tread& b) {
  return a.worth < 1 || b.worth < 1 || std::abs(a.along.dot(b.along)) > kLooksAlike;
}

/// The steps that one can take from tread to tread, from the lowest tread up.
std::vector<Step> find_steps(const std::vector<Tread>& treads, const LevelCells& cells) {
  std::vector<Step> steps;
  for (std::size_t a = 0; a < treads.size(); ++a) {
    const Tread& from = treads[a];
    for (const auto& [b, how] : neighbours_above(from, static_cast<int>(a), treads, cells)) {
      const Tread& to = treads[static_cast<std::size_t>(b)];
      const int count = to.z - from.z <= kHighRiser ? 1 : 2;
      const double riser = (to.z - from.z) / count, shorter = std::min(from.length, to.length);
      const auto smaller = static_cast<double>(std::min(from.cells.size(), to.cells.size()));
      if (riser < kLowRiser || static_cast<double>(how.contact) * cells.frame.cell < kNearlyHalf * shorter)
        continue;
      if (static_cast<double>(how.overlap) > kSome * smaller) continue;  // shelves; nosings hang over less
      if (!lie_alike(from, to)) continue;
      if (!is_crossed(from, to.centre - from.centre) || !is_crossed(to, to.centre - from.centre)) continue;
      const double going = (to.centre - from.centre).norm();
      if (going < kShortGoing * count || (!from.landing && !to.landing && going > kLongGoing * count))
        continue;
      steps.push_back({static_cast<int>(a), b, count, riser, 0, -1});
    }
  }
  return steps;
}

/// Fills in the best flight that ends with each step: most treads, then fewest hidden.
void score_steps(const std::vector<Tread>& treads, std::vector<Step>& steps) {
  std::vector<std::vector<int>> arriving(treads.size());
  const auto worth = [&](int tread) { return treads[static_cast<std::size_t>(tread)].worth; };
  for (std::size_t i = 0; i < steps.size(); ++i) {  // all steps to a tread come before those from it
    Step& step = steps[i];
    step.score = worth(step.from) + worth(step.to) - kHiddenTread * (step.steps - 1);
    step.previous = -1;  // what it was when more steps were left is gone, or has another index now
    for (const int before : arriving[static_cast<std::size_t>(step.from)]) {
      const Step& previous = steps[static_cast<std::size_t>(before)];
      const double score = previous.score + worth(step.to) - kHiddenTread * (step.steps - 1);
      if (std::abs(previous.riser - step.riser) > kRiserVariation || score <= step.score) continue;
      step.score = score;
      step.previous = before;
    }
    arriving[static_cast<std::size_t>(step.to)].push_back(static_cast<int>(i));
  }
}

/// The flight that ends with a step, without landings at its ends.
Flight flight_of(const std::vector<Step>& steps, int last, const std::vector<Tread>& treads) {
  Flight flight;
  flight.treads.push_back(steps[static_cast<std::size_t>(last)].to);
  flight.number.push_back(0);
  for (int i = last; i >= 0; i = steps[static_cast<std::size_t>(i)].previous) {
    const Step& step = steps[static_cast<std::size_t>(i)];
    flight.treads.push_back(step.from);
    flight.number.push_back(flight.number.back() - step.steps);
  }
  std::ranges::reverse(flight.treads);
  std::ranges::reverse(flight.number);
  const auto landing = [&](int tread) { return treads[static_cast<std::size_t>(tread)].landing; };
  while (!flight.treads.empty() && landing(flight.treads.back())) {
    flight.treads.pop_back();
    flight.number.pop_back();
  }
  while (!flight.treads.empty() && landing(flight.treads.front())) {
    flight.treads.erase(flight.treads.begin());
    flight.number.erase(flight.number.begin());
  }
  for (std::size_t i = flight.number.size(); i-- > 0;) flight.number[i] -= flight.number.front();
  return flight;
}

/// Is it a slope, as below a roof? Across its treads, heights rise with it.
bool is_slope(const Flight& flight, const std::vector<Tread>& treads, const LevelCells& cells) {
  const auto nth = [&](std::size_t i) -> const Tread& {
    return treads[static_cast<std::size_t>(flight.treads[i])];
  };
  const std::size_t last = flight.treads.size() - 1;
  double run = 0;                  // m across the treads
  double square = 0, product = 0;  // of the line through the heights of their cells
  for (std::size_t i = 0; i < last; ++i) {
    const Tread& tread = nth(i);
    const double going = cross(tread.along, nth(i + 1).centre - tread.centre);
    run += std::abs(going);
    for (const LevelIndex member : tread.cells) {
      const double across = cross(tread.along, cells.centre(cells.levels[member]) - tread.centre);
      square += across * across;
      product += (going < 0 ? -across : across) * (cells.levels[member].z - tread.z);
    }
  }
  return product * run > kLittle * square * (nth(last).z - nth(0).z);
}

/// Fits the rise; false where the flight is too short, irregular, a slope, or goes over itself.
bool is_flight(Flight& flight, const std::vector<Tread>& treads, const LevelCells& cells) {
  double worth = 0, landings = 0;
  const auto n = static_cast<double>(flight.treads.size());
  double k = 0, z = 0, kk = 0, kz = 0, zz = 0;
  std::vector<LevelIndex> covered;
  for (std::size_t i = 0; i < flight.treads.size(); ++i) {
    const Tread& tread = treads[static_cast<std::size_t>(flight.treads[i])];
    worth += tread.worth;
    landings += tread.landing;
    k += flight.number[i] / n;
    z += tread.z / n;
    for (const LevelIndex member : tread.cells) covered.push_back(cells.levels[member].cell);
  }
  if (worth < static_cast<double>(kMinTreads) || worth < 2 * landings) return false;
  for (std::size_t i = 0; i < flight.treads.size(); ++i) {
    const double dk = flight.number[i] - k, dz = treads[static_cast<std::size_t>(flight.treads[i])].z - z;
    kk += dk * dk;
    kz += dk * dz;
    zz += dz * dz;
  }
  flight.riser = kz / kk;
  flight.rms = std::sqrt(std::max(0.0, zz - kz * flight.riser) / n);
  if (flight.rms > kRiserRms || is_slope(flight, treads, cells)) return false;
  const auto all = static_cast<double>(covered.size());
  return static_cast<double>(each_once(std::move(covered)).size()) > (1 - kSome) * all;
}

/// The unused tread that lies `count` risers and goings after `end` in a flight's direction.
int tread_at(const std::vector<Tread>& treads, const std::vector<std::uint8_t>& used, const Tread& end,
             const Vec2& going, double riser, int count) {
  constexpr double kAcross = 0.35;  // m: half a width, as part may be hidden
  const Vec2 up = going.normalized();
  for (std::size_t t = 0; t < treads.size(); ++t) {
    const Vec2 off = treads[t].centre - end.centre - count * going;
    if (!used[t] && !treads[t].landing && std::abs(treads[t].z - end.z - count * riser) < kRiserVariation &&
        std::abs(off.dot(up)) < kHalfGoing && std::abs(cross(up, off)) < kAcross)
      return static_cast<int>(t);
  }
  return -1;
}

/// Carries a flight on over up to three hidden treads, in the direction of its last (or first) ones: flights
/// turn.
void extend(Flight& flight, const std::vector<Tread>& treads, std::vector<std::uint8_t>& used, bool upwards) {
  constexpr int kMostHidden = 3;  // treads in a row that railings or furniture hide
  for (int hidden = 0; hidden <= kMostHidden; ++hidden) {
    const std::size_t n = flight.treads.size(), end = upwards ? n - 1 : 0;
    const std::size_t other = upwards ? n - kMinTreads : kMinTreads - 1;
    const Tread& last = treads[static_cast<std::size_t>(flight.treads[end])];
    const Vec2 way = last.centre - treads[static_cast<std::size_t>(flight.treads[other])].centre;
    const int goings = flight.number[end] - flight.number[other], count = upwards ? hidden + 1 : -hidden - 1;
    const int next = tread_at(treads, used, last, way / goings, flight.riser, count);
    if (next < 0) continue;
    used[static_cast<std::size_t>(next)] = 1;
    const auto place = static_cast<std::ptrdiff_t>(upwards ? n : 0);
    flight.number.insert(flight.number.begin() + place, flight.number[end] + count);
    flight.treads.insert(flight.treads.begin() + place, next);
    hidden = -1;
  }
  for (std::size_t i = flight.number.size(); i-- > 0;) flight.number[i] -= flight.number.front();
}

}  // namespace

std::vector<Flight> find_flights(const std::vector<Tread>& treads, const LevelCells& cells) {
  std::vector<Step> steps = find_steps(treads, cells);
  std::vector<Flight> flights;
  std::vector<std::uint8_t> used(treads.size(), 0);
  while (!steps.empty()) {  // each round uses up a tread
    score_steps(treads, steps);
    const auto best = std::ranges::max_element(steps, {}, &Step::score);
    if (best->score < static_cast<double>(kMinTreads - 1)) break;  // hidden treads take off less than 1
    const int last = best->to;
    Flight flight = flight_of(steps, static_cast<int>(best - steps.begin()), treads);
    used[static_cast<std::size_t>(last)] = 1;
    if (is_flight(flight, treads, cells)) {
      for (const int tread : flight.treads) used[static_cast<std::size_t>(tread)] = 1;
      extend(flight, treads, used, true);
      extend(flight, treads, used, false);
      flights.push_back(std::move(flight));
    }
    std::erase_if(steps, [&](const Step& step) {
      return used[static_cast<std::size_t>(step.from)] || used[static_cast<std::size_t>(step.to)];
    });
  }
  return flights;
}

}  // namespace storey
