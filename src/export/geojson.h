// The plan as GeoJSON (RFC 7946 in form), for GIS programs and web maps of indoors.
#pragma once

#include <string>
#include <vector>

#include "storey/plan.h"

namespace storey {

/// A FeatureCollection of the walls, columns, stairs, rooms (polygons) and openings (lines) of `storeys` (all
/// where empty). Coordinates are metres in the plan's frame, not longitude and latitude: the scan says
/// nothing about where on earth it is. The member "coordinate_system" says so.
std::string plan_to_geojson(const Plan& plan, const std::vector<int>& storeys);

}  // namespace storey
