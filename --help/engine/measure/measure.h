#include "swept.h"
#line 1
// Stage 11: what the plan's measures are and how far they can be trusted.
#pragma once

#include <vector>

#include "engine/rooms/trace_rooms.h"

namespace storey {

/// Standard uncertainty of a room's edge across its line, m.
double edge_sigma(const RoomEdge& edge, const std::vector<WallFace>& faces, double noise);

struct MeasuredWidth {
  Vec2 from, to;
  double sigma = 0;  ///< standard uncertainty of the length, m
};

/// The clear widths through the middle of a room, along its main direction and across it.
std::vector<MeasuredWidth> clear_widths(const RoomShape& room, const std::vector<WallFace>& faces,
                                        double noise);

/// Standard uncertainty of a room's area, m²: every edge moves by its own uncertainty, independently.
double area_sigma(const RoomShape& room, const std::vector<WallFace>& faces, double noise);

/// Per label, the height of its ceiling above the storey's floor, m: the commonest over its cells; 0 where
/// none was seen.
std::vector<double> ceiling_heights(const StoreyRaster& raster, const RoomRaster& rooms);

}  // namespace storey
