#include "graphql/json_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "graphql/error.h"

namespace storey::graphql {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxArrayLength = 10;
constexpr std::size_t kMaxDepth = 2;

/// The digits and the decimal exponent of the shortest form: 0.DIGITS * 10^exponent.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

Decimal shortest_decimal(double number) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::scientific).ptr;
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  const std::size_t e = text.find('e');
  Decimal decimal;
  for (const char c : text.substr(0, e)) {
    if (c != '.') decimal.digits += c;
  }
  std::string_view exponent = text.substr(e + 1);
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), decimal.exponent);
  ++decimal.exponent;
  return decimal;
}

void append_inspected(std::string& out, const json::value& value, std::size_t depth);

void append_inspected(std::string& out, const json::array& array, std::size_t depth) {
  if (array.empty()) {
    out += "[]";
    return;
  }
  if (depth > kMaxDepth) {
    out += "[Array]";
    return;
  }
  const std::size_t shown = std::min(array.size(), kMaxArrayLength);
  out += '[';
  for (std::size_t i = 0; i < shown; ++i) {
    if (i != 0) out += ", ";
    append_inspected(out, array[i], depth);
  }
  const std::size_t remaining = array.size() - shown;
  if (remaining == 1) out += ", ... 1 more item";
  if (remaining > 1) out += ", ... " + std::to_string(remaining) + " more items";
  out += ']';
}

void append_inspected(std::string& out, const json::object& object, std::size_t depth) {
  if (object.empty()) {
    out += "{}";
    return;
  }
  if (depth > kMaxDepth) {
    out += "[Object]";
    return;
  }
  out += "{ ";
  bool is_first = true;
  for (const auto& [key, value] : object) {
    if (!is_first) out += ", ";
    is_first = false;
    out.append(key.data(), key.size()).append(": ");
    append_inspected(out, value, depth);
  }
  out += " }";
}

void append_inspected(std::string& out, const json::value& value, std::size_t depth) {
  if (value.is_array()) {
    append_inspected(out, value.get_array(), depth + 1);
  } else if (value.is_object()) {
    append_inspected(out, value.get_object(), depth + 1);
  } else {
    append_json(out, value);
  }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t chunk = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    out.append(text, chunk, i - chunk);
    chunk = i + 1;
    switch (byte) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\r':
        out += "\\r";
        break;
      default: {
        char escape[8];
        std::snprintf(escape, sizeof escape, "\\u%04x", byte);
        out += escape;
      }
    }
  }
  out.append(text, chunk, text.size() - chunk);
  out += '"';
}

void append_json_number(std::string& out, double number) {
  if (std::isnan(number) || std::isinf(number)) {
    out += std::isnan(number) ? "NaN" : number < 0 ? "-Infinity" : "Infinity";
    return;
  }
  if (number == 0) {
    out += '0';
    return;
  }
  if (number < 0) out += '-';
  const auto [digits, n] = shortest_decimal(std::fabs(number));
  const int k = static_cast<int>(digits.size());
  if (k <= n && n <= 21) {
    out.append(digits).append(static_cast<std::size_t>(n - k), '0');
  } else if (0 < n && n <= 21) {
    out.append(digits, 0, static_cast<std::size_t>(n))
        .append(1, '.')
        .append(digits, static_cast<std::size_t>(n));
  } else if (-6 < n && n <= 0) {
    out.append("0.").append(static_cast<std::size_t>(-n), '0').append(digits);
  } else {
    out += digits[0];
    if (k > 1) out.append(1, '.').append(digits, 1);
    out.append(n > 0 ? "e+" : "e").append(std::to_string(n - 1));
  }
}

const double* to_double(const json::value& value, double& storage) {
  if (value.is_double()) {
    storage = value.get_double();
  } else if (value.is_int64()) {
    storage = static_cast<double>(value.get_int64());
  } else if (value.is_uint64()) {
    storage = static_cast<double>(value.get_uint64());
  } else {
    return nullptr;
  }
  return &storage;
}

namespace {

void append_number_as_it_is(std::string& out, const json::value& value) {
  std::array<char, 32> buffer{};
  const auto write = [&](auto number) {
    out.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr);
  };
  if (value.is_int64()) return write(value.get_int64());
  if (value.is_uint64()) return write(value.get_uint64());
  const std::size_t begin = out.size();
  write(value.get_double());
  if (out.find_first_of(".en", begin) == std::string::npos) out += ".0";
}

}  // namespace

void append_json(std::string& out, const json::value& value, JsonNumbers numbers) {
  double number = 0;
  if (value.is_number() && numbers == JsonNumbers::kAsTheyAre) {
    append_number_as_it_is(out, value);
  } else if (to_double(value, number) != nullptr) {
    append_json_number(out, number);
  } else if (value.is_string()) {
    append_json_string(out, value.get_string());
  } else if (value.is_bool()) {
    out += value.get_bool() ? "true" : "false";
  } else if (value.is_array()) {
    out += '[';
    for (std::size_t i = 0; i < value.get_array().size(); ++i) {
      if (i != 0) out += ',';
      append_json(out, value.get_array()[i], numbers);
    }
    out += ']';
  } else if (value.is_object()) {
    out += '{';
    bool is_first = true;
    for (const auto& [key, member] : value.get_object()) {
      if (!is_first) out += ',';
      is_first = false;
      append_json_string(out, key);
      out += ':';
      append_json(out, member, numbers);
    }
    out += '}';
  } else {
    out += "null";
  }
}

std::string inspect(const json::value& value) {
  std::string text;
  append_inspected(text, value, 0);
  return text;
}

void append_json(std::string& out, const GraphqlError& error) {
  out += "{\"message\":";
  append_json_string(out, error.message);
  if (!error.locations.empty()) {
    out += ",\"locations\":[";
    for (std::size_t i = 0; i < error.locations.size(); ++i) {
      const Location& location = error.locations[i];
      out += i == 0 ? "{\"line\":" : ",{\"line\":";
      out += std::to_string(location.line) + ",\"column\":" + std::to_string(location.column) + "}";
    }
    out += ']';
  }
  if (!error.path.empty()) {
    out += ",\"path\":[";
    for (std::size_t i = 0; i < error.path.size(); ++i) {
      if (i != 0) out += ',';
      if (const auto* name = std::get_if<std::string>(&error.path[i])) {
        append_json_string(out, *name);
      } else {
        out += std::to_string(std::get<std::int64_t>(error.path[i]));
      }
    }
    out += ']';
  }
  if (!error.extensions.empty()) {
    out += ",\"extensions\":";
    append_json(out, json::value(error.extensions));
  }
  out += '}';
}

}  // namespace storey::graphql
