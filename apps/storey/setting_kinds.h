// The kinds of values that settings have.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "config.h"
#include "config_values.h"

namespace storey {

/// Where the value of a setting is.
template <class T>
using Field = std::function<T&(ServiceConfig&)>;

/// A copy to read a field of, as fields are found in configurations that may be changed.
template <class T>
T setting_value(const Field<T>& field, const ServiceConfig& config) {
  ServiceConfig copy = config;
  return field(copy);
}

Setting text_setting(std::string name, std::string kind, std::string help, const Field<std::string>& field);

Setting path_setting(std::string name, std::string help, const Field<std::filesystem::path>& field);

Setting choice_setting(std::string name, const std::vector<std::string>& words, std::string help,
                       const Field<std::string>& field);

Setting flag_setting(std::string name, std::string help, const Field<bool>& field);

template <class T>
Setting number_setting(std::string name, std::int64_t min, std::int64_t max, std::string help,
                       const Field<T>& field) {
  return {std::move(name), "N", std::move(help),
          [field](const ServiceConfig& config) { return std::to_string(setting_value(field, config)); },
          [field, min, max](ServiceConfig& config, const std::string& given) -> std::string {
            const auto value = parse_integer(given);
            if (!value || *value < min || *value > max)
              return "it must be a whole number from " + std::to_string(min) + " to " + std::to_string(max);
            field(config) = static_cast<T>(*value);
            return {};
          }};
}

template <class T>
Setting duration_setting(std::string name, std::string help, const Field<T>& field) {
  using std::chrono::milliseconds;
  return {std::move(name), "TIME", std::move(help),
          [field](const ServiceConfig& config) {
            return show_duration(std::chrono::duration_cast<milliseconds>(setting_value(field, config)));
          },
          [field](ServiceConfig& config, const std::string& given) -> std::string {
            const auto value = parse_duration(given);
            if (!value) return "it must be a time such as 90s, 5m, 12h or 30d";
            field(config) = std::chrono::ceil<T>(*value);
            return {};
          }};
}

template <class T>
Setting size_setting(std::string name, std::string help, const Field<T>& field) {
  return {std::move(name), "SIZE", std::move(help),
          [field](const ServiceConfig& config) { return show_size(setting_value(field, config)); },
          [field](ServiceConfig& config, const std::string& given) -> std::string {
            const auto value = parse_size(given);
            if (!value) return "it must be a size such as 1000, 64MiB or 10GiB";
            field(config) = static_cast<T>(*value);
            return {};
          }};
}

Setting list_setting(std::string name, std::string kind, std::string help,
                     const Field<std::vector<std::string>>& field);

}  // namespace storey
