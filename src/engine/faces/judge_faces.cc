#include "engine/faces/judge_faces.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "base/parallel.h"
#include "engine/faces/face_grid.h"
#include "engine/faces/face_odds.h"
#include "engine/faces/face_strength.h"
#include "engine/faces/standing.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/polygon.h"

namespace storey {
namespace {

/// Is the face, anywhere along it, hit over most of the height from floor to ceiling?
bool full_height(const StoreyRaster& raster, const WallFace& face) {
  HeightMask hit = 0;
  for (const HeightMask step : face.profile) hit |= step;
  const HeightMask height = wall_bins(raster, face, face.middle());
  return (hit & height).count() > kLargely * height.count();
}

/// Does the face show below the ceiling as densely as at the height of a person? Over a shelf, and the frame
/// of a pane at the ceiling behind it, nothing shows.
bool goes_up(const StoreyRaster& raster, const WallFace& face) {
  const double ceiling = ceiling_before(raster, face, face.middle());
  const HeightMask upper = raster.bins.range(ceiling - kUpperWall, ceiling - kTopBand);
  const HeightMask person = raster.above_floor(kKnee, kHeadHeight);
  double above = 0, below = 0;
  for (const HeightMask hit : face.profile) {
    above += (hit & upper).count();
    below += (hit & person).count();
  }
  return above * person.count() > kHalf * below * upper.count();
}

/// Does the floor go on behind the face, as it does below a beam or a duct? Of a front with windows down to
/// the floor as little stands, but behind it one sees no farther floor than in the reveals.
bool floor_goes_on(const StoreyRaster& raster, const WallFace& face) {
  return face.share_of_entries([&](std::size_t i) {
    const Vec2 behind = face.place(i) - kNarrowestRoom * face.line.normal();
    return (raster.hit_about(behind) & raster.floor_bins()) != 0;
  }) > kNearlyHalf;
}

/// What holds up the ends of lintels: walls that they rest on, or the next part of a lintel that shows in
/// pieces.
class Carriers {
 public:
  Carriers(const StoreyRaster& raster, const std::vector<WallFace>& faces) : raster_(raster), faces_(faces) {}

  /// Is the lintel's end held up; its start, if not `ahead`?
  bool carry(const WallFace& lintel, bool ahead) const {
    static_assert(kLeastGap < FaceGrid::kAbout);
    const Interval about{lintel.extent.from - kMissed, lintel.extent.to + kMissed};
    const Vec2 end = lintel.past(ahead).point;
    return faces_.any(faces_.grid.along(lintel.line, about), [&](const WallFace& face) {
      return face.structural && (holds(face, lintel, end) ||
                                 (is_next(face, lintel, ahead) && (stands(face) || carry(face, ahead))));
    });
  }

 private:
  static constexpr double kMissed = 1.5;  ///< m of lintel that no beam hits, or that a lamp hides

  bool stands(const WallFace& face) const { return face.body >= kMinBody && full_height(raster_, face); }

  static bool is_across(const WallFace& face, const WallFace& lintel) {
    return std::abs(cross(face.line.direction, lintel.line.direction)) > kMeetsAcross;
  }

  /// Does the lintel rest on this wall with its end?
  bool holds(const WallFace& face, const WallFace& lintel, const Vec2& end) const {
    if (&face == &lintel || distance_to_segment(end, face.start(), face.end()) >= kLeastGap) return false;
    return (is_across(face, lintel) || std::abs(face.line.offset(end)) < kStandsOut) && stands(face);
  }

  /// Is this face the next one of the lintel's front, past its end or its start? What hangs within a room is
  /// a bulkhead, which walls in its line do not make theirs; over a door, too, the floor goes on behind.
  bool is_next(const WallFace& face, const WallFace& lintel, bool ahead) const {
    const double gap = ahead ? lintel.line.along(face.start()) - lintel.extent.to
                             : lintel.extent.from - lintel.line.along(face.end());
    const WallFace &surer = face.length() > lintel.length() ? face : lintel,
                   &other = &surer == &face ? lintel : face;
    const bool door = lintel.length() + gap <= kWidestDoor;
    return gap > 0 && gap <= kMissed && face.line.direction.dot(lintel.line.direction) >= kParallelFaces &&
           std::abs(surer.line.offset(other.middle())) <= kThinnestWall &&
           (door || !floor_goes_on(raster_, lintel));
  }

  const StoreyRaster& raster_;
  FacesInPlan faces_;
};

/// Does the face end below a ceiling that shows before it, though nothing hangs there that might hide where
/// it goes on? Wardrobes and shelves do. A bench in line with a wall has a ceiling over it, too, and tells
/// nothing.
bool ends_below_ceiling(const StoreyRaster& raster, const WallFace& face) {
  const HeightMask over_benches = raster.above_floor(kOnTables, kHeadHeight);
  int cells = 0, ceiling = 0, hanging = 0;
  for (std::size_t i = 0; i < face.profile.size(); ++i) {
    if (!(face.hits_between_beams(i) & over_benches)) continue;
    for (double d = kOwnNoise; d < kLeastGap; d += raster.columns.frame.cell) {
      const Vec2 before = face.place(i) + d * face.line.normal();
      const double height = raster.ceiling_at(before);
      ++cells;
      ceiling += raster.hit_on_ceiling(before);
      hanging += raster.columns.hit_in(before, raster.bins.range(height - kUpperWall, height - kOffLevels));
    }
  }
  return ceiling > kStrays * cells && hanging <= kSome * cells;
}

/// Does the face hang over a floor that goes on behind it, higher up than the heads of passages; or higher
/// than most of them, and from wall to wall across the room?
bool is_beam(const StoreyRaster& raster, const WallFace& face) {
  const bool over_heads =
      face.share_of_entries([&](std::size_t i) { return shows_above_heads(raster, face, i); }) > kHalf;
  return (over_heads || !at_passage_height(raster, face)) && floor_goes_on(raster, face);
}

/// What a face that does not reach the ceiling is: a wall's, if it shows below heads and is at least half as
/// likely one as most walls; as likely as these, if the ceiling shows before its top.
Reason judge_beside(const StoreyRaster& raster, const WallFace& face, double usual) {
  if (face.low < kMinBody) return {Because::kAboveHeads, {face.low}};
  const double chance = chance_of(*face.cues), beside = beside_usual(chance, usual);
  const auto judged = [&](Because because) { return Reason{because, {chance, usual}}; };
  if (beside < kHalf) return judged(Because::kUnlikely);
  const bool ends = beside < 1 && ends_below_ceiling(raster, face);
  return judged(ends ? Because::kEndsBelowCeiling : Because::kLikely);
}

}  // namespace

bool stands_free(const WallFace& face) {
  return std::min(face.free_left, face.free_right) > kHalf * face.coverage;
}

Reason judge_alone(const StoreyRaster& raster, const WallFace& face) {
  if (face.chest < kMinBody && face.length() > kWidestPassage && floor_goes_on(raster, face))
    return {Because::kHangsInRoom, {face.length(), face.chest}};  // a beam or a duct
  if (face.top_contact >= kNearlyHalf) return {Because::kReachesCeiling, {face.top_contact}};
  return {};
}

void judge_by_cues(const StoreyRaster& raster, const LineWidth& width, int threads,
                   std::vector<WallFace>& faces) {
  give_cues(raster, width, threads, faces);
  const double usual = usual_chance(faces);
  const auto parts_of = [&](std::size_t i) -> std::vector<WallFace> {
    WallFace& face = faces[i];
    if (!is_open(face)) return {};
    face.judge(judge_beside(raster, face, usual));
    return face.structural ? std::vector<WallFace>() : standing_parts(raster, width, face);
  };
  std::ranges::move(parallel_collect(faces.size(), threads, parts_of), std::back_inserter(faces));
}

std::vector<WallFace> standing_parts(const StoreyRaster& raster, const LineWidth& width,
                                     const WallFace& face) {
  std::vector<Interval> stretches;
  for (std::size_t i = 0; i < face.profile.size(); ++i) {
    const Interval step{face.begin_of(i), face.begin_of(i + 1)};
    const double ceiling = ceiling_before(raster, face, face.place(i));
    if (!(face.profile[i] & raster.bins.range(ceiling - kTopBand, ceiling - kCeilingSkirt))) continue;
    if (!stretches.empty() && step.from - stretches.back().to <= kSmallGap)
      stretches.back().to = step.to;
    else
      stretches.push_back(step);
  }
  std::vector<WallFace> parts;
  for (const Interval& stretch : stretches) {
    if (stretch.length() < kLeastGap) continue;  // the edge of a cupboard
    WallFace part = face;
    part.extent = stretch;
    part.cues.reset();
    describe(raster, width, part);
    if (part.body <= kHalf || !goes_up(raster, part)) continue;
    part.judge(judge_alone(raster, part));
    if (part.structural) parts.push_back(std::move(part));
  }
  return parts;
}

void drop_hanging(const StoreyRaster& raster, std::vector<WallFace>& faces) {
  const Carriers carriers(raster, faces);
  const auto judged = [&](const WallFace& face) {
    const bool beam = is_beam(raster, face);
    if (!beam && carriers.carry(face, false) && carriers.carry(face, true)) return Because::kRestsOnWalls;
    return beam ? Because::kHangsOverHeads : Because::kRestsNowhere;
  };
  std::vector<std::optional<Reason>> hanging(faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (faces[i].structural && !faces[i].curtain_wall && faces[i].chest < kMinBody)
      hanging[i] = Reason{judged(faces[i]), {faces[i].chest}};
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (hanging[i]) faces[i].judge(*hanging[i]);
}

void drop_cornices(std::vector<WallFace>& faces) {
  for (WallFace& face : faces) {
    const bool above_heads = face.low < kMinBody;
    const bool over_units = !above_heads && face.chest < kMinBody;
    if (!face.structural || face.curtain_wall || (!above_heads && !over_units)) continue;
    // Over a sill, too, something shows behind the face: the window, but no deeper than reveals are.
    const Interval depths{over_units ? kNarrowestRoom : 0.0, kThickestWall};
    double behind = 0;
    for (const WallFace& wall : faces) {
      if (&wall == &face || !wall.structural || wall.body < kHalf ||
          wall.line.direction.dot(face.line.direction) < kNearlyParallel)
        continue;
      const double depth = -face.line.offset(wall.middle());
      if (depth <= depths.from || depth > depths.to) continue;
      behind += std::max(0.0, overlap(face.extent, span_along(face.line, wall)));
    }
    if (behind > kHalf * face.length())
      face.judge({Because::kCornice, {std::min(1.0, behind / face.length())}});
  }
}

}  // namespace storey
