#include "model/json_text.h"

#include <array>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace storey {
namespace {

namespace json = boost::json;

constexpr std::size_t kLineWidth = 110;

std::string scalar_text(const json::value& value) {
  if (!value.is_double()) return json::serialize(value);
  std::array<char, 400> digits;  // 309 digits of the largest double, sign and point
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value.get_double(),
                                          std::chars_format::fixed);
  if (error != std::errc{}) throw std::domain_error("a number that JSON cannot hold");
  return {digits.data(), end};
}

/// On one line; stops early, with some longer text, once it is wider than `limit`.
std::string one_line(const json::value& value, std::size_t limit) {
  if (!value.is_array() && !value.is_object()) return scalar_text(value);
  const bool is_array = value.is_array();
  std::string text(1, is_array ? '[' : '{');
  const auto separate = [&] {
    if (text.size() > 1) text += ", ";
  };
  if (is_array) {
    for (const json::value& item : value.get_array()) {
      separate();
      text += one_line(item, limit);
      if (text.size() > limit) break;
    }
  } else {
    for (const json::key_value_pair& member : value.get_object()) {
      separate();
      text += json::serialize(member.key()) + ": " + one_line(member.value(), limit);
      if (text.size() > limit) break;
    }
  }
  return text + (is_array ? ']' : '}');
}

/// Appends `value`, which starts at column `column` of a line indented by `indent`.
void append(std::string& text, const json::value& value, std::size_t indent, std::size_t column) {
  const std::size_t room = column < kLineWidth ? kLineWidth - column : 0;
  std::string line = one_line(value, room);
  if (line.size() <= room || (!value.is_array() && !value.is_object())) {
    text += line;
    return;
  }
  const bool is_array = value.is_array();
  const std::string inner(indent + 2, ' ');
  text += is_array ? "[" : "{";
  const char* separator = "\n";
  if (is_array) {
    for (const json::value& item : value.get_array()) {
      text += separator + inner;
      append(text, item, indent + 2, indent + 3);
      separator = ",\n";
    }
  } else {
    for (const json::key_value_pair& member : value.get_object()) {
      const std::string key = json::serialize(member.key()) + ": ";
      text += separator + inner + key;
      append(text, member.value(), indent + 2, indent + 3 + key.size());
      separator = ",\n";
    }
  }
  text += "\n" + std::string(indent, ' ') + (is_array ? "]" : "}");
}

}  // namespace

double fixed(double value, int decimals) {
  if (!std::isfinite(value)) throw std::domain_error("a number of a plan is not finite");
  const double scale = std::pow(10.0, decimals);
  const double rounded = std::nearbyint(value * scale) / scale;
  if (!std::isfinite(rounded)) return value;  // so large that it has no decimals
  return rounded == 0 ? 0.0 : rounded;        // no "-0"
}

std::string json_text(const json::value& value) {
  std::string text;
  append(text, value, 0, 0);
  return text + "\n";
}

std::string json_line(const json::value& value) {
  return one_line(value, std::numeric_limits<std::size_t>::max());
}

}  // namespace storey
