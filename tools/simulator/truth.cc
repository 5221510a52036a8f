#include "truth.h"

#include <boost/json.hpp>
#include <cmath>

namespace storey::simulator {
namespace {

namespace json = boost::json;

/// Decimal rounding for reading; the nearest double to it.
double rounded(double value, double digits_power) { return std::round(value * digits_power) / digits_power; }
double coordinate(double value) { return rounded(value, 1e5); }
double share(double value) { return rounded(value, 1e3); }

json::array point(const Point2& p) { return {coordinate(p.x()), coordinate(p.y())}; }

json::array ring(const Ring& points) {
  json::array out;
  for (const Point2& p : points) out.push_back(point(p));
  return out;
}

json::object wall(const TruthWall& wall) {
  json::object out{{"id", wall.id},
                   {"start", point(wall.start)},
                   {"end", point(wall.end)},
                   {"thickness", coordinate(wall.thickness)},
                   {"exterior", wall.exterior},
                   {"material", wall.glass ? "glass" : "solid"},
                   {"polygon", ring(wall.polygon)},
                   {"faces_seen", {{"left", share(wall.left_seen)}, {"right", share(wall.right_seen)}}}};
  if (wall.arc) out["arc"] = true;
  return out;
}

json::object face(const TruthFace& face, const TruthStorey& storey) {
  json::array unseen;
  for (const auto& [from, to] : face.unseen) unseen.push_back(json::array{share(from), share(to)});
  json::value room = nullptr;
  if (face.room >= 0) room = json::string(storey.rooms[face.room].id);
  return {{"a", point(face.a)},
          {"b", point(face.b)},
          {"seen", share(face.seen)},
          {"room", room},
          {"unseen", unseen}};
}

json::object opening(const TruthOpening& opening, const TruthStorey& storey) {
  json::object out{{"id", opening.id},
                   {"type", type_name(opening.type)},
                   {"wall_id", storey.walls[opening.wall].id},
                   {"start", point(opening.start)},
                   {"end", point(opening.end)},
                   {"sill", coordinate(opening.sill)},
                   {"head", coordinate(opening.head)},
                   {"thickness", coordinate(opening.thickness)},
                   {"state", state_name(opening.state)},
                   {"seen", share(opening.seen)}};
  if (opening.cover != Cover::kNone) {
    out["cover"] = opening.cover == Cover::kCurtain ? "curtain" : "blind";
    out["height_free"] = true;
  }
  if (opening.down_to_floor) out["accept"] = json::array{"door", "window"};
  return out;
}

json::object room(const TruthRoom& room) {
  json::array holes;
  for (const Ring& hole : room.region.holes) holes.push_back(ring(hole));
  return {{"id", room.id},
          {"kind", room.kind},
          {"polygon", ring(room.region.outer)},
          {"holes", holes},
          {"area", rounded(area(room.region), 1e4)},
          {"ceiling_height", coordinate(room.ceiling_height)},
          {"floor_seen", share(room.floor_seen)},
          {"walls_seen", share(room.walls_seen)},
          {"floor_z", coordinate(room.floor)},
          {"seen", share(room.walls_seen)}};
}

json::object storey(const TruthStorey& storey, int index) {
  json::array walls, faces, openings, rooms, columns, stairs;
  for (const TruthWall& w : storey.walls) walls.push_back(wall(w));
  for (const TruthFace& f : storey.faces) faces.push_back(face(f, storey));
  for (const TruthOpening& o : storey.openings) openings.push_back(opening(o, storey));
  for (const TruthRoom& r : storey.rooms) rooms.push_back(room(r));
  for (const TruthColumn& c : storey.columns) {
    json::object column{{"polygon", ring(c.polygon)}};
    if (c.attached) column["attached"] = true;
    columns.push_back(column);
  }
  for (const Ring& s : storey.stairs) stairs.push_back(json::object{{"polygon", ring(s)}});
  return {{"index", index},
          {"floor_z", coordinate(storey.floor)},
          {"ceiling_z", coordinate(storey.ceiling)},
          {"sloped", storey.sloped},
          {"ceiling_seen", share(storey.ceiling_seen)},
          {"walls", walls},
          {"faces", faces},
          {"openings", openings},
          {"rooms", rooms},
          {"columns", columns},
          {"stairs", stairs}};
}

}  // namespace

const char* type_name(OpeningType type) {
  switch (type) {
    case OpeningType::kDoor:
      return "door";
    case OpeningType::kWindow:
      return "window";
    case OpeningType::kOpening:
      return "opening";
  }
  return "";
}

const char* state_name(LeafState state) {
  switch (state) {
    case LeafState::kOpen:
      return "open";
    case LeafState::kAjar:
      return "ajar";
    case LeafState::kClosed:
      return "closed";
    case LeafState::kSliding:
      return "sliding";
    case LeafState::kGlazed:
      return "glazed";
    case LeafState::kNone:
      return "none";
  }
  return "";
}

std::string truth_json(const Truth& truth) {
  json::array storeys;
  for (std::size_t i = 0; i < truth.storeys.size(); ++i)
    storeys.push_back(storey(truth.storeys[i], static_cast<int>(i)));
  const json::object out{{"schema", "storey.truth/1"},
                         {"units", "m"},
                         {"frame", {{"tilt_deg", truth.tilt_deg}, {"yaw_deg", truth.yaw_deg}}},
                         {"storeys", storeys},
                         {"scene", truth.scene}};
  return json::serialize(out) + "\n";
}

}  // namespace storey::simulator
