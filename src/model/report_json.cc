#include "model/report_json.h"

#include <boost/json/object.hpp>
#include <cmath>
#include <set>

#include "model/json_fields.h"
#include "model/reasons.h"

namespace storey {
namespace {

namespace json = boost::json;

constexpr int kMeasureDecimals = 6;
constexpr int kCueDecimals = 4;
constexpr int kFaceDecimals = 3;    // mm: faces are told no closer
constexpr int kReasonDecimals = 2;  // per cent, or cm

json::object input_json(const InputReport& input) {
  return {{"file", text_json(input.file)}, {"format", text_json(input.format)},
          {"bytes", input.bytes},          {"points", input.points},
          {"invalid", input.invalid},      {"broken_lines", input.broken_lines},
          {"scans", input.scans},          {"poses", input.poses}};
}

json::object stage_json(const StageReport& stage) {
  json::array measures;
  for (const Measure& measure : stage.measures) {
    measures.push_back(json::object{{"name", text_json(measure.name)},
                                    {"value", fixed(measure.value, kMeasureDecimals)},
                                    {"unit", text_json(measure.unit)}});
  }
  return {{"stage", text_json(stage.stage)}, {"measures", std::move(measures)}};
}

json::array numbers_json(const RuleReport& why) {
  return list_json(why.numbers, [](double number) { return fixed(number, kReasonDecimals); });
}

/// A table, as faces are many: what its columns are called, and rows that end with the rule's numbers.
json::object judged_faces_json(const std::vector<FaceReport>& faces, const std::vector<std::string>& cues) {
  const auto row = [](const FaceReport& face) {
    json::array cells{text_json(face.id), face.storey};
    for (const double at : {face.from.x, face.from.y, face.to.x, face.to.y})
      cells.push_back(fixed(at, kFaceDecimals));
    cells.push_back(fixed(face.shown, kReasonDecimals));
    cells.push_back(face.chance ? fixed(*face.chance, kReasonDecimals) : json::value());
    cells.push_back(list_json(face.cues, [](double cue) { return fixed(cue, kFaceDecimals); }));
    cells.push_back(text_json(face.why.rule));
    for (const json::value& number : numbers_json(face.why)) cells.push_back(number);
    return cells;
  };
  return {
      {"columns", {"face", "storey", "x", "y", "to_x", "to_y", "shown", "chance", "cues", "rule", "numbers"}},
      {"cues", list_json(cues, text_json)},
      {"rows", list_json(faces, row)}};
}

/// A table, as that of faces.
json::object judged_walls_json(const std::vector<WallReport>& walls, const std::vector<std::string>& cues) {
  const auto row = [](const WallReport& wall) {
    return json::array{text_json(wall.wall), fixed(wall.chance, kReasonDecimals),
                       list_json(wall.cues, [](double cue) { return fixed(cue, kFaceDecimals); })};
  };
  return {{"columns", {"wall", "chance", "cues"}},
          {"cues", list_json(cues, text_json)},
          {"rows", list_json(walls, row)}};
}

json::object judged_edge_json(const EdgeReport& edge) {
  json::object object{{"faces", list_json(edge.faces, text_json)},
                      {"shown", fixed(edge.shown, kReasonDecimals)}};
  if (!edge.rule.empty()) object["rule"] = text_json(edge.rule);
  return object;
}

json::object judged_room_json(const RoomReport& room) {
  return {{"room", text_json(room.room)},
          {"storey", room.storey},
          {"rule", text_json(room.why.rule)},
          {"numbers", numbers_json(room.why)},
          {"edges", list_json(room.edges, judged_edge_json)}};
}

/// What the rules say that decided anything.
json::object rules_json(const Report& report) {
  std::set<std::string> names;
  for (const FaceReport& face : report.faces) names.insert(face.why.rule);
  for (const RoomReport& room : report.rooms) {
    names.insert(room.why.rule);
    for (const EdgeReport& edge : room.edges)
      if (!edge.rule.empty()) names.insert(edge.rule);
  }
  for (const OpeningReport& opening : report.openings)
    if (!opening.why.rule.empty()) names.insert(opening.why.rule);
  json::object rules;
  for (const std::string& name : names) {
    const RuleWords& words = words_for(name);
    rules[name] = json::object{{"makes", words.makes}, {"says", words.says}};
  }
  return rules;
}

json::object opening_cues_json(const OpeningReport& opening) {
  json::object object;
  if (!opening.opening.empty()) object["opening"] = opening.opening;
  object["storey"] = opening.storey;
  object["at"] = {metres(opening.x), metres(opening.y)};
  object["confidence"] = fixed(opening.confidence, kCueDecimals);
  json::object cues;
  for (const auto& [name, value] : opening.cues) cues[name] = fixed(value, kCueDecimals);
  object["cues"] = std::move(cues);
  if (opening.why.rule.empty()) return object;
  object["rule"] = text_json(opening.why.rule);
  object["numbers"] = numbers_json(opening.why);
  return object;
}

json::object left_out_json(const LeftOut& left_out) {
  json::object object{{"what", text_json(left_out.what)}, {"reason", text_json(left_out.reason)}};
  if (left_out.x && left_out.y) object["at"] = {metres(*left_out.x), metres(*left_out.y)};
  if (left_out.storey >= 0) object["storey"] = left_out.storey;
  return object;
}

json::object station_json(const StationOffset& station) {
  return {{"station", text_json(station.station)},
          {"offset_mm", millimetres(station.offset_mm)},
          {"shared_faces", station.shared_faces}};
}

json::value cost_json(const StageCost& cost) {
  return {{"stage", text_json(cost.stage)},
          {"seconds", std::round(cost.seconds * 1000) / 1000},
          {"peak_memory_mib", std::round(cost.peak_memory_mib)}};
}

}  // namespace

std::string report_to_json(const Report& report) {
  const json::object object{{"schema", kReportSchema},
                            {"inputs", list_json(report.inputs, input_json)},
                            {"stages", list_json(report.stages, stage_json)},
                            {"rules", rules_json(report)},
                            {"faces", judged_faces_json(report.faces, report.face_cues)},
                            {"walls", judged_walls_json(report.walls, report.wall_cues)},
                            {"rooms", list_json(report.rooms, judged_room_json)},
                            {"openings", list_json(report.openings, opening_cues_json)},
                            {"left_out", list_json(report.left_out, left_out_json)},
                            {"station_offsets", list_json(report.station_offsets, station_json)},
                            {"costs", list_json(report.costs, cost_json)},
                            {"warnings", list_json(report.warnings, text_json)}};
  return json_text(object);
}

}  // namespace storey
