#include "engine/glass/sheet_views.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "engine/faces/face_grid.h"
#include "engine/glass/fit_sheet.h"
#include "engine/scan/gather.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/heads.h"
#include "geometry/grid.h"

namespace storey {
namespace {

/// The piece of a sheet or of a face that a place is in.
template <class Piece>
std::optional<std::size_t> piece_with(const InPieces<Piece>& shown, const Vec2& p) {
  return std::abs(shown.line.offset(p)) <= kSheetBand / 2 ? shown.piece_at(shown.line.along(p))
                                                          : std::nullopt;
}

/// Which sheets may hold a place.
FaceGrid grid_over(const std::vector<GlassSheet>& sheets) {
  std::vector<LinePart> stretches;
  for (const GlassSheet& sheet : sheets) stretches.push_back({sheet.line, sheet.extent()});
  return {stretches, kLeastGap};
}

/// Voxels by sheet or face, piece of it, and station.
using Counts = std::map<std::array<std::size_t, 3>, int>;

/// Counts the voxels above furniture. `locate(p, add)` calls `add` with what `p` is on, and the piece of
/// that.
template <class Locate>
Counts count_views(const LevelCloud& cloud, const StoreyLevel& level, const StationPositions& positions,
                   int threads, const Locate& locate) {
  const auto bottom = static_cast<float>(level.floor_z + kHeadHeight);
  const auto top = static_cast<float>(level.ceiling_z - kPastTrim);
  std::vector<Counts> parts(kLoopParts);
  parallel_parts(cloud.surfels.size(), threads, [&](std::size_t part, std::size_t from, std::size_t past) {
    for (std::size_t i = from; i < past; ++i) {
      const Surfel& surfel = cloud.surfels[i];
      if (surfel.mean.z() < bottom || surfel.mean.z() > top) continue;
      locate(surfel.mean.head<2>().cast<double>(), [&](std::size_t object, std::size_t piece) {
        for (const std::uint32_t station : (*cloud.station_sets)[surfel.stations])
          if (positions.of(station)) ++parts[part][{object, piece, station}];
      });
    }
  });
  Counts all;
  for (const Counts& part : parts)
    for (const auto& [place, count] : part) all[place] += count;
  return all;
}

Vec2 position_of(const StationPositions& positions, std::size_t station) {
  return positions.of(static_cast<std::uint32_t>(station))->head<2>().cast<double>();
}

/// What solid walls hide from each other.
class Walls {
 public:
  Walls(const StoreyRaster& raster, const std::vector<WallFace>& faces) : faces_(faces) {
    body_ = raster.above_floor(kOffLevels, kLowestHead);
  }

  /// Does a solid wall stand between the two places? One that shows there over most of a person's height: not
  /// an opening.
  bool hide(const Vec2& place, const Vec2& from) const {
    return faces_.crossed_between(from, place, kOwnWall, [&](const WallFace& face, double s) {
      return is_solid(face) && !face.header &&
             2 * (face.hits_between_beams(face.line.at(s)) & body_).count() > body_.count();
    });
  }

 private:
  FacesInPlan faces_;
  HeightMask body_;
};

}  // namespace

void find_views(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                std::vector<GlassSheet>& sheets) {
  if (cloud.stations.empty() || sheets.empty()) return;
  const FaceGrid grid = grid_over(sheets);
  const StationPositions positions(cloud.stations);
  const Counts counts = count_views(cloud, level, positions, threads, [&](const Vec2& p, const auto& add) {
    for (const std::uint32_t sheet : grid.at(p))
      if (const auto piece = piece_with(sheets[sheet], p);
          piece && weight_of(sheets[sheet].pieces[*piece]) > 0)
        add(sheet, *piece);
  });
  for (const auto& [place, voxels] : counts)
    sheets[place[0]].pieces[place[1]].views.push_back({position_of(positions, place[2]), voxels});
}

std::vector<FaceViews> views_of_faces(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                                      const std::vector<WallFace>& faces,
                                      const std::vector<std::size_t>& asked) {
  static_assert(kSheetBand / 2 < kLeastGap);
  std::vector<FaceViews> views(faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f)
    views[f] = {faces[f].line, faces[f].extent.from,
                std::vector<std::vector<SheetView>>(
                    static_cast<std::size_t>(std::ceil(faces[f].length() / kSheetPiece)))};
  if (cloud.stations.empty() || asked.empty()) return views;
  std::vector<WallFace> some;
  for (const std::size_t f : asked) some.push_back(faces[f]);
  const FaceGrid grid(some);
  const StationPositions positions(cloud.stations);
  const Counts counts = count_views(cloud, level, positions, threads, [&](const Vec2& p, const auto& add) {
    for (const std::uint32_t i : grid.at(p))
      if (const auto piece = piece_with(views[asked[i]], p)) add(asked[i], *piece);
  });
  for (const auto& [place, voxels] : counts)
    views[place[0]].pieces[place[1]].push_back({position_of(positions, place[2]), voxels});
  return views;
}

void drop_hidden(const StoreyRaster& raster, const std::vector<WallFace>& faces,
                 std::vector<GlassSheet>& sheets) {
  const Walls walls(raster, faces);
  std::erase_if(sheets, [&](const GlassSheet& sheet) {
    int all = 0, hidden = 0;
    for (std::size_t piece = 0; piece < sheet.pieces.size(); ++piece)
      for (const SheetView& view : sheet.pieces[piece].views) {
        all += view.voxels;
        if (walls.hide(sheet.line.at(sheet.middle_of(piece)), view.from)) hidden += view.voxels;
      }
    return hidden > 0 && hidden >= kNearlyAll * all;
  });
}

}  // namespace storey
