#include "graphql/complete_json.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "graphql/json_text.h"

namespace storey::graphql {
namespace {

namespace json = boost::json;

/// A decimal number that is the whole text.
std::optional<double> parse_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const std::string copy(text);
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size() || copy.find_first_not_of("+-.0123456789eE") != std::string::npos) {
    return std::nullopt;
  }
  return number;
}

/// A number, a boolean as 0 or 1, or a number written as text.
std::optional<double> as_number(const json::value& value) {
  double number = 0;
  if (to_double(value, number) != nullptr) return number;
  if (value.is_bool()) return value.get_bool() ? 1 : 0;
  if (value.is_string()) return parse_number(value.get_string());
  return std::nullopt;
}

std::optional<std::string> append_int(std::string& out, const json::value& value) {
  const std::optional<double> number = as_number(value);
  if (!number || *number != std::trunc(*number) || std::isinf(*number)) {
    return "Int cannot represent non-integer value: " + inspect(value);
  }
  if (*number > std::numeric_limits<std::int32_t>::max() ||
      *number < std::numeric_limits<std::int32_t>::min()) {
    return "Int cannot represent non 32-bit signed integer value: " + inspect(value);
  }
  append_json_number(out, *number);
  return std::nullopt;
}

std::optional<std::string> append_string(std::string& out, const json::value& value) {
  double number = 0;
  if (value.is_string()) {
    append_json_string(out, value.get_string());
  } else if (value.is_bool()) {
    out += value.get_bool() ? "\"true\"" : "\"false\"";
  } else if (to_double(value, number) != nullptr && std::isfinite(number)) {
    out += '"';
    append_json_number(out, number);
    out += '"';
  } else {
    return "String cannot represent value: " + inspect(value);
  }
  return std::nullopt;
}

std::optional<std::string> append_id(std::string& out, const json::value& value) {
  double number = 0;
  const bool is_whole =
      to_double(value, number) != nullptr && number == std::trunc(number) && !std::isinf(number);
  if (!value.is_string() && !is_whole) return "ID cannot represent value: " + inspect(value);
  return append_string(out, value);
}

}  // namespace

std::optional<std::string> append_json_leaf(std::string& out, const json::value& value,
                                            const NamedType& type) {
  if (type.kind == TypeKind::kEnum) {
    if (!value.is_string() || type.values.find(std::string_view(value.get_string())) == nullptr) {
      return "Enum \"" + type.name + "\" cannot represent value: " + inspect(value);
    }
    append_json_string(out, value.get_string());
    return std::nullopt;
  }
  double number = 0;
  switch (type.scalar) {
    case ScalarKind::kInt:
      return append_int(out, value);
    case ScalarKind::kFloat: {
      const std::optional<double> converted = as_number(value);
      if (!converted || !std::isfinite(*converted)) {
        return "Float cannot represent non numeric value: " + inspect(value);
      }
      append_json_number(out, *converted);
      return std::nullopt;
    }
    case ScalarKind::kString:
      return append_string(out, value);
    case ScalarKind::kBoolean:
      if (value.is_bool()) {
        out += value.get_bool() ? "true" : "false";
      } else if (to_double(value, number) != nullptr && std::isfinite(number)) {
        out += number != 0 ? "true" : "false";
      } else {
        return "Boolean cannot represent a non boolean value: " + inspect(value);
      }
      return std::nullopt;
    case ScalarKind::kId:
      return append_id(out, value);
    case ScalarKind::kCustom:
      append_json(out, value, JsonNumbers::kAsTheyAre);
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace storey::graphql
