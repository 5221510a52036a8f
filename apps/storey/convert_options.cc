#include "convert_options.h"

#include <charconv>
#include <string>
#include <tuple>
#include <vector>

#include "choice.h"
#include "export/draw.h"

namespace storey {
namespace {

/// "0,2" to {0, 2}. A CLI::ValidationError says which word is no number.
std::vector<int> parse_storeys(const std::string& list) {
  std::vector<int> storeys;
  for (const std::string& word : CLI::detail::split(list, ',')) {
    int index = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
    if (error != std::errc() || end != word.data() + word.size() || index < 0)
      throw CLI::ValidationError("--storeys",
                                 "\"" + word + "\" is no storey; they are counted from 0 at the bottom");
    storeys.push_back(index);
  }
  return storeys;
}

std::string format_help() {
  std::string help = "What to write beside plan.json and report.json, of";
  for (const std::string_view format : known_formats()) help += " " + std::string(format);
  return help + " (default svg,png)";
}

/// "1:50" or "50" to 50.
int parse_scale(const std::string& text) {
  const std::string number = text.rfind("1:", 0) == 0 ? text.substr(2) : text;
  int scale = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), scale);
  if (error != std::errc() || end != number.data() + number.size() || scale < 1)
    throw CLI::ValidationError("--scale", "\"" + text + "\" is no scale; 1:50 is one");
  return scale;
}

}  // namespace

void add_scan_options(CLI::App& command, Options& options) {
  add_choice<LengthUnit>(command, "--input-units", options.input_units,
                         {{"m", LengthUnit::kMetre},
                          {"mm", LengthUnit::kMillimetre},
                          {"cm", LengthUnit::kCentimetre},
                          {"ft", LengthUnit::kFoot},
                          {"in", LengthUnit::kInch},
                          {"auto", LengthUnit::kAuto}},
                         "Unit of the scan's coordinates (default auto: found from the height of rooms)");
  add_choice<UpAxis>(command, "--up", options.up,
                     {{"z", UpAxis::kZ}, {"y", UpAxis::kY}, {"auto", UpAxis::kAuto}},
                     "Axis that points up (default auto)");
}

void add_drawing_options(CLI::App& command, Options& options) {
  add_choice<ModelUnits>(command, "--model-units", options.model_units,
                         {{"metric", ModelUnits::kMetric}, {"imperial", ModelUnits::kImperial}},
                         "Units of drawings and labels (default metric)");
  add_choice<Geometry>(command, "--geometry", options.geometry,
                       {{"true", Geometry::kTrue}, {"orthogonal", Geometry::kOrthogonal}},
                       "As measured, or squared up with each wall's deviation stated (default true)");
  command
      .add_option_function<std::string>(
          "--storeys", [&options](const std::string& list) { options.storeys = parse_storeys(list); },
          "Storeys to draw, from 0 at the bottom (default all)")
      ->type_name("0,1,...");
  command
      .add_option_function<std::string>(
          "--format",
          [&options](const std::string& list) { options.formats = CLI::detail::split(list, ','); },
          format_help())
      ->type_name("svg,png,...");
  command
      .add_option_function<std::string>(
          "--scale", [&options](const std::string& scale) { options.sheet_scale = parse_scale(scale); },
          "Scale of the sheets (default: the largest standard one that fits)")
      ->type_name("1:50");
  add_choice<Orientation>(command, "--orientation", options.orientation,
                          {{"straight", Orientation::kStraight}, {"scan", Orientation::kScan}},
                          "Turned so that most walls lie level, or as scanned (default straight)");
  add_choice<LayerProfile>(command, "--layers", options.layers,
                           {{"aia", LayerProfile::kAia}, {"iso13567", LayerProfile::kIso13567}},
                           "Naming of the layers (default aia)");
  add_choice<AreaStandard>(command, "--areas", options.area_standard,
                           {{"none", AreaStandard::kNone},
                            {"ansi-z765", AreaStandard::kAnsiZ765},
                            {"ipms1", AreaStandard::kIpms1},
                            {"ipms2", AreaStandard::kIpms2},
                            {"ipms3", AreaStandard::kIpms3},
                            {"nia", AreaStandard::kNia},
                            {"din277", AreaStandard::kDin277},
                            {"sia416", AreaStandard::kSia416}},
                           "Standard by which areas are stated beside net and gross (default none)");
}

void add_title_options(CLI::App& command, TitleBlock& title) {
  const std::vector<std::tuple<const char*, std::string*, const char*>> entries = {
      {"--project", &title.project, "Title block: name of the project"},
      {"--address", &title.address, "Title block: where the building is"},
      {"--date", &title.date, "Title block: date of the survey, best as 2026-11-20"},
      {"--author", &title.author, "Title block: who is responsible for the drawing"},
      {"--number", &title.number, "Title block: number of the document"}};
  for (const auto& [name, value, help] : entries) command.add_option(name, *value, help)->type_name("TEXT");
}

}  // namespace storey
