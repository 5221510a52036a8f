#include "engine/stages/edge_on_sheets.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace storey {
namespace {

constexpr double kInPlane = 0.15;   // m: a scanner's width, at which a pane is seen at some degrees
constexpr double kOnSheet = 0.04;   // m across: half the band in which sheets are looked for
constexpr double kSkirting = 0.15;  // m above the floor, as for sheets
constexpr double kOfThese = 0.8;    // share of the hits: others' are stray points and people

/// The bits of the stations that stand in the plane of the sheet.
std::uint64_t edge_on(const GlassSheet& sheet, const std::vector<Station>& stations) {
  std::uint64_t bits = 0;
  for (const Station& station : stations)
    if (std::abs(sheet.line.offset(station.position.head<2>().cast<double>())) < kInPlane)
      bits |= std::uint64_t{1} << station.bit;
  return bits;
}

/// Do hardly any others see it?
bool seen_by_these_alone(const LevelCloud& cloud, const StoreyLevel& level, const GlassSheet& sheet,
                         std::uint64_t these) {
  int all = 0, alone = 0;
  for (const Surfel& surfel : cloud.surfels) {
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    if (std::abs(sheet.line.offset(p.head<2>())) > kOnSheet) continue;
    const double s = sheet.line.along(p.head<2>());
    if (s < sheet.from || s > sheet.to()) continue;
    if (p.z() < level.floor_z + kSkirting || p.z() > level.ceiling_z - kSkirting) continue;
    ++all;
    alone += (surfel.stations & ~these) == 0;
  }
  return alone >= kOfThese * all;
}

}  // namespace

void drop_edge_on(const LevelCloud& cloud, const StoreyLevel& level, std::vector<GlassSheet>& sheets) {
  std::erase_if(sheets, [&](const GlassSheet& sheet) {
    const std::uint64_t these = edge_on(sheet, cloud.stations);
    return these != 0 && seen_by_these_alone(cloud, level, sheet, these);
  });
}

}  // namespace storey
