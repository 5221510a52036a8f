#include "engine/faces/curtain_wall.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "engine/faces/face_grid.h"
#include "engine/faces/lines/shown_share.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/heads.h"
#include "geometry/intervals.h"

namespace storey {
namespace {

constexpr double kMinLength = 2.0;                // m: less is a window, and what stands before and above it
constexpr Interval kSill = {0.10, 0.50};          // m above the floor
constexpr double kFloorBefore = 0.15;             // share of what lies before it in which the floor is seen
constexpr double kFrameDepth = 0.45;              // m behind its face in which frames and panes are
constexpr std::array kAway = {0.35, 0.50, 0.65};  // m from the face: past sills and the glass

/// Share of the places off the face, to its left or right (1, −1), at which there is floor, and floor or
/// ceiling.
struct Beside {
  double floor = 0, storey = 0;
};

Beside beside(const StoreyRaster& raster, const WallFace& face, double side) {
  const HeightMask on_floor = raster.floor_bins();
  const auto floor = [&](const Vec2& p) { return raster.columns.hit_in(p, on_floor); };
  const auto storey = [&](const Vec2& p) { return floor(p) || raster.under_ceiling(p); };
  return {share_beside(face.line, face.extent, 0.1, side, kAway, floor),
          share_beside(face.line, face.extent, 0.1, side, kAway, storey)};
}

/// Share of the face's length along which any of `bins` is hit, or would be were the scan dense.
double share_with(const WallFace& face, HeightMask bins) {
  std::vector<int> hits;
  std::vector<bool> hit;
  for (const HeightMask step : face.profile) {
    hits.push_back((step & bins).count());
    hit.push_back(hits.back() > 0);
  }
  const auto reach = static_cast<int>(std::lround(kBeamsApart / 2 / face.step));
  const double fill = fill_about_hits(hits, reach, bins.count());
  return share_shown(hit, steps_to_show(fill, bins.count(), face.step) - 1);
}

/// The bins of heads: above doors, but below the ceiling, which shows at every wall.
HeightMask head_bins(const StoreyRaster& raster, const WallFace& face) {
  const Vec2 middle = face.middle();
  const double ceiling = std::max(raster.ceiling_at(middle + kBeforeFace * face.line.normal()),
                                  raster.ceiling_at(middle - kBeforeFace * face.line.normal()));
  return raster.bins.range(raster.level.floor_z + kLowestHead, ceiling - kCeilingSkirt);
}

/// Do mullions, or piers, part the face into bays no wider than the widest are? A radiator with a unit above
/// it in one plane has none, and a window is one bay.
bool has_mullions(const StoreyRaster& raster, const WallFace& face) {
  const HeightMask body = raster.above_floor(kSill.to, kLowestHead);
  int bays = 0;
  double since = 0, widest = 0;
  for (const HeightMask step : face.profile) {
    const bool mullion = 2 * (step & body).count() > body.count();
    const double before = since;
    since = mullion ? 0 : since + face.step;
    bays += before < kLeastGap && since >= kLeastGap;
    widest = std::max(widest, since);
  }
  return bays > 1 && widest < kWidestPassage;  // bays are half as wide
}

/// Share of its length along which the face is hit at one height: that of `bins` at which it is hit most.
double fullest_row(const WallFace& face, HeightMask bins) {
  double most = 0;
  for (; bins; bins = bins.without_lowest()) {
    const HeightMask row = HeightMask::bin(bins.lowest());
    most = std::max(most, face.share_of_entries([&](std::size_t i) { return bool(face.profile[i] & row); }));
  }
  return most;
}

/// Share of the face that is hit in `bins`.
double share_hit(const WallFace& face, HeightMask bins) {
  double hit = 0;
  for (const HeightMask step : face.profile) hit += (step & bins).count();
  return hit / static_cast<double>(face.profile.size()) / std::max(1, bins.count());
}

/// The part of `face` that stands behind the curtain wall's face, along it. Of a curtain's folds there, and
/// of what is seen through the glass, some run askew.
std::optional<Interval> behind(const WallFace& wall, const WallFace& face) {
  const auto depth = [&](const Vec2& p) { return -wall.line.offset(p); };
  const auto [nearest, farthest] = std::minmax({depth(face.start()), depth(face.end())});
  if (&wall == &face || nearest < 0 || farthest > kFrameDepth || depth(face.middle()) < kThinnestWall)
    return std::nullopt;
  const Interval span = span_along(face.line, wall);
  const Interval part = shared(face.extent, {span.from - kLeastGap, span.to + kLeastGap});
  return part.length() > 0 ? std::optional(part) : std::nullopt;
}

/// Share of the part of `wall` that lies before `face` that is hit in any of `bins`.
double share_before(const WallFace& wall, const WallFace& face, HeightMask bins) {
  const Interval before = span_along(wall.line, face);
  int all = 0, hit = 0;
  for (double s = before.from + wall.step / 2; s < before.to; s += wall.step, ++all)
    hit += (wall.hits_at(s) & bins) != 0;
  return all > 0 ? static_cast<double>(hit) / all : 0;
}

/// Does `face` stand in a window of the wall? Before it the wall shows below the sill and above the head, and
/// below the sill it shows nothing itself.
bool is_in_window_of(const StoreyRaster& raster, const WallFace& wall, const WallFace& face) {
  if (&wall == &face || wall.line.direction.dot(face.line.direction) < kNearlyParallel) return false;
  const double depth = -wall.line.offset(face.middle());
  if (depth < kThinnestWall || depth > kFrameDepth) return false;
  const HeightMask below = raster.above_floor(kSill.from, kSill.to);
  return share_with(face, below) < kLittle && share_before(wall, face, below) > kClearly &&
         share_before(wall, face, head_bins(raster, wall)) > kClearly;
}

/// What stands in the windows of other walls is no wall.
void drop_window_frames(const StoreyRaster& raster, std::vector<WallFace>& faces) {
  static_assert(kFrameDepth < FaceGrid::kAbout);
  const FacesInPlan plan(faces);
  const auto in_window = [&](const WallFace& face) {
    return plan.any(plan.grid.along(face.line, face.extent), [&](const WallFace& wall) {
      return wall.structural && !wall.glass && is_in_window_of(raster, wall, face);
    });
  };
  std::vector<bool> dropped(faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i) dropped[i] = is_solid(faces[i]) && in_window(faces[i]);
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (dropped[i]) faces[i].judge(Because::kStandsInWindow);
}

}  // namespace

bool is_curtain_wall(const StoreyRaster& raster, WallFace& face) {
  if (face.length() < kMinLength) return false;
  const HeightMask sill_bins = raster.above_floor(kSill.from, kSill.to), heads = head_bins(raster, face);
  const double sill = share_with(face, sill_bins), head = share_with(face, heads);
  if (std::min(sill, head) < kClearly || !has_mullions(raster, face)) return false;
  const double edges = std::min(fullest_row(face, sill_bins), fullest_row(face, heads));
  const double between = share_hit(face, raster.above_floor(kSill.to, kLowestHead));
  if (between > kHalf * edges) return false;
  Beside left = beside(raster, face, 1), right = beside(raster, face, -1);
  const bool turned = right.floor > left.floor;
  if (turned) std::swap(left, right);
  if (left.floor < kFloorBefore || right.storey > kStrays) return false;
  if (turned) face = flipped(face);
  face.judge({Because::kCurtainWall, {sill, head, between}});
  return true;
}

void drop_frames(const StoreyRaster& raster, std::vector<WallFace>& faces) {
  std::vector<std::vector<Interval>> parts(faces.size());  // of each face, behind curtain walls
  for (const std::size_t w : longest_first(faces)) {
    if (!faces[w].curtain_wall || !faces[w].structural) continue;
    for (std::size_t f = 0; f < faces.size(); ++f) {
      const std::optional<Interval> part = behind(faces[w], faces[f]);
      if (!part) continue;
      parts[f].push_back(*part);
      if (covered_length(faces[f].extent, parts[f]) < faces[f].length() - kRounding) continue;
      faces[f].judge(Because::kFrameOfCurtainWall);
      faces[f].glass = false;
    }
  }
  drop_window_frames(raster, faces);
}

}  // namespace storey
