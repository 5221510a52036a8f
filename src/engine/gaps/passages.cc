#include "engine/gaps/passages.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "engine/faces/face_grid.h"
#include "engine/faces/standing.h"
#include "engine/gaps/wall_ends.h"
#include "engine/scan/directions.h"
#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"
#include "engine/storeys/heads.h"
#include "engine/storeys/storey_raster.h"
#include "geometry/distance.h"
#include "geometry/mask.h"

namespace storey {
namespace {

/// Under a lintel one sees the floor and, at the head of the opening, the lintel's soffit, but no ceiling.
bool under_lintel(const StoreyRaster& raster, const Vec2& p) {
  const double floor = raster.level.floor_z, ceiling = raster.ceiling_at(p);
  const double highest = floor + std::max(kPassageHead, kHighPassage * (ceiling - floor));
  const HeightMask soffit = raster.bins.range(floor + kLowestHead, std::min(highest, ceiling - kMoulding));
  if (!raster.columns.hit_in(p, soffit)) return false;  // nearly everywhere
  const HeightMask body = raster.above_floor(kPastTrim, kLowestHead);
  const HeightMask about = raster.hit_about(p);
  return (about & body) == 0 && (about & raster.floor_bins()) != 0 && !raster.under_ceiling(p);
}

Mask soffit_cells(const StoreyRaster& raster, const GridFrame& frame, int threads) {
  Mask mask(frame);
  const GridFrame& fine = raster.columns.frame;
  std::vector<std::vector<int>> rows(static_cast<std::size_t>(frame.rows));  // of the raster, in each row
  for (int r = 0; r < fine.rows; ++r)
    if (const int row = frame.row(fine.centre(0, r).y()); frame.inside(0, row))
      rows[static_cast<std::size_t>(row)].push_back(r);
  parallel_for(rows.size(), threads, [&](std::size_t row) {
    for (const int r : rows[row])
      for (int c = 0; c < fine.columns; ++c) {
        const Vec2 p = fine.centre(c, r);
        const int column = frame.column(p.x());
        if (frame.inside(column, 0) && under_lintel(raster, p)) mask.at(column, static_cast<int>(row)) = 1;
      }
  });
  return mask;
}

/// One piece of soffit, and how far the walls within reach of it are from its middle.
struct Soffit {
  static constexpr int kDirections = 16;    // bins of 22.5°: jambs and walls beside a soffit take up several
  double area = 0;                          ///< m²
  Vec2 moment = Vec2::Zero();               ///< m³: its area times its middle
  std::array<double, kDirections> rests{};  ///< m, the farthest that way; 0: none

  Vec2 middle() const { return moment / area; }
  void rest_on(const Vec2& wall) {
    const Vec2 way = wall - middle();
    const double turn = std::atan2(way.y(), way.x()) / (2 * M_PI) + 1;
    double& rest = rests[static_cast<std::size_t>(std::lround(turn * kDirections)) % kDirections];
    rest = std::max(rest, way.norm());
  }
  /// The longest span between walls on opposite sides (m), 0 if there are none.
  double span() const {
    constexpr std::size_t kOblique = 1;  // bins from opposite: one wall beside it lies farther from that
    double longest = 0;
    for (std::size_t i = 0; i < rests.size(); ++i)
      for (std::size_t k = i + rests.size() / 2 - kOblique; k <= i + rests.size() / 2 + kOblique; ++k)
        if (const double other = rests[k % rests.size()]; rests[i] > 0 && other > 0)
          longest = std::max(longest, rests[i] + other);
    return longest;
  }
};

std::vector<Soffit> measure(const Grid<std::int32_t>& parts) {
  const double cell_area = parts.frame.cell * parts.frame.cell;
  std::vector<Soffit> soffits(1);
  each_cell(parts.frame, [&](int c, int r) {
    const auto part = static_cast<std::size_t>(parts.at(c, r));
    if (part == 0) return;
    soffits.resize(std::max(soffits.size(), part + 1));
    soffits[part].area += cell_area;
    soffits[part].moment += cell_area * parts.frame.centre(c, r);
  });
  return soffits;
}

void find_rests(const Mask& barrier, const Grid<std::int32_t>& parts, std::vector<Soffit>& soffits) {
  const int reach = std::max(1, static_cast<int>(std::lround(kLeastGap / barrier.frame.cell)));
  each_cell(parts.frame, [&](int c, int r) {
    if (parts.at(c, r) == 0) return;
    Soffit& soffit = soffits[static_cast<std::size_t>(parts.at(c, r))];
    each_cell_near(barrier.frame, c, r, reach, [&](int x, int y) {
      if (barrier.at(x, y)) soffit.rest_on(barrier.frame.centre(x, y));
    });
  });
}

/// What spans more than a passage is a beam, unless its faces make it a header.
bool is_lintel(const Soffit& soffit) {
  const double span = soffit.span();
  return soffit.area <= kLargestThing && span >= kNarrowestOpening && span <= kWidestPassage;
}

/// Is `other` the other face of the wall that `face` shows, here or farther along?
bool is_back(const WallFace& other, const WallFace& face) {
  if (!other.structural || other.glass || other.line.direction.dot(face.line.direction) > -kParallelFaces)
    return false;
  const double depth = -face.line.offset(other.start());
  return depth >= kThinnestWall && depth <= kThickestWall;
}

/// Do walls cross the line of two faces at both ends of the gap between them? Then that is a corridor.
bool is_corridor(const FacesInPlan& faces, const WallFace& a, const WallFace& b) {
  return comes_to_corner(faces, a, a.end()) && comes_to_corner(faces, a, b.start());
}

/// Is the gap between the faces, which one wall has before itself, a passage through it? The wall's back
/// shows the same gap, which that of a niche does not. At the mouth of a corridor it turns away on both
/// sides; on one side, a leaf that stands open may look like that. Across a corridor another wall crosses it.
bool is_passage(const FacesInPlan& faces, const WallFace& a, const WallFace& b) {
  bool ends = false, goes_on = false;
  for (const WallFace& back : faces.all) {
    if (!is_back(back, a)) continue;
    ends |= std::abs(a.line.along(back.start()) - a.extent.to) < kAtCorner &&
            !comes_to_corner(faces, a, back.start());
    goes_on |= std::abs(a.line.along(back.end()) - a.line.along(b.start())) < kAtCorner &&
               !comes_to_corner(faces, a, back.end());
  }
  return (ends || goes_on) &&
         !faces.crossed_between(a.end(), b.start(), kAtCorner,
                                [](const WallFace& face, double) { return face.structural; });
}

/// Of a wall that shows up to a passage from one side, and past it from the other only: where the passage is,
/// from the end of `a` that is next to `b`.
std::optional<std::pair<Vec2, Vec2>> passage_between(const FacesInPlan& faces, const WallFace& a,
                                                     const WallFace& b) {
  const auto stands = [&](const WallFace& face) {
    return is_solid(face) && face.body >= kHalf && face.length() >= kShortestWall;
  };
  if (!stands(a) || !stands(b) || a.line.direction.dot(b.line.direction) > -kParallelFaces)
    return std::nullopt;
  const double depth = -a.line.offset(b.middle());
  if (depth < kThinnestWall || depth > kThickestPartition) return std::nullopt;
  const bool ahead = a.line.along(b.end()) > a.extent.to;
  const Vec2 from = ahead ? a.end() : a.start(), to = ahead ? b.end() : b.start();
  const double gap = (ahead ? 1 : -1) * a.line.direction.dot(to - from);
  if (gap <= kLeastGap || gap > kWidestDoor || comes_to_corner(faces, a, from) ||
      comes_to_corner(faces, b, to))
    return std::nullopt;
  return std::pair{from, to};
}

/// Does a face of the wall's jamb begin at `end` of its face and lead into the wall? It looks the way `on`.
bool shows_jamb(const FacesInPlan& faces, const WallFace& face, const Vec2& end, const Vec2& on) {
  return faces.any(faces.grid.at(end), [&](const WallFace& jamb) {
    return is_solid(jamb) && jamb.length() >= kThinnestWall && jamb.length() <= kThickestWall &&
           jamb.line.normal().dot(on) > kNearlyParallel && face.line.offset(jamb.middle()) < 0 &&
           std::min((jamb.start() - end).norm(), (jamb.end() - end).norm()) < kAtCorner;
  });
}

/// Does the face's back end beside `end` as well, not at a corner?
bool back_ends(const FacesInPlan& faces, const WallFace& face, const Vec2& end) {
  static_assert(kThickestWall + kAtCorner < 2 * FaceGrid::kAbout);
  const auto here = faces.grid.along({end, face.line.normal()}, {-kThickestWall, 0});
  return faces.any(here, [&](const WallFace& back) {
    return is_back(back, face) &&
           std::ranges::any_of(std::array{back.start(), back.end()}, [&](const Vec2& p) {
             return std::abs(face.line.direction.dot(p - end)) < kAtCorner &&
                    !comes_to_corner(faces, back, p, kWidestDoor);
           });
  });
}

/// Of a door at the end of a room, beside which its wall is too short to show: where the wall would meet the
/// one beside the door.
std::optional<Vec2> wall_beside_door(const FacesInPlan& faces, const WallFace& face, bool ahead) {
  if (!is_solid(face) || face.length() < kShortestWall) return std::nullopt;
  const Line2 on = face.past(ahead);
  double gap = kWidestDoor;
  bool met = false;
  for (const std::uint32_t f : faces.grid.along(on, {0, kWidestDoor})) {
    const auto hit = intersect(on, faces.all[f].line);
    if (!hit || !is_solid(faces.all[f]) || !faces.all[f].extent.contains(faces.all[f].line.along(*hit)))
      continue;
    const double away = on.along(*hit);
    if (away < kNarrowestOpening || away > gap) continue;
    gap = away;
    met = true;
  }
  if (!met || comes_to_corner(faces, face, on.point, kWidestDoor)) return std::nullopt;
  if (!back_ends(faces, face, on.point) && !shows_jamb(faces, face, on.point, on.direction))
    return std::nullopt;
  return on.at(gap);
}

}  // namespace

Mask find_lintels(const StoreyRaster& raster, const Mask& barrier, int threads) {
  Mask soffits = closed(soffit_cells(raster, barrier.frame, threads), kSmallGap, Mask(barrier.frame));
  const Mask low_ceilings = opened(soffits, kNarrowestRoom);
  for (std::size_t i = 0; i < soffits.cells.size(); ++i)
    if (low_ceilings.cells[i]) soffits.cells[i] = 0;
  Grid<std::int32_t> parts;
  label_components(soffits, parts);
  Mask lintel(barrier.frame);
  std::vector<Soffit> pieces = measure(parts);
  find_rests(barrier, parts, pieces);
  for (std::size_t i = 0; i < parts.cells.size(); ++i)
    lintel.cells[i] = parts.cells[i] != 0 && is_lintel(pieces[static_cast<std::size_t>(parts.cells[i])]);
  return lintel;
}

void bridge_gaps(const StoreyRaster& raster, const std::vector<WallFace>& faces, Mask& barrier) {
  static_assert(std::max(kThinnestWall, kThickestPartition) < FaceGrid::kAbout);
  const FacesInPlan plan(faces);
  for (const WallFace& a : faces)
    for (const std::uint32_t f : plan.grid.along(a.line, {a.extent.to, a.extent.to + kWidestPassage})) {
      const WallFace& b = faces[f];
      if (&a == &b || !a.structural || !b.structural ||
          a.line.direction.dot(b.line.direction) < kParallelFaces)
        continue;
      if (std::abs(a.line.offset(b.start())) > kThinnestWall) continue;
      const double next = a.line.along(b.start()), gap = next - a.extent.to;
      if (gap <= 0 || gap > kWidestPassage || is_corridor(plan, a, b)) continue;
      const bool door = gap <= kWidestDoor && !open_behind(raster, a.line, a.extent.to, next);
      if (door || is_passage(plan, a, b)) draw(barrier, a.end(), b.start());
    }
  for (const WallFace& face : faces)
    for (const bool ahead : {true, false})
      if (const auto wall = wall_beside_door(plan, face, ahead)) draw(barrier, face.past(ahead).point, *wall);
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const Interval about{faces[i].extent.from - kWidestDoor, faces[i].extent.to + kWidestDoor};
    for (const std::uint32_t k : plan.grid.along(faces[i].line, about))
      if (k > i)
        if (const auto passage = passage_between(plan, faces[i], faces[k]))
          draw(barrier, passage->first, passage->second);
  }
}

}  // namespace storey
