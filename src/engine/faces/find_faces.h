// Stage 4: the vertical faces of a storey: straight stretches of cells that are hit over much of their
// height.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/faces/lines/columns.h"
#include "engine/faces/lines/grow_lines.h"
#include "engine/scan/surface_noise.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/line.h"
#include "model/reasons.h"

namespace storey {

/// How far a wall goes on that was not seen there, m.
struct Unseen {
  double before = 0;  ///< its start()
  double after = 0;   ///< its end()
};

/// What tells a wall's face from furniture's, as numbers that are added up: `kFaceCueNames` of face_odds.h.
using FaceCues = std::array<double, 10>;

/// A straight vertical face. The line runs so that free space lies to its left.
struct WallFace {
  Line2 line;
  Interval extent;                  ///< along the line, m
  std::vector<HeightMask> profile;  ///< per `step` of the extent: the height bins in which the face was hit
  double step = 0.02;               ///< m
  double rms = 0;                   ///< m, of the cells about the line that was fitted to them
  double body = 0;         ///< share of the steps that are hit between table top and head height, 0…1
  double chest = 0;        ///< share of the steps that are hit above what stands on tables, up to head height
  double low = 0;          ///< share of the steps that are hit between knee and head height, 0…1
  double coverage = 0;     ///< share of the steps with any hit, 0…1
  double top_contact = 0;  ///< share of its length that is hit right below the ceiling, 0…1
  double free_left = 0, free_right = 0;  ///< share of the steps with floor or ceiling within 5 cm of the face
  bool structural = false;               ///< a wall's face, not furniture's
  Reason reason;                         ///< why it is what it is
  double moved = 0;              ///< m, root mean square: how far the line is off the one that was fitted
  double deviation = 0;          ///< m: the same at the end where it is more
  bool glass = false;            ///< a sheet that most beams pass: hits are few, but from floor to ceiling
  bool curtain_wall = false;     ///< the inner face of one: sill and head, with mullions between
  bool header = false;           ///< it hangs, but parts rooms, from wall to wall
  std::vector<Interval> stands;  ///< where a wall stands, m from start()
  Unseen unseen;                 ///< past its ends, to corners
  std::optional<FaceCues> cues;  ///< of those that may be a solid wall's
  double strength = 1;           ///< what it says beside most walls of the storey, 0…1
  std::optional<double>
      likely;  ///< that it is a wall's, beside most walls of the storey, 0…1; if it has cues

  /// It is what the rule says it is.
  void judge(const Reason& why) {
    reason = why;
    structural = is_of_wall(why.because);
  }

  double length() const { return extent.length(); }
  Vec2 start() const { return line.at(extent.from); }
  Vec2 end() const { return line.at(extent.to); }
  Vec2 middle() const { return (start() + end()) / 2; }
  /// From its end on or, if not `forward`, from its start back.
  Line2 past(bool forward) const {
    return forward ? Line2{end(), line.direction} : Line2{start(), -line.direction};
  }
  /// Where profile entry `i` begins, and its middle: m along the line, and where that is.
  double begin_of(std::size_t i) const { return extent.from + static_cast<double>(i) * step; }
  double along(std::size_t i) const { return extent.from + (static_cast<double>(i) + 0.5) * step; }
  Vec2 place(std::size_t i) const { return line.at(along(i)); }
  /// A stretch of `stands` along the line, m.
  Interval on_line(const Interval& stretch) const {
    return {extent.from + stretch.from, extent.from + stretch.to};
  }
  /// The profile entry at `s`; nothing beyond the extent.
  std::optional<std::size_t> entry_at(double s) const;
  /// Share of the profile entries for whose number `is` holds.
  template <class Is>
  double share_of_entries(const Is& is) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < profile.size(); ++i) count += is(i);
    return static_cast<double>(count) / static_cast<double>(profile.size());
  }
  /// The extent with what goes on unseen, and at least `least` m past each end.
  Interval reach(double least = 0) const {
    return {extent.from - std::max(least, unseen.before), extent.to + std::max(least, unseen.after)};
  }
  /// The profile entry at `s`; 0 beyond the extent.
  HeightMask hits_at(double s) const;
  /// The bins hit at profile entry `i` and those up to `reach` entries beside it: a thin scan leaves gaps.
  HeightMask hits_about(std::size_t i, std::size_t reach) const;
  /// The same as far to both sides as the beams of a thin scan fall apart.
  HeightMask hits_between_beams(std::size_t i) const;
  /// The same at a place; 0 beyond the extent.
  HeightMask hits_between_beams(const Vec2& p) const;
};

// Between the faces of a wall:
inline constexpr double kThickestPartition =
    0.25;  // m: walls between rooms; reveals show through thicker ones

/// A wall of which scans show the face itself: glass and curtain walls show little, and are known by that.
inline bool is_solid(const WallFace& face) { return face.structural && !face.glass && !face.curtain_wall; }

/// A face that says by itself neither that it is a solid wall's nor that it is none: its cues decide.
inline bool is_open(const WallFace& face) {
  return face.reason.because == Because::kNotJudged && !face.structural && !face.glass && !face.curtain_wall;
}

/// The share of the height bins below which a stretch of the face may be glass: less than what is seen
/// through it. 0 for faces that nothing is seen through.
double most_of_glass(const WallFace& face);

/// m below the ceiling: above door heads, and few things else reach it.
inline constexpr double kTopBand = 0.25;

/// What the raster shows along the face's line and extent: its profile and all that follows from it. Cells
/// count up to the width of a sheet from the line, and what is free beside it from that of the surface on.
void describe(const StoreyRaster& raster, const LineWidth& width, WallFace& face);

/// The numbers of all faces, those of the longest first.
std::vector<std::size_t> longest_first(const std::vector<WallFace>& faces);

/// m: height of the ceiling before the face at a place on it.
double ceiling_before(const StoreyRaster& raster, const WallFace& face, const Vec2& p);

/// The bins in which a wall can be hit at a place on its face: between skirting and ceiling.
HeightMask wall_bins(const StoreyRaster& raster, const WallFace& face, const Vec2& p);

/// The same face, looking the other way.
WallFace flipped(WallFace face);

/// From where to where the face lies along `line`, m.
Interval span_along(const Line2& line, const WallFace& face);

/// How far from their lines the hits of faces lie.
LineWidth width_of(const SurfaceNoise& noise);

/// Faces of at least 0.12 m, longest evidence first. `noise` sets how far from the line a cell may lie;
/// `cloud` tells which way the faces of thin walls look; of `columns` the straight sides are faces.
std::vector<WallFace> find_faces(const LevelCloud& cloud, const StoreyRaster& raster,
                                 const SurfaceNoise& noise, int threads = 1,
                                 std::span<const StandingColumn> columns = {});

}  // namespace storey
