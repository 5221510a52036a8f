// `storey info`: what a scan file holds.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <vector>

namespace storey {

struct InfoArguments {
  std::vector<std::filesystem::path> scans;
  bool json = false;
  bool quick = false;
  int threads = 0;
};

/// Teaches `app` the command and its options; they come to stand in `arguments`, which outlives `app`.
CLI::App* add_info_command(CLI::App& app, InfoArguments& arguments);

/// Returns the exit code.
int run_info(const InfoArguments& arguments);

}  // namespace storey
