#include "engine/glass/resolve_glass.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/glass/fit_sheet.h"
#include "engine/glass/glass_walls.h"
#include "engine/glass/mirror_images.h"
#include "engine/glass/real_sheets.h"

namespace storey {
namespace {

/// The face on the left (1) or right (-1) of a glass wall; it looks to the left.
WallFace face_of(const GlassWall& wall, double side) {
  WallFace face;
  face.line = wall.line;
  face.line.point += side * kGlassThickness / 2 * wall.line.normal();
  face.extent = wall.extent;
  face.glass = true;
  face.profile.assign(static_cast<std::size_t>(std::ceil(face.length() / face.step)), 0);
  face.step = face.length() / static_cast<double>(face.profile.size());
  face.coverage = std::min(1.0, wall.covered / face.length());
  face.stands = {{0, face.length()}};
  face.judge({Because::kGlassWall, {face.coverage}});
  return face;
}

/// The faces that show as glass does: whether it stands there, the sheets tell.
std::vector<WallFace> take_panes(std::vector<WallFace>& faces) {
  const auto panes =
      std::stable_partition(faces.begin(), faces.end(), [](const WallFace& face) { return !face.glass; });
  std::vector<WallFace> taken(std::make_move_iterator(panes), std::make_move_iterator(faces.end()));
  faces.erase(panes, faces.end());
  return taken;
}

}  // namespace

ResolvedGlass resolve_glass(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                            const SheetSearch& search, std::vector<WallFace>& faces) {
  ResolvedGlass resolved;
  resolved.taken_out = take_panes(faces);
  const std::vector<GlassWall> dense = dense_panes(faces);
  const std::vector<GlassSheet> sheets = without_images(search.sheets, faces);
  std::vector<GlassWall> walls = find_glass_walls(sheets, faces, search.least_evidence);
  const auto with_dense = [&] {
    std::vector<GlassWall> panes = walls;
    std::ranges::copy(dense, std::back_inserter(panes));
    return panes;
  };
  const std::vector<GlassWall> panes = with_dense();
  if (panes.empty()) return resolved;
  if (cut_images(panes, views_of_faces(cloud, level, threads, faces, possible_images(panes, faces)), faces))
    walls = find_glass_walls(sheets, faces, search.least_evidence);  // images part no glass
  if (!walls.empty()) resolved.panes = with_dense();  // else these are walls with doorways to see through
  for (const GlassWall& wall : walls) {
    faces.push_back(face_of(wall, 1));
    faces.push_back(flipped(face_of(wall, -1)));
  }
  return resolved;
}

}  // namespace storey
