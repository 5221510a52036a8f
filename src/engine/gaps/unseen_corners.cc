#include "engine/gaps/unseen_corners.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "engine/faces/standing.h"
#include "engine/gaps/wall_ends.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/storey_raster.h"

namespace storey {
namespace {

constexpr double kFarthest = 5.0;  // m: of a wall as long something shows, though at a slant

/// Share of the stretch with floor, if it counts, or ceiling in sight `depth` m behind the line.
double room_share(const StoreyRaster& raster, const Line2& line, const Interval& stretch, double depth,
                  bool floor_counts) {
  return share_beside(line, stretch, raster.columns.frame.cell, -1, std::array{depth}, [&](const Vec2& p) {
    const double ceiling = raster.ceiling_at(p);
    HeightMask room = raster.bins.range(ceiling - kMoulding, ceiling + kMoulding);
    if (floor_counts) room |= raster.floor_bins();
    return (raster.hit_about(p) & room) != 0;
  });
}

/// Does room show where a wall would be that looks along the stretch? Of one as wide as doors, the ceiling
/// tells, if any shows before it: of doorways the floor shows, but not what is above it.
bool room_shows_behind(const StoreyRaster& raster, const Line2& line, const Interval& stretch) {
  const bool by_ceiling =
      stretch.length() <= kWidestDoor && room_share(raster, line, stretch, -kUsualPartition, false) > kStrays;
  return room_share(raster, line, stretch, kUsualPartition, !by_ceiling) > kHalf;
}

/// A wall's end, and the end of another to which it goes on.
struct Corner {
  std::size_t wall = 0, other = 0;
  bool forward = true;   ///< past the wall's end(), to the other's start(); else the other way
  double gap = 0;        ///< m between the wall's end and the corner
  double other_gap = 0;  ///< m between the other's end and the corner
};

bool stands(const WallFace& face, double least) {
  return is_solid(face) && !face.stands.empty() && face.body >= kHalf && face.length() >= least;
}

std::optional<Corner> unseen_corner(const StoreyRaster& raster, const FacesInPlan& plan, std::size_t index,
                                    bool forward) {
  const std::vector<WallFace>& faces = plan.all;
  const WallFace& wall = faces[index];
  const Vec2 from = wall.past(forward).point;
  if (!stands(wall, kLongWall) || comes_to_corner(plan, wall, from)) return std::nullopt;
  const double way = forward ? 1 : -1;
  std::optional<Corner> nearest;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const WallFace& other = faces[i];
    if (!stands(other, kLongWall) || -way * other.line.normal().dot(wall.line.direction) < kRoughly) continue;
    const Vec2 end = forward ? other.start() : other.end();
    const double gap = way * wall.line.direction.dot(end - from), aside = wall.line.offset(end);
    if (gap <= kLeastGap || gap > (nearest ? nearest->gap : kFarthest) || std::abs(aside) > kAtCorner)
      continue;
    nearest = Corner{index, i, forward, gap, std::max(0.0, aside)};
  }
  if (!nearest) return std::nullopt;
  const double end = wall.line.along(from), corner = end + way * nearest->gap;
  if (room_shows_behind(raster, wall.line, {std::min(end, corner), std::max(end, corner)}))
    return std::nullopt;
  return nearest;
}

}  // namespace

void find_unseen_corners(const StoreyRaster& raster, std::vector<WallFace>& faces) {
  const FacesInPlan plan(faces);
  std::vector<Corner> corners;
  for (std::size_t i = 0; i < faces.size(); ++i)
    for (const bool forward : {true, false})
      if (const auto corner = unseen_corner(raster, plan, i, forward)) corners.push_back(*corner);
  for (const Corner& corner : corners) {
    WallFace &wall = faces[corner.wall], &other = faces[corner.other];
    if (corner.forward) {
      wall.unseen.after = corner.gap;
      other.unseen.before = std::max(other.unseen.before, corner.other_gap);
      other.stands.front().from = 0;
    } else {
      wall.unseen.before = corner.gap;
      other.unseen.after = std::max(other.unseen.after, corner.other_gap);
      other.stands.back().to = other.length();
    }
  }
}

}  // namespace storey
