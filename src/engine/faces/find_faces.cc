#include "engine/faces/find_faces.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "engine/faces/curtain_wall.h"
#include "engine/faces/face_odds.h"
#include "engine/faces/face_pairs.h"
#include "engine/faces/face_sides.h"
#include "engine/faces/face_strength.h"
#include "engine/faces/judge_faces.h"
#include "engine/faces/lines/grow_lines.h"
#include "engine/faces/lines/shown_share.h"
#include "engine/faces/standing.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/scan/surface_noise.h"
#include "engine/storeys/heads.h"
#include "engine/storeys/level_patches.h"
#include "engine/storeys/storey_raster.h"

namespace storey {
namespace {

/// Share of pieces of `steps` steps in which any step touches the ceiling.
double contact(const std::vector<bool>& topped, int steps) {
  int pieces = 0, touching = 0;
  for (std::size_t first = 0; first < topped.size(); first += static_cast<std::size_t>(steps)) {
    const std::size_t last = std::min(topped.size(), first + static_cast<std::size_t>(steps));
    ++pieces;
    touching += std::any_of(topped.begin() + static_cast<std::ptrdiff_t>(first),
                            topped.begin() + static_cast<std::ptrdiff_t>(last), [](bool t) { return t; });
  }
  return static_cast<double>(touching) / pieces;
}

/// How many pieces of a face show above doors, and at the height of a person; how many show as densely as no
/// glass does, more than a share `most`; and the shares of the height, and of what a lintel fills, that show.
struct Pieces {
  int all = 0, upper = 0, lower = 0, dense = 0;
  double density = 0, lintel = 0;
};

Pieces pieces_of(const StoreyRaster& raster, const WallFace& face, double most) {
  const double floor = raster.level.floor_z;
  const auto piece = static_cast<std::size_t>(std::max(1l, std::lround(kShortestWall / face.step)));
  const double bins = std::max(1.0, (raster.level.ceiling_z - floor - 2 * kOffLevels) / raster.bins.height);
  Pieces pieces;
  int all_hits = 0, lintel_hits = 0, lintel_bins = 0;
  for (std::size_t first = 0; first < face.profile.size(); first += piece) {
    const std::size_t last = std::min(face.profile.size(), first + piece);
    const double s =
        face.extent.from + (static_cast<double>(first) + 0.5 * static_cast<double>(piece)) * face.step;
    const double ceiling = raster.ceiling_at(face.line.at(s));
    const HeightMask lintel = raster.bins.range(ceiling - kLintelBand, ceiling - kMoulding);
    HeightMask together = 0;
    int hits = 0;
    for (std::size_t i = first; i < last; ++i) {
      together |= face.profile[i];
      hits += (face.profile[i] & raster.bins.range(floor + kOffLevels, ceiling - kOffLevels)).count();
      lintel_hits += (face.profile[i] & lintel).count();
      lintel_bins += lintel.count();
    }
    ++pieces.all;
    all_hits += hits;
    pieces.dense += hits > most * bins * static_cast<double>(last - first);
    pieces.upper += (together & raster.bins.range(std::max(floor + kUsualHead, ceiling - kUpperWall),
                                                  ceiling - kMoulding)) != 0;
    pieces.lower += (together & raster.above_floor(kKnee, kHeadHeight)) != 0;
  }
  pieces.density = all_hits / (bins * static_cast<double>(face.profile.size()));
  pieces.lintel = static_cast<double>(lintel_hits) / std::max(1, lintel_bins);
  return pieces;
}

/// A sheet that most beams pass: free on both sides, hit rarely, but at all heights. A lintel is hit densely
/// below the ceiling, or in a thin scan hardly below itself.
bool is_sheer(const StoreyRaster& raster, const WallFace& face) {
  const double most = most_of_glass(face);
  if (most <= 0 || std::max(face.body, face.low) <= kNearlyHalf * face.coverage) return false;
  const Pieces pieces = pieces_of(raster, face, most);
  return std::min(pieces.upper, pieces.lower) >= kClearly * pieces.all && pieces.density < most &&
         pieces.dense < std::max(kLongWall / kShortestWall, kLittle * pieces.all) &&
         (face.body > kHalf || pieces.lintel < kClearly);
}

/// Does the face show as a band below the ceiling only, as lintels and the heads of frames do, but for the
/// nib that it may rest on?
bool is_band(const WallFace& face) { return face.body < kMinBody || face.body * face.length() < kAtCorner; }

/// The sides of columns need no judging: what stands so is no furniture.
void add_sides(const StoreyRaster& raster, const LineWidth& width, std::span<const StandingColumn> columns,
               std::vector<WallFace>& faces) {
  for (const StandingColumn& column : columns)
    for (const auto& [from, to] : column.sides) {
      WallFace& face = faces.emplace_back();
      face.line = {from, (to - from).normalized()};
      face.extent = {0, (to - from).norm()};
      face.rms = width.noise;
      describe(raster, width, face);
      face.judge(Because::kColumn);
    }
}

}  // namespace

double most_of_glass(const WallFace& face) {
  const double free = std::min(face.free_left, face.free_right);
  return free < kStrays ? 0 : std::min(kSome, kHalf * free);
}

void describe(const StoreyRaster& raster, const LineWidth& width, WallFace& face) {
  const GridFrame& frame = raster.columns.frame;
  const int steps = std::max(1, static_cast<int>(std::ceil(face.length() / frame.cell)));
  face.step = face.length() / steps;
  face.profile.clear();
  const int half = static_cast<int>(std::ceil((width.sheet + 0.7 * frame.cell) / (0.5 * frame.cell)));
  const auto beside = [&](double s, double side) {
    // In the cells next to those of the face itself, but nearer than the other face of the thinnest wall.
    int hits = 0;
    for (const double cells : {0.6, 1.2, 1.8}) {
      const Vec2 p = face.line.at(s) + side * (width.surface + cells * frame.cell) * face.line.normal();
      const double ceiling = raster.ceiling_at(p);
      const HeightMask hit = raster.columns.get(p).hit;
      hits += (hit &
               (raster.floor_bins() | raster.bins.range(ceiling - kCeilingSkirt, ceiling + kSameFloor))) != 0;
    }
    return hits >= 1;
  };
  int covered = 0, seen = 0, left = 0, right = 0;
  std::vector<bool> body, chest, topped, over_heads;  // per step
  std::vector<int> shown;                             // height bins, likewise
  for (int i = 0; i < steps; ++i) {
    const double s = face.extent.from + (i + 0.5) * face.step;
    const Vec2 on = face.line.at(s);
    HeightMask hit = 0;
    for (int k = -half; k <= half; ++k) {
      const RasterColumn column = raster.columns.get(on + 0.5 * k * frame.cell * face.line.normal());
      if (column.weight == 0) continue;
      if (std::abs(face.line.offset(column.mean())) <= width.sheet + 0.25 * frame.cell) hit |= column.hit;
    }
    face.profile.push_back(hit);
    covered += (hit & wall_bins(raster, face, on)) != 0;
    const double ceiling = ceiling_before(raster, face, on);
    const auto hit_from = [&](double z) {
      return (hit & raster.bins.range(z, ceiling - kCeilingSkirt)) != 0;
    };
    topped.push_back(hit_from(ceiling - kTopBand));
    over_heads.push_back(
        hit_from(std::min(ceiling - kTopBand, raster.level.floor_z + highest_head(raster.level))));
    shown.push_back((hit & raster.above_floor(kKnee, kHeadHeight)).count());
    seen += shown.back() != 0;
    body.push_back((hit & raster.above_floor(kTableTop, kHeadHeight)) != 0);
    chest.push_back((hit & raster.above_floor(kOnTables, kHeadHeight)) != 0);
    left += beside(s, 1);
    right += beside(s, -1);
  }
  face.coverage = static_cast<double>(covered) / steps;
  face.low = static_cast<double>(seen) / steps;
  const double reach = face.length() < kLongWall ? 0 : kBeamsApart / 2;
  const double fill = fill_about_hits(shown, static_cast<int>(std::lround(reach / face.step)),
                                      (kHeadHeight - kKnee) / raster.bins.height);
  const auto to_show = [&](double density, double height) {
    return steps_to_show(density, height / raster.bins.height, face.step);
  };
  face.body = share_shown(body, to_show(fill, kHeadHeight - kTableTop) - 1);
  face.chest = share_shown(chest, to_show(fill, kHeadHeight - kOnTables) - 1);
  // What stands and is higher than furniture ends below a cove, a cornice or a bulkhead.
  const bool stands = face.chest >= kMinBody;
  face.top_contact = contact(stands ? over_heads : topped, to_show(kHalf * fill, kTopBand - kCeilingSkirt));
  face.free_left = static_cast<double>(left) / steps;
  face.free_right = static_cast<double>(right) / steps;
}

WallFace flipped(WallFace face) {
  const Interval extent = face.extent;
  face.line = face.line.reversed();
  face.extent = {-extent.to, -extent.from};
  std::ranges::reverse(face.profile);
  std::ranges::reverse(face.stands);
  for (Interval& stretch : face.stands) stretch = {face.length() - stretch.to, face.length() - stretch.from};
  std::swap(face.free_left, face.free_right);
  std::swap(face.unseen.before, face.unseen.after);
  return face;
}

Interval span_along(const Line2& line, const WallFace& face) {
  return span_along(line, face.start(), face.end());
}

std::optional<std::size_t> WallFace::entry_at(double s) const {
  const double entry = std::floor((s - extent.from) / step);
  const bool there = entry >= 0 && entry < static_cast<double>(profile.size());
  return there ? std::optional(static_cast<std::size_t>(entry)) : std::nullopt;
}

HeightMask WallFace::hits_at(double s) const {
  const std::optional<std::size_t> entry = entry_at(s);
  return entry ? profile[*entry] : 0;
}

HeightMask WallFace::hits_about(std::size_t i, std::size_t reach) const {
  HeightMask hit = 0;
  for (std::size_t k = i - std::min(i, reach); k < profile.size() && k <= i + reach; ++k) hit |= profile[k];
  return hit;
}

HeightMask WallFace::hits_between_beams(std::size_t i) const {
  return hits_about(i, static_cast<std::size_t>(std::lround(kThinSpacing / step)));
}

HeightMask WallFace::hits_between_beams(const Vec2& p) const {
  const std::optional<std::size_t> entry = entry_at(line.along(p));
  return entry ? hits_between_beams(*entry) : 0;
}

std::vector<std::size_t> longest_first(const std::vector<WallFace>& faces) {
  std::vector<std::size_t> order(faces.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t f) { return faces[f].length(); });
  return order;
}

double ceiling_before(const StoreyRaster& raster, const WallFace& face, const Vec2& p) {
  return raster.ceiling_at(p + kBeforeFace * face.line.normal());
}

HeightMask wall_bins(const StoreyRaster& raster, const WallFace& face, const Vec2& p) {
  return raster.bins.range(raster.level.floor_z + kWallFoot, ceiling_before(raster, face, p) - kCeilingSkirt);
}

LineWidth width_of(const SurfaceNoise& noise) {
  const auto within = [](double scatter) { return std::clamp(kHitNoises * scatter, kBulge, kOwnNoise); };
  return {within(noise.sheet), within(noise.surface), noise.sheet, kHitNoises * noise.surface > kBulge};
}

std::vector<WallFace> find_faces(const LevelCloud& cloud, const StoreyRaster& raster,
                                 const SurfaceNoise& noise, int threads,
                                 std::span<const StandingColumn> columns) {
  const LineWidth width = width_of(noise);
  const std::vector<GrownLine> lines = grow_lines(raster, width, columns, threads);
  std::vector<WallFace> faces(lines.size());
  parallel_for(lines.size(), threads, [&](std::size_t i) {
    const GrownLine& grown = lines[i];
    WallFace& face = faces[i];
    face.line = grown.line;
    face.extent = grown.extent;
    face.rms = grown.rms;
    describe(raster, width, face);
    face.curtain_wall = grown.thin && is_curtain_wall(raster, face);
    face.glass = !face.curtain_wall && is_sheer(raster, face);
    if (!face.glass && !face.curtain_wall && face.free_right > face.free_left) face = flipped(face);
    const bool clutter = !grown.thin && !is_band(face);
    if (face.glass)
      face.judge(Because::kPane);
    else if (!face.curtain_wall)
      face.judge(clutter ? Reason{Because::kClutter, {face.rms * 1000, width.sheet * 1000}}
                         : judge_alone(raster, face));
  });
  add_sides(raster, width, columns, faces);
  turn_to_free_side(cloud, raster, width.surface, threads, faces);
  judge_by_cues(raster, width, threads, faces);
  find_partition_faces(faces);
  drop_hanging(raster, faces);
  drop_cornices(faces);
  drop_frames(raster, faces);
  drop_casework(faces);
  find_standing(raster, threads, faces);
  give_cues(raster, width, threads, faces);  // to parts and partitions, which have none yet
  weigh_faces(raster, faces);
  return faces;
}

}  // namespace storey
