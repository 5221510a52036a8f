#include "engine/faces/lines/square_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

/// A cell that is hit over most of a person's height.
struct TallCell {
  int column, row;
  Vec2 position;
  double weight;  ///< voxels
};
using Thing = std::vector<TallCell>;

/// Its sides, m in its own directions: of `axis`, and to the left of it.
struct Rectangle {
  Vec2 axis;
  Interval along, across;
  std::array<bool, 4> shown{};  ///< its sides, from each corner to the next

  Vec2 at(double s, double d) const { return s * axis + d * left_of(axis); }
  /// Counter-clockwise.
  std::vector<Vec2> corners() const {
    return {at(along.from, across.from), at(along.to, across.from), at(along.to, across.to),
            at(along.from, across.to)};
  }
  Vec2 centre() const { return at(along.middle(), across.middle()); }
  double width() const { return along.length(); }
  double depth() const { return across.length(); }
  /// In units of half its sides, from its centre.
  Vec2 relative(const Vec2& p) const {
    const Vec2 d = p - centre();
    return {2 * d.dot(axis) / width(), 2 * cross(axis, d) / depth()};
  }
  /// m from its outline; negative inside.
  double off(const Vec2& p) const {
    const Vec2 d = p - centre();
    return std::max(std::abs(d.dot(axis)) - width() / 2, std::abs(cross(axis, d)) - depth() / 2);
  }
};

/// Marks what is hit over most of the height from tables to heads, be it 4 cm beside it, and no round column
/// holds.
Mask tall_cells(const StoreyRaster& raster, std::span<const StandingColumn> round) {
  const GridFrame& frame = raster.columns.frame;
  const HeightMask body = raster.above_floor(kTableTop, kHeadHeight);
  Mask tall(frame);
  each_cell(frame, [&](int c, int r) {
    if (raster.columns.hit_in(c, r, body))
      tall.at(c, r) = (raster.hit_about(frame.centre(c, r)) & body).count() > kHalf * body.count();
  });
  for (const StandingColumn& column : round)
    each_cell_about(frame, column.centre, column.radius + column.band, [&](int c, int r) {
      if (column.holds(frame.centre(c, r))) tall.at(c, r) = 0;
    });
  return tall;
}

/// The cells that hang together with one, over gaps that thin scans leave. Takes them from the mask.
Thing take_thing(const StoreyRaster& raster, int column, int row, Mask& tall) {
  const GridFrame& frame = raster.columns.frame;
  const int reach = static_cast<int>(std::lround(kThinSpacing / frame.cell));
  Thing thing;
  const auto take = [&](int c, int r) {
    tall.at(c, r) = 0;
    const RasterColumn cell = raster.columns.at(c, r);
    thing.push_back({c, r, cell.mean(), static_cast<double>(cell.weight)});
  };
  take(column, row);
  for (std::size_t i = 0; i < thing.size(); ++i) {
    const TallCell from = thing[i];  // `thing` grows
    each_cell_near(frame, from.column, from.row, reach, [&](int c, int r) {
      if (tall.at(c, r)) take(c, r);
    });
  }
  return thing;
}

Interval extent_along(const Thing& thing, const Vec2& direction) {
  const auto [from, to] =
      std::ranges::minmax(thing, {}, [&](const TallCell& cell) { return cell.position.dot(direction); });
  return {from.position.dot(direction), to.position.dot(direction)};
}

/// How much of a thing lies near two lines square to a direction: the fullest of each half.
double in_sides(const Thing& thing, const Vec2& direction, double band) {
  const double bin = kVoxel / 4;
  const Interval extent = extent_along(thing, direction);
  std::vector<double> bins(static_cast<std::size_t>(extent.length() / bin) + 1, 0.0);
  for (const TallCell& cell : thing)
    bins[static_cast<std::size_t>((cell.position.dot(direction) - extent.from) / bin)] += cell.weight;
  const auto width = static_cast<std::size_t>(std::lround(2 * band / bin));
  double sum = 0;
  std::array<double, 2> fullest = {0, 0};
  for (std::size_t i = 0; i < bins.size(); ++i) {
    sum += bins[i] - (i >= width ? bins[i - width] : 0.0);
    double& best = fullest[2 * i > bins.size() + width ? 1 : 0];
    best = std::max(best, sum);
  }
  return fullest[0] + fullest[1];
}

/// The direction in which most of the thing lies near the sides of a rectangle.
Vec2 direction_of(const Thing& thing, double band) {
  const auto direction = [](double degrees) {
    return Vec2(std::cos(degrees * M_PI / 180), std::sin(degrees * M_PI / 180));
  };
  double best = -1, at = 0;
  const auto look = [&](double from, double to, double step) {
    for (double degrees = from; degrees < to; degrees += step) {
      const Vec2 axis = direction(degrees);
      const double sum = in_sides(thing, axis, band) + in_sides(thing, left_of(axis), band);
      if (sum > best) {
        best = sum;
        at = degrees;
      }
    }
  };
  look(-45, 45, 1);
  look(at - 1, at + 1, 0.25);
  return direction(at);
}

/// What a thing shows near a line square to a direction.
struct Shown {
  double length = 0;  ///< m of it
  double offset = 0;  ///< m: its mean
};

Shown shown_near(const Thing& thing, const Vec2& direction, double offset, double band) {
  std::vector<double> across;
  double sum = 0, weights = 0;
  for (const TallCell& cell : thing) {
    const double at = cell.position.dot(direction);
    if (std::abs(at - offset) > band) continue;
    sum += cell.weight * at;
    weights += cell.weight;
    across.push_back(cell.position.dot(left_of(direction)));
  }
  if (across.empty()) return {};
  std::ranges::sort(across);
  Shown shown{kVoxel, sum / weights};
  for (std::size_t i = 1; i < across.size(); ++i)
    shown.length += std::min(across[i] - across[i - 1], kOneSurface);
  return shown;
}

/// Where the side of a thing lies towards which `direction` looks, and whether it shows: the outermost place
/// where much of its length does, or else as far as the thing goes.
std::pair<double, bool> side_of(const Thing& thing, const Vec2& direction, double band) {
  const Interval extent = extent_along(thing, direction);
  const double much = kNearlyHalf * extent_along(thing, left_of(direction)).length();
  Shown best;
  for (double offset = extent.to; offset > extent.middle(); offset -= kVoxel / 2) {
    const Shown shown = shown_near(thing, direction, offset, band);
    if (best.length > much && shown.length <= best.length) return {best.offset, true};
    best = shown;
  }
  std::vector<std::pair<double, double>> inwards;  // offsets and weights
  double total = 0, past = 0;
  for (const TallCell& cell : thing) {
    inwards.emplace_back(cell.position.dot(direction), cell.weight);
    total += cell.weight;
  }
  std::ranges::sort(inwards, std::greater());
  for (const auto& [offset, weight] : inwards)
    if ((past += weight) > kHardlyAny * total) return {offset, false};
  return {extent.to, false};
}

Rectangle fit(const Thing& thing, double band) {
  Rectangle rectangle{direction_of(thing, band), {}, {}};
  const auto sides = [&](const Vec2& direction, std::size_t at_back, std::size_t at_front) {
    const auto [back, back_shows] = side_of(thing, -direction, band);
    const auto [front, front_shows] = side_of(thing, direction, band);
    rectangle.shown[at_back] = back_shows;
    rectangle.shown[at_front] = front_shows;
    return Interval{-back, front};
  };
  rectangle.along = sides(rectangle.axis, 3, 1);
  rectangle.across = sides(left_of(rectangle.axis), 0, 2);
  return rectangle;
}

/// Does it go from floor to ceiling, on most of the way around?
bool stands(const StoreyRaster& raster, const Thing& thing, const Rectangle& rectangle) {
  std::array<HeightMask, kAround> sectors;
  for (const TallCell& cell : thing) {
    const Vec2 p = rectangle.relative(cell.position);
    const double turn = std::atan2(p.y(), p.x()) / (2 * M_PI) + 1;
    sectors[static_cast<std::size_t>(turn * kAround) % kAround] |=
        raster.columns.hit_at(cell.column, cell.row);
  }
  const HeightMask height =
      raster.bins.range(raster.level.floor_z + kFloorBand, raster.ceiling_at(rectangle.centre()) - kMoulding);
  int seen = 0, hit = 0;
  for (const HeightMask& sector : sectors) {
    if (!sector) continue;
    ++seen;
    hit += (sector & height).count();
  }
  return seen > kClearly * kAround && hit > kClearly * seen * height.count();
}

/// Does it hide the ceiling, and does the floor show around it?
bool is_alone(const StoreyRaster& raster, const Rectangle& rectangle) {
  const double ceiling = raster.ceiling_at(rectangle.centre());
  const HeightMask on_floor = raster.floor_bins(),
                   on_ceiling = raster.bins.range(ceiling - kCeilingEdge, ceiling + kMoulding);
  const GridFrame& frame = raster.columns.frame;
  const double side = std::min(rectangle.width(), rectangle.depth());
  int inside = 0, ceiled = 0, around = 0, floored = 0;
  each_cell_about(frame, rectangle.centre(), std::max(rectangle.width(), rectangle.depth()) + kLeastGap,
                  [&](int c, int r) {
                    const double off = rectangle.off(frame.centre(c, r));
                    if (off < -kLittle * side) {
                      ++inside;
                      ceiled += raster.columns.hit_in(c, r, on_ceiling) ? 1 : 0;
                    } else if (off > kStandsOut && off < kLeastGap) {
                      ++around;
                      floored += raster.columns.hit_near(c, r, 1, on_floor) ? 1 : 0;
                    }
                  });
  return ceiled <= kLittle * inside && floored > kLargely * around;
}

StandingColumn column_of(const Rectangle& rectangle, double band) {
  StandingColumn column;
  column.centre = rectangle.centre();
  column.radius = std::hypot(rectangle.width(), rectangle.depth()) / 2;
  column.outline = rectangle.corners();
  column.band = band;
  for (std::size_t i = 0; i < 4; ++i)
    if (rectangle.shown[i]) column.sides.emplace_back(column.outline[(i + 1) % 4], column.outline[i]);
  return column;
}

}  // namespace

std::vector<StandingColumn> find_square_columns(const StoreyRaster& raster,
                                                std::span<const StandingColumn> round, double width) {
  const double band = std::max(kVoxel, width);
  const GridFrame& frame = raster.columns.frame;
  Mask tall = tall_cells(raster, round);
  std::vector<StandingColumn> columns;
  each_cell(frame, [&](int c, int r) {
    if (!tall.at(c, r)) return;
    const Thing thing = take_thing(raster, c, r, tall);
    const auto [left, right] = std::ranges::minmax(thing, {}, &TallCell::column);
    const auto [low, high] = std::ranges::minmax(thing, {}, &TallCell::row);
    if (std::max(right.column - left.column, high.row - low.row) * frame.cell > kLongWall * M_SQRT2) return;
    const Rectangle rectangle = fit(thing, band);
    const auto [least, most] = std::minmax({rectangle.width(), rectangle.depth()});
    if (least < kThinnestColumn || most > kLongWall || std::ranges::count(rectangle.shown, true) < 2) return;
    if (stands(raster, thing, rectangle) && is_alone(raster, rectangle))
      columns.push_back(column_of(rectangle, band));
  });
  return columns;
}

}  // namespace storey
