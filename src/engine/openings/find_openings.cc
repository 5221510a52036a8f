#include "engine/openings/find_openings.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "engine/openings/find_leaf.h"
#include "engine/openings/find_sill.h"
#include "engine/openings/flush_doors.h"
#include "engine/openings/glass_doors.h"
#include "engine/openings/refine_opening.h"
#include "engine/openings/sliding_leaf.h"
#include "engine/openings/voids/elevation.h"
#include "engine/openings/voids/wall_voids.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/heads.h"
#include "engine/storeys/storey_raster.h"
#include "engine/walls/wall_runs.h"

namespace storey {
namespace {

constexpr double kMinDoorHead = 1.75;  // m, at most 1.98, as doors are made: old cellars

/// Share of the cells around a rectangle, but below one on the floor, that show something.
double share_beyond(const Elevation& elevation, const ElevationBox& box, const SeenFace& seen) {
  const int far_c = elevation.columns_in(kLeastGap), far_r = elevation.rows_in(kLeastGap);
  const int c0 = box.c0 - far_c, c1 = box.c1 + far_c;
  const int r0 = box.r0 > 0 ? box.r0 - far_r : 0, r1 = box.r1 + far_r;
  const int near_c = elevation.columns_in(kCasing), near_r = elevation.rows_in(kCasing);
  int all = 0, shown = 0;
  for (int r = std::max(0, r0); r < std::min(elevation.rows, r1); ++r)
    for (int c = std::max(0, c0); c < std::min(elevation.columns, c1); ++c) {
      const bool beside = c < box.c0 - near_c || c >= box.c1 + near_c;
      const bool over = r < box.r0 - near_r || r >= box.r1 + near_r;
      const bool corner = (c < box.c0 || c >= box.c1) && (r < box.r0 || r >= box.r1);
      if (corner || !(beside || over)) continue;
      ++all;
      shown += seen(c, r);
    }
  return all > 0 ? static_cast<double>(shown) / all : 0;
}

VoidMeasures measure(const Elevation& elevation, const ElevationBox& box, const WallSide& side,
                     const FaceDensity& density, const FaceDensity& other_density) {
  VoidMeasures measures;
  const SeenFace other_seen(elevation, side.other, other_density);
  const SeenFace leaf_seen(elevation, kInside, density, 0);  // panes show little
  double cells = 0, rim_cells = 0;
  constexpr int kColumns = 3, kRows = 1;  // cells about one of the rim: a reveal is hit off its edge
  for (int r = box.r0; r < box.r1; ++r)
    for (int c = box.c0; c < box.c1; ++c) {
      const std::uint8_t cell = elevation.at(c, r);
      ++cells;
      measures.inside += leaf_seen(c, r);
      measures.other_void += !other_seen(c, r);
      measures.hidden += (cell & side.before) && !(cell & kInside);
      measures.deep += (cell & kDeep) != 0;
      const bool jamb = c == box.c0 || c == box.c1 - 1, top = r == box.r1 - 1, bottom = r == box.r0;
      if (!(jamb || top || bottom)) continue;
      ++rim_cells;
      measures.rim += elevation.shows_about(c, r, kColumns, kRows, kInside);
    }
  measures.threshold = elevation.share({.c0 = box.c0, .c1 = box.c1, .r0 = 0, .r1 = 1}, kInside);
  measures.beyond = share_beyond(elevation, box, leaf_seen);
  measures.inside /= cells;
  measures.other_void /= cells;
  measures.hidden /= cells;
  measures.deep /= cells;
  measures.rim /= rim_cells;
  return measures;
}

/// Is a rectangle of an outer wall's elevation wall that stands back a little behind casings or panelling?
bool stands_back(const Elevation& elevation, const ElevationBox& box) {
  const int columns = box.c1 - box.c0, rows = box.r1 - box.r0;
  std::vector<bool> filled(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), false);
  for (const WallHit& hit : elevation.hits) {
    if (hit.depth <= 0 || hit.depth > kStandsOut) continue;
    const int c = elevation.column(static_cast<double>(hit.s)) - box.c0;
    const int r = elevation.row(static_cast<double>(hit.z)) - box.r0;
    if (c < 0 || c >= columns || r < 0 || r >= rows) continue;
    filled[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c)] =
        true;
  }
  return static_cast<double>(std::ranges::count(filled, true)) >
         kClearly * static_cast<double>(filled.size());
}

/// Does what fills a void of a wall go on past its rim? Leaves and panes end there. What goes on is the wall
/// itself, behind the fronts of cupboards that were taken for its face.
bool goes_on(const VoidMeasures& measures) {
  return measures.inside > kNearlyHalf && measures.beyond > kHalf * measures.inside;
}

/// Is a void above the floor, in an outer wall, a niche or a bookcase? One sees its back, not out of it.
bool is_niche(const VoidMeasures& measures) { return measures.deep > kLargely; }

/// May it be an opening? How likely it is one, its odds tell (opening_odds.h).
bool may_be_opening(const WallRun& wall, const Elevation& elevation, const ElevationBox& box,
                    const VoidMeasures& measures) {
  if ((box.c1 - box.c0) * elevation.step < kNarrowestOpening) return false;
  const bool floor_contact = box.r0 * elevation.rise < kOffLevels;
  if (floor_contact && box.r1 * elevation.rise < kMinDoorHead) return false;
  // Above the floor, what has the other face behind it is a niche.
  if (wall.two_sided()) return (floor_contact || measures.other_void >= kHalf) && !goes_on(measures);
  return floor_contact || !(is_niche(measures) || stands_back(elevation, box));
}

/// Height of the ceiling before the wall, m above the floor.
double ceiling_before(const StoreyRaster& raster, const WallRun& wall, double s) {
  return raster.ceiling_at(wall.at(s, -kBeforeFace)) - raster.level.floor_z;
}

/// An opening has a lintel. What goes up to the ceiling is an outer wall that stands further back or, where
/// it begins over heads, what nobody saw.
bool reaches_ceiling(const StoreyRaster& raster, const WallRun& wall, const Elevation& elevation,
                     const ElevationBox& box) {
  const double ceiling =
      ceiling_before(raster, wall, elevation.from + 0.5 * (box.c0 + box.c1) * elevation.step);
  const double sill = box.r0 * elevation.rise;
  const bool door = sill < kOffLevels && !wall.two_sided();
  return (door || sill > kLowestHead) && box.r1 * elevation.rise > ceiling - kMoulding;
}

OpeningType type_of(const WallRun& wall, const FoundOpening& opening, const VoidMeasures& measures,
                    bool slides) {
  if (opening.sill > 0)
    return wall.two_sided() && measures.inside <= kSome ? OpeningType::kOpening : OpeningType::kWindow;
  const bool leaf = opening.swing.has_value() || slides || measures.inside > kNearlyHalf;
  return leaf || !wall.two_sided() ? OpeningType::kDoor : OpeningType::kOpening;
}

/// The openings that show on one side of a wall, the clearest first, but for those known from the other side.
void find_on_side(const StoreyRaster& raster, const WallRun& wall, const Elevation& elevation,
                  const WallSide& side, const LeafFinder& leaves, double noise,
                  std::vector<ElevationBox>& taken, std::vector<FoundOpening>& openings) {
  const FaceDensity density(elevation, side.face), other_density(elevation, side.other);
  WallVoids voids(elevation, side, density, other_density);
  while (const auto next = voids.next()) {
    const ElevationBox box = up_to_sill(elevation, *next);
    if (std::ranges::any_of(taken, [&](const ElevationBox& known) { return touch(known, box); })) continue;
    const VoidMeasures measures = measure(elevation, box, side, density, other_density);
    if (!may_be_opening(wall, elevation, box, measures)) continue;
    if (reaches_ceiling(raster, wall, elevation, box)) continue;
    taken.push_back(box);
    FoundOpening opening;
    refine_opening(elevation, box, noise, opening);
    if (opening.span.length() < kNarrowestOpening) continue;
    if (opening.sill <= 0) opening.swing = leaves.find(wall, opening.span, opening.head);
    const bool slides = slid_aside(elevation, box, kCloseFront) ||
                        (wall.two_sided() && slid_aside(elevation, box, kCloseBack));
    opening.type = type_of(wall, opening, measures, slides);
    opening.measures = measures;
    openings.push_back(opening);
  }
}

/// All openings of one wall.
std::vector<FoundOpening> openings_of(const StoreyRaster& raster, const WallRun& wall,
                                      const Elevation& elevation, const LeafFinder& leaves, double noise) {
  std::vector<FoundOpening> found;
  if (wall.glass()) {
    find_glass_doors(raster, wall, elevation, leaves, found);
    return found;
  }
  std::vector<WallSide> sides = {kFrontSide};
  if (wall.two_sided()) sides.push_back(kBackSide);
  std::vector<ElevationBox> taken;
  for (const WallSide& side : sides) find_on_side(raster, wall, elevation, side, leaves, noise, taken, found);
  const double ceiling = ceiling_before(raster, wall, wall.middle());
  for (const WallSide& side : sides) find_flush_doors(elevation, side, noise, ceiling, taken, found);
  return found;
}

}  // namespace

std::vector<FoundOpening> find_openings(const LevelCloud& cloud, const StoreyRaster& raster,
                                        const std::vector<WallPiece>& walls, double noise, int threads) {
  const std::vector<WallRun> runs = join_runs(walls);
  const std::vector<Elevation> elevations = draw_elevations(cloud, raster, runs, noise, threads);
  const LeafFinder leaves(raster, walls);
  return parallel_collect(runs.size(), threads, [&](std::size_t w) {
    std::vector<FoundOpening> found = openings_of(raster, runs[w], elevations[w], leaves, noise);
    for (FoundOpening& opening : found) {
      const RunPart& part = runs[w].part_at(opening.span);
      opening.wall = part.piece;
      opening.span = span_on_piece(part, walls[static_cast<std::size_t>(part.piece)], opening.span);
    }
    return found;
  });
}

}  // namespace storey
