#include "engine/stages/find_faces.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>

#include "engine/stages/curtain_wall.h"
#include "engine/stages/standing.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

// m, over which a cell's own direction is found: the large one is surer, the small one does not mix up the
// two faces of a thin wall.
constexpr std::array<double, 2> kDirectionRadii = {0.10, 0.05};
constexpr double kMaxGap = 0.30;        // m without a hit before a face ends
constexpr double kMinLength = 0.12;     // m: the reveal of an outer wall
constexpr int kMinHeightBins = 3;       // bins, 0.15 m: less is the edge of something horizontal
constexpr double kTopBand = 0.25;       // m below the ceiling: above door heads, and few things else reach it
constexpr double kFilledBand = 0.5;     // share of the tolerance: rms where a band is filled (evenly: 0.58)
constexpr double kThinFace = 0.3;       // share of the tolerance: scatter across short pieces of a face
constexpr double kThinFill = 0.25;      // share of the height bins hit below which a scan is thin
constexpr double kThinPiece = 0.20;     // m: points of a thin scan 20 m away are as far apart
constexpr double kCeilingSkirt = 0.06;  // m below the ceiling that belong to the ceiling itself
constexpr double kKnee = 0.4;           // m above the floor
constexpr double kTableTop = 0.9;       // m above the floor: tables, radiators and sills end below
constexpr double kHeadHeight = 1.8;     // m above the floor: below the heads of doors
constexpr double kMinBody = 0.2;        // share of a wall's length that shows below its lintels
constexpr double kMaxLintel = 3.0;      // m of face above openings alone, if there is hardly any other
constexpr double kAngle = 0.42;         // rad (24°) by which a cell's direction may differ from its face's

struct CellInfo {
  int column, row;
  Vec2 position;
  double weight;     // height bins hit
  double direction;  // rad, [0, π)
  double linearity;  // 0…1
  int face = -1;     // which face took it
};

struct Evidence {
  std::vector<CellInfo> cells;
  Grid<std::int32_t> index;  // -1 or index into cells
};

/// Weighted moments of cells, for a total least squares line.
struct LineSums {
  double w = 0;
  Vec2 sum = Vec2::Zero();
  double xx = 0, xy = 0, yy = 0;
  void add(const Vec2& p, double weight) {
    w += weight;
    sum += weight * p;
    xx += weight * p.x() * p.x();
    xy += weight * p.x() * p.y();
    yy += weight * p.y() * p.y();
  }
  /// Eigen decomposition of the scatter about the mean; values ascending, per unit of weight.
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> solve() const {
    const Vec2 m = mean();
    Eigen::Matrix2d c;
    c << xx / w - m.x() * m.x(), xy / w - m.x() * m.y(), xy / w - m.x() * m.y(), yy / w - m.y() * m.y();
    return Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(c);
  }
  Vec2 mean() const { return sum / w; }
};

/// The direction of the cells around one, kept if it is clearer than the one known.
void find_direction(const Evidence& evidence, double radius, CellInfo& cell) {
  const GridFrame& frame = evidence.index.frame;
  const int reach = static_cast<int>(std::ceil(radius / frame.cell));
  LineSums sums;
  int members = 0;
  for (int r = std::max(0, cell.row - reach); r <= std::min(frame.rows - 1, cell.row + reach); ++r)
    for (int c = std::max(0, cell.column - reach); c <= std::min(frame.columns - 1, cell.column + reach);
         ++c) {
      const std::int32_t other = evidence.index.at(c, r);
      if (other < 0) continue;
      const CellInfo& o = evidence.cells[static_cast<std::size_t>(other)];
      if ((o.position - cell.position).norm() > radius) continue;
      sums.add(o.position - cell.position, o.weight);
      ++members;
    }
  if (members < 3) return;
  const auto solver = sums.solve();
  const double small = std::max(0.0, solver.eigenvalues()[0]), large = solver.eigenvalues()[1];
  const double linearity = large > 0 ? 1 - std::sqrt(small / large) : 0;
  if (linearity <= cell.linearity + (cell.linearity > 0 ? 0.15 : 0)) return;
  const Vec2 axis = solver.eigenvectors().col(1);
  cell.linearity = linearity;
  cell.direction = std::atan2(axis.y(), axis.x());
  if (cell.direction < 0) cell.direction += M_PI;
}

Evidence collect(const StoreyRaster& raster) {
  const GridFrame& frame = raster.columns.frame;
  Evidence evidence;
  evidence.index = Grid<std::int32_t>(frame, -1);
  const double floor = raster.level.floor_z;
  for (int r = 0; r < frame.rows; ++r)
    for (int c = 0; c < frame.columns; ++c) {
      const RasterColumn& column = raster.columns.at(c, r);
      if (column.weight == 0) continue;
      const double ceiling = raster.ceiling_at(frame.centre(c, r));
      const int height = std::popcount(column.hit & raster.bins.range(floor + 0.12, ceiling - 0.05));
      if (height < kMinHeightBins) continue;
      evidence.index.at(c, r) = static_cast<std::int32_t>(evidence.cells.size());
      evidence.cells.push_back({c, r, Vec2(static_cast<double>(column.x), static_cast<double>(column.y)),
                                static_cast<double>(height), 0, 0});
    }
  for (CellInfo& cell : evidence.cells)
    for (const double radius : kDirectionRadii) find_direction(evidence, radius, cell);
  return evidence;
}

double angle_between(double a, double b) {
  const double d = std::fabs(a - b);
  return std::min(d, M_PI - d);
}

/// Grows one face from a seed cell over the free cells near its line.
class Grower {
 public:
  Grower(Evidence& evidence, double tolerance) : evidence_(evidence), tolerance_(tolerance) {}

  /// The line and extent that the seed's neighbourhood converges to, and the cells on it.
  bool grow(const CellInfo& seed, Line2* line, Interval* extent, std::vector<std::int32_t>* members) const {
    *line = {seed.position, Vec2(std::cos(seed.direction), std::sin(seed.direction))};
    double reach = 0.25;  // m: first a straight piece, then all that continues it
    for (int round = 0; round < 8; ++round) {
      const double previous = extent->length();
      gather(*line, seed.position, reach, round < 2 ? 1.5 * tolerance_ : tolerance_, extent, members);
      if (members->size() < 4) return false;
      LineSums sums;
      for (const std::int32_t i : *members) {
        const CellInfo& cell = evidence_.cells[static_cast<std::size_t>(i)];
        sums.add(cell.position - seed.position, cell.weight);
      }
      Vec2 direction = sums.solve().eigenvectors().col(1);
      if (direction.dot(line->direction) < 0) direction = -direction;
      *line = {sums.mean() + seed.position, direction};
      if (round > 2 && std::abs(previous - extent->length()) < 1e-3) break;
      reach *= 3;
    }
    gather(*line, seed.position, 1e9, tolerance_, extent, members);
    return extent->length() >= kMinLength;
  }

 private:
  /// Free cells within `tolerance` of the line, outwards from `from` until a gap or `reach`.
  void gather(const Line2& line, const Vec2& from, double reach, double tolerance, Interval* extent,
              std::vector<std::int32_t>* members) const {
    members->clear();
    const double s0 = line.along(from);
    *extent = {s0, s0};
    const double angle = std::atan2(line.direction.y(), line.direction.x());
    const double direction = angle < 0 ? angle + M_PI : angle;
    const double step = evidence_.index.frame.cell;
    for (const double sign : {1.0, -1.0}) {
      double last = s0;
      for (double s = sign > 0 ? s0 : s0 - step; std::abs(s - s0) < reach; s += sign * step) {
        if (std::abs(s - last) > kMaxGap) break;
        if (collect_at(line, s, step, tolerance, direction, members)) last = s;
      }
      (sign > 0 ? extent->to : extent->from) = last + (sign > 0 ? step / 2 : -step / 2);
    }
  }

  /// Cells whose position falls into [s − step/2, s + step/2) of the line. True if there was one.
  bool collect_at(const Line2& line, double s, double step, double tolerance, double direction,
                  std::vector<std::int32_t>* members) const {
    const GridFrame& frame = evidence_.index.frame;
    const Vec2 centre = line.at(s);
    const int radius = static_cast<int>(std::ceil((tolerance + step) / frame.cell));
    const int c0 = frame.column(centre.x()), r0 = frame.row(centre.y());
    bool found = false;
    for (int r = std::max(0, r0 - radius); r <= std::min(frame.rows - 1, r0 + radius); ++r)
      for (int c = std::max(0, c0 - radius); c <= std::min(frame.columns - 1, c0 + radius); ++c) {
        const std::int32_t i = evidence_.index.at(c, r);
        if (i < 0) continue;
        const CellInfo& cell = evidence_.cells[static_cast<std::size_t>(i)];
        if (cell.face >= 0 || std::abs(line.offset(cell.position)) > tolerance) continue;
        const double along = line.along(cell.position) - s;
        if (along < -step / 2 || along >= step / 2) continue;
        if (cell.linearity > 0.7 && angle_between(cell.direction, direction) > kAngle) continue;
        members->push_back(i);
        found = true;
      }
    return found;
  }

  Evidence& evidence_;
  double tolerance_;
};

/// m by which the members scatter about the lines through short pieces of a face: a face is thin, even if it
/// bends; what looks like a line through the clutter about a window or a radiator fills its whole band.
double local_scatter(const Evidence& evidence, const Line2& line, const std::vector<std::int32_t>& members) {
  constexpr double kPiece = 0.08;  // m: four cells, enough for a line and too few to bend much
  std::map<int, LineSums> pieces;
  for (const std::int32_t i : members) {
    const CellInfo& cell = evidence.cells[static_cast<std::size_t>(i)];
    const double s = line.along(cell.position);
    const int piece = static_cast<int>(std::floor(s / kPiece));
    pieces[piece].add({s - (piece + 0.5) * kPiece, line.offset(cell.position)}, cell.weight);
  }
  double squares = 0, weight = 0;
  for (const auto& [index, piece] : pieces) {
    squares += piece.w * std::max(0.0, piece.solve().eigenvalues()[0]);
    weight += piece.w;
  }
  return std::sqrt(squares / weight);
}

/// A line through cells, and whether they are thin about it as those of a surface are.
struct Grown {
  Line2 line;
  Interval extent;
  std::vector<std::int32_t> members;
  double rms = 0;  // m
  bool thin = false;
};

std::optional<Grown> grow(Evidence& evidence, const CellInfo& seed, double tolerance) {
  Grown grown;
  if (!Grower(evidence, tolerance).grow(seed, &grown.line, &grown.extent, &grown.members))
    return std::nullopt;
  double squares = 0, weight = 0;
  for (const std::int32_t i : grown.members) {
    const CellInfo& member = evidence.cells[static_cast<std::size_t>(i)];
    squares += member.weight * std::pow(grown.line.offset(member.position), 2);
    weight += member.weight;
  }
  grown.rms = std::sqrt(squares / weight);
  grown.thin = grown.rms < kFilledBand * tolerance ||
               local_scatter(evidence, grown.line, grown.members) < kThinFace * tolerance;
  return grown;
}

/// The face about a seed. Where two stations show one wall a finger's breadth apart, only a narrower band
/// than the scan's noise asks for holds one sheet alone.
std::optional<Grown> grow_thin(Evidence& evidence, const CellInfo& seed, double tolerance) {
  std::optional<Grown> grown = grow(evidence, seed, tolerance);
  if (!grown || grown->thin) return grown;
  std::optional<Grown> finer = grow(evidence, seed, tolerance / 2);
  constexpr double kAsLong = 0.8;  // share of the wide band's: through clutter a narrow line breaks off
  return finer && finer->rms < kFilledBand * tolerance / 2 &&
                 finer->extent.length() > kAsLong * grown->extent.length()
             ? finer
             : grown;
}

/// Share of pieces of `steps` steps in which any step touches the ceiling.
double contact(const std::vector<bool>& topped, int steps) {
  int pieces = 0, touching = 0;
  for (std::size_t first = 0; first < topped.size(); first += static_cast<std::size_t>(steps)) {
    const std::size_t last = std::min(topped.size(), first + static_cast<std::size_t>(steps));
    ++pieces;
    touching += std::any_of(topped.begin() + static_cast<std::ptrdiff_t>(first),
                            topped.begin() + static_cast<std::ptrdiff_t>(last), [](bool t) { return t; });
  }
  return static_cast<double>(touching) / pieces;
}

/// What the raster shows along a line: the profile and what follows from it.
void describe(const StoreyRaster& raster, double tolerance, WallFace& face) {
  const GridFrame& frame = raster.columns.frame;
  const double floor = raster.level.floor_z;
  const int steps = std::max(1, static_cast<int>(std::ceil(face.length() / frame.cell)));
  face.step = face.length() / steps;
  face.profile.assign(static_cast<std::size_t>(steps), 0);
  const int half = static_cast<int>(std::ceil((tolerance + 0.7 * frame.cell) / (0.5 * frame.cell)));
  const auto beside = [&](double s, double side) {
    // Just beside the face, but nearer than the other face of the thinnest wall.
    int hits = 0;
    for (const double d : {0.012, 0.024, 0.036}) {
      const Vec2 p = face.line.at(s) + side * (tolerance + d) * face.line.normal();
      const double ceiling = raster.ceiling_at(p);
      const std::uint64_t hit = raster.columns.get(p).hit;
      hits += (hit & (raster.bins.range(floor - 0.08, floor + 0.08) |
                      raster.bins.range(ceiling - 0.06, ceiling + 0.12))) != 0;
    }
    return hits >= 1;
  };
  int covered = 0, seen = 0, bodied = 0, filled = 0, left = 0, right = 0;
  std::vector<bool> topped(static_cast<std::size_t>(steps), false);
  for (int i = 0; i < steps; ++i) {
    const double s = face.extent.from + (i + 0.5) * face.step;
    std::uint64_t hit = 0;
    for (int k = -half; k <= half; ++k) {
      const Vec2 p = face.line.at(s) + 0.5 * k * frame.cell * face.line.normal();
      const RasterColumn column = raster.columns.get(p);
      if (column.weight == 0) continue;
      const Vec2 mean(static_cast<double>(column.x), static_cast<double>(column.y));
      if (std::abs(face.line.offset(mean)) <= tolerance + 0.25 * frame.cell) hit |= column.hit;
    }
    face.profile[static_cast<std::size_t>(i)] = hit;
    const double ceiling = raster.ceiling_at(face.line.at(s) + 0.1 * face.line.normal());
    covered += (hit & raster.bins.range(floor + 0.12, ceiling - kCeilingSkirt)) != 0;
    topped[static_cast<std::size_t>(i)] =
        (hit & raster.bins.range(ceiling - kTopBand, ceiling - kCeilingSkirt)) != 0;
    const std::uint64_t shown = hit & raster.bins.range(floor + kKnee, floor + kHeadHeight);
    filled += std::popcount(shown);
    seen += shown != 0;
    bodied += (hit & raster.bins.range(floor + kTableTop, floor + kHeadHeight)) != 0;
    left += beside(s, 1);
    right += beside(s, -1);
  }
  face.coverage = static_cast<double>(covered) / steps;
  face.body = static_cast<double>(bodied) / steps;
  const double fill = seen > 0 ? filled * raster.bins.height / ((kHeadHeight - kKnee) * seen) : 1;
  const double piece = fill < kThinFill ? kThinPiece : face.step;
  face.top_contact = contact(topped, std::max(1, static_cast<int>(std::lround(piece / face.step))));
  face.free_left = static_cast<double>(left) / steps;
  face.free_right = static_cast<double>(right) / steps;
}

/// A sheet that most beams pass: free on both sides, hit rarely, but at all heights. A lintel is hit densely
/// below the ceiling.
bool is_sheer(const StoreyRaster& raster, const WallFace& face) {
  if (std::min(face.free_left, face.free_right) < kFreeOnBothSides) return false;
  const double floor = raster.level.floor_z;
  const int piece = std::max(1, static_cast<int>(std::lround(0.5 / face.step)));
  constexpr double kLintel = 0.4;     // m below the ceiling: door heads are lower, lintels fill it
  constexpr double kSolid = 0.6;      // share of the bins hit there: lintels show more, panes less
  constexpr double kMostBelow = 0.5;  // share of a lintel's length that shows below it
  int pieces = 0, upper = 0, lower = 0, hits = 0;
  double top_hits = 0, top_bins = 0;
  for (std::size_t first = 0; first < face.profile.size(); first += static_cast<std::size_t>(piece)) {
    const std::size_t last = std::min(face.profile.size(), first + static_cast<std::size_t>(piece));
    std::uint64_t together = 0;
    const double s = face.extent.from + (static_cast<double>(first) + 0.5 * piece) * face.step;
    const double ceiling = raster.ceiling_at(face.line.at(s));
    for (std::size_t i = first; i < last; ++i) {
      together |= face.profile[i];
      hits += std::popcount(face.profile[i] & raster.bins.range(floor + 0.2, ceiling - 0.2));
      const std::uint64_t top = raster.bins.range(ceiling - kLintel, ceiling - 0.1);
      top_hits += std::popcount(face.profile[i] & top);
      top_bins += std::popcount(top);
    }
    ++pieces;
    upper += (together & raster.bins.range(std::max(floor + 2.2, ceiling - 0.8), ceiling - 0.12)) != 0;
    lower += (together & raster.bins.range(floor + 0.3, floor + 1.8)) != 0;
  }
  const double bins = std::max(1.0, (raster.level.ceiling_z - floor - 0.4) / raster.bins.height);
  const double density = hits / (bins * static_cast<double>(face.profile.size()));
  return upper >= 0.6 * pieces && lower >= 0.6 * pieces && density < kMaxGlassDensity &&
         (face.body > kMostBelow || top_hits < kSolid * top_bins);
}

/// Furniture seldom reaches the ceiling over its length; walls do, but for what hides their top.
bool is_structural(const StoreyRaster& raster, const WallFace& face) {
  if (face.body < kMinBody && face.length() > kMaxLintel) return false;  // a beam or a duct
  if (face.top_contact >= 0.4) return true;
  int under_ceiling = 0;
  for (double s = face.extent.from; s <= face.extent.to; s += 0.1)
    under_ceiling += raster.ceiling_seen_at(face.line.at(s) + 0.2 * face.line.normal());
  if (under_ceiling * 0.1 > 0.5 * face.length() && face.top_contact < 0.15) return false;
  if (std::min(face.free_left, face.free_right) > 0.5) return false;  // the leaf of an open door
  int tall = 0;
  const std::uint64_t body = raster.bins.range(raster.level.floor_z + 0.2, raster.level.floor_z + 2.0);
  for (const std::uint64_t hit : face.profile) tall += 2 * std::popcount(hit & body) > std::popcount(body);
  return static_cast<double>(tall) > 0.5 * static_cast<double>(face.profile.size()) && face.length() > 0.5;
}

/// The stretches of a face that reach the ceiling, where the whole does not: a pier or a column and, in the
/// same plane, the front of a cupboard or of a window seat.
std::vector<WallFace> standing_parts(const StoreyRaster& raster, double tolerance, const WallFace& face) {
  constexpr double kLeast = 0.30;  // m: the narrowest pier that is told from the edge of a cupboard
  constexpr double kHole = 0.10;   // m that something before it hides
  std::vector<Interval> stretches;
  for (std::size_t i = 0; i < face.profile.size(); ++i) {
    const Interval step{face.extent.from + static_cast<double>(i) * face.step,
                        face.extent.from + static_cast<double>(i + 1) * face.step};
    const double ceiling =
        raster.ceiling_at(face.line.at(step.from + face.step / 2) + 0.1 * face.line.normal());
    if (!(face.profile[i] & raster.bins.range(ceiling - kTopBand, ceiling - kCeilingSkirt))) continue;
    if (!stretches.empty() && step.from - stretches.back().to <= kHole)
      stretches.back().to = step.to;
    else
      stretches.push_back(step);
  }
  std::vector<WallFace> parts;
  for (const Interval& stretch : stretches) {
    if (stretch.length() < kLeast) continue;
    WallFace part = face;
    part.extent = stretch;
    describe(raster, tolerance, part);
    part.structural = part.body > 0.5 && is_structural(raster, part);
    if (part.structural) parts.push_back(std::move(part));
  }
  return parts;
}

/// Is the face, anywhere along it, hit over most of the height from floor to ceiling?
bool full_height(const StoreyRaster& raster, const WallFace& face) {
  constexpr double kMost = 0.7;  // share of the height: furniture hides the rest
  std::uint64_t hit = 0;
  for (const std::uint64_t step : face.profile) hit |= step;
  const double ceiling = raster.ceiling_at((face.start() + face.end()) / 2 + 0.1 * face.line.normal());
  const std::uint64_t height = raster.bins.range(raster.level.floor_z + 0.12, ceiling - kCeilingSkirt);
  return std::popcount(hit & height) > kMost * std::popcount(height);
}

/// Lintels rest on walls at both ends; what hangs from the ceiling otherwise is a beam, a duct or a lamp.
void drop_hanging(const StoreyRaster& raster, std::vector<WallFace>& faces) {
  constexpr double kRest = 0.30;     // m between the end of a lintel and what carries it
  constexpr double kInPlane = 0.05;  // m; a parallel wall farther behind it has it before itself
  constexpr double kAcross = 0.5;    // sine of 30°: what meets a lintel at less runs along it
  const auto carried = [&](const WallFace& lintel, const Vec2& end) {
    return std::any_of(faces.begin(), faces.end(), [&](const WallFace& face) {
      if (&face == &lintel || !face.structural || face.body < kMinBody) return false;
      if (distance_to_segment(end, face.start(), face.end()) >= kRest) return false;
      const bool across = std::abs(cross(face.line.direction, lintel.line.direction)) > kAcross;
      return (across || std::abs(face.line.offset(end)) < kInPlane) && full_height(raster, face);
    });
  };
  std::vector<bool> hanging(faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i)
    hanging[i] = faces[i].structural && !faces[i].curtain_wall && faces[i].body < kMinBody &&
                 !(carried(faces[i], faces[i].start()) && carried(faces[i], faces[i].end()));
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (hanging[i]) faces[i].structural = false;
}

/// What stands out from a wall above head height only is a cornice, a casing or a unit on it: the plan shows
/// the wall.
void drop_cornices(std::vector<WallFace>& faces) {
  constexpr double kDeepest = 0.30;   // m before the wall: half a wall unit's depth
  constexpr double kParallel = 0.99;  // cosine of 8°: cornices follow their wall, but few hits show them
  for (WallFace& face : faces) {
    if (!face.structural || face.curtain_wall || face.body >= kMinBody) continue;
    double behind = 0;
    for (const WallFace& wall : faces) {
      if (!wall.structural || wall.body < 0.5 || wall.line.direction.dot(face.line.direction) < kParallel)
        continue;
      const double depth = -face.line.offset((wall.start() + wall.end()) / 2);
      if (depth <= 0 || depth > kDeepest) continue;
      behind +=
          std::max(0.0, overlap(face.extent, {face.line.along(wall.start()), face.line.along(wall.end())}));
    }
    if (behind > 0.5 * face.length()) face.structural = false;
  }
}

}  // namespace

WallFace flipped(WallFace face) {
  const Interval extent = face.extent;
  face.line = face.line.reversed();
  face.extent = {-extent.to, -extent.from};
  std::reverse(face.profile.begin(), face.profile.end());
  std::reverse(face.stands.begin(), face.stands.end());
  for (Interval& stretch : face.stands) stretch = {face.length() - stretch.to, face.length() - stretch.from};
  std::swap(face.free_left, face.free_right);
  return face;
}

std::uint64_t WallFace::hits_at(double s) const {
  const auto i = static_cast<std::ptrdiff_t>(std::floor((s - extent.from) / step));
  return i < 0 || i >= static_cast<std::ptrdiff_t>(profile.size()) ? 0 : profile[static_cast<std::size_t>(i)];
}

double surface_noise(const std::vector<FlatPatch>& patches) {
  std::vector<float> spreads;
  for (const FlatPatch& patch : patches)
    if (patch.normal.z() < 0.17f) spreads.push_back(patch.spread);
  if (spreads.empty()) return 0.003;
  const auto middle = spreads.begin() + static_cast<std::ptrdiff_t>(spreads.size() / 2);
  std::nth_element(spreads.begin(), middle, spreads.end());
  return static_cast<double>(*middle);
}

std::vector<WallFace> find_faces(const StoreyRaster& raster, double noise) {
  const double tolerance = std::clamp(3 * noise, 0.010, 0.035);
  Evidence evidence = collect(raster);
  std::vector<std::int32_t> seeds(evidence.cells.size());
  for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = static_cast<std::int32_t>(i);
  const auto strength = [&](std::int32_t i) {
    const CellInfo& cell = evidence.cells[static_cast<std::size_t>(i)];
    return cell.weight * cell.linearity;
  };
  std::stable_sort(seeds.begin(), seeds.end(),
                   [&](std::int32_t a, std::int32_t b) { return strength(a) > strength(b); });

  std::vector<WallFace> faces;
  for (const std::int32_t seed : seeds) {
    const CellInfo& cell = evidence.cells[static_cast<std::size_t>(seed)];
    if (cell.face >= 0 || cell.linearity < 0.5) continue;
    const std::optional<Grown> grown = grow_thin(evidence, cell, tolerance);
    if (!grown) continue;
    for (const std::int32_t i : grown->members)
      evidence.cells[static_cast<std::size_t>(i)].face = static_cast<int>(faces.size());
    WallFace face;
    face.line = grown->line;
    face.extent = grown->extent;
    face.rms = grown->rms;
    describe(raster, tolerance, face);
    face.curtain_wall = grown->thin && is_curtain_wall(raster, face);
    face.glass = !face.curtain_wall && is_sheer(raster, face);
    if (!face.glass && !face.curtain_wall && face.free_right > face.free_left) face = flipped(face);
    face.structural = face.curtain_wall || (!face.glass && grown->thin && is_structural(raster, face));
    if (!face.glass && grown->thin && !face.structural)
      std::ranges::move(standing_parts(raster, tolerance, face), std::back_inserter(faces));
    faces.push_back(std::move(face));
  }
  drop_hanging(raster, faces);
  drop_cornices(faces);
  drop_frames(faces);
  find_standing(raster, faces);
  return faces;
}

}  // namespace storey
