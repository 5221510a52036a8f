// `storey convert`: scans in, drawings out.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "storey/options.h"

namespace storey {

struct ConvertArguments {
  std::vector<std::filesystem::path> scans;
  std::filesystem::path folder;
  Options options;
  bool json_progress = false;
  std::string sandbox = "off";
};

/// Teaches `app` the command and its options; they come to stand in `arguments`, which outlives `app`.
CLI::App* add_convert_command(CLI::App& app, ConvertArguments& arguments);

/// Returns the exit code.
int run_convert(const ConvertArguments& arguments);

}  // namespace storey
