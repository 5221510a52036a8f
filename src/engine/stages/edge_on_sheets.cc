#include "engine/stages/edge_on_sheets.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/parallel.h"
#include "geometry/grid.h"

namespace storey {
namespace {

constexpr double kGrazing = 0.10;   // sine of 6°: below, a pane returns nothing
constexpr double kOnSheet = 0.04;   // m across: half the band in which sheets are looked for
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

/// Does the voxel lie in a piece of the sheet that speaks for it?
bool holds(const GlassSheet& sheet, const Vec2& p) {
  if (std::abs(sheet.line.offset(p)) > kOnSheet) return false;
  const double piece = std::floor((sheet.line.along(p) - sheet.from) / kSheetPiece);
  return piece >= 0 && piece < static_cast<double>(sheet.pieces.size()) &&
         weight_of(sheet.pieces[static_cast<std::size_t>(piece)]) > 0;
}

/// Which sheets may hold a place.
Grid<std::vector<std::uint32_t>> places_of(const std::vector<GlassSheet>& sheets) {
  constexpr double kCell = 0.5;  // m: some pieces long; no result hangs on it
  Eigen::AlignedBox2d all(Vec2::Zero().eval());
  for (const GlassSheet& sheet : sheets) {
    all.extend(sheet.line.at(sheet.from));
    all.extend(sheet.line.at(sheet.to()));
  }
  Grid<std::vector<std::uint32_t>> places(frame_over(all.min(), all.max(), kCell, kCell));
  const Vec2 about = Vec2::Constant(kOnSheet + kSheetPiece / 2);
  for (std::uint32_t i = 0; i < sheets.size(); ++i)
    for (std::size_t piece = 0; piece < sheets[i].pieces.size(); ++piece) {
      const Vec2 middle = sheets[i].line.at(sheets[i].middle_of(piece));
      const Vec2 low = middle - about, high = middle + about;
      for (const Vec2& corner : {low, high, Vec2(low.x(), high.y()), Vec2(high.x(), low.y())}) {
        std::vector<std::uint32_t>& place =
            places.at(places.frame.column(corner.x()), places.frame.row(corner.y()));
        if (place.empty() || place.back() != i) place.push_back(i);
      }
    }
  return places;
}

/// Of a sheet: how many voxels show it, and how many of them only those who look along it.
struct Seen {
  int all = 0, grazed = 0;
};

}  // namespace

void drop_edge_on(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                  std::vector<GlassSheet>& sheets) {
  if (cloud.stations.empty() || sheets.empty()) return;
  const StationPositions positions(cloud.stations);
  const Grid<std::vector<std::uint32_t>> places = places_of(sheets);
  const auto bottom = static_cast<float>(level.floor_z + kSkirting);
  const auto top = static_cast<float>(level.ceiling_z - kSkirting);
  constexpr std::size_t kTogether = 1 << 18;  // voxels that a thread looks at at once; no result hangs on it
  std::vector<std::vector<Seen>> parts((cloud.surfels.size() + kTogether - 1) / kTogether);
  parallel_for(parts.size(), threads, [&](std::size_t part) {
    std::vector<Seen> seen(sheets.size());
    const std::size_t past = std::min(cloud.surfels.size(), (part + 1) * kTogether);
    for (std::size_t i = part * kTogether; i < past; ++i) {
      const Surfel& surfel = cloud.surfels[i];
      if (surfel.mean.z() < bottom || surfel.mean.z() > top) continue;
      const Vec2 p = surfel.mean.head<2>().cast<double>();
      const int column = places.frame.column(p.x()), row = places.frame.row(p.y());
      if (!places.frame.inside(column, row)) continue;
      for (const std::uint32_t sheet : places.at(column, row)) {
        if (!holds(sheets[sheet], p)) continue;
        ++seen[sheet].all;
        seen[sheet].grazed += is_grazed(surfel, sheets[sheet], *cloud.station_sets, positions);
      }
    }
    parts[part] = std::move(seen);
  });
  std::vector<GlassSheet> kept;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    Seen seen;
    for (const std::vector<Seen>& part : parts) {
      seen.all += part[i].all;
      seen.grazed += part[i].grazed;
    }
    if (seen.grazed == 0 || seen.grazed < kOfThese * seen.all) kept.push_back(std::move(sheets[i]));
  }
  sheets = std::move(kept);
}

}  // namespace storey
