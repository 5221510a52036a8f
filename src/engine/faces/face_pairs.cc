#include "engine/faces/face_pairs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/faces/face_grid.h"
#include "engine/faces/face_odds.h"
#include "engine/faces/judge_faces.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "geometry/rank.h"

namespace storey {
namespace {

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
  const Interval about{face.extent.from - kBesideDoor, face.extent.to + kBesideDoor};
  return is_solid(wall) && wall.line.direction.dot(face.line.direction) > kParallelFaces &&
         depth > kThinnestWall && depth < kThickestPartition &&
         overlap(about, span_along(face.line, wall)) > 0 &&
         std::abs(behind.line.offset(wall.middle())) >= kThinnestWall;
}

/// Shows enough, and is long enough, to be a partition's other side, though it is no wall by itself.
bool may_be_partition(const WallFace& face) {
  return !face.structural && !face.glass && face.length() >= kWidestLeaf && face.body >= kClearly;
}

bool is_partition(const WallFace& face, const std::vector<WallFace>& faces) {
  if (!may_be_partition(face)) return false;
  return std::ranges::any_of(faces, [&](const WallFace& behind) {
    return backs(behind, face) && std::ranges::none_of(faces, [&](const WallFace& wall) {
             return has_before_itself(wall, face, behind);
           });
  });
}

/// The nearest face that looks the other way from behind a face.
struct Back {
  const WallFace* face = nullptr;
  double depth = kThickestWall;  ///< m from the one to the other: how thick a wall the two would make
};

/// The nearest of the faces behind half of the front and more.
Back back_of(const FacesInPlan& faces, const WallFace& front) {
  static_assert(kThickestWall / 2 < FaceGrid::kAbout);
  const Line2 between{front.line.point - kThickestWall / 2 * front.line.normal(), front.line.direction};
  Back back;
  for (const std::uint32_t f : faces.grid.along(between, front.extent)) {
    const WallFace& face = faces.all[f];
    if (!is_solid(face) || face.line.direction.dot(front.line.direction) > -kNearlyParallel ||
        overlap(front.extent, span_along(front.line, face)) < kHalf * front.length())
      continue;
    const double depth = -front.line.offset(face.middle());
    if (depth >= kThinnestWall && depth < back.depth) back = {&face, depth};
  }
  return back;
}

/// How thick the walls of a storey are, m: half of the length of their faces has thinner ones behind it.
double usual_thickness(const std::vector<WallFace>& faces, const std::vector<Back>& backs) {
  std::vector<std::pair<double, double>> thicknesses;
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (backs[i].face != nullptr) thicknesses.emplace_back(backs[i].depth, faces[i].length());
  return weighted_median(std::move(thicknesses));
}

/// Is the face rather than the one at its back the front of casework? That does not go on beside the room as
/// walls do, its wall stands behind all of it, and its cues are those of furniture rather than the wall's. It
/// is as deep as there is room in it; chimneys and shafts are not.
bool is_front(const FacesInPlan& faces, const WallFace& face, const Back& back, double usual) {
  return usual < kHalf * back.depth && face.cues && back.face->cues &&
         chance_of(*face.cues) < chance_of(*back.face->cues) &&
         overlap(face.extent, span_along(face.line, *back.face)) + kLeastGap > face.length() &&
         face.length() + length_in_line(faces, face) <
             back.face->length() + length_in_line(faces, *back.face) &&
         back.depth - usual >= kNarrowestRoom;
}

}  // namespace

void find_partition_faces(std::vector<WallFace>& faces) {
  std::vector<WallFace*> found;
  for (WallFace& face : faces)
    if (is_partition(face, faces)) found.push_back(&face);
  for (WallFace* face : found) face->judge(Because::kPartition);
}

void drop_casework(std::vector<WallFace>& faces) {
  const FacesInPlan plan(faces);
  std::vector<Back> backs(faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (is_solid(faces[i])) backs[i] = back_of(plan, faces[i]);
  const double usual = usual_thickness(faces, backs);
  std::vector<std::size_t> fronts;
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (backs[i].face != nullptr && is_front(plan, faces[i], backs[i], usual)) fronts.push_back(i);
  for (const std::size_t i : fronts) faces[i].judge({Because::kCasework, {backs[i].depth, usual}});
}

}  // namespace storey
