#include "engine/faces/partition_faces.h"

#include <algorithm>
#include <cmath>

#include "engine/faces/judge_faces.h"
#include "engine/scan/directions.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

constexpr double kLongEnough = 1.2;  // m of face: leaves of doors are narrower
constexpr double kBeside = 0.5;      // m past its ends: where a wall shows that a leaf hides
constexpr double kOwnPlane = 0.015;  // m behind the face: as far apart lie the cells of one surface

/// Is `wall` the wall of which `face` may be the other side?
bool backs(const WallFace& wall, const WallFace& face) {
  const double depth = -face.line.offset(wall.middle());
  return is_solid(wall) && wall.line.direction.dot(face.line.direction) < -kParallelFaces &&
         wall.body >= kMinBody && depth > kThinnestWall && depth < kThickestPartition &&
         overlap(face.extent, span_along(face.line, wall)) > kNearlyAll * face.length();
}

/// Does `wall` look the same way from behind the face, or from behind what is beside it? What is no wall's
/// thickness off the wall `behind` is a layer of that.
bool has_before_itself(const WallFace& wall, const WallFace& face, const WallFace& behind) {
  const double depth = -face.line.offset(wall.middle());
  const Interval about{face.extent.from - kBeside, face.extent.to + kBeside};
  return is_solid(wall) && wall.line.direction.dot(face.line.direction) > kParallelFaces &&
         depth > kOwnPlane && depth < kThickestPartition && overlap(about, span_along(face.line, wall)) > 0 &&
         std::abs(behind.line.offset(wall.middle())) >= kThinnestWall;
}

/// Shows enough, and is long enough, to be a partition's other side, though it is no wall by itself.
bool may_be_partition(const WallFace& face) {
  return !face.structural && !face.glass && face.length() >= kLongEnough && face.body >= kClearly;
}

bool is_partition(const WallFace& face, const std::vector<WallFace>& faces) {
  if (!may_be_partition(face)) return false;
  return std::ranges::any_of(faces, [&](const WallFace& behind) {
    return backs(behind, face) && std::ranges::none_of(faces, [&](const WallFace& wall) {
             return has_before_itself(wall, face, behind);
           });
  });
}

}  // namespace

void find_partition_faces(std::vector<WallFace>& faces) {
  std::vector<WallFace*> found;
  for (WallFace& face : faces)
    if (is_partition(face, faces)) found.push_back(&face);
  for (WallFace* face : found) face->judge(Because::kPartition);
}

}  // namespace storey
