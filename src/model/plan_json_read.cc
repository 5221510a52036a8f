#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/stream_parser.hpp>
#include <cmath>

#include "model/json_fields.h"
#include "model/plan_json.h"

namespace storey {
namespace {

namespace json = boost::json;

/// What is wrong with a field. Thrown and caught within this file only: a plan has a hundred places that can
/// fail, all with the same answer.
struct FieldError {
  std::string path, message;
};

/// A JSON value and the way to it, for error messages.
class Node {
 public:
  Node(const json::value* value, std::string path) : value_(value), path_(std::move(path)) {}

  bool missing() const { return value_ == nullptr || value_->is_null(); }

  Node at(std::string_view key) const {
    if (!value_->is_object()) wrong("should be an object");
    return {value_->get_object().if_contains(key), path_ + "." + std::string(key)};
  }

  double number() const {
    if (missing() || !value_->is_number()) wrong("should be a number");
    return value_->to_number<double>();
  }
  double number_or(double fallback) const { return missing() ? fallback : number(); }

  int integer_or(int fallback) const {
    const double value = number_or(fallback);
    if (value != std::floor(value) || std::abs(value) > 1e9) wrong("should be a whole number");
    return static_cast<int>(value);
  }

  std::string text() const {
    if (missing() || !value_->is_string()) wrong("should be text");
    return std::string(value_->get_string());
  }
  std::string text_or(std::string fallback) const { return missing() ? std::move(fallback) : text(); }

  bool truth_or(bool fallback) const {
    if (missing()) return fallback;
    if (!value_->is_bool()) wrong("should be true or false");
    return value_->get_bool();
  }

  std::vector<Node> items() const {
    std::vector<Node> nodes;
    if (missing()) return nodes;
    if (!value_->is_array()) wrong("should be a list");
    for (const json::value& item : value_->get_array()) {
      nodes.emplace_back(&item, path_ + "[" + std::to_string(nodes.size()) + "]");
    }
    return nodes;
  }

  [[noreturn]] void wrong(std::string message) const { throw FieldError{path_, std::move(message)}; }

 private:
  const json::value* value_;
  std::string path_;
};

Point2 read_point(const Node& node) {
  const std::vector<Node> coordinates = node.items();
  if (coordinates.size() != 2) node.wrong("should be a point [x, y]");
  return {coordinates[0].number(), coordinates[1].number()};
}

std::optional<Point2> read_optional_point(const Node& node) {
  if (node.missing()) return std::nullopt;
  return read_point(node);
}

double signed_area(const Ring& ring) {
  double doubled = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point2 a = ring[i], b = ring[(i + 1) % ring.size()], o = ring[0];
    doubled += (a.x - o.x) * (b.y - o.y) - (b.x - o.x) * (a.y - o.y);
  }
  return doubled / 2;
}

/// Turned the way that Ring wants, whatever the way it was written.
Ring read_ring(const Node& node, bool hole) {
  Ring ring;
  for (const Node& point : node.items()) ring.push_back(read_point(point));
  if (ring.size() > 2 && (signed_area(ring) < 0) != hole) std::reverse(ring.begin() + 1, ring.end());
  return ring;
}

Ring read_polygon(const Node& node, bool hole) {
  Ring ring = read_ring(node, hole);
  if (ring.size() < 3) node.wrong("should have three points or more");
  return ring;
}
Ring read_outline(const Node& node) { return read_polygon(node, false); }
Ring read_hole(const Node& node) { return read_polygon(node, true); }

template <class Read>
auto read_list(const Node& node, const Read& read) {
  std::vector<decltype(read(node))> list;
  for (const Node& item : node.items()) list.push_back(read(item));
  return list;
}

std::optional<double> read_optional_number(const Node& node) {
  if (node.missing()) return std::nullopt;
  return node.number();
}

Basis read_basis(const Node& node) {
  const std::string name = node.text_or("measured");
  if (name != "measured" && name != "inferred") node.wrong("should be \"measured\" or \"inferred\"");
  return name == "measured" ? Basis::kMeasured : Basis::kInferred;
}

template <class Element>
void read_trust(const Node& node, Element& element) {
  element.confidence = node.at("confidence").number_or(0);
  element.basis = read_basis(node.at("basis"));
}

Face read_face(const Node& node) {
  return {read_point(node.at("a")), read_point(node.at("b")), node.at("side").text(),
          node.at("coverage").number_or(0), node.at("rms_mm").number_or(0)};
}

/// The strip of a wall whose outline is not given.
Ring strip(const Point2& start, const Point2& end, double thickness) {
  const double length = std::hypot(end.x - start.x, end.y - start.y);
  const double nx = -(end.y - start.y) / length * thickness / 2,
               ny = (end.x - start.x) / length * thickness / 2;
  return {{start.x - nx, start.y - ny},
          {end.x - nx, end.y - ny},
          {end.x + nx, end.y + ny},
          {start.x + nx, start.y + ny}};
}

Wall read_wall(const Node& node) {
  Wall wall;
  wall.id = node.at("id").text_or("");
  wall.start = read_point(node.at("start"));
  wall.end = read_point(node.at("end"));
  wall.thickness = node.at("thickness").number();
  if (wall.thickness <= 0) node.at("thickness").wrong("should be above 0");
  wall.thickness_basis = read_basis(node.at("thickness_basis"));
  wall.thickness_source = node.at("thickness_source").text_or("");
  wall.exterior = node.at("exterior").truth_or(false);
  wall.material = node.at("material").text_or("solid");
  if (!node.at("curve_id").missing()) wall.curve_id = node.at("curve_id").text();
  if (wall.start == wall.end) node.wrong("should have a length");
  const Node polygon = node.at("polygon");
  wall.polygon = polygon.missing() ? strip(wall.start, wall.end, wall.thickness) : read_outline(polygon);
  wall.faces = read_list(node.at("faces"), read_face);
  read_trust(node, wall);
  if (const Node uncertainty = node.at("uncertainty"); !uncertainty.missing()) {
    wall.uncertainty.position_mm = uncertainty.at("position_mm").number_or(0);
    wall.uncertainty.thickness_mm = read_optional_number(uncertainty.at("thickness_mm"));
  }
  wall.deviation_mm = read_optional_number(node.at("deviation_mm"));
  return wall;
}

Opening read_opening(const Node& node) {
  Opening opening;
  opening.id = node.at("id").text_or("");
  const std::string type = node.at("type").text();
  if (type != "door" && type != "window" && type != "opening") {
    node.at("type").wrong("should be \"door\", \"window\" or \"opening\"");
  }
  opening.type = type == "door"     ? OpeningType::kDoor
                 : type == "window" ? OpeningType::kWindow
                                    : OpeningType::kOpening;
  opening.wall_id = node.at("wall_id").text_or("");
  opening.start = read_point(node.at("start"));
  opening.end = read_point(node.at("end"));
  opening.sill = node.at("sill").number_or(0);
  opening.head = node.at("head").number_or(0);
  if (const Node swing = node.at("swing"); !swing.missing()) {
    opening.swing = {read_point(swing.at("hinge")), read_point(swing.at("leaf_end")),
                     swing.at("angle_deg").number_or(90)};
  }
  read_trust(node, opening);
  if (const Node uncertainty = node.at("uncertainty"); !uncertainty.missing()) {
    opening.uncertainty = {uncertainty.at("width_mm").number_or(0), uncertainty.at("sill_mm").number_or(0),
                           uncertainty.at("head_mm").number_or(0)};
  }
  return opening;
}

ClearDimension read_clear_dimension(const Node& node) {
  return {read_point(node.at("from")), read_point(node.at("to")), node.at("length").number(),
          node.at("uncertainty_mm").number_or(0)};
}

Room read_room(const Node& node) {
  Room room;
  room.id = node.at("id").text_or("");
  room.name = node.at("name").text_or("");
  room.polygon = read_outline(node.at("polygon"));
  room.holes = read_list(node.at("holes"), read_hole);
  room.area = node.at("area").number();
  room.ceiling_height = node.at("ceiling_height").number_or(0);
  room.clear_dimensions = read_list(node.at("clear_dimensions"), read_clear_dimension);
  read_trust(node, room);
  if (const Node uncertainty = node.at("uncertainty"); !uncertainty.missing()) {
    room.area_uncertainty_m2 = uncertainty.at("area_m2").number_or(0);
  }
  return room;
}

Column read_column(const Node& node) {
  Column column;
  column.id = node.at("id").text_or("");
  column.polygon = read_outline(node.at("polygon"));
  column.attached = node.at("attached").truth_or(false);
  read_trust(node, column);
  return column;
}

Stair read_stair(const Node& node) {
  Stair stair;
  stair.id = node.at("id").text_or("");
  stair.polygon = read_outline(node.at("polygon"));
  stair.risers = node.at("risers").integer_or(0);
  stair.up_from = read_optional_point(node.at("up_from"));
  stair.up_to = read_optional_point(node.at("up_to"));
  read_trust(node, stair);
  return stair;
}

Storey read_storey(const Node& node) {
  Storey storey;
  storey.index = node.at("index").integer_or(0);
  storey.name = node.at("name").text_or("Storey " + std::to_string(storey.index + 1));
  storey.floor_z = node.at("floor_z").number_or(0);
  storey.ceiling_z = node.at("ceiling_z").number_or(0);
  storey.walls = read_list(node.at("walls"), read_wall);
  storey.openings = read_list(node.at("openings"), read_opening);
  storey.rooms = read_list(node.at("rooms"), read_room);
  storey.columns = read_list(node.at("columns"), read_column);
  storey.stairs = read_list(node.at("stairs"), read_stair);
  return storey;
}

Frame read_frame(const Node& node) {
  Frame frame;
  if (node.missing()) return frame;
  frame.unit_metres = node.at("unit_metres").number_or(1);
  frame.unit_forced = node.at("unit_forced").truth_or(false);
  const std::string axis = node.at("up_axis").text_or("z");
  if (axis != "y" && axis != "z") node.at("up_axis").wrong("should be \"y\" or \"z\"");
  frame.up_axis = axis[0];
  frame.up_forced = node.at("up_forced").truth_or(false);
  frame.tilt_deg = node.at("tilt_deg").number_or(0);
  const std::vector<Node> rows = node.at("plan_from_scan").items();
  if (rows.empty()) return frame;
  std::size_t cell = 0;
  for (const Node& row : rows) {
    for (const Node& item : row.items()) {
      if (cell < frame.plan_from_scan.size()) frame.plan_from_scan[cell] = item.number();
      ++cell;
    }
  }
  if (cell != frame.plan_from_scan.size())
    node.at("plan_from_scan").wrong("should be three rows of four numbers");
  return frame;
}

/// Gives ids to elements that came without: "w1", "w2" … counted through the plan, skipping none.
template <class Element>
void name_elements(std::vector<Element>& elements, char letter, int& count) {
  for (Element& element : elements) {
    ++count;
    if (element.id.empty()) element.id = letter + std::to_string(count);
  }
}

void name_missing(Plan& plan) {
  int walls = 0, openings = 0, rooms = 0, columns = 0, stairs = 0;
  for (Storey& storey : plan.storeys) {
    name_elements(storey.walls, 'w', walls);
    name_elements(storey.openings, 'o', openings);
    name_elements(storey.rooms, 'r', rooms);
    name_elements(storey.columns, 'c', columns);
    name_elements(storey.stairs, 's', stairs);
    for (Room& room : storey.rooms) {
      if (room.name.empty()) room.name = "Room " + std::to_string(&room - storey.rooms.data() + 1);
    }
  }
}

std::string line_of(std::string_view text, std::size_t offset) {
  std::size_t line = 1;
  for (const char c : text.substr(0, offset)) line += c == '\n';
  return "line " + std::to_string(line);
}

}  // namespace

Result<Plan> plan_from_json(std::string_view text) {
  json::stream_parser parser;
  json::error_code error;
  const std::size_t read = parser.write_some(text.data(), text.size(), error);
  if (!error) parser.finish(error);
  if (!error && text.find_first_not_of(" \t\r\n", read) != std::string_view::npos)
    error = json::error::extra_data;
  if (error) {
    return fail({ErrorCode::kDamaged, "no JSON: " + error.message(), {}, line_of(text, read), {}});
  }
  const json::value value = parser.release();
  try {
    const Node root(&value, "plan");
    if (const std::string schema = root.at("schema").text_or(""); schema != kPlanSchema) {
      return fail({ErrorCode::kWrongFormat,
                   "schema \"" + schema + "\" instead of \"" + std::string(kPlanSchema) + "\"",
                   {},
                   "plan.schema",
                   {}});
    }
    Plan plan;
    plan.frame = read_frame(root.at("frame"));
    plan.storeys = read_list(root.at("storeys"), read_storey);
    name_missing(plan);
    return plan;
  } catch (const FieldError& wrong) {
    return fail({ErrorCode::kDamaged, wrong.message, {}, wrong.path, {}});
  }
}

}  // namespace storey
