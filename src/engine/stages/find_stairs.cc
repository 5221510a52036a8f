#include "engine/stages/find_stairs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "geometry/contour.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

constexpr double kCell = 0.05;      // m: five cells in the depth of a tread, six voxels in a cell
constexpr double kSkirting = 0.08;  // m above the floor: below, it is the floor
constexpr double kSlab = 0.35;      // m above the highest ceiling up to which treads pass a floor's thickness
constexpr double kUnderFloor = 0.06;  // m under the next storey's floor at which a storey ends: find_storeys
constexpr double kRunGap = 0.04;      // m without a voxel ends a surface: twice a voxel
constexpr double kLevelRun = 0.06;    // m that a level surface may extend over: ±2.5 σ of a depth camera
constexpr double kSameLevel = 0.025;  // m between neighbouring cells of a tread: a sixth of a riser
constexpr double kLowRiser = 0.13, kHighRiser = 0.23;  // m; DIN 18065 and cellar stairs, with 1 to 2 cm noise
constexpr double kRiserVariation = 0.03;               // m between two steps; codes ask for 0.01, noise adds
constexpr double kRiserRms = 0.015;                    // m of the heights about a regular rise
constexpr double kTouch = 0.15;      // m between the cells of treads that adjoin: riser, nosing, shadow
constexpr double kTouchOver = 0.40;  // m with a hidden tread in between
constexpr double kContact = 0.4;     // share of the shorter tread along which two adjoin
constexpr double kOverlap = 0.35;    // share of a tread under the next one: nosings, not shelves
constexpr double kMinTreads = 4;     // fewer are steps, benches, boxes
constexpr double kHeadFrom = 0.3, kHeadTo = 1.5;  // m above a tread that have to be free; codes ask for 2
constexpr double kObstructed = 0.3;               // share of a tread under something; handrails cover less

using Index = std::uint32_t;

/// A short run of voxels over one plan cell.
struct LevelCell {
  double z = 0;
  Index cell = 0;
  int patch = -1;
};

/// All level surfaces over each plan cell; those of cell i are [first[i], first[i + 1]).
struct LevelCells {
  GridFrame frame;
  std::vector<LevelCell> levels;
  std::vector<Index> first;

  int column(const LevelCell& level) const { return static_cast<int>(level.cell) % frame.columns; }
  int row(const LevelCell& level) const { return static_cast<int>(level.cell) / frame.columns; }
  Vec2 centre(const LevelCell& level) const { return frame.centre(column(level), row(level)); }

  template <class Visit>
  void visit_near(int column, int row, int reach, Visit visit) const {
    for (int r = std::max(0, row - reach); r <= std::min(frame.rows - 1, row + reach); ++r)
      for (int c = std::max(0, column - reach); c <= std::min(frame.columns - 1, column + reach); ++c)
        for (Index i = first[frame.index(c, r)]; i < first[frame.index(c, r) + 1]; ++i)
          visit(i, std::hypot(c - column, r - row) * frame.cell);
  }
};

/// Level surface of the size of a tread or landing.
struct Tread {
  std::vector<Index> cells;
  double z = 0;
  Vec2 centre = Vec2::Zero();
  Vec2 along = Vec2::UnitX();    ///< the long side
  double length = 0, depth = 0;  ///< m
  bool landing = false;
  double worth = 0;  ///< as evidence: a tread 1, a small piece of one ½, a landing 0: tables look like one
};

/// From one tread to one that is `steps` risers higher.
struct Step {
  int from = 0, to = 0, steps = 1;
  double riser = 0;   ///< m
  double score = 0;   ///< of the best flight that ends with it
  int previous = -1;  ///< the step before it in that flight
};

struct Flight {
  std::vector<int> treads;  ///< upwards
  std::vector<int> number;  ///< of the treads, counted in risers from the first one
  double riser = 0, rms = 0;
};

/// The storey ends below the next one's floor; without one, further above its highest ceiling.
bool has_floor_above(const StoreyLevel& level) { return level.limit_z < level.top_z + 0.149; }

double top_of(const StoreyLevel& level) {
  return has_floor_above(level) ? level.limit_z : std::max(level.limit_z, level.top_z + kSlab);
}

/// Splits the sorted heights over one cell where nothing is for kRunGap and keeps the runs that are short.
void add_levels(std::vector<std::pair<float, float>>& heights, Index cell, std::vector<LevelCell>& levels) {
  std::sort(heights.begin(), heights.end());
  for (std::size_t i = 0, end = 0; i < heights.size(); i = end) {
    double weight = 0, sum = 0;
    for (end = i; end < heights.size(); ++end) {
      if (end > i && static_cast<double>(heights[end].first - heights[end - 1].first) > kRunGap) break;
      weight += static_cast<double>(heights[end].second);
      sum += static_cast<double>(heights[end].first) * static_cast<double>(heights[end].second);
    }
    if (static_cast<double>(heights[end - 1].first - heights[i].first) <= kLevelRun && weight > 0)
      levels.push_back({sum / weight, cell, -1});
  }
}

LevelCells level_cells(const LevelCloud& cloud, const StoreyRaster& raster) {
  LevelCells cells;
  const GridFrame& columns = raster.columns.frame;
  cells.frame = frame_over(columns.origin,
                           columns.origin + columns.cell * Vec2(columns.columns, columns.rows), kCell, 0);
  const double low = raster.level.floor_z + kSkirting, high = top_of(raster.level);
  const auto cell_of = [&](const Surfel& surfel) -> std::ptrdiff_t {
    const double z = static_cast<double>(surfel.mean.z());
    const int c = cells.frame.column(static_cast<double>(surfel.mean.x()));
    const int r = cells.frame.row(static_cast<double>(surfel.mean.y()));
    if (z < low || z > high || !cells.frame.inside(c, r)) return -1;
    return static_cast<std::ptrdiff_t>(cells.frame.index(c, r));
  };
  std::vector<Index> start(cells.frame.size() + 1, 0);
  for (const Surfel& surfel : cloud.surfels)
    if (const std::ptrdiff_t cell = cell_of(surfel); cell >= 0) ++start[static_cast<std::size_t>(cell) + 1];
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  std::vector<std::pair<float, float>> sorted(start.back());
  std::vector<Index> next(start.begin(), start.end() - 1);
  for (const Surfel& surfel : cloud.surfels)
    if (const std::ptrdiff_t cell = cell_of(surfel); cell >= 0)
      sorted[next[static_cast<std::size_t>(cell)]++] = {surfel.mean.z(), surfel.count};

  std::vector<std::pair<float, float>> heights;
  for (std::size_t i = 0; i + 1 < start.size(); ++i) {
    cells.first.push_back(static_cast<Index>(cells.levels.size()));
    heights.assign(sorted.begin() + start[i], sorted.begin() + start[i + 1]);
    add_levels(heights, static_cast<Index>(i), cells.levels);
  }
  cells.first.push_back(static_cast<Index>(cells.levels.size()));
  return cells;
}

/// Size, height and direction by the moments of the cells: few stray ones do not matter.
Tread measure_tread(const LevelCells& cells, std::vector<Index> members) {
  Tread tread;
  tread.cells = std::move(members);
  const auto n = static_cast<double>(tread.cells.size());
  for (const Index i : tread.cells) {
    tread.z += cells.levels[i].z / n;
    tread.centre += cells.centre(cells.levels[i]) / n;
  }
  double xx = 0, xy = 0, yy = 0;
  for (const Index i : tread.cells) {
    const Vec2 d = cells.centre(cells.levels[i]) - tread.centre;
    xx += d.x() * d.x() / n;
    xy += d.x() * d.y() / n;
    yy += d.y() * d.y() / n;
  }
  const double angle = std::atan2(2 * xy, xx - yy) / 2, mean = (xx + yy) / 2;
  const double spread = std::hypot((xx - yy) / 2, xy);
  tread.along = {std::cos(angle), std::sin(angle)};
  tread.length = std::sqrt(12 * (mean + spread)) + kCell / 2;  // of a rectangle with these moments
  tread.depth = std::sqrt(12 * std::max(0.0, mean - spread)) + kCell / 2;
  return tread;
}

/// Sizes of treads, pieces of them (0.2 m) and up to 3 m wide, wedges (0.6 m) included, and of landings.
bool is_tread(Tread& tread, const LevelCells& cells) {
  double square = 0;
  for (const Index i : tread.cells) square += std::pow(cells.levels[i].z - tread.z, 2);
  if (std::sqrt(square / static_cast<double>(tread.cells.size())) > kSameLevel) return false;  // slopes
  const double filled =
      static_cast<double>(tread.cells.size()) * kCell * kCell / (tread.length * tread.depth);
  if (tread.length < 0.2 || tread.depth < 0.08 || tread.length > 3.5 || filled < 0.35) return false;
  tread.landing = tread.depth > 0.6;
  tread.worth = tread.landing ? 0 : tread.length >= 0.4 && tread.depth >= 0.12 ? 1 : 0.5;
  return tread.depth <= 2.0;
}

/// Pieces of level surface that hang together, of the size of treads and landings, from the lowest up.
std::vector<Tread> find_treads(LevelCells& cells) {
  constexpr int kBridge = 2;  // cells to the next one of the same tread: thin sampling leaves holes
  std::vector<Tread> treads;
  std::vector<std::uint8_t> seen(cells.levels.size(), 0);
  for (Index seed = 0; seed < cells.levels.size(); ++seed) {
    if (seen[seed]) continue;
    std::vector<Index> members{seed};
    seen[seed] = 1;
    for (std::size_t done = 0; done < members.size(); ++done) {
      const LevelCell& own = cells.levels[members[done]];
      cells.visit_near(cells.column(own), cells.row(own), kBridge, [&](Index i, double) {
        if (seen[i] || std::abs(cells.levels[i].z - own.z) > kSameLevel) return;
        seen[i] = 1;
        members.push_back(i);
      });
    }
    Tread tread = measure_tread(cells, std::move(members));
    if (is_tread(tread, cells)) treads.push_back(std::move(tread));
  }
  std::stable_sort(treads.begin(), treads.end(), [](const Tread& a, const Tread& b) { return a.z < b.z; });
  return treads;
}

/// Nobody climbs where there is no room above.
bool has_headroom(const Tread& tread, const LevelCells& cells, const StoreyRaster& raster) {
  const std::uint64_t head = raster.bins.range(tread.z + kHeadFrom, tread.z + kHeadTo);
  std::size_t under = 0;
  for (const Index i : tread.cells)
    under += (raster.columns.get(cells.centre(cells.levels[i])).hit & head) != 0;
  return static_cast<double>(under) < kObstructed * static_cast<double>(tread.cells.size());
}

/// How a tread lies to one above it.
struct Neighbour {
  std::size_t contact = 0, overlap = 0;  ///< cells
};

std::map<int, Neighbour> neighbours_above(const Tread& tread, int own, const std::vector<Tread>& treads,
                                          const LevelCells& cells) {
  std::map<int, Neighbour> found;
  for (const Index member : tread.cells) {
    const LevelCell& level = cells.levels[member];
    const int c = cells.column(level), r = cells.row(level);
    int around = 0;
    cells.visit_near(c, r, 1, [&](Index i, double) { around += cells.levels[i].patch == own; });
    std::map<int, std::uint8_t> near;  // 1: in touch, 2: above
    const int reach = around == 9 ? 0 : static_cast<int>(kTouchOver / kCell);
    cells.visit_near(c, r, reach, [&](Index i, double distance) {
      const int other = cells.levels[i].patch;
      if (other < 0 || other == own) return;
      const double rise = treads[static_cast<std::size_t>(other)].z - tread.z;
      if (rise < kLowRiser || rise > 2 * kHighRiser) return;
      if (distance > (rise <= kHighRiser ? kTouch : kTouchOver) + 1e-9) return;
      near[other] |= distance == 0 ? 3 : 1;
    });
    for (const auto& [other, how] : near) {
      ++found[other].contact;
      found[other].overlap += how == 3;
    }
  }
  return found;
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
      if (riser < kLowRiser || static_cast<double>(how.contact) * kCell < kContact * shorter) continue;
      if (static_cast<double>(how.overlap) > kOverlap * smaller) continue;
      const double going = (to.centre - from.centre).norm();  // DIN 18065: 0.21 m to 0.37 m; wedges differ
      if (going < 0.14 * count || (!from.landing && !to.landing && going > 0.5 * count)) continue;
      steps.push_back({static_cast<int>(a), b, count, riser, 0, -1});
    }
  }
  return steps;
}

/// Fills in the best flight that ends with each step: most treads, then fewest hidden, then most regular.
void score_steps(const std::vector<Tread>& treads, std::vector<Step>& steps) {
  std::vector<std::vector<int>> arriving(treads.size());
  const auto worth = [&](int tread) { return treads[static_cast<std::size_t>(tread)].worth; };
  for (std::size_t i = 0; i < steps.size(); ++i) {  // all steps to a tread come before those from it
    Step& step = steps[i];
    step.score = worth(step.from) + worth(step.to) - 0.2 * (step.steps - 1);
    for (const int before : arriving[static_cast<std::size_t>(step.from)]) {
      const Step& previous = steps[static_cast<std::size_t>(before)];
      const double variation = std::abs(previous.riser - step.riser);
      const double score = previous.score + worth(step.to) - 0.2 * (step.steps - 1) - 3 * variation;
      if (variation > kRiserVariation || score <= step.score) continue;
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
  std::reverse(flight.treads.begin(), flight.treads.end());
  std::reverse(flight.number.begin(), flight.number.end());
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

/// Fits the rise; false where the flight is too short, irregular, or goes over itself.
bool is_flight(Flight& flight, const std::vector<Tread>& treads, const LevelCells& cells) {
  double worth = 0, landings = 0;
  const auto n = static_cast<double>(flight.treads.size());
  double k = 0, z = 0, kk = 0, kz = 0, zz = 0;
  std::vector<Index> covered;
  for (std::size_t i = 0; i < flight.treads.size(); ++i) {
    const Tread& tread = treads[static_cast<std::size_t>(flight.treads[i])];
    worth += tread.worth;
    landings += tread.landing;
    k += flight.number[i] / n;
    z += tread.z / n;
    for (const Index member : tread.cells) covered.push_back(cells.levels[member].cell);
  }
  if (worth < kMinTreads || worth < 2 * landings) return false;
  for (std::size_t i = 0; i < flight.treads.size(); ++i) {
    const double dk = flight.number[i] - k, dz = treads[static_cast<std::size_t>(flight.treads[i])].z - z;
    kk += dk * dk;
    kz += dk * dz;
    zz += dz * dz;
  }
  flight.riser = kz / kk;
  flight.rms = std::sqrt(std::max(0.0, zz - kz * flight.riser) / n);
  if (flight.rms > kRiserRms) return false;
  const auto all = static_cast<double>(covered.size());
  std::sort(covered.begin(), covered.end());
  covered.erase(std::unique(covered.begin(), covered.end()), covered.end());
  return static_cast<double>(covered.size()) > (1 - kOverlap) * all;
}

/// The unused tread that lies `count` risers and goings after `end` in a flight's direction.
int tread_at(const std::vector<Tread>& treads, const std::vector<std::uint8_t>& used, const Tread& end,
             const Vec2& going, double riser, int count) {
  constexpr double kAlong = 0.12, kAcross = 0.35;  // m: half a going; half a width, as part may be hidden
  const Vec2 up = going.normalized();
  for (std::size_t t = 0; t < treads.size(); ++t) {
    const Vec2 off = treads[t].centre - end.centre - count * going;
    if (!used[t] && !treads[t].landing && std::abs(treads[t].z - end.z - count * riser) < kRiserVariation &&
        std::abs(off.dot(up)) < kAlong && std::abs(cross(up, off)) < kAcross)
      return static_cast<int>(t);
  }
  return -1;
}

/// Carries a flight on, in the direction of its last (or first) treads, over up to three hidden ones.
void extend(Flight& flight, const std::vector<Tread>& treads, std::vector<std::uint8_t>& used, bool upwards) {
  constexpr int kMostHidden = 3;
  constexpr std::size_t kDirection = 3;  // treads that give the direction: flights turn
  for (int hidden = 0; hidden <= kMostHidden; ++hidden) {
    const std::size_t n = flight.treads.size(), end = upwards ? n - 1 : 0;
    const std::size_t other = upwards ? n - 1 - kDirection : kDirection;
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

/// The best flights that share no tread.
std::vector<Flight> find_flights(const std::vector<Tread>& treads, const LevelCells& cells) {
  constexpr int kMostFailures = 100;  // then all that is left is noise
  std::vector<Step> steps = find_steps(treads, cells);
  std::vector<Flight> flights;
  std::vector<std::uint8_t> used(treads.size(), 0);
  for (int failures = 0; !steps.empty() && failures < kMostFailures;) {
    score_steps(treads, steps);
    const auto best = std::max_element(steps.begin(), steps.end(),
                                       [](const Step& a, const Step& b) { return a.score < b.score; });
    if (best->score < kMinTreads - 1) break;  // hidden treads and irregular ones take off less than 1
    const int last = best->to;
    Flight flight = flight_of(steps, static_cast<int>(best - steps.begin()), treads);
    used[static_cast<std::size_t>(last)] = 1;
    if (is_flight(flight, treads, cells)) {
      for (const int tread : flight.treads) used[static_cast<std::size_t>(tread)] = 1;
      extend(flight, treads, used, true);
      extend(flight, treads, used, false);
      flights.push_back(std::move(flight));
    } else {
      ++failures;
    }
    std::erase_if(steps, [&](const Step& step) {
      return used[static_cast<std::size_t>(step.from)] || used[static_cast<std::size_t>(step.to)];
    });
  }
  return flights;
}

/// The voxels of a flight, the edges of treads included: where they adjoin a wall or riser, cells hold too
/// much to be level.
struct Footprint {
  std::vector<std::vector<Vec2>> treads;
  std::vector<Vec2> faces;  ///< of risers, and of walls along the flight
};

/// Which flight a tread belongs to and its place there; -1 for none.
struct Place {
  int flight = -1, index = -1;
};

std::vector<Place> places_of(const std::vector<Tread>& treads, const std::vector<Flight>& flights) {
  std::vector<Place> places(treads.size());
  for (std::size_t f = 0; f < flights.size(); ++f)
    for (std::size_t i = 0; i < flights[f].treads.size(); ++i)
      places[static_cast<std::size_t>(flights[f].treads[i])] = {static_cast<int>(f), static_cast<int>(i)};
  return places;
}

std::vector<Footprint> footprints(const LevelCloud& cloud, const LevelCells& cells,
                                  const std::vector<Tread>& treads, const std::vector<Flight>& flights) {
  const std::vector<Place> places = places_of(treads, flights);
  std::vector<Footprint> prints(flights.size());
  for (std::size_t f = 0; f < flights.size(); ++f) prints[f].treads.resize(flights[f].treads.size());
  Mask near(cells.frame);
  for (std::size_t t = 0; t < treads.size(); ++t)
    for (const Index i : treads[t].cells) {
      if (places[t].flight < 0) continue;
      const int c = cells.column(cells.levels[i]), r = cells.row(cells.levels[i]);
      for (int dr = -1; dr <= 1; ++dr)
        for (int dc = -1; dc <= 1; ++dc)
          if (cells.frame.inside(c + dc, r + dr)) near.at(c + dc, r + dr) = 1;
    }
  for (const Surfel& surfel : cloud.surfels) {
    const Vec2 p = surfel.mean.head<2>().cast<double>();
    if (!near.get(p, 0)) continue;
    Place on, beside;
    cells.visit_near(cells.frame.column(p.x()), cells.frame.row(p.y()), 1, [&](Index i, double) {
      const int patch = cells.levels[i].patch;
      if (patch < 0 || places[static_cast<std::size_t>(patch)].flight < 0) return;
      const double off = static_cast<double>(surfel.mean.z()) - treads[static_cast<std::size_t>(patch)].z;
      if (std::abs(off) <= kSameLevel)
        on = places[static_cast<std::size_t>(patch)];
      else if (std::abs(off) < kHighRiser)
        beside = places[static_cast<std::size_t>(patch)];
    });
    if (on.flight >= 0)
      prints[static_cast<std::size_t>(on.flight)].treads[static_cast<std::size_t>(on.index)].push_back(p);
    else if (beside.flight >= 0)
      prints[static_cast<std::size_t>(beside.flight)].faces.push_back(p);
  }
  return prints;
}

/// The range that holds all but 1 % of the points at each end.
Interval extent(const std::vector<Vec2>& points, const Vec2& direction) {
  std::vector<double> values;
  values.reserve(points.size());
  for (const Vec2& p : points) values.push_back(p.dot(direction));
  const auto cut = static_cast<std::ptrdiff_t>(values.size() / 100);
  std::nth_element(values.begin(), values.begin() + cut, values.end());
  const double from = values[static_cast<std::size_t>(cut)];
  std::nth_element(values.begin(), values.end() - 1 - cut, values.end());
  return {from, *(values.end() - 1 - cut)};
}

double quantile(std::vector<double> values, double share) {
  const auto place = values.begin() + std::lround(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

double middle(const Interval& range) { return (range.from + range.to) / 2; }

/// How sharply the points gather on lines across `direction`: the sum of squares over bins of 1 cm.
double sharpness(const std::vector<Vec2>& points, const Vec2& direction) {
  constexpr double kBin = 0.01;
  std::map<int, double> bins;
  for (const Vec2& p : points) bins[static_cast<int>(std::floor(p.dot(direction) / kBin))] += 1;
  double sum = 0;
  for (const auto& [bin, count] : bins) sum += count * count;
  return sum;
}

/// The direction near `way` in which risers, and walls beside, are the sharpest.
Vec2 sharpest_direction(const std::vector<Vec2>& faces, const Vec2& way) {
  constexpr int kTurn = 40;                                // quarters of a degree: treads half hidden mislead
  constexpr double kQuarter = std::numbers::pi / 180 / 4;  // 1.3 cm over the length of a flight
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

/// A straight flight in its own direction.
struct StraightFit {
  Vec2 up = Vec2::UnitX();
  Interval sides;    ///< along left_of(up), m
  double first = 0;  ///< middle of the lowest tread along `up`, m
  double going = 0;  ///< m
};

/// Goings of a straight flight are equal: single treads may be torn, all together are not. False where the
/// flight turns: treads then lie elsewhere, or beside each other.
bool fit_straight(const Flight& flight, const std::vector<Tread>& treads, const Footprint& footprint,
                  StraightFit& fit) {
  constexpr double kRegular = 0.10;  // m off the regular place; half a shallow tread that is half hidden
  constexpr double kBeside = 0.25;   // m by which all together are wider than the widest one
  const Tread& lowest = treads[static_cast<std::size_t>(flight.treads.front())];
  const Tread& highest = treads[static_cast<std::size_t>(flight.treads.back())];
  fit.up = sharpest_direction(footprint.faces, (highest.centre - lowest.centre).normalized());
  std::vector<double> middles, goings, firsts, right, left, width;
  for (const std::vector<Vec2>& tread : footprint.treads) {
    if (tread.empty()) return false;
    middles.push_back(middle(extent(tread, fit.up)));
    const Interval sides = extent(tread, left_of(fit.up));
    right.push_back(sides.from);
    left.push_back(sides.to);
    width.push_back(sides.length());
  }
  const std::size_t n = middles.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + n / 2; j < n; ++j)
      goings.push_back((middles[j] - middles[i]) / (flight.number[j] - flight.number[i]));
  fit.going = median(goings);
  for (std::size_t i = 0; i < n; ++i) firsts.push_back(middles[i] - fit.going * flight.number[i]);
  fit.first = median(firsts);
  std::size_t regular = 0;
  for (const double first : firsts) regular += std::abs(first - fit.first) < kRegular;
  fit.sides = {quantile(right, 0.1), quantile(left, 0.9)};  // parts of sides are hidden, not added
  return static_cast<double>(regular) > 0.7 * static_cast<double>(n) &&
         quantile(left, 0.9) - quantile(right, 0.1) < quantile(width, 0.9) + kBeside;
}

/// Hidden treads between a flight and the floor `gap` (m) away, if a whole number of risers fits: flights do
/// not begin in the air. Not more than were seen.
int hidden_treads(double gap, double riser, std::size_t seen) {
  const double risers = gap / riser;
  const int whole = static_cast<int>(std::round(risers));
  return std::abs(risers - whole) < 0.2 && whole >= 1 && whole <= static_cast<int>(seen) + 1 ? whole - 1 : 0;
}

void outline_straight(const Flight& flight, const StraightFit& fit, int below, int above, FoundStair& stair) {
  const double first = fit.first - fit.going * below;
  const double last = fit.first + fit.going * (flight.number.back() + above);
  const Vec2 left = left_of(fit.up);
  const auto at = [&](double along, double across) { return Vec2(along * fit.up + across * left); };
  stair.outline = {at(first - fit.going / 2, fit.sides.from), at(last + fit.going / 2, fit.sides.from),
                   at(last + fit.going / 2, fit.sides.to), at(first - fit.going / 2, fit.sides.to)};
  stair.up_from = at(first, middle(fit.sides));
  stair.up_to = at(last, middle(fit.sides));
}

/// Grows (value 1) or shrinks (value 0) the cells by one in all directions.
Grid<std::int32_t> spread_label(const Grid<std::int32_t>& labels, std::int32_t value) {
  Grid<std::int32_t> grown = labels;
  for (int r = 1; r + 1 < labels.frame.rows; ++r)
    for (int c = 1; c + 1 < labels.frame.columns; ++c)
      for (int dr = -1; dr <= 1; ++dr)
        for (int dc = -1; dc <= 1; ++dc)
          if (labels.at(c + dc, r + dr) == value) grown.at(c, r) = value;
  return grown;
}

/// The outline of all treads together, traced in the frame of the first one so that its sides run along
/// cells.
void outline_turning(const Flight& flight, const std::vector<Tread>& treads, const Footprint& footprint,
                     FoundStair& stair) {
  constexpr double kTrace = 0.03;    // m: half a voxel more than one, so that no cell stays empty
  constexpr int kClose = 3;          // cells over shadows between treads
  constexpr double kCorners = 0.06;  // m off a straight side: the steps of cells and torn edges
  const Vec2 x = treads[static_cast<std::size_t>(flight.treads.front())].along, y = left_of(x);
  Vec2 min = Vec2::Constant(1e9), max = Vec2::Constant(-1e9);
  for (const std::vector<Vec2>& tread : footprint.treads)
    for (const Vec2& p : tread) {
      min = min.cwiseMin(Vec2(p.dot(x), p.dot(y)));
      max = max.cwiseMax(Vec2(p.dot(x), p.dot(y)));
    }
  Grid<std::int32_t> labels(frame_over(min, max, kTrace, (kClose + 2) * kTrace));
  for (const std::vector<Vec2>& tread : footprint.treads)
    for (const Vec2& p : tread) labels.at(labels.frame.column(p.dot(x)), labels.frame.row(p.dot(y))) = 1;
  for (int i = 0; i < kClose; ++i) labels = spread_label(labels, 1);
  for (int i = 0; i < kClose; ++i) labels = spread_label(labels, 0);
  const std::vector<std::vector<Vec2>> rings = trace_contours(labels, 1);
  if (rings.empty()) return;
  for (const Vec2& p : simplify_ring(rings.front(), kCorners)) stair.outline.push_back(p.x() * x + p.y() * y);
  stair.up_from = treads[static_cast<std::size_t>(flight.treads.front())].centre;
  stair.up_to = treads[static_cast<std::size_t>(flight.treads.back())].centre;
}

FoundStair describe(const Flight& flight, const std::vector<Tread>& treads, const Footprint& footprint,
                    const StoreyLevel& level) {
  FoundStair stair;
  StraightFit fit;
  int below = 0, above = 0;
  if (fit_straight(flight, treads, footprint, fit)) {
    const double first = treads[static_cast<std::size_t>(flight.treads.front())].z;
    const double last = treads[static_cast<std::size_t>(flight.treads.back())].z;
    below = hidden_treads(first - level.floor_z, flight.riser, flight.treads.size());
    if (has_floor_above(level))
      above = hidden_treads(level.limit_z + kUnderFloor - last, flight.riser, flight.treads.size());
    outline_straight(flight, fit, below, above, stair);
  } else {
    outline_turning(flight, treads, footprint, stair);
  }
  const int all = below + flight.number.back() + 1 + above;
  stair.risers = all + 1;
  const auto seen = static_cast<double>(flight.treads.size());
  constexpr double kManyTreads = 8;  // so many in a row are nothing else
  stair.confidence = seen / all * std::min(1.0, 0.5 + 0.5 * seen / kManyTreads) *
                     (1 - 0.5 * std::min(1.0, flight.rms / kRiserRms));
  return stair;
}

/// Undersides of a flight rise like it does: of two that lie over each other, the one that was found first.
bool lies_over(const FoundStair& stair, const std::vector<FoundStair>& others) {
  const Vec2 middle = (stair.up_from + stair.up_to) / 2;
  return std::any_of(others.begin(), others.end(),
                     [&](const FoundStair& other) { return contains(other.outline, middle); });
}

}  // namespace

std::vector<FoundStair> find_stairs(const LevelCloud& cloud, const StoreyRaster& raster) {
  std::vector<FoundStair> stairs;
  if (raster.columns.cells.empty()) return stairs;
  LevelCells cells = level_cells(cloud, raster);
  std::vector<Tread> treads = find_treads(cells);
  std::erase_if(treads, [&](const Tread& tread) { return !has_headroom(tread, cells, raster); });
  for (std::size_t t = 0; t < treads.size(); ++t)
    for (const Index i : treads[t].cells) cells.levels[i].patch = static_cast<int>(t);

  const std::vector<Flight> flights = find_flights(treads, cells);
  const std::vector<Footprint> prints = footprints(cloud, cells, treads, flights);
  for (std::size_t f = 0; f < flights.size(); ++f) {
    FoundStair stair = describe(flights[f], treads, prints[f], raster.level);
    if (stair.outline.size() >= 3 && !lies_over(stair, stairs)) stairs.push_back(std::move(stair));
  }
  std::stable_sort(stairs.begin(), stairs.end(),
                   [](const FoundStair& a, const FoundStair& b) { return a.confidence > b.confidence; });
  return stairs;
}

}  // namespace storey
