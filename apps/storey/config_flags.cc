#include "config_flags.h"

namespace storey {
namespace {

std::shared_ptr<ConfigFlags> add_file_flag(CLI::App& command) {
  auto flags = std::make_shared<ConfigFlags>();
  command.add_option("--config", flags->file, "TOML file with settings (environment: STOREY_CONFIG)")
      ->envname("STOREY_CONFIG")
      ->type_name("FILE");
  return flags;
}

void add_setting(CLI::App& command, const std::shared_ptr<ConfigFlags>& flags, const Setting& setting) {
  const std::string standard = setting.show(ServiceConfig());
  command
      .add_option_function<std::string>(
          setting.flag(),
          [flags, name = setting.name](const std::string& text) { flags->texts[name] = text; },
          setting.help + (standard.empty() ? "" : " (default " + standard + ")"))
      ->type_name(setting.kind);
}

}  // namespace

std::shared_ptr<ConfigFlags> add_config_flags(CLI::App& command) {
  auto flags = add_file_flag(command);
  for (const Setting& setting : service_settings()) add_setting(command, flags, setting);
  command.footer(
      "Every setting can stand in the file (webhooks.timeout = \"20s\"), in the environment "
      "(STOREY_WEBHOOKS_TIMEOUT=20s) or here; the later of these wins. `storey config` prints all.");
  return flags;
}

std::shared_ptr<ConfigFlags> add_data_flags(CLI::App& command) {
  auto flags = add_file_flag(command);
  for (const Setting& setting : service_settings())
    if (setting.name == "data" || setting.name == "database.url" || setting.name == "key_file")
      add_setting(command, flags, setting);
  return flags;
}

}  // namespace storey
