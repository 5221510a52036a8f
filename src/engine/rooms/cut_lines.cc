#include "engine/rooms/cut_lines.h"

#include <algorithm>
#include <cmath>

#include "engine/faces/face_grid.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "geometry/contour.h"

namespace storey {
namespace {

bool same_line(const Line2& a, const Line2& b) {
  return std::abs(a.direction.dot(b.direction)) > 1 - 1e-12 && std::abs(a.offset(b.point)) < 1e-6;
}

CutLines lines_of(const std::vector<WallFace>& faces) {
  CutLines lines;
  for (const std::size_t f : longest_first(faces)) {
    const WallFace& face = faces[f];
    if (!face.structural || face.stands.empty()) continue;
    const auto known =
        std::ranges::find_if(lines.cuts, [&](const Cut& cut) { return same_line(cut.line, face.line); });
    const auto i = static_cast<std::size_t>(known - lines.cuts.begin());
    if (known == lines.cuts.end()) {
      lines.cuts.push_back({face.line, {}});
      lines.faces.emplace_back();
    }
    const Line2& line = lines.cuts[i].line;
    (line.direction.dot(face.line.direction) > 0 ? lines.faces[i].forward : lines.faces[i].backward)
        .push_back(static_cast<int>(f));
    const Interval reach = face.reach(std::clamp(face.length(), kLeastGap, kHiddenWall));
    lines.cuts[i].reach.push_back(span_along(line, face.line.at(reach.from), face.line.at(reach.to)));
  }
  return lines;
}

/// Lines of the raster's outlines where no face is near that could stand for them.
void add_inferred(const RoomRaster& rooms, const FacesInPlan& faces, CutLines& lines) {
  static_assert(kLeastGap + kAtCorner < FaceGrid::kAbout);
  const auto explained = [&](const Vec2& p, const Vec2& direction) {
    return faces.any(faces.grid.at(p), [&](const WallFace& face) {
      if (!face.structural || face.line.direction.dot(direction) < kRoughly) return false;
      return face.reach(kAtCorner).contains(face.line.along(p)) && std::abs(face.line.offset(p)) < kLeastGap;
    });
  };
  const std::vector<CellBox> boxes = boxes_of(rooms.labels, rooms.rooms);
  for (int label = 1; label <= rooms.rooms; ++label)
    for (const std::vector<Vec2>& outline :
         trace_contours(rooms.labels, label, boxes[static_cast<std::size_t>(label)])) {
      const std::vector<Vec2> rough = simplify_ring(outline, kSmallGap);
      for (std::size_t i = 0; i < rough.size(); ++i) {
        const Vec2 &a = rough[i], &b = rough[(i + 1) % rough.size()];
        const double length = (b - a).norm();
        if (length < kLeastGap) continue;
        const Vec2 direction = (b - a) / length;
        int missing = 0;
        for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9})
          missing += !explained(a + share * (b - a), direction);
        if (missing < 2) continue;
        lines.cuts.push_back({{a - rooms.labels.frame.cell * left_of(direction), direction},
                              {{-kLeastGap, length + kLeastGap}}});
      }
    }
}

}  // namespace

CutLines cut_lines(const RoomRaster& rooms, const std::vector<WallFace>& faces) {
  CutLines lines = lines_of(faces);
  add_inferred(rooms, FacesInPlan(faces), lines);
  return lines;
}

}  // namespace storey
