// Stage 4: planes that may show images, and how far these lie behind them.
#pragma once

#include <Eigen/Geometry>
#include <cmath>

#include "geometry/line.h"

namespace storey {

/// Where a mirror may be; the stations that look into it are to its left.
struct MirrorPlane {
  Line2 line;
  Interval extent;  ///< along the line, m
};

/// m from what may be a mirror, behind it and past its ends, within which images are looked for, and before
/// it what they show: few rooms are as deep. Without it, each plane would be held against the whole storey.
inline constexpr double kMirrorReach = 20;

/// m from it, from where on things before it and images behind it tell something: what is nearer is the wall
/// itself, its cladding, and its other face.
inline constexpr double kMirrorDepth = 0.3;

inline constexpr double kImageTolerance = 0.08;  // m off where a thing is mirrored to: errors double
inline constexpr double kClump = 1.0;  // m of plan: what is larger shows something of itself past most planes

inline constexpr double kLeastImage =
    0.5;  ///< m of what shows again in a mirror, and from it to its image: less matches by chance

/// A direction as a mirror shows it.
inline Vec2 mirrored_direction(const Vec2& direction, const Line2& mirror) {
  return mirrored(mirror.point + direction, mirror) - mirror.point;
}

/// All around the plane that may show in it, or be shown.
inline Eigen::AlignedBox2d box_about(const MirrorPlane& plane) {
  Eigen::AlignedBox2d box;
  for (const double s : {plane.extent.from - kMirrorReach, plane.extent.to + kMirrorReach})
    for (const double offset : {-kMirrorReach, kMirrorReach})
      box.extend((plane.line.at(s) + offset * plane.line.normal()).eval());
  return box;
}

/// Is a place, on either side of the plane, near enough for an image in it?
inline bool in_reach(const MirrorPlane& plane, const Vec2& place) {
  const double s = plane.line.along(place);
  return std::abs(plane.line.offset(place)) <= kMirrorReach && s >= plane.extent.from - kMirrorReach &&
         s <= plane.extent.to + kMirrorReach;
}

}  // namespace storey
