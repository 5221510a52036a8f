#include "engine/glass/resolve_glass.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/take_out.h"
#include "engine/glass/fit_sheet.h"
#include "engine/glass/glass_walls.h"
#include "engine/glass/mirror_images.h"
#include "engine/glass/real_sheets.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"

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

/// Does the sheet lie in line with a wall that is as long as what shows of it?
bool goes_on_from_wall(const GlassSheet& sheet, const std::vector<WallFace>& faces) {
  const auto pieces =
      std::ranges::count_if(sheet.pieces, [](const SheetPiece& piece) { return weight_of(piece) > 0; });
  const double shown = static_cast<double>(pieces) * kSheetPiece;
  return std::ranges::any_of(faces, [&](const WallFace& face) {
    return face.structural && face.length() > shown &&
           std::abs(face.line.direction.dot(sheet.line.direction)) > kParallelFaces &&
           std::abs(face.line.offset(sheet.line.at(sheet.from))) < kSheetBand &&
           std::abs(face.line.offset(sheet.line.at(sheet.to()))) < kSheetBand;
  });
}

/// Near a station a pane returns as much as solids do, which hide sheets. Where what hides a piece of a sheet
/// is a pane in its line, it speaks for the sheet.
void show_panes(const std::vector<WallFace>& panes, GlassSheet& sheet) {
  for (const WallFace& pane : panes) {
    if (std::abs(pane.line.direction.dot(sheet.line.direction)) < kParallelFaces) continue;
    for (std::size_t p = 0; p < sheet.pieces.size(); ++p) {
      SheetPiece& piece = sheet.pieces[p];
      const Vec2 place = sheet.line.at(sheet.middle_of(p));
      if (piece.hidden && pane.extent.contains(pane.line.along(place)) &&
          std::abs(pane.line.offset(place)) < kSheetBand / 2)
        piece.low = piece.high = kMostOfAPiece;
    }
  }
}

/// The sheets that are glass. In blurred scans most are images of walls, and few of these lie in line with
/// another wall.
std::vector<GlassSheet> glass_of(const SheetSearch& search, const std::vector<WallFace>& panes,
                                 const std::vector<GlassWall>& dense, const std::vector<WallFace>& faces) {
  if (!search.blurred) {
    std::vector<GlassSheet> sheets = search.sheets;
    for (GlassSheet& sheet : sheets) show_panes(panes, sheet);
    return without_images(std::move(sheets), faces);
  }
  std::vector<GlassSheet> in_line;
  std::ranges::copy_if(search.sheets, std::back_inserter(in_line),
                       [&](const GlassSheet& sheet) { return goes_on_from_wall(sheet, faces); });
  return without_images(std::move(in_line), faces, dense);
}

/// The walls that the sheets make up. In blurred scans, short ones may be what stands beside walls.
std::vector<GlassWall> walls_of(const SheetSearch& search, const std::vector<GlassSheet>& sheets,
                                const std::vector<WallFace>& faces) {
  std::vector<GlassWall> walls = find_glass_walls(sheets, faces, search.least_evidence);
  if (!search.blurred) return walls;
  std::vector<double> covered(sheets.size());  // m
  for (const GlassWall& wall : walls) covered[wall.sheet] += wall.covered;
  std::erase_if(walls, [&](const GlassWall& wall) { return covered[wall.sheet] < kLongWall; });
  return walls;
}

}  // namespace

ResolvedGlass resolve_glass(const LevelCloud& cloud, const StoreyLevel& level, int threads,
                            const SheetSearch& search, std::vector<WallFace>& faces) {
  ResolvedGlass resolved;
  // Whether glass stands where faces show as it does, the sheets tell.
  resolved.taken_out = take_out(faces, [](const WallFace& face) { return face.glass; });
  const std::vector<GlassWall> dense = dense_panes(faces);
  const auto cut = [&](const std::vector<GlassWall>& panes) {
    return cut_images(panes, views_of_faces(cloud, level, threads, faces, possible_images(panes, faces)),
                      faces);
  };
  if (search.blurred) cut(dense);  // what lies in line with an image is one, too
  const std::vector<GlassSheet> sheets = glass_of(search, resolved.taken_out, dense, faces);
  std::vector<GlassWall> walls = walls_of(search, sheets, faces);
  const auto with_dense = [&] {
    std::vector<GlassWall> panes = walls;
    std::ranges::copy(dense, std::back_inserter(panes));
    return panes;
  };
  const std::vector<GlassWall> panes = with_dense();
  if (panes.empty()) return resolved;
  if (cut(panes)) walls = walls_of(search, sheets, faces);  // images part no glass
  if (!walls.empty()) resolved.panes = with_dense();  // else these are walls with doorways to see through
  for (const GlassWall& wall : walls) {
    faces.push_back(face_of(wall, 1));
    faces.push_back(flipped(face_of(wall, -1)));
  }
  return resolved;
}

}  // namespace storey
