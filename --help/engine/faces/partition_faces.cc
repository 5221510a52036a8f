#include "swept.h"
#line 1
#include "engine/faces/partition_faces.h"

#include <algorithm>
#include <cmath>

#include "engine/faces/judge_faces.h"

namespace storey {
namespace {

inline double kThickest() { static sweep::Swept<double> it("partition_faces.cc:kThickest", sweep::Scale::kPlain); return it([] { return double(0.25); }); } 
inline double kLongEnough() { static sweep::Swept<double> it("partition_faces.cc:kLongEnough", sweep::Scale::kPlain); return it([] { return double(1.2); }); } 
inline double kShown() { static sweep::Swept<double> it("partition_faces.cc:kShown", sweep::Scale::kShare); return it([] { return double(0.6); }); } 
inline double kBacked() { static sweep::Swept<double> it("partition_faces.cc:kBacked", sweep::Scale::kShare); return it([] { return double(0.8); }); } 
inline double kParallel() { static sweep::Swept<double> it("partition_faces.cc:kParallel", sweep::Scale::kCosine); return it([] { return double(0.9994); }); } 
inline double kBeside() { static sweep::Swept<double> it("partition_faces.cc:kBeside", sweep::Scale::kPlain); return it([] { return double(0.5); }); } 
inline double kOwnPlane() { static sweep::Swept<double> it("partition_faces.cc:kOwnPlane", sweep::Scale::kPlain); return it([] { return double(0.015); }); } 

/// Is `wall` the wall of which `face` may be the other side?
bool backs(const WallFace& wall, const WallFace& face) {
  const double depth = -face.line.offset(wall.middle());
  return is_solid(wall) && wall.line.direction.dot(face.line.direction) < -kParallel() &&
         wall.body >= kMinBody() && depth > kThinnestWall() && depth < kThickest() &&
         overlap(face.extent, span_along(face.line, wall)) > kBacked() * face.length();
}

/// Does `wall` look the same way from behind the face, or from behind what is beside it? What is no wall's
/// thickness off the wall `behind` is a layer of that.
bool has_before_itself(const WallFace& wall, const WallFace& face, const WallFace& behind) {
  const double depth = -face.line.offset(wall.middle());
  const Interval about{face.extent.from - kBeside(), face.extent.to + kBeside()};
  return is_solid(wall) && wall.line.direction.dot(face.line.direction) > kParallel() && depth > kOwnPlane() &&
         depth < kThickest() && overlap(about, span_along(face.line, wall)) > 0 &&
         std::abs(behind.line.offset(wall.middle())) >= kThinnestWall();
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

bool may_be_partition(const WallFace& face) {
  return !face.structural && !face.glass && face.length() >= kLongEnough() && face.body >= kShown();
}

void find_partition_faces(std::vector<WallFace>& faces) {
  std::vector<WallFace*> found;
  for (WallFace& face : faces)
    if (is_partition(face, faces)) found.push_back(&face);
  for (WallFace* face : found) face->structural = true;
}

}  // namespace storey
