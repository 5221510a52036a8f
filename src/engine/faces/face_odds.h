// How likely it is that what looks like the face of a wall is one, and not furniture's: its cues are weighed
// as simulated scans have taught.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "engine/faces/find_faces.h"

namespace storey {

/// What the cues are called in report.json, in their order.
extern const std::array<std::string_view, std::tuple_size_v<FaceCues>> kFaceCueNames;

/// The cues of each face that may be a solid wall's; none of the others. `width`: of the faces' lines.
std::vector<std::optional<FaceCues>> cues_of(const StoreyRaster& raster, const LineWidth& width,
                                             const std::vector<WallFace>& faces, int threads = 1);

/// 0…1, with the weights of face_weights.h.
double chance_of(const FaceCues& cues);

}  // namespace storey
