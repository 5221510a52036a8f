#include "scene_json.h"

#include "drawing.h"

namespace storey::simulator {
namespace {

using boost::json::value;

Fields& surface(Fields& fields, Surface& target) {
  return fields.choice<Surface>("surface", target,
                                {{"plaster", Surface::kPlaster},
                                 {"concrete", Surface::kConcrete},
                                 {"wood", Surface::kWood},
                                 {"dark", Surface::kDark},
                                 {"metal", Surface::kMetal},
                                 {"fabric", Surface::kFabric},
                                 {"skin", Surface::kSkin},
                                 {"ground", Surface::kGround},
                                 {"glass", Surface::kGlass},
                                 {"mirror", Surface::kMirror}});
}

WallSpec read_wall(const value& json, const std::string& path) {
  WallSpec wall;
  Fields fields(json, path);
  fields.text("id", wall.id).point("from", wall.from).point("to", wall.to).point("through", wall.through);
  fields.number("thickness", wall.thickness).number("top", wall.top);
  surface(fields, wall.surface).finish();
  return wall;
}

OpeningSpec read_opening(const value& json, const std::string& path) {
  OpeningSpec o;
  Fields fields(json, path);
  fields.text("wall", o.wall).number("at", o.at);
  fields.choice<OpeningType>(
      "type", o.type,
      {{"door", OpeningType::kDoor}, {"window", OpeningType::kWindow}, {"opening", OpeningType::kOpening}});
  // What is usual for the type, unless told otherwise.
  if (o.type == OpeningType::kWindow) o.state = LeafState::kGlazed, o.width = 1.2, o.sill = 0.9, o.head = 2.2;
  if (o.type == OpeningType::kOpening) o.state = LeafState::kNone, o.head = 2.1;
  fields.number("width", o.width).number("sill", o.sill).number("head", o.head);
  fields.choice<LeafState>("state", o.state,
                           {{"open", LeafState::kOpen},
                            {"ajar", LeafState::kAjar},
                            {"closed", LeafState::kClosed},
                            {"sliding", LeafState::kSliding},
                            {"glazed", LeafState::kGlazed},
                            {"none", LeafState::kNone}});
  fields.flag("hinge_at_end", o.hinge_at_end).flag("opens_right", o.opens_right).number("angle", o.angle);
  fields.choice<Cover>("cover", o.cover,
                       {{"none", Cover::kNone}, {"curtain", Cover::kCurtain}, {"blind", Cover::kBlind}});
  fields.number("cover_share", o.cover_share).finish();
  return o;
}

NicheSpec read_niche(const value& json, const std::string& path) {
  NicheSpec niche;
  Fields fields(json, path);
  fields.text("wall", niche.wall)
      .number("at", niche.at)
      .number("width", niche.width)
      .number("depth", niche.depth);
  fields.number("sill", niche.sill).number("head", niche.head).flag("right", niche.right).finish();
  return niche;
}

ColumnSpec read_column(const value& json, const std::string& path) {
  ColumnSpec column;
  Fields fields(json, path);
  fields.point("center", column.center).point("size", column.size).number("turn", column.turn);
  fields.flag("round", column.round).flag("attached", column.attached).finish();
  return column;
}

FurnitureSpec read_furniture(const value& json, const std::string& path) {
  FurnitureSpec piece;
  Fields fields(json, path);
  fields.choice<FurnitureShape>("shape", piece.shape,
                                {{"box", FurnitureShape::kBox},
                                 {"cylinder", FurnitureShape::kCylinder},
                                 {"table", FurnitureShape::kTable},
                                 {"shelf", FurnitureShape::kShelf}});
  fields.point("center", piece.center).point("size", piece.size).number("turn", piece.turn);
  fields.number("bottom", piece.bottom).number("top", piece.top);
  surface(fields, piece.surface).finish();
  return piece;
}

PersonSpec read_person(const value& json, const std::string& path) {
  PersonSpec person;
  Fields fields(json, path);
  fields.points("path", person.path).number("radius", person.radius).number("height", person.height).finish();
  return person;
}

RoomSpec read_room(const value& json, const std::string& path) {
  RoomSpec room;
  Fields fields(json, path);
  fields.point("at", room.at)
      .text("kind", room.kind)
      .number("floor", room.floor)
      .number("ceiling", room.ceiling);
  fields.flag("void", room.is_void).flag("outdoors", room.outdoors).finish();
  return room;
}

SlopeSpec read_slope(const value& json, const std::string& path) {
  SlopeSpec slope;
  Fields fields(json, path);
  fields.point("a", slope.a)
      .point("b", slope.b)
      .number("low", slope.low)
      .number("slope", slope.slope)
      .finish();
  return slope;
}

StairSpec read_stair(const value& json, const std::string& path) {
  StairSpec stair;
  Fields fields(json, path);
  fields.point("start", stair.start).number("direction", stair.direction).number("width", stair.width);
  fields.number("going", stair.going).integer("steps", stair.steps).finish();
  return stair;
}

StationSpec read_station(const value& json, const std::string& path) {
  StationSpec station;
  if (json.is_array()) {
    station.position = Fields::point_of(json, path);
    return station;
  }
  Fields fields(json, path);
  fields.point("position", station.position).number("height", station.height).finish();
  return station;
}

void read_storey(const value& json, const std::string& path, StoreySpec& storey) {
  const auto list = [](auto& items, const auto& read) {
    return
        [&items, &read](const value& item, const std::string& place) { items.push_back(read(item, place)); };
  };
  Fields fields(json, path);
  fields.number("floor", storey.floor).number("height", storey.height);
  fields.flag("has_floor", storey.has_floor).flag("has_ceiling", storey.has_ceiling);
  fields.each("walls", list(storey.walls, read_wall));
  fields.each("openings", list(storey.openings, read_opening));
  fields.each("niches", list(storey.niches, read_niche));
  fields.each("columns", list(storey.columns, read_column));
  fields.each("furniture", list(storey.furniture, read_furniture));
  fields.each("people", list(storey.people, read_person));
  fields.each("rooms", list(storey.rooms, read_room));
  fields.each("slopes", list(storey.slopes, read_slope));
  fields.each("stairs", list(storey.stairs, read_stair));
  fields.each("stations", list(storey.stations, read_station));
  fields.points("path", storey.path);
  fields.finish();
  if (!(storey.height > 0)) fields.wrong("should be above 0", "height");
}

std::string joined_lines(const value& lines, const std::string& path) {
  if (!lines.is_array()) throw FieldError{path, "should be a list of lines"};
  std::string text;
  for (const value& line : lines.get_array()) {
    if (!line.is_string()) throw FieldError{path, "should be a list of lines"};
    text += std::string(line.get_string()) + "\n";
  }
  return text;
}

}  // namespace

Scene read_scene(Fields& fields) {
  Scene scene;
  fields.one("drawing", [&](const value& lines, const std::string& path) {
    auto drawn = parse_drawing(joined_lines(lines, path));
    if (!drawn) throw FieldError{path, drawn.error().describe()};
    scene = std::move(*drawn);
  });
  fields.text("name", scene.name).flag("outside", scene.outside);
  for (const char* key : {"storeys", "more"}) {
    std::size_t index = 0;
    fields.each(key, [&](const value& json, const std::string& path) {
      if (index == scene.storeys.size()) scene.storeys.emplace_back();
      read_storey(json, path, scene.storeys[index++]);
    });
  }
  return scene;
}

}  // namespace storey::simulator
