#include "engine/faces/lines/grow_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "engine/faces/lines/curve_scatter.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/point_sums.h"

namespace storey {
namespace {

// m, over which a cell's own direction is found: the large one is surer, the small one does not mix up the
// two faces of a thin wall.
constexpr std::array<double, 2> kDirectionRadii = {0.10, 0.05};
constexpr double kAboutNoise = 5.0;  // factor on the noise: nearer than that a surface is as thick as long
constexpr double kMinLength = 0.12;  // m: the reveal of an outer wall
constexpr double kClearer =
    0.15;  // share of linearity that a smaller neighbourhood has to add: fewer cells know less
constexpr double kWide = 1.5;      // factor on the tolerance while the line is not yet turned
constexpr int kWideRounds = 2;     // rounds until it is
constexpr int kRounds = 8;         // rounds until the members no longer change
constexpr int kMinHeightBins = 3;  // bins, 0.15 m: less is the edge of something horizontal
constexpr double kAngle = 0.42;    // rad (24°) by which a cell's direction may differ from its face's

struct CellInfo {
  int column, row;
  Vec2 position;
  double weight;     // height bins hit
  double direction;  // rad, [0, π)
  double linearity;  // 0…1
  bool taken = false;
};

struct Evidence {
  std::vector<CellInfo> cells;
  Grid<std::int32_t> index;  // -1 or index into cells

  const CellInfo& cell(std::int32_t i) const { return cells[static_cast<std::size_t>(i)]; }
};

/// The direction of the cells around one, kept if it is clearer than the one known.
void find_direction(const Evidence& evidence, double radius, CellInfo& cell) {
  const GridFrame& frame = evidence.index.frame;
  const int reach = static_cast<int>(std::ceil(radius / frame.cell));
  PointSums<2> sums;
  int members = 0;
  each_cell_near(frame, cell.column, cell.row, reach, [&](int c, int r) {
    const std::int32_t other = evidence.index.at(c, r);
    if (other < 0) return;
    const CellInfo& o = evidence.cell(other);
    if ((o.position - cell.position).norm() > radius) return;
    sums.add(o.position - cell.position, o.weight);
    ++members;
  });
  if (members < 3) return;
  const auto [values, vectors] = sums.scatter();
  const double small = std::max(0.0, values[0]), large = values[1];
  const double linearity = large > 0 ? 1 - std::sqrt(small / large) : 0;
  if (linearity <= cell.linearity + (cell.linearity > 0 ? kClearer : 0)) return;
  const Vec2 axis = vectors.col(1);
  cell.linearity = linearity;
  cell.direction = std::atan2(axis.y(), axis.x());
  if (cell.direction < 0) cell.direction += M_PI;
}

/// Height bins hit over a cell from `from` (m above the floor) up to the ceiling; 0 where they are too few
/// for a face.
int upright_bins(const StoreyRaster& raster, double from, int column, int row) {
  const RasterColumn cell = raster.columns.at(column, row);
  if (cell.weight == 0) return 0;
  const double ceiling = raster.ceiling_at(raster.columns.frame.centre(column, row));
  const int height =
      (cell.hit & raster.bins.range(raster.level.floor_z + from, ceiling - kCeilingEdge)).count();
  return height < kMinHeightBins ? 0 : height;
}

/// The cells that are upright from `from` (m above the floor) on.
Evidence collect(const StoreyRaster& raster, double from, double noise, int threads) {
  const GridFrame& frame = raster.columns.frame;
  Evidence evidence;
  evidence.index = Grid<std::int32_t>(frame, -1);
  const auto rows = static_cast<std::size_t>(frame.rows);
  std::vector<std::size_t> first(rows + 1, 0);  // cell of each row
  parallel_for(rows, threads, [&](std::size_t r) {
    for (int c = 0; c < frame.columns; ++c)
      if (const int height = upright_bins(raster, from, c, static_cast<int>(r)); height > 0) {
        evidence.index.at(c, static_cast<int>(r)) = height;
        ++first[r + 1];
      }
  });
  std::partial_sum(first.begin(), first.end(), first.begin());
  evidence.cells.resize(first.back());
  parallel_for(rows, threads, [&](std::size_t row) {
    const int r = static_cast<int>(row);
    std::size_t next = first[row];
    for (int c = 0; c < frame.columns; ++c) {
      std::int32_t& index = evidence.index.at(c, r);  // as yet the height
      if (index < 0) continue;
      const RasterColumn column = raster.columns.at(c, r);
      evidence.cells[next] = {c, r, column.mean(), static_cast<double>(index), 0, 0};
      index = static_cast<std::int32_t>(next++);
    }
  });
  parallel_for(evidence.cells.size(), threads, [&](std::size_t i) {
    for (const double radius : kDirectionRadii)
      find_direction(evidence, std::max(radius, kAboutNoise * noise), evidence.cells[i]);
  });
  return evidence;
}

double angle_between(double a, double b) {
  const double d = std::fabs(a - b);
  return std::min(d, M_PI - d);
}

/// What lies on a line: from where to where it goes on, and its cells.
struct OnLine {
  Interval extent;
  std::vector<std::int32_t> members;
};

/// Adds the free cells within `tolerance` (m) of the line whose position falls into [s − step/2, s + step/2)
/// of it. `direction`: that of the line, rad. True if there was one.
bool collect_at(const Evidence& evidence, const Line2& line, double s, double tolerance, double direction,
                std::vector<std::int32_t>& members) {
  const GridFrame& frame = evidence.index.frame;
  const Vec2 centre = line.at(s);
  const double step = frame.cell;
  const int radius = static_cast<int>(std::ceil((tolerance + step) / frame.cell));
  const std::size_t before = members.size();
  each_cell_near(frame, frame.column(centre.x()), frame.row(centre.y()), radius, [&](int c, int r) {
    const std::int32_t i = evidence.index.at(c, r);
    if (i < 0) return;
    const CellInfo& cell = evidence.cell(i);
    if (cell.taken || std::abs(line.offset(cell.position)) > tolerance) return;
    const double along = line.along(cell.position) - s;
    if (along < -step / 2 || along >= step / 2) return;
    // What is less straight has no direction of its own.
    if (cell.linearity > kLargely && angle_between(cell.direction, direction) > kAngle) return;
    members.push_back(i);
  });
  return members.size() > before;
}

/// Free cells within `tolerance` (m) of the line, outwards from `from` until a gap or `reach` (m).
OnLine cells_on(const Evidence& evidence, const Line2& line, const Vec2& from, double tolerance,
                double reach = 1e9) {
  OnLine on;
  const double s0 = line.along(from);
  const double angle = std::atan2(line.direction.y(), line.direction.x());
  const double direction = angle < 0 ? angle + M_PI : angle;
  const double step = evidence.index.frame.cell;
  for (const double sign : {1.0, -1.0}) {
    double last = s0;
    for (double s = sign > 0 ? s0 : s0 - step; std::abs(s - s0) < reach; s += sign * step) {
      if (std::abs(s - last) > kLeastGap) break;
      if (collect_at(evidence, line, s, tolerance, direction, on.members)) last = s;
    }
    (sign > 0 ? on.extent.to : on.extent.from) = last + (sign > 0 ? step / 2 : -step / 2);
  }
  return on;
}

/// The line through the cells, as near to `seed` as numbers need, that runs as `before` does.
Line2 line_through(const Evidence& evidence, const std::vector<std::int32_t>& members, const Vec2& seed,
                   const Vec2& before) {
  PointSums<2> sums;
  for (const std::int32_t i : members) sums.add(evidence.cell(i).position - seed, evidence.cell(i).weight);
  const Vec2 direction = sums.scatter().vectors.col(1);
  return {sums.mean() + seed, direction.dot(before) < 0 ? Vec2(-direction) : direction};
}

/// m by which the members of a line scatter about the surface they may show.
double scatter_of(const Evidence& evidence, const Line2& line, const Interval& extent,
                  const std::vector<std::int32_t>& members) {
  std::vector<CurvePoint> points;
  points.reserve(members.size());
  for (const std::int32_t i : members) {
    const CellInfo& cell = evidence.cell(i);
    points.push_back({line.along(cell.position), line.offset(cell.position), cell.weight});
  }
  return scatter_about_curve(points, extent);
}

/// Cells within `tolerance` (m) of a line; `noise` (m) is that of a surface.
struct Band {
  double tolerance, noise;

  /// Does what scatters by `rms` (m) fill the band rather than lie on a surface in it?
  bool filled_by(double rms) const {
    const double even = tolerance * tolerance / 3;
    // Noise that a narrow band cuts off has less of its variance.
    const double surface = std::min(noise * noise, kHalf * even);
    return rms * rms >= surface + kClearly * (even - surface);
  }
};

struct Grown : GrownLine {
  std::vector<std::int32_t> members;  // cells
};

/// The line that the neighbourhood of a seed converges to.
std::optional<Grown> grow(const Evidence& evidence, const CellInfo& seed, const Band& band) {
  Grown grown;
  grown.line = {seed.position, Vec2(std::cos(seed.direction), std::sin(seed.direction))};
  double reach = kBump, length = 0;  // first a straight piece, then all that continues it
  for (int round = 0; round < kRounds; ++round) {
    const double tolerance = (round < kWideRounds ? kWide : 1) * band.tolerance;
    const OnLine on = cells_on(evidence, grown.line, seed.position, tolerance, reach);
    if (on.members.size() < 4) return std::nullopt;
    grown.line = line_through(evidence, on.members, seed.position, grown.line.direction);
    const double previous = std::exchange(length, on.extent.length());
    if (round > 2 && std::abs(previous - length) < 1e-3) break;
    reach *= 3;
  }
  OnLine on = cells_on(evidence, grown.line, seed.position, band.tolerance);
  if (on.extent.length() < kMinLength) return std::nullopt;
  grown.extent = on.extent;
  grown.members = std::move(on.members);
  double squares = 0, weight = 0;
  for (const std::int32_t i : grown.members) {
    const CellInfo& member = evidence.cell(i);
    squares += member.weight * std::pow(grown.line.offset(member.position), 2);
    weight += member.weight;
  }
  grown.rms = std::sqrt(squares / weight);
  grown.thin = grown.extent.length() < kAtCorner ||
               !band.filled_by(scatter_of(evidence, grown.line, grown.extent, grown.members));
  return grown;
}

/// The face about a seed. Where two stations show one wall a finger's breadth apart, only a narrower band
/// than the scan's noise asks for holds one sheet alone; where many ways show it, as of a phone, only a wider
/// one holds all of them, and what fills that as well is clutter.
std::optional<Grown> grow_thin(const Evidence& evidence, const CellInfo& seed, const LineWidth& width) {
  std::optional<Grown> grown = grow(evidence, seed, {width.sheet, width.noise});
  if (!grown || grown->thin) return grown;
  for (const double tolerance : {width.sheet / 2, width.surface}) {
    if (tolerance == width.sheet) continue;
    std::optional<Grown> other = grow(evidence, seed, {tolerance, width.noise});
    if (other && other->thin && other->extent.length() > kNearlyAll * grown->extent.length()) return other;
  }
  return grown;
}

void take(const std::vector<std::int32_t>& members, Evidence& evidence) {
  for (const std::int32_t i : members) evidence.cells[static_cast<std::size_t>(i)].taken = true;
}

/// Takes the cells of columns, which are no lines'.
void take_columns(std::span<const StandingColumn> columns, Evidence& evidence) {
  for (const StandingColumn& column : columns)
    each_cell_about(evidence.index.frame, column.centre, column.radius + column.band, [&](int c, int r) {
      const std::int32_t i = evidence.index.at(c, r);
      if (i < 0) return;
      CellInfo& cell = evidence.cells[static_cast<std::size_t>(i)];
      cell.taken = cell.taken || column.holds(cell.position);
    });
}

/// Grows lines from all cells that none has taken yet, the strongest first.
std::vector<Grown> grow_from_all(const LineWidth& width, Evidence& evidence) {
  std::vector<std::int32_t> seeds(evidence.cells.size());
  std::iota(seeds.begin(), seeds.end(), 0);
  const auto strength = [&](std::int32_t i) { return evidence.cell(i).weight * evidence.cell(i).linearity; };
  std::ranges::stable_sort(seeds, std::ranges::greater{}, strength);
  std::vector<Grown> lines;
  for (const std::int32_t seed : seeds) {
    const CellInfo& cell = evidence.cell(seed);
    if (cell.taken || cell.linearity < kHalf) continue;  // from a corner no face grows
    std::optional<Grown> grown = grow_thin(evidence, cell, width);
    if (!grown) continue;
    take(grown->members, evidence);
    lines.push_back(std::move(*grown));
  }
  return lines;
}

/// Lines of what shows above people's heads, where hardly anything stands before walls. Each goes on along
/// what shows on it lower down, and takes all that leans on it there.
std::vector<GrownLine> grow_above_heads(const StoreyRaster& raster, const LineWidth& width,
                                        std::span<const StandingColumn> columns, int threads,
                                        Evidence& evidence) {
  Evidence upper = collect(raster, kHeadHeight, width.noise, threads);
  take_columns(columns, upper);
  std::vector<GrownLine> lines;
  for (const Grown& grown : grow_from_all(width, upper)) {
    if (!grown.thin || grown.extent.length() < kShortestWall) continue;
    GrownLine line = grown;
    const Vec2 middle = line.line.at(line.extent.middle());
    const Interval lower = cells_on(evidence, line.line, middle, width.sheet).extent;
    take(cells_on(evidence, line.line, middle, kWide * width.surface).members, evidence);
    line.extent = {std::min(line.extent.from, lower.from), std::max(line.extent.to, lower.to)};
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::vector<GrownLine> grow_lines(const StoreyRaster& raster, const LineWidth& width,
                                  std::span<const StandingColumn> columns, int threads) {
  Evidence evidence = collect(raster, kWallFoot, width.noise, threads);
  take_columns(columns, evidence);
  std::vector<GrownLine> lines;
  if (width.blurred) lines = grow_above_heads(raster, width, columns, threads, evidence);
  std::ranges::copy(grow_from_all(width, evidence), std::back_inserter(lines));
  return lines;
}

}  // namespace storey
