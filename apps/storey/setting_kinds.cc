#include "setting_kinds.h"

#include <algorithm>

namespace storey {

Setting text_setting(std::string name, std::string kind, std::string help, const Field<std::string>& field) {
  return {std::move(name), std::move(kind), std::move(help),
          [field](const ServiceConfig& config) { return setting_value(field, config); },
          [field](ServiceConfig& config, const std::string& given) {
            field(config) = given;
            return std::string();
          }};
}

Setting path_setting(std::string name, std::string help, const Field<std::filesystem::path>& field) {
  return {std::move(name), "PATH", std::move(help),
          [field](const ServiceConfig& config) { return setting_value(field, config).string(); },
          [field](ServiceConfig& config, const std::string& given) {
            field(config) = given;
            return std::string();
          }};
}

Setting choice_setting(std::string name, const std::vector<std::string>& words, std::string help,
                       const Field<std::string>& field) {
  Setting setting = text_setting(std::move(name), join_setting(words), std::move(help), field);
  setting.take = [field, words](ServiceConfig& config, const std::string& given) -> std::string {
    if (std::find(words.begin(), words.end(), given) == words.end())
      return "it must be one of " + join_setting(words);
    field(config) = given;
    return {};
  };
  return setting;
}

Setting flag_setting(std::string name, std::string help, const Field<bool>& field) {
  return {std::move(name), "true|false", std::move(help),
          [field](const ServiceConfig& config) { return setting_value(field, config) ? "true" : "false"; },
          [field](ServiceConfig& config, const std::string& given) -> std::string {
            const auto value = parse_boolean(given);
            if (!value) return "it must be true or false";
            field(config) = *value;
            return {};
          }};
}

Setting list_setting(std::string name, std::string kind, std::string help,
                     const Field<std::vector<std::string>>& field) {
  return {std::move(name), std::move(kind), std::move(help),
          [field](const ServiceConfig& config) { return join_setting(setting_value(field, config)); },
          [field](ServiceConfig& config, const std::string& given) {
            field(config) = split_setting(given);
            return std::string();
          }};
}

}  // namespace storey
