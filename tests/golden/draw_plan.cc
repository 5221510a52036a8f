// Draws a plan.json without a scan: draw_plan PLAN FOLDER [OPTION…] FORMAT…
// Options: --imperial, --iso-layers, --as-scanned, --scale N, --din277, --ansi, --titled.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "export/draw.h"
#include "model/plan_json.h"

namespace {

storey::Report sample_report() {
  storey::Report report;
  report.inputs.push_back({"scan.e57", "e57", 1000, 900, 5, 0, 2, 2});
  report.stages.push_back({"walls", {{"faces_found", 12, "1"}, {"rms", 1.25, "mm"}}});
  report.face_cues = {"log_length", "density"};
  report.faces.push_back({"f1", 0, {0, 0}, {4, 0}, 0.98, 0.97, {1.386, 1.02}, {"reaches_ceiling", {0.97}}});
  report.faces.push_back({"f2", 0, {3.42, 0.6}, {3.42, 1.55}, 0.9, {}, {}, {"unlikely", {0.12, 0.91}}});
  report.faces.push_back({"f3", 0, {1, 1}, {1, 2}, 0.7, {}, {}, {"clutter", {8.5, 6}}});
  report.wall_cues = {"likelier_face_logit", "shown"};
  report.walls.push_back({"w1", 0.97, {0.95, 0.98}});
  report.rooms.push_back(
      {"r1", 0, {"enclosed", {1, 0.987654}}, {{{"f1"}, 0.98, ""}, {{}, 0, "nothing_shows"}}});
  report.openings.push_back({"o1", 0, 2, 0, 0.97, {{"rim_shown", 0.875}, {"hidden", 0}}, {}});
  report.openings.push_back(
      {"", 0, 4, 1.5, 0.25, {{"rim_shown", 0.5}, {"hidden", 0.25}}, {"doubtful", {0.25, 0.5}}});
  report.left_out.push_back({"room", "seen through a window only", 1.5, 2.5, 0});
  report.station_offsets.push_back({"station 1", 1.2, 7});
  report.costs.push_back({"read", 1.5, 120});
  report.warnings.push_back("no ceiling was seen in one room");
  report.density.push_back({0, -1, -1, 0.5, 4, 3, {0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 200, 255}});
  return report;
}

int fail(const std::string& message) {
  std::cerr << "draw_plan: " << message << "\n";
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::string plan_file, folder;
  bool imperial = false, iso_layers = false, as_scanned = false, din277 = false, ansi = false, titled = false;
  storey::Options options;
  options.formats.clear();
  CLI::App app("Draws a plan.json");
  app.add_option("plan", plan_file)->required();
  app.add_option("folder", folder)->required();
  app.add_option("formats", options.formats);
  app.add_option("--scale", options.sheet_scale);
  app.add_flag("--imperial", imperial);
  app.add_flag("--iso-layers", iso_layers);
  app.add_flag("--as-scanned", as_scanned);
  app.add_flag("--din277", din277);
  app.add_flag("--ansi", ansi);
  app.add_flag("--titled", titled);
  CLI11_PARSE(app, argc, argv);
  if (imperial) options.model_units = storey::ModelUnits::kImperial;
  if (iso_layers) options.layers = storey::LayerProfile::kIso13567;
  if (as_scanned) options.orientation = storey::Orientation::kScan;
  if (din277) options.area_standard = storey::AreaStandard::kDin277;
  if (ansi) options.area_standard = storey::AreaStandard::kAnsiZ765;
  if (titled)
    options.title = {"Nørregade 12 <A & B>", "Nørregade 12, 1165 København K", "2026-03-14", "Anna Ågren",
                     "F-1"};

  std::ifstream file(plan_file);
  std::stringstream text;
  text << file.rdbuf();
  const auto plan = storey::plan_from_json(text.str());
  if (!plan) return fail(plan.error().describe());
  storey::RunContext context;
  const auto files = storey::draw(*plan, sample_report(), options, context);
  if (!files) return fail(files.error().describe());
  std::filesystem::create_directories(folder);
  for (const storey::OutputFile& output : *files) {
    std::ofstream(std::filesystem::path(folder) / output.name, std::ios::binary) << output.bytes;
  }
  return 0;
}
