#include "engine/openings/glass_doors.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/openings/find_leaf.h"
#include "engine/openings/sliding_leaf.h"
#include "engine/openings/voids/find_jambs.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/heads.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/rectangle_sums.h"

namespace storey {
namespace {

constexpr std::uint8_t kOnWall = kOnFront | kOnBack | kInside | kCloseFront | kCloseBack;

/// For each cell of an elevation, whether anything is hit up to so many columns beside it, on, in and right
/// before a glass wall: what is up to 0.12 m before the faces counts as well, as casings are.
std::vector<int> hits_on_wall(const Elevation& elevation, int beside) {
  std::vector<int> hits;
  for (int r = 0; r < elevation.rows; ++r)
    for (int c = 0; c < elevation.columns; ++c)
      hits.push_back(elevation.shows_about(c, r, beside, 0, kOnWall));
  return hits;
}

/// Shares of cells that are hit, over any rectangle.
class Hits {
 public:
  explicit Hits(const Elevation& elevation)
      : sums_(elevation.columns, elevation.rows, hits_on_wall(elevation, 0)),
        wide_(elevation.columns, elevation.rows, hits_on_wall(elevation, 1)) {}
  /// Share of the cells [c0, c1) x [r0, r1).
  double share(int c0, int c1, int r0, int r1) const { return sums_.mean(c0, c1, r0, r1); }
  /// Share of the rows [r0, r1) that are hit within 4 cm of the middle of column `c`.
  double upright(int c, int r0, int r1) const { return wide_.mean(c, c + 1, r0, r1); }

 private:
  RectangleSums<int> sums_, wide_;
};

/// Columns of the jambs and row of the head.
struct Doorway {
  int c0 = 0, c1 = 0, head = 0;
  double seen = 0;  ///< share of posts and lintel that is hit
};

/// Two posts with a lintel between them and hardly anything below it.
std::optional<Doorway> best_frame(const Elevation& elevation, const Hits& hits, double pane, int highest,
                                  const std::vector<Doorway>& known) {
  const int sill = elevation.rows_in(kWallFoot);
  std::optional<Doorway> best;
  for (int head = elevation.rows_in(kLowestHead); head < highest; ++head) {
    std::vector<int> posts;
    for (int c = 0; c < elevation.columns; ++c)
      if (hits.upright(c, sill, head) >= kClearly) posts.push_back(c);
    for (std::size_t i = 0; i < posts.size(); ++i)
      for (std::size_t k = i + 1; k < posts.size(); ++k) {
        const int c0 = posts[i], c1 = posts[k], width = c1 - c0;
        if (width < elevation.columns_in(kNarrowestLeaf)) continue;
        if (width > elevation.columns_in(2 * kWidestLeaf)) break;
        double lintel = 0;
        for (int c = c0; c < c1; ++c) lintel += hits.share(c - 1, c + 2, head, head + 1) > 0;
        lintel /= width;
        const double of_panes = 1 - std::pow(1 - pane, 3);
        if (lintel < std::lerp(of_panes, 1, kHalf)) continue;
        if (hits.share(c0 + kWidestCasing, c1 - kWidestCasing, sill + 1, head - 1) > kHalf * pane) continue;
        const double seen = (hits.upright(c0, sill, head) + hits.upright(c1, sill, head) + lintel) / 3;
        const bool taken =
            std::ranges::any_of(known, [&](const Doorway& door) { return c0 < door.c1 && c1 > door.c0; });
        if (!taken && (!best || seen > best->seen)) best = Doorway{c0, c1, head, seen};
      }
  }
  return best;
}

/// The middle of the post about column `c`, and half of its width, m along the wall.
std::pair<double, double> post_at(const Elevation& elevation, const Hits& hits, int c, int head) {
  const int sill = elevation.rows_in(kWallFoot);
  double sum = 0, weight = 0, most = 0;
  for (int k = c - kWidestCasing; k <= c + kWidestCasing; ++k)
    most = std::max(most, hits.share(k, k + 1, sill, head));
  int wide = 0;
  for (int k = c - kWidestCasing; k <= c + kWidestCasing; ++k) {
    const double share = hits.share(k, k + 1, sill, head);
    sum += share * elevation.s_of(k);
    weight += share;
    wide += share > kHalf * most;
  }
  return {weight > 0 ? sum / weight : elevation.s_of(c), 0.5 * std::max(1, wide) * elevation.step};
}

/// The middle of the lintel over a doorway, and half of its height, m above the floor.
std::pair<double, double> lintel_of(const Elevation& elevation, const Hits& hits, const Doorway& door) {
  const auto share = [&](int row) {
    return hits.share(door.c0 + kWidestCasing, door.c1 - kWidestCasing, row, row + 1);
  };
  double most = 0;
  for (int row = door.head; row < door.head + kWidestCasing; ++row) most = std::max(most, share(row));
  int rows = 0;
  double sum = 0;
  for (int row = door.head; row < door.head + kWidestCasing; ++row)
    if (share(row) > most / 2) {
      sum += elevation.z_of(row);
      ++rows;
    }
  if (rows == 0) return {door.head * elevation.rise, elevation.rise / 2};
  return {sum / rows, rows * elevation.rise / 2};
}

}  // namespace

void find_glass_doors(const StoreyRaster& raster, const WallRun& wall, const Elevation& elevation,
                      const LeafFinder& leaves, std::vector<FoundOpening>& openings) {
  const Hits hits(elevation);
  const double pane =
      hits.share(0, elevation.columns, elevation.rows_in(kWallFoot), elevation.rows_in(kLowestHead));
  const double ceiling = raster.ceiling_at(wall.at(wall.middle())) - raster.level.floor_z;
  const int highest =
      std::min(elevation.rows - 1, elevation.rows_in(std::min(kHighestHead, ceiling - kOffLevels)));
  std::vector<Doorway> doors;
  while (const auto door = best_frame(elevation, hits, pane, highest, doors)) doors.push_back(*door);
  for (const Doorway& door : doors) {
    FoundOpening opening;
    const auto [from, from_half] = post_at(elevation, hits, door.c0, door.head);
    const auto [to, to_half] = post_at(elevation, hits, door.c1, door.head);
    opening.span = {from, to};
    opening.jamb_sigma = std::hypot(from_half, to_half) / 2;  // posts are the wall's or the door's
    const auto [head, head_half] = lintel_of(elevation, hits, door);
    opening.head = head;
    opening.head_sigma = head_half / 2;
    const Interval clear{from + from_half, to - to_half};
    opening.swing = leaves.find(wall, clear, opening.head);
    if (!opening.swing) opening.swing = leaves.find_glass(wall, clear, opening.head);
    const ElevationBox box{.c0 = door.c0, .c1 = door.c1, .r0 = 0, .r1 = door.head};
    const bool leaf = opening.swing || slid_aside(elevation, box, kOnWall);
    opening.type = leaf ? OpeningType::kDoor : OpeningType::kOpening;
    opening.confidence = 0.35 + 0.62 * std::min(1.0, door.seen);
    openings.push_back(opening);
  }
}

}  // namespace storey
