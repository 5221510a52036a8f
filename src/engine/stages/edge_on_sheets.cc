#include "engine/stages/edge_on_sheets.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace storey {
namespace {

constexpr double kGrazing = 0.10;   // sine of 6°: below, a pane returns nothing
constexpr float kOnSheet = 0.04f;   // m across: half the band in which sheets are looked for
constexpr double kSkirting = 0.15;  // m above the floor, as for sheets
constexpr double kOfThese = 0.8;    // share of the hits: others' are stray points and people

/// Do all that see the voxel look along the sheet?
bool is_grazed(const Surfel& surfel, const GlassSheet& sheet, const StationSets& sets,
               const StationPositions& positions) {
  const Vec2 p = surfel.mean.head<2>().cast<double>();
  bool grazed = false;
  for (const std::uint32_t station : sets[surfel.stations]) {
    const std::optional<Eigen::Vector3f>& position = positions.of(station);
    if (!position) continue;
    const Vec2 from = position->head<2>().cast<double>();
    grazed = std::abs(sheet.line.offset(from)) < kGrazing * (p - from).norm();
    if (!grazed) return false;
  }
  return grazed;
}

/// A sheet, and what of it was counted.
struct Seen {
  const GlassSheet* sheet;
  Eigen::Vector2f normal;
  float offset;  ///< m, of the sheet along its normal
  int all = 0, grazed = 0;

  explicit Seen(const GlassSheet& of)
      : sheet(&of),
        normal(of.line.normal().cast<float>()),
        offset(static_cast<float>(of.line.normal().dot(of.line.point))) {}

  /// Does the voxel lie in a piece of the sheet that speaks for it?
  bool holds(const Surfel& surfel) const {
    if (std::abs(normal.dot(surfel.mean.head<2>()) - offset) > kOnSheet) return false;
    const double along = sheet->line.along(surfel.mean.head<2>().cast<double>()) - sheet->from;
    const double piece = std::floor(along / kSheetPiece);
    return piece >= 0 && piece < static_cast<double>(sheet->pieces.size()) &&
           weight_of(sheet->pieces[static_cast<std::size_t>(piece)]) > 0;
  }
};

}  // namespace

void drop_edge_on(const LevelCloud& cloud, const StoreyLevel& level, std::vector<GlassSheet>& sheets) {
  if (cloud.stations.empty()) return;
  const StationPositions positions(cloud.stations);
  std::vector<Seen> seen(sheets.begin(), sheets.end());
  const auto bottom = static_cast<float>(level.floor_z + kSkirting);
  const auto top = static_cast<float>(level.ceiling_z - kSkirting);
  for (const Surfel& surfel : cloud.surfels) {
    if (surfel.mean.z() < bottom || surfel.mean.z() > top) continue;
    for (Seen& sheet : seen) {
      if (!sheet.holds(surfel)) continue;
      ++sheet.all;
      sheet.grazed += is_grazed(surfel, *sheet.sheet, *cloud.station_sets, positions);
    }
  }
  std::vector<GlassSheet> kept;
  for (const Seen& sheet : seen)
    if (sheet.grazed == 0 || sheet.grazed < kOfThese * sheet.all) kept.push_back(*sheet.sheet);
  sheets = std::move(kept);
}

}  // namespace storey
