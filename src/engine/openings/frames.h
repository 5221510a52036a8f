// Stage 9: openings that transoms and mullions part.
#pragma once

#include <vector>

#include "engine/openings/find_openings.h"

namespace storey {

/// A plan shows one opening at a place, whatever frames part it. Makes what lies over an opening of the same
/// wall, with no more than a transom between, part of it; and of windows side by side, as high as each other
/// and with no more than a mullion between, one, but in curtain walls: these are drawn by their bays.
void join_over_frames(const std::vector<RoomShape>& rooms, const std::vector<WallPiece>& walls,
                      const std::vector<WallFace>& faces, std::vector<FoundOpening>& openings);

/// Takes out openings that no jamb parts from a likelier one of their wall, but in curtain walls: what shows
/// beside that is a cupboard or a shadow. Returns these.
std::vector<FoundOpening> take_out_unparted(const std::vector<RoomShape>& rooms,
                                            const std::vector<WallPiece>& walls,
                                            const std::vector<WallFace>& faces,
                                            std::vector<FoundOpening>& openings);

}  // namespace storey
