#include "model/report_json.h"

#include <boost/json/object.hpp>
#include <cmath>

#include "model/json_fields.h"

namespace storey {
namespace {

namespace json = boost::json;

constexpr int kMeasureDecimals = 6;
constexpr int kCueDecimals = 4;

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

json::object opening_cues_json(const OpeningReport& opening) {
  json::object object;
  if (!opening.opening.empty()) object["opening"] = opening.opening;
  object["storey"] = opening.storey;
  object["at"] = {metres(opening.x), metres(opening.y)};
  object["confidence"] = fixed(opening.confidence, kCueDecimals);
  json::object cues;
  for (const auto& [name, value] : opening.cues) cues[name] = fixed(value, kCueDecimals);
  object["cues"] = std::move(cues);
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
                            {"openings", list_json(report.openings, opening_cues_json)},
                            {"left_out", list_json(report.left_out, left_out_json)},
                            {"station_offsets", list_json(report.station_offsets, station_json)},
                            {"costs", list_json(report.costs, cost_json)},
                            {"warnings", list_json(report.warnings, text_json)}};
  return json_text(object);
}

}  // namespace storey
