#include "engine/glass/mirrors/mirror_planes.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/faces/face_grid.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"

namespace storey {
namespace {

constexpr double kSameShift = 0.015;  // m by which pairs of a thing and its image differ in their middle

struct Pair {
  double shift = 0;   ///< m of their middle before the plane
  double length = 0;  ///< m that they have in common
};

/// A face along a line, and beside it.
struct Place {
  std::size_t face = 0;  ///< which
  double offset = 0;     ///< m to the left
  Interval span;         ///< m along
};

/// Faces before the wall and faces behind it, in reach, that could be their images.
std::vector<Pair> pairs_about(const WallFace& wall, const FacesInPlan& faces) {
  const Line2& line = wall.line;
  const Interval reach{wall.extent.from - kMirrorReach, wall.extent.to + kMirrorReach};
  std::vector<Place> before, behind;
  for (const std::uint32_t f : faces.grid.within(box_about({line, wall.extent}))) {
    const WallFace& face = faces.all[f];
    if (std::abs(face.line.direction.dot(line.direction)) < kTurned) continue;
    const Place place{f, line.offset(face.middle()), span_along(line, face)};
    if (std::abs(place.offset) > kMirrorReach || overlap(place.span, reach) <= 0) continue;
    if (place.offset > kMirrorDepth) before.push_back(place);
    if (place.offset < -kMirrorDepth) behind.push_back(place);
  }
  // Large storeys have thousands of faces, of which few are as far behind the plane as another before it.
  std::ranges::sort(behind, {}, &Place::offset);
  std::vector<Pair> pairs;
  for (const Place& thing : before) {
    std::vector<const Place*> images;
    auto place = std::ranges::upper_bound(behind, -thing.offset - 2 * kThinnestWall, {}, &Place::offset);
    for (; place != behind.end() && place->offset < -thing.offset + 2 * kCasing; ++place)
      if (overlap(thing.span, place->span) > 0) images.push_back(&*place);
    std::ranges::sort(images, {}, &Place::face);  // the first of several equals is taken
    for (const Place* image : images)
      pairs.push_back({(thing.offset + image->offset) / 2, overlap(thing.span, image->span)});
  }
  return pairs;
}

/// How far before a face (m) a mirror hangs: where most pairs have their middle. Nothing if none shows again
/// behind the face.
std::optional<double> mirror_before(const WallFace& wall, const FacesInPlan& faces) {
  const std::vector<Pair> pairs = pairs_about(wall, faces);
  double most = 0, shift = 0;
  for (const Pair& middle : pairs) {
    double length = 0, moment = 0;
    for (const Pair& pair : pairs) {
      if (std::abs(pair.shift - middle.shift) > kSameShift) continue;
      length += pair.length;
      moment += pair.length * pair.shift;
    }
    if (length <= most) continue;
    most = length;
    shift = moment / length;
  }
  if (most < kLeastImage) return std::nullopt;
  return shift;
}

}  // namespace

std::vector<MirrorPlane> mirror_planes(const std::vector<WallFace>& faces,
                                       const std::vector<GlassSheet>& sheets) {
  const FacesInPlan plan(faces);
  std::vector<MirrorPlane> planes;
  for (const WallFace& face : faces) {
    if (!face.structural || face.glass || face.length() < kLeastImage) continue;
    if (const auto shift = mirror_before(face, plan)) {
      planes.push_back({face.line, face.extent});
      planes.back().line.point += *shift * face.line.normal();
    }
  }
  for (const GlassSheet& sheet : sheets) {
    planes.push_back({sheet.line, sheet.extent()});
    planes.push_back({sheet.line.reversed(), {-sheet.to(), -sheet.from}});
  }
  return planes;
}

}  // namespace storey
