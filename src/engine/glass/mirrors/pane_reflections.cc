#include "engine/glass/mirrors/pane_reflections.h"

#include <algorithm>
#include <cstdint>

#include "base/parallel.h"
#include "engine/glass/fit_sheet.h"
#include "engine/glass/mirrors/coarse_cells.h"
#include "engine/glass/mirrors/erase_marked.h"
#include "engine/glass/mirrors/mirror_plane.h"
#include "engine/glass/mirrors/shows_again.h"
#include "engine/scan/sight_lines.h"

namespace storey {
namespace {

constexpr double kCell =
    4.0;  // m: of which the panes are known whose images may lie there; no result hangs on it

/// A surface of a pane as a mirror.
struct PaneSurface : MirrorPlane {
  double depth = 0;  ///< m behind it, from where on what shows may be an image
};

/// Both surfaces of each pane. What is hit as densely as a wall may be one, with another face and with jambs.
std::vector<PaneSurface> surfaces_of(const std::vector<GlassWall>& panes) {
  std::vector<PaneSurface> surfaces;
  for (const GlassWall& pane : panes) {
    const double depth = pane.dense ? kMirrorDepth : kOnMirror;
    const Vec2 off = (pane.dense ? 0 : kGlassThickness / 2) * pane.line.normal();
    surfaces.push_back({{{pane.line.point + off, pane.line.direction}, pane.extent}, depth});
    surfaces.push_back(
        {{{pane.line.point - off, -pane.line.direction}, {-pane.extent.to, -pane.extent.from}}, depth});
  }
  return surfaces;
}

/// The surfaces that may show something, by where they show it.
class SurfacesByPlace {
 public:
  SurfacesByPlace(const std::vector<PaneSurface>& surfaces, const GridFrame& fine)
      : near_(frame_of_cells(fine, kCell)) {
    for (const PaneSurface& surface : surfaces)
      visit_cells(near_.frame, box_about(surface), [&](int c, int r) { near_.at(c, r).push_back(&surface); });
  }

  template <class Is>
  bool any(const Vec2& plan, const Is& is) const {
    return std::ranges::any_of(near_.at(column_of(near_.frame, plan), row_of(near_.frame, plan)),
                               [&](const PaneSurface* surface) { return is(*surface); });
  }

 private:
  Grid<std::vector<const PaneSurface*>> near_;
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

bool take_out_reflections(LevelCloud& cloud, const StoreyRaster& raster, const std::vector<GlassWall>& panes,
                          int threads) {
  if (panes.empty() || cloud.stations.empty()) return false;
  const std::vector<PaneSurface> surfaces = surfaces_of(panes);
  const SurfacesByPlace by_place(surfaces, raster.columns.frame);
  const SightLines sight_lines(cloud.stations, cloud.station_sets);
  std::vector<std::uint8_t> reflected(cloud.surfels.size());
  parallel_parts(reflected.size(), threads, [&](std::size_t, std::size_t from, std::size_t past) {
    for (std::size_t i = from; i < past; ++i) {
      const Surfel& surfel = cloud.surfels[i];
      reflected[i] = by_place.any(surfel.mean.head<2>().cast<double>(), [&](const PaneSurface& pane) {
        return is_reflection(surfel, pane, sight_lines, raster);
      });
    }
  });
  return erase_marked(cloud.surfels, reflected);
}

}  // namespace storey
