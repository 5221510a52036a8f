#include "http/request.h"

#include <algorithm>
#include <array>

namespace storey::http {
namespace {

constexpr std::array<std::pair<Method, std::string_view>, 7> kMethods = {{{Method::kGet, "GET"},
                                                                          {Method::kHead, "HEAD"},
                                                                          {Method::kPost, "POST"},
                                                                          {Method::kPut, "PUT"},
                                                                          {Method::kPatch, "PATCH"},
                                                                          {Method::kDelete, "DELETE"},
                                                                          {Method::kOptions, "OPTIONS"}}};

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string_view method_name(Method method) {
  for (const auto& [value, name] : kMethods)
    if (value == method) return name;
  return "";
}

Method method_from(std::string_view name) {
  for (const auto& [value, known] : kMethods)
    if (known == name) return value;
  return Method::kOther;
}

std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_value(text[i + 1]);
      const int low = hex_value(text[i + 2]);
      if (high < 0 || low < 0 || (high == 0 && low == 0)) return std::nullopt;
      decoded.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    } else {
      decoded.push_back(plus_is_space && text[i] == '+' ? ' ' : text[i]);
    }
  }
  return decoded;
}

std::optional<std::vector<std::pair<std::string, std::string>>> parse_form(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> pairs;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), pair.size() + 1));
    if (pair.empty()) continue;
    const std::string_view name = pair.substr(0, pair.find('='));
    const std::string_view value =
        name.size() < pair.size() ? pair.substr(name.size() + 1) : std::string_view{};
    std::optional<std::string> decoded_name = percent_decode(name, true);
    std::optional<std::string> decoded_value = percent_decode(value, true);
    if (!decoded_name || !decoded_value) return std::nullopt;
    pairs.emplace_back(std::move(*decoded_name), std::move(*decoded_value));
  }
  return pairs;
}

std::string_view Request::parameter(std::string_view name) const {
  for (const auto& [known, value] : parameters)
    if (known == name) return value;
  return {};
}

std::optional<std::string> Request::query_value(std::string_view name) const {
  const auto pairs = parse_form(query);
  if (!pairs) return std::nullopt;
  for (const auto& [known, value] : *pairs)
    if (known == name) return value;
  return std::nullopt;
}

bool Request::wants_websocket() const {
  return method == Method::kGet && headers.has_token("Connection", "upgrade") &&
         headers.has_token("Upgrade", "websocket");
}

}  // namespace storey::http
