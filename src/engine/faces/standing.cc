#include "engine/faces/standing.h"

#include <algorithm>
#include <array>

#include "base/parallel.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/heads.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/rank.h"

namespace storey {
namespace {

// m behind a face: less than the thinnest wall is thick
constexpr std::array<double, 3> kRightBehind = {0.02, 0.04, 0.06};

/// How far up a step of a face shows.
enum class Shown { kNot, kAsHighAsPeople, kToTheCeiling };

/// Is the face's step `i` a beam's: higher up than heads of passages, between two parts of one room, with the
/// floor below it or what stands there?
bool under_beam(const StoreyRaster& raster, const WallFace& face, std::size_t i) {
  // m behind the face: past walls, and less than the narrowest room
  constexpr std::array<double, 3> kBehind = {0.4, 0.6, 0.8};
  if (!shows_above_heads(raster, face, i)) return false;
  const Vec2 at = face.place(i);
  return (raster.hit_about(at) & raster.above_floor(-kFloorBand, kOnTables)) != 0 &&
         std::ranges::any_of(
             kBehind, [&](double behind) { return raster.under_ceiling(at - behind * face.line.normal()); });
}

/// Of the face's step `i`. Up to a person's height, it has to be hit over most of that, or above it.
Shown shown_at(const StoreyRaster& raster, const WallFace& face, std::size_t i) {
  constexpr double kHead = 1.9;  // m above the floor: a person's height
  const double floor = raster.level.floor_z;
  const double ceiling = ceiling_before(raster, face, face.place(i));
  const HeightMask body = raster.above_floor(kOffLevels, kHead);
  const HeightMask under = raster.bins.range(ceiling - kLintelBand, ceiling - kCeilingSkirt);
  const HeightMask upper =
      raster.bins.range(std::min(floor + kHead, ceiling - kLintelBand), ceiling - kCeilingSkirt);
  if ((face.profile[i] & under) != 0) return under_beam(raster, face, i) ? Shown::kNot : Shown::kToTheCeiling;
  const bool high = (face.profile[i] & upper) != 0 || 2 * (face.profile[i] & body).count() >= body.count();
  return high ? Shown::kAsHighAsPeople : Shown::kNot;
}

/// Where along a face something stands that may be a wall: not the leaf of a door, or a screen, over which
/// one sees the ceiling go on.
std::vector<bool> standing_steps(const StoreyRaster& raster, const WallFace& face) {
  std::vector<Shown> shown;
  for (std::size_t i = 0; i < face.profile.size(); ++i) shown.push_back(shown_at(raster, face, i));
  std::vector<bool> stands;
  for (std::size_t i = 0, end = 0; i < shown.size(); i = end) {
    for (end = i; end < shown.size() && shown[end] == shown[i];) ++end;
    const double from = face.begin_of(i), to = face.begin_of(end);
    const bool see_over = to - from >= kLeastGap && open_behind(raster, face.line, from, to);
    stands.insert(stands.end(), end - i,
                  shown[i] == Shown::kToTheCeiling || (shown[i] == Shown::kAsHighAsPeople && !see_over));
  }
  return stands;
}

/// Is there a room on the other side of a wall whose face this is?
bool room_behind(const StoreyRaster& raster, const Line2& line, double from, double to) {
  std::vector<double> depths;
  for (double depth = kThickestWall; depth < kThickestWall + kNarrowestRoom; depth += 0.05)
    depths.push_back(depth);
  return share_beside(line, {from, to}, 0.05, -1, depths,
                      [&](const Vec2& p) { return raster.under_ceiling(p); }) > kLittle;
}

/// Does the face go on as a parapet from one step to another, with no room behind it?
bool is_parapet(const StoreyRaster& raster, const WallFace& face, std::size_t from, std::size_t to) {
  const HeightMask foot = raster.above_floor(kOffLevels, kTableTop);
  std::size_t shown = 0;
  for (std::size_t i = from; i < to; ++i) shown += 2 * (face.profile[i] & foot).count() >= foot.count();
  return static_cast<double>(shown) >= kLargely * static_cast<double>(to - from) &&
         !room_behind(raster, face.line, face.begin_of(from), face.begin_of(to));
}

/// Does the wall go on between two steps in which it stands?
bool goes_on(const StoreyRaster& raster, const WallFace& face, std::size_t from, std::size_t to) {
  const double gap = static_cast<double>(to - from) * face.step;
  const double start = face.begin_of(from);
  std::size_t below_beam = 0;  // no door is as high
  for (std::size_t i = from; i < to; ++i) below_beam += under_beam(raster, face, i);
  if (2 * below_beam > to - from) return false;
  return gap <= kLeastGap || (gap <= kWidestDoor && !open_behind(raster, face.line, start, start + gap)) ||
         is_parapet(raster, face, from, to);
}

std::vector<Interval> stretches(const StoreyRaster& raster, const WallFace& face) {
  std::vector<Interval> stands;
  std::size_t past = 0;  // the step after the last stretch
  const std::vector<bool> standing = standing_steps(raster, face);
  for (std::size_t i = 0; i < face.profile.size(); ++i) {
    if (!standing[i]) continue;
    const double from = static_cast<double>(i) * face.step;
    if (stands.empty() || !goes_on(raster, face, past, i)) stands.push_back({from, from});
    stands.back().to = from + face.step;
    past = i + 1;
  }
  return stands;
}

}  // namespace

bool shows_above_heads(const StoreyRaster& raster, const WallFace& face, std::size_t i) {
  const double floor = raster.level.floor_z, head = floor + highest_head(raster.level);
  const HeightMask hit = face.hits_about(i, kStepsAround);
  return (hit & raster.bins.range(floor + kOnTables, head)) == 0 &&
         (hit & raster.bins.range(head, raster.level.top_z)) != 0;
}

HeightMask hanging(const StoreyRaster& raster, const WallFace& face, std::size_t step) {
  return face.hits_about(step, kStepsAround) &
         raster.bins.range(raster.level.floor_z + kLowestHead,
                           raster.ceiling_at(face.place(step)) - kMoulding);
}

bool at_passage_height(const StoreyRaster& raster, const WallFace& face) {
  constexpr double kMinDrop = 0.30;  // m from the ceiling down to the soffit
  std::vector<double> lowest;        // m above the floor, per step
  for (std::size_t i = 0; i < face.profile.size(); ++i)
    if (const HeightMask hit = hanging(raster, face, i); hit != 0)
      lowest.push_back(raster.bins.bottom + hit.lowest() * raster.bins.height - raster.level.floor_z);
  if (lowest.empty()) return false;
  const double soffit = median(std::move(lowest)), height = raster.level.ceiling_z - raster.level.floor_z;
  return soffit <= std::max(kUsualHead, kHighPassage * height) && soffit <= height - kMinDrop;
}

bool open_behind(const StoreyRaster& raster, const Line2& line, double from, double to) {
  constexpr double kBefore = 0.40;  // m before the face: past the squares of the ceiling that lie across it
  return share_beside(line, {from, to}, 0.02, -1, kRightBehind, [&](const Vec2& p) {
           const Vec2 before = line.at(line.along(p)) + kBefore * line.normal();
           return raster.under_ceiling(p) && raster.ceiling_at(p) > raster.ceiling_at(before) - kPastTrim;
         }) > kLittle;
}

void find_standing(const StoreyRaster& raster, int threads, std::vector<WallFace>& faces) {
  parallel_for(faces.size(), threads, [&](std::size_t i) {
    WallFace& face = faces[i];
    face.stands = face.glass ? std::vector<Interval>{{0, face.length()}} : stretches(raster, face);
  });
}

}  // namespace storey
