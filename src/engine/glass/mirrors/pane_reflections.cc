#include "engine/glass/mirrors/pane_reflections.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "engine/glass/fit_sheet.h"
#include "engine/glass/mirror_plane.h"
#include "engine/glass/mirrors/coarse_cells.h"
#include "engine/glass/mirrors/erase_marked.h"
#include "engine/glass/mirrors/shows_again.h"
#include "engine/scan/lengths.h"
#include "engine/scan/sight_lines.h"

namespace storey {
namespace {

/// A surface of a pane as a mirror.
struct PaneSurface : MirrorPlane {
  double depth = 0;  ///< m behind it, from where on what shows may be an image
};

/// Both surfaces of each pane. What is hit as densely as a wall may be one, with another face and with jambs.
std::vector<PaneSurface> surfaces_of(const std::vector<GlassWall>& panes) {
  std::vector<PaneSurface> surfaces;
  for (const GlassWall& pane : panes) {
    const double depth = pane.dense ? kMirrorDepth : kStandsOut;
    const Vec2 off = (pane.dense ? 0 : kGlassThickness / 2) * pane.line.normal();
    surfaces.push_back({{{pane.line.point + off, pane.line.direction}, pane.extent}, depth});
    surfaces.push_back(
        {{{pane.line.point - off, -pane.line.direction}, {-pane.extent.to, -pane.extent.from}}, depth});
  }
  return surfaces;
}

/// The cell of a surfel.
template <class Cells>
auto& at(Cells& cells, const Surfel& surfel) {
  const Vec2 plan = surfel.mean.head<2>().cast<double>();
  return cells.at(column_of(cells.frame, plan), row_of(cells.frame, plan));
}

using Surfaces = std::vector<const PaneSurface*>;

/// The surfaces through which something may have been seen, by where it was seen, and from which station.
class SurfacesByPlace {
 public:
  SurfacesByPlace(const std::vector<PaneSurface>& surfaces, const LevelCloud& cloud,
                  const SightLines& sight_lines, const GridFrame& fine)
      : sets_(*cloud.station_sets), through_(frame_of_cells(fine, kClump)) {
    Grid<Seen> seen(through_.frame);
    for (const Surfel& surfel : cloud.surfels) at(seen, surfel).add(surfel, sets_);
    for (const PaneSurface& surface : surfaces)
      visit_cells(seen.frame, box_about(surface), [&](int c, int r) {
        const Seen& cell = seen.at(c, r);
        for (const std::uint32_t& station : cell.stations)
          if (sight_lines.may_pass(surface.line, surface.extent, cell.plan, {&station, 1}))
            from(station, through_.at(c, r)).push_back(&surface);
      });
  }

  /// Those that the first of the stations that saw it may have looked through: what is a reflection in a
  /// surface is one for all of them. None if nobody saw it.
  const Surfaces& before(const Surfel& surfel) const {
    static const Surfaces kNone;
    const std::span<const std::uint32_t> stations = sets_[surfel.stations];
    if (stations.empty()) return kNone;
    for (const FromStation& some : at(through_, surfel))
      if (some.station == stations[0]) return some.surfaces;
    return kNone;
  }

 private:
  struct FromStation {
    std::uint32_t station;
    Surfaces surfaces;
  };

  static Surfaces& from(std::uint32_t station, std::vector<FromStation>& all) {
    const auto known = std::ranges::find(all, station, &FromStation::station);
    if (known != all.end()) return known->surfaces;
    all.push_back({station, {}});
    return all.back().surfaces;
  }

  const StationSets& sets_;
  Grid<std::vector<FromStation>> through_;
};

bool is_level(const StoreyRaster& raster, const Line2& line, const Vec2& plan, double z) {
  return extends_along(raster, line.normal(), plan, z) && extends_along(raster, line.direction, plan, z);
}

bool is_reflection(const Surfel& surfel, const PaneSurface& pane, const SightLines& sight_lines,
                   const StoreyRaster& raster) {
  const Vec2 plan = surfel.mean.head<2>().cast<double>();
  const auto z = static_cast<double>(surfel.mean.z());
  if (pane.line.offset(plan) > -pane.depth || !in_reach(pane, plan)) return false;
  if (!sight_lines.all_pass(pane.line, surfel,
                            [&](const Crossing& at) { return pane.extent.contains(at.s); }))
    return false;
  const Vec2 image = mirrored(plan, pane.line);
  return shows_at(raster, image, z, kImageTolerance / 2) && !is_level(raster, pane.line, plan, z) &&
         !is_level(raster, pane.line, image, z);
}

}  // namespace

std::size_t take_out_reflections(LevelCloud& cloud, const StoreyRaster& raster,
                                 const std::vector<GlassWall>& panes, int threads) {
  if (panes.empty() || cloud.stations.empty()) return 0;
  const std::vector<PaneSurface> surfaces = surfaces_of(panes);
  const SightLines sight_lines(cloud.stations, cloud.station_sets);
  const SurfacesByPlace by_place(surfaces, cloud, sight_lines, raster.columns.frame);
  std::vector<std::uint8_t> reflected(cloud.surfels.size());
  parallel_parts(reflected.size(), threads, [&](std::size_t, std::size_t from, std::size_t past) {
    for (std::size_t i = from; i < past; ++i) {
      const Surfel& surfel = cloud.surfels[i];
      reflected[i] = std::ranges::any_of(by_place.before(surfel), [&](const PaneSurface* pane) {
        return is_reflection(surfel, *pane, sight_lines, raster);
      });
    }
  });
  return erase_marked(cloud.surfels, reflected);
}

}  // namespace storey
