#include "export/geojson.h"

#include <algorithm>
#include <boost/json/object.hpp>

#include "model/basis_name.h"
#include "model/json_fields.h"

namespace storey {
namespace {

namespace json = boost::json;

json::array position(const Point2& p) { return {metres(p.x), metres(p.y)}; }

/// A linear ring: the first point comes again at the end.
json::array linear_ring(const Ring& ring) {
  json::array points;
  for (const Point2& p : ring) points.push_back(position(p));
  if (!ring.empty()) points.push_back(position(ring.front()));
  return points;
}

json::object polygon(const Ring& outline, const std::vector<Ring>& holes = {}) {
  json::array rings;
  rings.push_back(linear_ring(outline));
  for (const Ring& hole : holes) rings.push_back(linear_ring(hole));
  return {{"type", "Polygon"}, {"coordinates", std::move(rings)}};
}

template <class Element>
json::object properties(const char* kind, const Storey& storey, const Element& element) {
  return {{"kind", kind},
          {"storey", storey.index},
          {"confidence", ratio(element.confidence)},
          {"basis", basis_name(element.basis)}};
}

json::object feature(const std::string& id, json::object geometry, json::object properties) {
  return {{"type", "Feature"},
          {"id", text_json(id)},
          {"geometry", std::move(geometry)},
          {"properties", std::move(properties)}};
}

json::object wall_feature(const Storey& storey, const Wall& wall) {
  json::object values = properties("wall", storey, wall);
  values["thickness_m"] = metres(wall.thickness);
  values["thickness_basis"] = basis_name(wall.thickness_basis);
  values["exterior"] = wall.exterior;
  values["material"] = text_json(wall.material);
  return feature(wall.id, polygon(wall.polygon), std::move(values));
}

json::object opening_feature(const Storey& storey, const Opening& opening) {
  json::object values = properties(opening_type_name(opening.type).data(), storey, opening);
  values["wall_id"] = text_json(opening.wall_id);
  values["sill_m"] = metres(opening.sill);
  values["head_m"] = metres(opening.head);
  json::object line{{"type", "LineString"},
                    {"coordinates", json::array{position(opening.start), position(opening.end)}}};
  return feature(opening.id, std::move(line), std::move(values));
}

json::object room_feature(const Storey& storey, const Room& room) {
  json::object values = properties("room", storey, room);
  values["name"] = text_json(room.name);
  values["area_m2"] = metres(room.area);
  values["area_pm_m2"] = metres(room.area_uncertainty_m2);
  values["ceiling_height_m"] = room.ceiling_height > 0 ? json::value(metres(room.ceiling_height)) : nullptr;
  return feature(room.id, polygon(room.polygon, room.holes), std::move(values));
}

void add_storey(json::array& features, const Storey& storey) {
  for (const Room& room : storey.rooms) features.push_back(room_feature(storey, room));
  for (const Wall& wall : storey.walls) features.push_back(wall_feature(storey, wall));
  for (const Opening& opening : storey.openings) features.push_back(opening_feature(storey, opening));
  for (const Column& column : storey.columns) {
    features.push_back(feature(column.id, polygon(column.polygon), properties("column", storey, column)));
  }
  for (const Stair& stair : storey.stairs) {
    features.push_back(feature(stair.id, polygon(stair.polygon), properties("stair", storey, stair)));
  }
}

}  // namespace

std::string plan_to_geojson(const Plan& plan, const std::vector<int>& storeys) {
  json::array features;
  for (const Storey& storey : plan.storeys) {
    if (storeys.empty() || std::find(storeys.begin(), storeys.end(), storey.index) != storeys.end()) {
      add_storey(features, storey);
    }
  }
  return json_text(json::object{{"type", "FeatureCollection"},
                                {"coordinate_system", json::object{{"kind", "local"}, {"unit", "m"}}},
                                {"features", std::move(features)}});
}

}  // namespace storey
