#include <array>

#include "export/drawing/doubt.h"
#include "export/drawing/layout.h"
#include "export/drawing/opening_geometry.h"
#include "export/drawing/style.h"
#include "export/drawing/vec.h"

namespace storey::drawing {
namespace {

constexpr double kSameJoint = 50;     // mm: ends of walls that belong together
constexpr double kCloseGaps = 6;      // mm: joints of walls that were measured apart
constexpr double kCutPastFaces = 15;  // mm: openings are cut a little deeper than their wall is thick

/// The rectangles that openings take out of walls.
Region cuts(const Storey& storey) {
  std::vector<Ring> rings;
  for (const Opening& opening : storey.openings) {
    const OpeningPlace place = place_of(storey, opening);
    const double depth = place.thickness / 2 + kCutPastFaces;
    rings.push_back({place.at(0, -depth), place.at(place.width, -depth), place.at(place.width, depth),
                     place.at(0, depth)});
  }
  return unite(rings);
}

/// A wall as it arrives at one of its ends.
struct WallEnd {
  Point2 at, outwards;  ///< the end on the centreline, and the unit vector from the wall's body to it
};

std::array<WallEnd, 2> ends_of(const Wall& wall) {
  const Point2 along = unit(wall.end - wall.start);
  return {{{wall.end, along}, {wall.start, along * -1}}};
}

/// What chords of a curved wall leave open on its outer side where one meets the next, or a straight wall
/// that goes on from it.
std::vector<Ring> wedges(const Wall& a, const Wall& b) {
  constexpr double kGentle = 0.85;  // cosine of the sharpest turn that belongs to a curve
  std::vector<Ring> rings;
  if (!a.curve_id && !b.curve_id) return rings;
  for (const WallEnd& from : ends_of(a)) {
    for (const WallEnd& to : ends_of(b)) {
      if (distance(from.at, to.at) > kSameJoint || dot(from.outwards, to.outwards) > -kGentle) continue;
      const Point2 joint = middle(from.at, to.at);
      const Point2 normal_a = turned_left(from.outwards) * (a.thickness / 2);
      const Point2 normal_b = turned_left(to.outwards) * (-b.thickness / 2);
      rings.push_back({joint, joint + normal_a, joint + normal_b});
      rings.push_back({joint, joint - normal_a, joint - normal_b});
    }
  }
  return rings;
}

void add_outline(Page& page, Layer layer, const Region& region, const Pen& pen) {
  for (const Ring& ring : region) page.drawing.add(layer, {}, Polyline{ring, true, pen});
}

void add_fill(Page& page, const Region& region, double grey, Pattern pattern) {
  if (!region.empty()) page.drawing.add(Layer::kWallPattern, {}, Fill{region, grey, pattern});
}

}  // namespace

WallRegions wall_regions(const Storey& storey) {
  std::vector<const Wall*> measured, thickness_inferred, unsure, glass;
  for (const Wall& wall : storey.walls) {
    (wall.material == "glass"                   ? glass
     : !is_sure(wall)                           ? unsure
     : wall.thickness_basis == Basis::kInferred ? thickness_inferred
                                                : measured)
        .push_back(&wall);
  }
  std::vector<Ring> measured_columns, inferred_columns, rooms;
  for (const Column& column : storey.columns) {
    if (!column.attached) continue;
    (column.basis == Basis::kInferred ? inferred_columns : measured_columns).push_back(column.polygon);
  }
  for (const Room& room : storey.rooms) rooms.push_back(room.polygon);

  const Region openings = cuts(storey);
  WallRegions regions;
  Region taken;
  const auto rest = [&](const std::vector<const Wall*>& walls, std::vector<Ring> rings) {
    for (const Wall* wall : walls) rings.push_back(wall->polygon);
    for (std::size_t i = 0; i < walls.size(); ++i) {
      for (std::size_t j = i + 1; j < walls.size(); ++j) {
        const std::vector<Ring> gaps = wedges(*walls[i], *walls[j]);
        rings.insert(rings.end(), gaps.begin(), gaps.end());
      }
    }
    const Region whole = unite(rings, kCloseGaps);
    regions.building = add(regions.building, whole);
    Region region = subtract(subtract(whole, openings), taken);
    taken = add(taken, region);
    return region;
  };
  // Where walls overlap, the one that is known least well says how the place looks, but for unsure walls:
  // an inner wall that was measured must not reach into an outer one of which only the inside was seen.
  regions.thickness_inferred = rest(thickness_inferred, {});
  regions.measured = rest(measured, measured_columns);
  regions.unsure = rest(unsure, inferred_columns);
  regions.solid = taken;
  regions.glass = rest(glass, {});
  regions.building = grow(grow(add(regions.building, unite(rooms)), kCloseGaps / 2), -kCloseGaps / 2);
  return regions;
}

void lay_out_walls(Page& page, const WallRegions& walls) {
  add_fill(page, walls.measured, kMeasuredWallGrey, Pattern::kSolid);
  add_fill(page, walls.thickness_inferred, kThicknessInferredGrey, Pattern::kSolid);
  add_fill(page, walls.unsure, kThicknessInferredGrey, Pattern::kHatched);
  add_outline(page, Layer::kWall, walls.unsure, kInferredWallPen);
  add_outline(page, Layer::kWall, walls.thickness_inferred, kThinPen);
  add_outline(page, Layer::kWall, walls.measured, kWallPen);
  add_outline(page, Layer::kGlazing, walls.glass, kThinPen);
  for (const Wall& wall : page.storey.walls) {
    page.drawing.add(wall.material == "glass" ? Layer::kGlazing : Layer::kWall, wall.id,
                     Boundary{{wall.polygon}, false});
  }
  page.space.block(walls.solid);
  page.space.block_inside(walls.solid, page.paper(kLabelHeightPaper));
  page.space.block(walls.glass);
}

void lay_out_columns(Page& page) {
  for (const Column& column : page.storey.columns) {
    const bool measured = column.basis == Basis::kMeasured;
    if (!column.attached) {
      if (measured)
        page.drawing.add(Layer::kColumns, column.id, Fill{{column.polygon}, kColumnGrey, Pattern::kSolid});
      page.drawing.add(Layer::kColumns, column.id,
                       Polyline{column.polygon, true, measured ? kWallPen : kInferredWallPen});
      page.space.block(Region{column.polygon});
      page.space.block_inside({column.polygon}, page.paper(kLabelHeightPaper));
    }
    page.drawing.add(Layer::kColumns, column.id, Boundary{{column.polygon}, false});
  }
}

}  // namespace storey::drawing
