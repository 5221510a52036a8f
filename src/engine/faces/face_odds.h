// How likely it is that what looks like the face of a wall is one, and not furniture's: its cues are weighed
// as simulated scans have taught.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "engine/faces/face_grid.h"
#include "engine/faces/find_faces.h"

namespace storey {

/// What the cues are called in report.json, in their order.
extern const std::array<std::string_view, std::tuple_size_v<FaceCues>> kFaceCueNames;

/// Gives cues to each face that is a solid wall's or may be one, and has none yet. `width`: of their lines.
void give_cues(const StoreyRaster& raster, const LineWidth& width, int threads, std::vector<WallFace>& faces);

/// How densely the face shows, 0…1, in the part of its height in which it shows least.
double least_shown(const FaceCues& cues);

/// 0…1, with the weights of face_weights.h.
double chance_of(const FaceCues& cues);

/// m of other faces in the same plane, which look either way: walls go on past doors, and into other rooms.
double length_in_line(const FacesInPlan& faces, const WallFace& face);

}  // namespace storey
