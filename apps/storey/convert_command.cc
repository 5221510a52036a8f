#include "convert_command.h"

#include <charconv>
#include <memory>

#include "choice.h"
#include "conversion_view.h"
#include "exit_code.h"
#include "export/draw.h"
#include "interrupt.h"
#include "storey/convert.h"

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

/// How to read the scan.
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

/// What to draw, and how.
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
}

struct Outputs {
  Conversion conversion;
  std::vector<OutputFile> files;
};

Result<Outputs> convert_and_write(const ConvertArguments& arguments, RunContext& context,
                                  InterruptGuard& interrupt) {
  if (const Result<void> usable = check_options(arguments.options); !usable) return fail(usable.error());
  if (const Result<void> writable = check_output_folder(arguments.folder); !writable)
    return fail(writable.error());
  Result<Conversion> conversion = convert_scan(arguments.scans, arguments.options, context);
  if (!conversion) return fail(std::move(conversion.error()));
  Result<std::vector<OutputFile>> files = draw_outputs(*conversion, arguments.options, context);
  if (!files) return fail(std::move(files.error()));
  interrupt.begin_writing();
  if (const Result<void> written = write_outputs(*files, arguments.folder, context); !written)
    return fail(written.error());
  return Outputs{std::move(*conversion), std::move(*files)};
}

}  // namespace

CLI::App* add_convert_command(CLI::App& app, ConvertArguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("convert", "Draw the measured floor plan of a scanned building");
  command->add_option("scans", arguments.scans, "E57 or XYZ point clouds in one common frame")
      ->required()
      ->type_name("SCAN");
  command->add_option("-o,--out", arguments.folder, "Folder for the results, made if missing")
      ->required()
      ->type_name("DIR");
  add_scan_options(*command, arguments.options);
  add_drawing_options(*command, arguments.options);
  command
      ->add_option("--threads", arguments.options.threads, "Threads to compute with (default 0: all cores)")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  command->add_flag("--json-progress", arguments.json_progress,
                    "Progress and outcome as JSON lines on stdout");
  command->footer(
      "Examples:\n"
      "  storey convert house.e57 --out plans\n"
      "  storey convert ground.xyz upper.xyz --out plans --input-units mm --format svg");
  return command;
}

int run_convert(const ConvertArguments& arguments) {
  const std::unique_ptr<ConversionView> view =
      arguments.json_progress ? make_json_view() : make_text_view(arguments.options.model_units);
  RunContext context(arguments.options.threads, [&](const Progress& progress) { view->progress(progress); });
  InterruptGuard interrupt(context);
  const Result<Outputs> outputs = convert_and_write(arguments, context, interrupt);
  if (!outputs) {
    view->failed(outputs.error());
    return exit_code(outputs.error().code);
  }
  view->done(outputs->conversion, outputs->files, arguments.folder);
  return kExitDone;
}

}  // namespace storey
