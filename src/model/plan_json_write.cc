#include <boost/json/object.hpp>

#include "model/basis_name.h"
#include "model/json_fields.h"
#include "model/plan_json.h"

namespace storey {
namespace {

namespace json = boost::json;

json::array point_json(const Point2& p) { return {metres(p.x), metres(p.y)}; }

json::array ring_json(const Ring& ring) {
  json::array points;
  for (const Point2& p : ring) points.push_back(point_json(p));
  return points;
}

json::value optional_json(const std::optional<double>& value, int decimals) {
  return value ? json::value(fixed(*value, decimals)) : json::value(nullptr);
}

template <class Element>
void add_trust(json::object& object, const Element& element) {
  object["confidence"] = ratio(element.confidence);
  object["basis"] = basis_name(element.basis);
}

json::object face_json(const Face& face) {
  return {{"a", point_json(face.a)},
          {"b", point_json(face.b)},
          {"side", text_json(face.side)},
          {"coverage", ratio(face.coverage)},
          {"rms_mm", millimetres(face.rms_mm)}};
}

json::object wall_json(const Wall& wall) {
  json::object object{{"id", text_json(wall.id)},
                      {"start", point_json(wall.start)},
                      {"end", point_json(wall.end)},
                      {"thickness", metres(wall.thickness)},
                      {"thickness_basis", basis_name(wall.thickness_basis)}};
  if (!wall.thickness_source.empty()) object["thickness_source"] = text_json(wall.thickness_source);
  object["exterior"] = wall.exterior;
  object["material"] = text_json(wall.material);
  if (wall.curve_id) object["curve_id"] = text_json(*wall.curve_id);
  object["polygon"] = ring_json(wall.polygon);
  object["faces"] = list_json(wall.faces, face_json);
  add_trust(object, wall);
  object["uncertainty"] = {
      {"position_mm", millimetres(wall.uncertainty.position_mm)},
      {"thickness_mm", optional_json(wall.uncertainty.thickness_mm, kMillimetreDecimals)}};
  if (wall.deviation_mm) object["deviation_mm"] = millimetres(*wall.deviation_mm);
  return object;
}

json::object opening_json(const Opening& opening) {
  json::object object{{"id", text_json(opening.id)},           {"type", opening_type_name(opening.type)},
                      {"wall_id", text_json(opening.wall_id)}, {"start", point_json(opening.start)},
                      {"end", point_json(opening.end)},        {"sill", metres(opening.sill)},
                      {"head", metres(opening.head)}};
  if (opening.swing) {
    object["swing"] = {{"hinge", point_json(opening.swing->hinge)},
                       {"leaf_end", point_json(opening.swing->leaf_end)},
                       {"angle_deg", fixed(opening.swing->angle_deg, kDegreeDecimals)}};
  }
  add_trust(object, opening);
  object["uncertainty"] = {{"width_mm", millimetres(opening.uncertainty.width_mm)},
                           {"sill_mm", millimetres(opening.uncertainty.sill_mm)},
                           {"head_mm", millimetres(opening.uncertainty.head_mm)}};
  return object;
}

json::object clear_dimension_json(const ClearDimension& dimension) {
  return {{"from", point_json(dimension.from)},
          {"to", point_json(dimension.to)},
          {"length", metres(dimension.length)},
          {"uncertainty_mm", millimetres(dimension.uncertainty_mm)}};
}

json::object room_json(const Room& room) {
  json::object object{{"id", text_json(room.id)},
                      {"name", text_json(room.name)},
                      {"polygon", ring_json(room.polygon)},
                      {"holes", list_json(room.holes, ring_json)},
                      {"area", metres(room.area)},
                      {"ceiling_height", metres(room.ceiling_height)},
                      {"clear_dimensions", list_json(room.clear_dimensions, clear_dimension_json)}};
  add_trust(object, room);
  object["uncertainty"] = {{"area_m2", metres(room.area_uncertainty_m2)}};
  return object;
}

json::object column_json(const Column& column) {
  json::object object{
      {"id", text_json(column.id)}, {"polygon", ring_json(column.polygon)}, {"attached", column.attached}};
  add_trust(object, column);
  return object;
}

json::object stair_json(const Stair& stair) {
  json::object object{
      {"id", text_json(stair.id)}, {"polygon", ring_json(stair.polygon)}, {"risers", stair.risers}};
  if (stair.up_from && stair.up_to) {
    object["up_from"] = point_json(*stair.up_from);
    object["up_to"] = point_json(*stair.up_to);
  }
  add_trust(object, stair);
  return object;
}

json::object storey_json(const Storey& storey) {
  return {{"index", storey.index},
          {"name", text_json(storey.name)},
          {"floor_z", metres(storey.floor_z)},
          {"ceiling_z", metres(storey.ceiling_z)},
          {"walls", list_json(storey.walls, wall_json)},
          {"openings", list_json(storey.openings, opening_json)},
          {"rooms", list_json(storey.rooms, room_json)},
          {"columns", list_json(storey.columns, column_json)},
          {"stairs", list_json(storey.stairs, stair_json)}};
}

json::object frame_json(const Frame& frame) {
  json::array rows;
  for (std::size_t row = 0; row < 3; ++row) {
    json::array cells;
    for (std::size_t column = 0; column < 4; ++column) {
      cells.push_back(fixed(frame.plan_from_scan[4 * row + column], kExactDecimals));
    }
    rows.push_back(std::move(cells));
  }
  return {{"unit_metres", fixed(frame.unit_metres, kExactDecimals)},
          {"unit_forced", frame.unit_forced},
          {"up_axis", std::string(1, frame.up_axis)},
          {"up_forced", frame.up_forced},
          {"tilt_deg", fixed(frame.tilt_deg, kDegreeDecimals)},
          {"plan_from_scan", std::move(rows)}};
}

}  // namespace

std::string_view opening_type_name(OpeningType type) {
  switch (type) {
    case OpeningType::kDoor:
      return "door";
    case OpeningType::kWindow:
      return "window";
    case OpeningType::kOpening:
      return "opening";
  }
  return "opening";
}

std::string plan_to_json(const Plan& plan) {
  const json::object object{{"schema", kPlanSchema},
                            {"units", "m"},
                            {"frame", frame_json(plan.frame)},
                            {"storeys", list_json(plan.storeys, storey_json)}};
  return json_text(object);
}

}  // namespace storey
