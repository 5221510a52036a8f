// Scalars and enums as input (specification, section 3.5 and 3.9).
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "graphql/input_reader.h"
#include "graphql/input_values.h"
#include "graphql/json_text.h"
#include "graphql/suggestions.h"

namespace storey::graphql {
namespace {

namespace json = boost::json;

std::string suggest_enum_value(const NamedType& type, std::string_view given, bool hide_suggestions) {
  if (hide_suggestions) return {};
  return did_you_mean(suggestion_list(given, type.values.names()), "the enum value");
}

std::optional<std::string> find_int_error(const json::value& value) {
  double number = 0;
  if (to_double(value, number) == nullptr || number != std::trunc(number) || std::isinf(number)) {
    return "Int cannot represent non-integer value: " + inspect(value);
  }
  if (number > std::numeric_limits<std::int32_t>::max() ||
      number < std::numeric_limits<std::int32_t>::min()) {
    return "Int cannot represent non 32-bit signed integer value: " + inspect(value);
  }
  return std::nullopt;
}

std::optional<std::string> find_id_error(const json::value& value) {
  double number = 0;
  const bool is_whole =
      to_double(value, number) != nullptr && number == std::trunc(number) && !std::isinf(number);
  if (value.is_string() || is_whole) return std::nullopt;
  return "ID cannot represent value: " + inspect(value);
}

std::optional<std::string> find_enum_error(const json::value& value, const NamedType& type,
                                           bool hide_suggestions) {
  if (!value.is_string()) {
    const std::string text = inspect(value);
    return "Enum \"" + type.name + "\" cannot represent non-string value: " + text + "." +
           suggest_enum_value(type, text, hide_suggestions);
  }
  const std::string_view name = value.get_string();
  if (type.values.find(name) != nullptr) return std::nullopt;
  return "Value \"" + std::string(name) + "\" does not exist in \"" + type.name + "\" enum." +
         suggest_enum_value(type, name, hide_suggestions);
}

template <class Integer>
std::optional<Integer> read_integer(std::string_view digits) {
  Integer integer = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), integer);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  return whole ? std::optional(integer) : std::nullopt;
}

json::value number_literal(std::string_view digits) {
  if (const auto integer = read_integer<std::int64_t>(digits)) return *integer;
  if (const auto integer = read_integer<std::uint64_t>(digits)) return *integer;
  return std::strtod(std::string(digits).c_str(), nullptr);
}

}  // namespace

std::optional<std::string> find_leaf_error(const json::value& value, const NamedType& type,
                                           bool hide_suggestions) {
  if (type.kind == TypeKind::kEnum) return find_enum_error(value, type, hide_suggestions);
  double number = 0;
  switch (type.scalar) {
    case ScalarKind::kInt:
      return find_int_error(value);
    case ScalarKind::kFloat:
      if (to_double(value, number) != nullptr && std::isfinite(number)) return std::nullopt;
      return "Float cannot represent non numeric value: " + inspect(value);
    case ScalarKind::kString:
      if (value.is_string()) return std::nullopt;
      return "String cannot represent a non string value: " + inspect(value);
    case ScalarKind::kBoolean:
      if (value.is_bool()) return std::nullopt;
      return "Boolean cannot represent a non boolean value: " + inspect(value);
    case ScalarKind::kId:
      return find_id_error(value);
    case ScalarKind::kCustom:
      break;
  }
  if (type.codec == nullptr || !type.codec->find_error) return std::nullopt;
  const std::optional<std::string> error = type.codec->find_error(value);
  if (!error) return std::nullopt;
  return "Expected value of type \"" + type.name + "\", but encountered error \"" + *error +
         "\"; found: " + inspect(value) + ".";
}

json::value normalize_leaf(const json::value& value, const NamedType& type) {
  double number = 0;
  if (type.kind != TypeKind::kScalar || to_double(value, number) == nullptr) return value;
  if (type.scalar == ScalarKind::kInt) return static_cast<std::int64_t>(number);
  if (type.scalar == ScalarKind::kFloat) return number;
  if (type.scalar == ScalarKind::kId) {
    std::string text;
    append_json_number(text, number);
    return json::value(text);
  }
  return value;
}

std::optional<json::value> untyped_value(const ast::Value& literal, const json::object* variables) {
  switch (literal.kind) {
    case ast::ValueKind::kVariable: {
      const json::value* value = variables == nullptr ? nullptr : variables->if_contains(literal.text.value);
      return value == nullptr ? std::nullopt : std::optional(*value);
    }
    case ast::ValueKind::kInt:
    case ast::ValueKind::kFloat:
      return number_literal(literal.text.value);
    case ast::ValueKind::kString:
    case ast::ValueKind::kEnum:
      return json::value(literal.text.value);
    case ast::ValueKind::kBoolean:
      return json::value(literal.flag);
    case ast::ValueKind::kNull:
      return json::value(nullptr);
    case ast::ValueKind::kList: {
      json::array items;
      for (const ast::Value& item : literal.items) {
        items.push_back(untyped_value(item, variables).value_or(json::value(nullptr)));
      }
      return json::value(std::move(items));
    }
    case ast::ValueKind::kObject: {
      json::object fields;
      for (const ast::Argument& field : literal.fields) {
        if (auto value = untyped_value(*field.value, variables)) {
          fields.insert_or_assign(field.name.value, std::move(*value));
        }
      }
      return json::value(std::move(fields));
    }
  }
  return std::nullopt;
}

}  // namespace storey::graphql
