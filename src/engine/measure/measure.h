// Stage 11: what the plan's measures are and how far they can be trusted.
#pragma once

#include <vector>

#include "engine/measure/half_width.h"
#include "engine/rooms/trace_rooms.h"
#include "engine/scan/surface_noise.h"

namespace storey {

/// Standard uncertainty of a room's edge across its line, m, but for what drift moves with it.
double edge_sigma(const RoomEdge& edge, const std::vector<WallFace>& faces, const SurfaceNoise& noise);

/// What the place of a wall, m across it, is off by the side of it that the edge lies on. What shows may be a
/// lining before the wall; but there is a wall: whether there is one, its confidence tells.
Deviation place_deviation(const RoomEdge& edge, const std::vector<WallFace>& faces,
                          const SurfaceNoise& noise);

struct MeasuredWidth {
  Vec2 from, to;
  double half_width = 0;  ///< of 95 %, m
};

/// The clear widths through the middle of a room, along its main direction and across it.
std::vector<MeasuredWidth> clear_widths(const RoomShape& room, const std::vector<WallFace>& faces,
                                        const SurfaceNoise& noise);

/// 95 % half-width of a room's area, m²: every edge moves by its own uncertainty, and those that face each
/// other by what two looks differ.
double area_half_width(const RoomShape& room, const std::vector<WallFace>& faces, const SurfaceNoise& noise);

/// How sure it is that the room exists, 0.4…0.98: as faces show its outline, or as much as of its area was
/// `seen`, whichever is less.
double room_confidence(const RoomShape& room, double seen);

/// Per label, the height of its ceiling above the storey's floor, m: the commonest over its cells; 0 where
/// none was seen.
std::vector<double> ceiling_heights(const StoreyRaster& raster, const RoomRaster& rooms);

}  // namespace storey
