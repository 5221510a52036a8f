#include "engine/stages/cut_face.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace storey {

WallFace part_of(const WallFace& face, const Interval& stretch) {
  WallFace part = face;
  const auto step_of = [&](double s) {
    return std::clamp<std::ptrdiff_t>(std::lround((s - face.extent.from) / face.step), 0,
                                      static_cast<std::ptrdiff_t>(face.profile.size()));
  };
  const std::ptrdiff_t from = step_of(stretch.from), to = step_of(stretch.to);
  part.extent = {face.extent.from + static_cast<double>(from) * face.step,
                 face.extent.from + static_cast<double>(to) * face.step};
  part.profile.assign(face.profile.begin() + from, face.profile.begin() + to);
  part.stands.clear();
  const double shift = part.extent.from - face.extent.from;
  for (const Interval& stands : face.stands) {
    const Interval left{std::max(0.0, stands.from - shift), std::min(part.length(), stands.to - shift)};
    if (left.length() > 0) part.stands.push_back(left);
  }
  return part;
}

}  // namespace storey
