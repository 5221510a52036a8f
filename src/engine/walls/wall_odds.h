// How likely it is that a wall of the plan is one, and not furniture: its cues are weighed as simulated scans
// have taught.
#pragma once

#include <array>
#include <string_view>

#include "engine/walls/build_walls.h"
#include "engine/walls/open_walls.h"

namespace storey {

/// What tells of a wall whether it is one, as numbers that are added up.
using WallCues = std::array<double, 2>;

/// What the cues are called in report.json, in their order.
extern const std::array<std::string_view, std::tuple_size_v<WallCues>> kWallCueNames;

WallCues cues_of(const WallPiece& wall, const std::vector<RoomShape>& rooms,
                 const std::vector<WallFace>& faces);
WallCues cues_of(const OpenWall& wall, const std::vector<WallFace>& faces);

/// 0…1, with the weights of wall_weights.h.
double chance_of(const WallCues& cues);

/// How likely what an edge lies on is a wall, by what shows of this side alone, 0…1.
double chance_of(const RoomEdge& edge, const std::vector<WallFace>& faces);

}  // namespace storey
