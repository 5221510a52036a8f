#include "info_json.h"

#include <Eigen/Geometry>
#include <boost/json.hpp>
#include <cmath>

#include "model/json_fields.h"
#include "model/json_text.h"

namespace storey {
namespace {

namespace json = boost::json;

/// Nothing for what a damaged header may say and JSON cannot.
json::value number(double value) {
  return std::isfinite(value) ? json::value(fixed(value, kExactDecimals)) : json::value(nullptr);
}

json::array describe(const Eigen::Vector3d& vector) {
  return {number(vector.x()), number(vector.y()), number(vector.z())};
}

json::value describe(const Bounds3& bounds) {
  if (bounds.empty()) return nullptr;
  return json::object{{"min", describe(bounds.min)}, {"max", describe(bounds.max)}};
}

json::array describe(const std::vector<std::string>& texts) { return list_json(texts, text_json); }

json::value describe(const std::optional<Eigen::Isometry3d>& pose) {
  if (!pose) return nullptr;
  const Eigen::Quaterniond rotation(pose->rotation());
  return json::object{
      {"translation", describe(Eigen::Vector3d(pose->translation()))},
      {"rotation_wxyz",
       {number(rotation.w()), number(rotation.x()), number(rotation.y()), number(rotation.z())}}};
}

json::object describe_scan(const ScanFacts& facts, std::size_t index) {
  const ScanInfo& scan = facts.info.scans[index];
  json::object object{{"name", text_json(scan.name)}, {"guid", text_json(scan.guid)}};
  object["declared_points"] = scan.points ? json::value(*scan.points) : json::value(nullptr);
  if (index < facts.read.points_of_scan.size()) object["points"] = facts.read.points_of_scan[index];
  object["pose"] = describe(scan.world_from_scan);
  object["spherical"] = scan.spherical;
  object["grid"] = scan.grid ? json::value{{"rows", scan.grid->first}, {"columns", scan.grid->second}}
                             : json::value(nullptr);
  object["fields"] = describe(scan.fields);
  object["bounds"] = describe(facts.bounds_of_scan[index]);
  return object;
}

json::object describe(const FrameGuess& guess) {
  json::object object{{"unit", unit_word(guess.unit)},
                      {"unit_certain", guess.unit_certain},
                      {"up", guess.up == UpAxis::kY ? "y" : "z"},
                      {"up_certainty", number(guess.up_certainty)}};
  object["clear_height"] = guess.clear_height > 0 ? number(guess.clear_height) : json::value(nullptr);
  return object;
}

json::object describe_file(const ScanFacts& facts) {
  json::object object{{"file", text_json(facts.info.file)},
                      {"format", facts.info.format},
                      {"details", text_json(facts.info.details)},
                      {"bytes", facts.info.bytes}};
  if (facts.points_were_counted()) {
    object["points"] = facts.read.points;
    object["invalid"] = facts.read.invalid;
    object["broken_lines"] = facts.read.broken_lines;
  }
  object["bounds"] = describe(facts.bounds);
  object["guess"] = facts.bounds.empty() ? json::value(nullptr) : json::value(describe(facts.guess));
  json::array scans;
  for (std::size_t i = 0; i < facts.info.scans.size(); ++i) scans.push_back(describe_scan(facts, i));
  object["scans"] = std::move(scans);
  object["warnings"] = describe(facts.warnings());
  return object;
}

}  // namespace

std::string unit_word(LengthUnit unit) {
  switch (unit) {
    case LengthUnit::kAuto:
      return "auto";
    case LengthUnit::kMetre:
      return "m";
    case LengthUnit::kMillimetre:
      return "mm";
    case LengthUnit::kCentimetre:
      return "cm";
    case LengthUnit::kFoot:
      return "ft";
    case LengthUnit::kInch:
      return "in";
  }
  return "auto";
}

std::string info_json(const std::vector<ScanFacts>& all) {
  return json_text(json::object{{"schema", "storey.info/1"}, {"files", list_json(all, describe_file)}});
}

}  // namespace storey
