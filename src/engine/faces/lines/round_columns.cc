#include "engine/faces/lines/round_columns.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "base/parallel.h"
#include "engine/scan/directions.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/scan/surfel_tiles.h"
#include "geometry/circle.h"
#include "geometry/point_sums.h"

namespace storey {
namespace {

constexpr double kMinRadius = 0.10;  // m: what is thinner is a pipe or a post
constexpr double kMaxRadius = 0.60;  // m: larger ones are round rooms and stairs
constexpr double kEven = 0.55;       // share of the scatter of an even band, from which on it is clutter
constexpr double kMostOff = 0.15;    // share of the cells on the circle that look elsewhere
constexpr double kOverHeads = 0.25;  // m above heads in which columns go on: people and lamps do not

struct TallCell {
  int column, row;
  Vec2 position;
  Vec2 normal = Vec2::Zero();  // zero: not known
  double weight = 0;           // height bins hit
  bool goes_up = false;
};

/// The cells of a part of the raster that are hit over the height of a person.
struct TallCells {
  std::vector<TallCell> cells;
  Grid<std::int32_t> index;  // of the part: -1 or into `cells`
};

/// Part of a raster, in its cells.
struct Part {
  int first_column, first_row, columns, rows;
};

/// The most bins that a cell within 6 cm of one shows.
int most_about(const StoreyRaster& raster, int column, int row, HeightMask bins) {
  const GridFrame& frame = raster.columns.frame;
  const int reach = static_cast<int>(std::lround(kThinSpacing / frame.cell));
  int most = 0;
  each_cell_near(frame, column, row, reach,
                 [&](int c, int r) { most = std::max(most, (raster.columns.hit_at(c, r) & bins).count()); });
  return most;
}

/// What a part of the raster shows over the height of a person. Beams of a thin scan hit a cell less often
/// than that, so bins count that are hit near it; but it has to be hit as often as the cells around it, half
/// of the time, or it is where a column's plinth or taper sticks out.
TallCells tall_cells(const StoreyRaster& raster, const Part& part) {
  const HeightMask body = raster.above_floor(kTableTop, kHeadHeight);
  const HeightMask over_heads = raster.above_floor(kHeadHeight, kHeadHeight + kOverHeads);
  const GridFrame& frame = raster.columns.frame;
  TallCells tall;
  GridFrame part_frame = frame;
  part_frame.columns = part.columns;
  part_frame.rows = part.rows;
  part_frame.origin = frame.origin + frame.cell * Vec2(part.first_column, part.first_row);
  tall.index = Grid<std::int32_t>(part_frame, -1);
  for (int r = 0; r < part.rows; ++r)
    for (int c = 0; c < part.columns; ++c) {
      const int column = part.first_column + c, row = part.first_row + r;
      if (!frame.inside(column, row)) continue;
      const RasterColumn cell = raster.columns.at(column, row);
      const int own = (cell.hit & body).count();
      if (own == 0) continue;
      const HeightMask about = raster.hit_about(frame.centre(column, row));
      if ((about & body).count() <= kHalf * body.count() ||
          own <= kHalf * most_about(raster, column, row, body))
        continue;
      tall.index.at(c, r) = static_cast<std::int32_t>(tall.cells.size());
      tall.cells.push_back({c, r, cell.mean(), Vec2::Zero(), static_cast<double>(own),
                            2 * (about & over_heads).count() > over_heads.count()});
    }
  return tall;
}

/// Visits the cells within `reach` (m) of `p`.
template <class Visit>
void each_about(const TallCells& tall, const Vec2& p, double reach, const Visit& visit) {
  each_cell_about(tall.index.frame, p, reach, [&](int c, int r) {
    const std::int32_t i = tall.index.at(c, r);
    if (i < 0) return;
    const TallCell& cell = tall.cells[static_cast<std::size_t>(i)];
    if ((cell.position - p).squaredNorm() <= reach * reach) visit(cell);
  });
}

/// Tells which way the outline goes at each cell.
void find_normals(TallCells& tall) {
  constexpr int kFewest = 3;  // cells that tell a direction
  for (TallCell& cell : tall.cells) {
    PointSums<2> sums;
    each_about(tall, cell.position, kThinSpacing,
               [&](const TallCell& other) { sums.add(other.position - cell.position); });
    if (sums.weight < kFewest) continue;
    const auto [values, vectors] = sums.scatter();
    if (values[1] > 0 && 1 - std::sqrt(std::max(0.0, values[0]) / values[1]) > kHalf)
      cell.normal = vectors.col(0);
  }
}

int layers() { return static_cast<int>(std::lround((kMaxRadius - kMinRadius) / (2 * kVoxel))) + 1; }

/// Votes of a part of the raster for centres in it, a layer for each radius.
class Votes {
 public:
  explicit Votes(const TallCells& tall)
      : frame_(tall.index.frame), votes_(static_cast<std::size_t>(layers()) * frame_.size(), 0.0f) {
    for (const TallCell& cell : tall.cells) {
      if (cell.normal.isZero()) continue;
      for (int layer = 0; layer < layers(); ++layer)
        for (const double side : {1.0, -1.0}) {
          const Vec2 centre = cell.position + side * radius(layer) * cell.normal;
          if (const std::optional<std::size_t> at = frame_.find(centre)) cast(index(*at, layer));
        }
    }
    std::ranges::sort(cast_);
  }

  static double radius(int layer) { return kMinRadius + layer * 2 * kVoxel; }

  /// Calls `visit` with column, row and layer of each place that has votes: layer by layer, row by row.
  template <class Visit>
  void each(const Visit& visit) const {
    const auto columns = static_cast<std::size_t>(frame_.columns);
    for (const std::size_t i : cast_) {
      const std::size_t cell = i % frame_.size();
      visit(static_cast<int>(cell % columns), static_cast<int>(cell / columns),
            static_cast<int>(i / frame_.size()));
    }
  }
  /// Of the cell, those around it and the layers next to it.
  float about(int column, int row, int layer) const {
    float sum = 0;
    for (int k = std::max(0, layer - 1); k <= std::min(layers() - 1, layer + 1); ++k)
      each_cell_near(frame_, column, row, 1,
                     [&](int c, int r) { sum += votes_[index(frame_.index(c, r), k)]; });
    return sum;
  }

 private:
  std::size_t index(std::size_t cell, int layer) const {
    return static_cast<std::size_t>(layer) * frame_.size() + cell;
  }
  void cast(std::size_t place) {
    if (votes_[place] == 0) cast_.push_back(place);
    votes_[place] += 1;
  }

  GridFrame frame_;
  std::vector<float> votes_;
  std::vector<std::size_t> cast_;  // places that have votes: few, of which the order is that of `votes_`
};

/// Least squares circle through the cells.
Circle fit(const std::vector<const TallCell*>& cells) {
  std::vector<Vec2> points;
  std::vector<double> weights;
  for (const TallCell* cell : cells) {
    points.push_back(cell->position);
    weights.push_back(cell->weight);
  }
  return fit_circle(points, weights);
}

struct Found {
  Circle circle;
  double seen = 0;  // share of the outline
};

/// Share of a circle's outline along which hits about it go from table to head.
double share_seen(const StoreyRaster& raster, const Circle& circle, double band) {
  const HeightMask body = raster.above_floor(kTableTop, kHeadHeight);
  std::vector<HeightMask> sectors(
      static_cast<std::size_t>(std::lround(2 * M_PI * circle.radius / (2 * kVoxel))));
  each_cell_about(raster.columns.frame, circle.centre, circle.radius + band, [&](int c, int r) {
    const RasterColumn cell = raster.columns.at(c, r);
    const Vec2 out = cell.mean() - circle.centre;
    if (cell.weight == 0 || std::abs(out.norm() - circle.radius) > band) return;
    const double turn = std::atan2(out.y(), out.x()) / (2 * M_PI) + 1;
    sectors[static_cast<std::size_t>(turn * static_cast<double>(sectors.size())) % sectors.size()] |=
        cell.hit & body;
  });
  return static_cast<double>(std::ranges::count_if(
             sectors, [&](HeightMask hit) { return hit.count() > kHalf * body.count(); })) /
         static_cast<double>(sectors.size());
}

/// Does the floor show within a circle? Then no column stands there: the sides of a niche, or walls that meet
/// in a corner, touch it.
bool holds_floor(const StoreyRaster& raster, const Circle& circle) {
  const HeightMask on_floor = raster.floor_bins();
  int inside = 0, floored = 0;
  each_cell_about(raster.columns.frame, circle.centre, circle.radius, [&](int c, int r) {
    const Vec2 p = raster.columns.frame.centre(c, r);
    if ((p - circle.centre).norm() > (1 - kLittle) * circle.radius) return;
    ++inside;
    floored += raster.columns.hit_in(c, r, on_floor);
  });
  return floored > kLittle * inside;
}

/// The column about a circle, if one stands there.
std::optional<Found> column_about(const StoreyRaster& raster, const TallCells& tall, Circle circle,
                                  double band) {
  constexpr std::size_t kFewest = 6;  // cells: twice as many as a circle goes through anyhow
  std::vector<const TallCell*> on;
  constexpr int kRounds = 4;  // rounds: the first looks twice as far; with more, columns lose cells to walls
  for (int round = 0; round < kRounds; ++round) {
    on.clear();
    const double width = round == 0 ? 2 * band : band;
    each_about(tall, circle.centre, circle.radius + width, [&](const TallCell& cell) {
      const double off = (cell.position - circle.centre).norm() - circle.radius;
      if (std::abs(off) <= width) on.push_back(&cell);
    });
    if (on.size() < kFewest) return std::nullopt;
    circle = fit(on);
    if (circle.radius < kMinRadius || circle.radius > kMaxRadius) return std::nullopt;
  }
  double all = 0, squares = 0, elsewhere = 0, up = 0;
  for (const TallCell* cell : on) {
    const Vec2 out = cell->position - circle.centre;
    all += cell->weight;
    squares += cell->weight * std::pow(out.norm() - circle.radius, 2);
    const bool radial = std::abs(cell->normal.dot(out.normalized())) > kRoughly;
    elsewhere += radial ? 0 : cell->weight;
    up += cell->goes_up ? cell->weight : 0;
  }
  const double seen = share_seen(raster, circle, band);
  if (squares / all > std::pow(kEven * band, 2) / 3 || elsewhere > kMostOff * all || 2 * up < all ||
      seen < kNearlyHalf || holds_floor(raster, circle))
    return std::nullopt;
  return Found{circle, seen};
}

/// The columns whose centres lie in the inner part of a part of the raster.
std::vector<Found> columns_in(const StoreyRaster& raster, const Part& part, int margin, double band) {
  TallCells tall = tall_cells(raster, part);
  std::vector<Found> found;
  if (tall.cells.empty()) return found;
  find_normals(tall);
  const Votes votes(tall);
  votes.each([&](int c, int r, int layer) {
    if (c < margin || r < margin || c + margin >= part.columns || r + margin >= part.rows) return;
    const double least = kNearlyHalf * 2 * M_PI * Votes::radius(layer) / raster.columns.frame.cell;
    if (votes.about(c, r, layer) < static_cast<float>(least)) return;
    if (auto column = column_about(raster, tall, {tall.index.frame.centre(c, r), Votes::radius(layer)}, band))
      found.push_back(*column);
  });
  return found;
}

}  // namespace

std::vector<StandingColumn> find_round_columns(const StoreyRaster& raster, double width, int threads) {
  const GridFrame& frame = raster.columns.frame;
  const double band = std::max(kVoxel, width);
  const int tile = static_cast<int>(kTileVoxels);  // so many votes caches hold
  const int margin = static_cast<int>(std::ceil((kMaxRadius + 2 * band) / frame.cell));
  const int across = (frame.columns + tile - 1) / tile, up = (frame.rows + tile - 1) / tile;
  const int side = tile + 2 * margin;  // cells along a tile and what lies about it
  const auto columns_of_tile = [&](std::size_t t) {
    const int c = static_cast<int>(t) % across, r = static_cast<int>(t) / across;
    return columns_in(raster, {c * tile - margin, r * tile - margin, side, side}, margin, band);
  };
  std::vector<Found> found = parallel_collect(static_cast<std::size_t>(across) * static_cast<std::size_t>(up),
                                              threads, columns_of_tile);
  std::ranges::stable_sort(found, std::ranges::greater{}, &Found::seen);
  std::vector<StandingColumn> columns;
  for (const Found& next : found) {
    const Circle& circle = next.circle;
    if (std::ranges::none_of(columns, [&](const StandingColumn& known) {
          return (known.centre - circle.centre).norm() < std::max(known.radius, circle.radius);
        }))
      columns.push_back(round_column(circle.centre, circle.radius, band));
  }
  return columns;
}

}  // namespace storey
