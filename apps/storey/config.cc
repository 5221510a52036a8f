#include "config.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cstdlib>

#include "config_values.h"
#include "service/domain/try.h"

namespace storey {
namespace {

const Setting* find_setting(const std::string& name) {
  for (const Setting& setting : service_settings())
    if (setting.name == name) return &setting;
  return nullptr;
}

Result<void> take(ServiceConfig& config, const std::string& name, const std::string& text,
                  const std::string& place) {
  const Setting* setting = find_setting(name);
  if (setting == nullptr)
    return fail(Error{
        ErrorCode::kInvalidArgument, "there is no setting " + name, place, {}, "storey config lists all"});
  const std::string problem = setting->take(config, text);
  if (!problem.empty())
    return fail(
        Error{ErrorCode::kInvalidArgument, name + " cannot be \"" + text + "\": " + problem, place, {}, {}});
  return {};
}

/// A value of the file as the text that the environment would hold; nothing for what no setting has.
std::optional<std::string> text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  const auto* array = node.as_array();
  if (array == nullptr) return std::nullopt;
  std::vector<std::string> members;
  for (const toml::node& member : *array) {
    const auto text = text_of(member);
    if (!text) return std::nullopt;
    members.push_back(*text);
  }
  return join_setting(members);
}

Result<void> take_table(ServiceConfig& config, const toml::table& table, const std::string& prefix,
                        const std::string& file) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    if (const auto* inner = node.as_table()) {
      STOREY_TRY_VOID(take_table(config, *inner, name + ".", file));
      continue;
    }
    const auto text = text_of(node);
    if (!text)
      return fail(Error{ErrorCode::kInvalidArgument, name + " has a value of no known kind", file, {}, {}});
    STOREY_TRY_VOID(take(config, name, *text, file));
  }
  return {};
}

Result<void> take_file(ServiceConfig& config, const std::filesystem::path& file) {
  try {
    return take_table(config, toml::parse_file(file.string()), "", file.string());
  } catch (const toml::parse_error& error) {
    const auto line = error.source().begin.line;
    return fail(Error{ErrorCode::kInvalidArgument,
                      std::string(error.description()),
                      file.string(),
                      line > 0 ? "line " + std::to_string(line) : "",
                      {}});
  }
}

std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + "\"";
}

}  // namespace

std::string Setting::flag() const {
  std::string text = "--" + name;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '.' || c == '_'; }, '-');
  return text;
}

std::string Setting::variable() const {
  std::string text = "STOREY_" + name;
  for (char& c : text) c = c == '.' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

Result<ServiceConfig> load_config(const std::filesystem::path& file, const SettingTexts& flags) {
  ServiceConfig config;
  if (!file.empty()) STOREY_TRY_VOID(take_file(config, file));
  for (const Setting& setting : service_settings())
    if (const char* text = std::getenv(setting.variable().c_str()))
      STOREY_TRY_VOID(take(config, setting.name, text, "environment variable " + setting.variable()));
  for (const auto& [name, text] : flags)
    STOREY_TRY_VOID(take(config, name, text, find_setting(name)->flag()));
  if (config.http.tls && config.http.tls->certificate_chain_file.empty() &&
      config.http.tls->private_key_file.empty())
    config.http.tls.reset();
  return config;
}

std::string show_config(const ServiceConfig& config) {
  std::string toml;
  std::string section;
  for (const Setting& setting : service_settings()) {
    const std::size_t dot = setting.name.find('.');
    const std::string its_section = dot == std::string::npos ? "" : setting.name.substr(0, dot);
    if (its_section != section && !its_section.empty()) toml += "\n[" + its_section + "]\n";
    section = its_section;
    const std::string key = dot == std::string::npos ? setting.name : setting.name.substr(dot + 1);
    toml += key + " = " + quoted(setting.show(config)) + "  # " + setting.help + "\n";
  }
  return toml;
}

Result<std::pair<std::string, std::uint16_t>> parse_listen(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const auto port = colon == std::string::npos ? std::nullopt : parse_integer(text.substr(colon + 1));
  if (!port || *port > 65535)
    return fail(ErrorCode::kInvalidArgument, "\"" + text + "\" is no address to listen at",
                "write HOST:PORT");
  std::string host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  if (host.empty()) host = "0.0.0.0";
  if (host == "localhost") host = "127.0.0.1";
  return std::pair{host, static_cast<std::uint16_t>(*port)};
}

}  // namespace storey
