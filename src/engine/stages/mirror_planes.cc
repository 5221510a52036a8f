#include "engine/stages/mirror_planes.h"

#include <cmath>
#include <optional>

namespace storey {
namespace {

constexpr double kMinPlane = 0.30;    // m: smaller mirrors show no more than a part of a wall
constexpr double kProud = 0.10;       // m that a mirror may lie before the face it hangs on, with its frame
constexpr double kLetIn = 0.03;       // m: or behind it, let into tiles
constexpr double kSameShift = 0.015;  // m by which pairs of a thing and its image differ in their middle
constexpr double kParallel = 0.985;   // cosine of 10°: drift turns distant faces
constexpr double kDepth = 0.5;        // m from the plane, of a face and of its image: not the wall itself
constexpr double kMinShown = 0.5;     // m of faces that show again: small ones match by chance

double offset_of(const WallFace& face, const Line2& line) {
  return line.offset(face.line.at((face.extent.from + face.extent.to) / 2));
}

struct Pair {
  double shift = 0;   ///< m of their middle before the plane
  double length = 0;  ///< m that they have in common
};

/// Faces before the plane and faces behind it that could be their images.
std::vector<Pair> pairs_about(const Line2& line, const std::vector<WallFace>& faces) {
  std::vector<const WallFace*> before, behind;
  for (const WallFace& face : faces) {
    if (std::abs(face.line.direction.dot(line.direction)) < kParallel) continue;
    const double offset = offset_of(face, line);
    if (offset > kDepth) before.push_back(&face);
    if (offset < -kDepth) behind.push_back(&face);
  }
  std::vector<Pair> pairs;
  for (const WallFace* thing : before)
    for (const WallFace* image : behind) {
      const double shift = (offset_of(*thing, line) + offset_of(*image, line)) / 2;
      const double common = overlap(span_along(line, *thing), span_along(line, *image));
      if (shift > -kLetIn && shift < kProud && common > 0) pairs.push_back({shift, common});
    }
  return pairs;
}

/// How far before a face (m) a mirror hangs: where most pairs have their middle. Nothing if none shows again
/// behind the face.
std::optional<double> mirror_before(const WallFace& wall, const std::vector<WallFace>& faces) {
  const std::vector<Pair> pairs = pairs_about(wall.line, faces);
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
  if (most < kMinShown) return std::nullopt;
  return shift;
}

}  // namespace

std::vector<MirrorPlane> mirror_planes(const std::vector<WallFace>& faces,
                                       const std::vector<GlassSheet>& sheets) {
  std::vector<MirrorPlane> planes;
  for (const WallFace& face : faces) {
    if (!face.structural || face.glass || face.length() < kMinPlane) continue;
    if (const auto shift = mirror_before(face, faces)) {
      planes.push_back({face.line, face.extent});
      planes.back().line.point += *shift * face.line.normal();
    }
  }
  for (const GlassSheet& sheet : sheets) {
    planes.push_back({sheet.line, {sheet.from, sheet.to()}});
    planes.push_back({sheet.line.reversed(), {-sheet.to(), -sheet.from}});
  }
  return planes;
}

}  // namespace storey
