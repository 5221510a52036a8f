// The settings of the service as options of commands.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "config.h"

namespace storey {

/// What the command line said of the settings.
struct ConfigFlags {
  std::filesystem::path file;
  SettingTexts texts;

  Result<ServiceConfig> load() const { return load_config(file, texts); }
};

/// Adds `--config` and a flag for every setting.
std::shared_ptr<ConfigFlags> add_config_flags(CLI::App& command);
/// Adds `--config`, and of the settings only those that say where the data is.
std::shared_ptr<ConfigFlags> add_data_flags(CLI::App& command);

}  // namespace storey
