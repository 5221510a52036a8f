// The command `storey-simulate`: scene files in, scans with their truth out.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <thread>

#include "scenario.h"

namespace {

using namespace storey::simulator;

/// One scene file into one folder; false, with the reason told, if that fails.
bool simulate_file(const std::filesystem::path& file, const std::filesystem::path& folder, int threads) {
  const auto scenario = read_scenario(file);
  const auto scan = scenario ? write_scenario(*scenario, folder, threads) : tl::unexpected(scenario.error());
  if (!scan) {
    auto error = scan.error();
    if (error.file.empty()) error.file = file.string();
    std::cerr << "storey-simulate: " << error.describe() << "\n";
    return false;
  }
  std::cout << folder.string() << ": " << scan->points.size() << " points, " << scan->stations.size()
            << " stations\n";
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Scans buildings that are described in scene files. Each gives a folder with scan.xyz or scan.e57, "
      "truth.json and scene.json. The format of scene files is in docs/simulator.md.");
  std::vector<std::string> scenes;
  std::string out;
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  app.add_option("SCENE", scenes, "scene files (.json)")->required()->check(CLI::ExistingFile);
  app.add_option("--out", out, "folder to write to; with several scenes each gets a folder of its name in it")
      ->required();
  app.add_option("--threads", threads, "changes the time, never the result")->check(CLI::Range(1, 256));
  CLI11_PARSE(app, argc, argv);
  bool good = true;
  for (const std::string& scene : scenes) {
    const std::filesystem::path file(scene);
    good &= simulate_file(
        file, scenes.size() > 1 ? std::filesystem::path(out) / file.stem() : std::filesystem::path(out),
        threads);
  }
  return good ? 0 : 1;
}
