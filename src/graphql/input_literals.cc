// Coercion of literals, that is of arguments and default values.
#include <charconv>
#include <cstdlib>

#include "graphql/input_reader.h"
#include "graphql/input_values.h"
#include "graphql/printer.h"
#include "graphql/suggestions.h"

namespace storey::graphql {
namespace {

namespace json = boost::json;

const json::value* find_variable(const ast::Value& variable, const json::object* variables) {
  return variables == nullptr ? nullptr : variables->if_contains(variable.text.value);
}

const ast::Argument* find_field(const ast::Value& object, std::string_view name) {
  const ast::Argument* found = nullptr;  // the last of that name counts
  for (const ast::Argument& field : object.fields) {
    if (field.name.value == name) found = &field;
  }
  return found;
}

bool contains_variable(const ast::Value& literal) {
  if (literal.kind == ast::ValueKind::kVariable) return true;
  for (const ast::Value& item : literal.items) {
    if (contains_variable(item)) return true;
  }
  for (const ast::Argument& field : literal.fields) {
    if (contains_variable(*field.value)) return true;
  }
  return false;
}

/// `literal` for a message about a leaf type, with its variables taken as null.
std::string print_without_variables(const ast::Value& literal) {
  if (!contains_variable(literal)) return print(literal);
  Arena arena;
  const auto replace = [&arena](const auto& self, const ast::Value& value) -> ast::Value* {
    auto* copy = arena.make<ast::Value>();
    copy->kind = value.kind == ast::ValueKind::kVariable ? ast::ValueKind::kNull : value.kind;
    copy->flag = value.flag;
    copy->text = value.text;
    if (value.kind == ast::ValueKind::kVariable) copy->text.value = "null";
    ast::ListBuilder<ast::Value> items;
    for (const ast::Value& item : value.items) items.append(self(self, item));
    copy->items = items.list();
    ast::ListBuilder<ast::Argument> fields;
    for (const ast::Argument& field : value.fields) {
      if (field.value->kind == ast::ValueKind::kVariable) continue;
      auto* kept = arena.make<ast::Argument>();
      kept->name = field.name;
      kept->value = self(self, *field.value);
      fields.append(kept);
    }
    copy->fields = fields.list();
    return copy;
  };
  return print(*replace(replace, literal));
}

std::optional<std::string> find_enum_literal_error(const ast::Value& literal, const NamedType& type,
                                                   bool hide_suggestions) {
  if (literal.kind == ast::ValueKind::kEnum && type.values.find(literal.text) != nullptr) return std::nullopt;
  const std::string text = print_without_variables(literal);
  const std::string suggestion =
      hide_suggestions ? "" : did_you_mean(suggestion_list(text, type.values.names()), "the enum value");
  if (literal.kind != ast::ValueKind::kEnum) {
    return "Enum \"" + type.name + "\" cannot represent non-enum value: " + text + "." + suggestion;
  }
  return "Value \"" + text + "\" does not exist in \"" + type.name + "\" enum." + suggestion;
}

/// The message for a literal that is not one of the leaf type; nothing if it is.
std::optional<std::string> find_leaf_literal_error(const ast::Value& literal, const NamedType& type,
                                                   bool hide_suggestions) {
  using ast::ValueKind;
  if (type.kind == TypeKind::kEnum) return find_enum_literal_error(literal, type, hide_suggestions);
  const ValueKind kind = literal.kind;
  switch (type.scalar) {
    case ScalarKind::kInt: {
      if (kind != ValueKind::kInt) {
        return "Int cannot represent non-integer value: " + print_without_variables(literal);
      }
      std::int32_t number = 0;
      const std::string_view digits = literal.text.value;
      const auto outcome = std::from_chars(digits.data(), digits.data() + digits.size(), number);
      if (outcome.ec == std::errc{}) return std::nullopt;
      return "Int cannot represent non 32-bit signed integer value: " + std::string(digits);
    }
    case ScalarKind::kFloat:
      if (kind == ValueKind::kInt || kind == ValueKind::kFloat) return std::nullopt;
      return "Float cannot represent non numeric value: " + print_without_variables(literal);
    case ScalarKind::kString:
      if (kind == ValueKind::kString) return std::nullopt;
      return "String cannot represent a non string value: " + print_without_variables(literal);
    case ScalarKind::kBoolean:
      if (kind == ValueKind::kBoolean) return std::nullopt;
      return "Boolean cannot represent a non boolean value: " + print_without_variables(literal);
    case ScalarKind::kId:
      if (kind == ValueKind::kString || kind == ValueKind::kInt) return std::nullopt;
      return "ID cannot represent a non-string and non-integer value: " + print_without_variables(literal);
    case ScalarKind::kCustom:
      break;
  }
  if (type.codec == nullptr || !type.codec->find_error || contains_variable(literal)) return std::nullopt;
  const std::optional<std::string> error = type.codec->find_error(*untyped_value(literal, nullptr));
  if (!error) return std::nullopt;
  return "Expected value of type \"" + type.name + "\", but encountered error \"" + *error +
         "\"; found: " + print(literal) + ".";
}

std::optional<json::value> coerce_leaf(const ast::Value& literal, const NamedType& type,
                                       const json::object* variables) {
  const bool is_custom = type.kind == TypeKind::kScalar && type.scalar == ScalarKind::kCustom;
  if (is_custom) {
    auto value = untyped_value(literal, variables);
    if (!value || find_leaf_error(*value, type, true)) return std::nullopt;
    return value;
  }
  if (find_leaf_literal_error(literal, type, true)) return std::nullopt;
  if (type.kind == TypeKind::kScalar && type.scalar == ScalarKind::kId)
    return json::value(literal.text.value);
  return normalize_leaf(*untyped_value(literal, nullptr), type);
}

std::optional<json::value> coerce_list(const ast::Value& literal, const Type& item_type,
                                       const json::object* variables) {
  json::array items;
  if (literal.kind != ast::ValueKind::kList) {
    auto item = coerce_input_literal(literal, item_type, variables);
    if (!item) return std::nullopt;
    items.push_back(std::move(*item));
    return json::value(std::move(items));
  }
  for (const ast::Value& element : literal.items) {
    auto item = coerce_input_literal(element, item_type, variables);
    const bool is_missing_variable = !item && element.kind == ast::ValueKind::kVariable;
    if (!item && !(is_missing_variable && !item_type.is_non_null())) return std::nullopt;
    items.push_back(item ? std::move(*item) : json::value(nullptr));
  }
  return json::value(std::move(items));
}

std::optional<json::value> coerce_object(const ast::Value& literal, const NamedType& type,
                                         const json::object* variables) {
  if (literal.kind != ast::ValueKind::kObject) return std::nullopt;
  for (const ast::Argument& field : literal.fields) {
    if (type.inputs.find(field.name) == nullptr) return std::nullopt;
  }
  json::object fields;
  for (const InputValue& input : type.inputs) {
    const ast::Argument* given = find_field(literal, input.name);
    const bool is_missing = given == nullptr || (given->value->kind == ast::ValueKind::kVariable &&
                                                 find_variable(*given->value, variables) == nullptr);
    if (!is_missing) {
      auto value = coerce_input_literal(*given->value, *input.type, variables);
      if (!value) return std::nullopt;
      fields.emplace(input.name, std::move(*value));
    } else if (input.default_literal != nullptr) {
      fields.emplace(input.name, input.default_value);
    } else if (input.is_required()) {
      return std::nullopt;
    }
  }
  const bool has_one = literal.fields.size() == 1 && fields.size() == 1 && !fields.begin()->value().is_null();
  if (type.is_one_of && !has_one) return std::nullopt;
  return json::value(std::move(fields));
}

/// Walks a literal and its type side by side and reports what does not fit.
class LiteralValidator {
 public:
  LiteralValidator(const json::object* variables, bool hide_suggestions, const IssueSink& sink)
      : variables_(variables), hide_suggestions_(hide_suggestions), sink_(sink) {}

  void validate(const ast::Value& literal, const Type& type) {
    if (literal.kind == ast::ValueKind::kVariable) return validate_variable(literal, type);
    if (type.is_non_null()) {
      if (literal.kind == ast::ValueKind::kNull) {
        return report("Expected value of non-null type \"" + to_string(type) + "\" not to be null.", literal);
      }
      return validate(literal, *type.of);
    }
    if (literal.kind == ast::ValueKind::kNull) return;
    if (type.is_list()) {
      validate_list(literal, *type.of);
    } else if (type.kind == TypeKind::kInputObject) {
      validate_object(literal, *type.named);
    } else if (auto error = find_leaf_literal_error(literal, *type.named, hide_suggestions_)) {
      report(std::move(*error), literal);
    }
  }

 private:
  bool is_static() const { return variables_ == nullptr; }

  void validate_variable(const ast::Value& variable, const Type& type) {
    if (is_static() || !type.is_non_null()) return;
    const json::value* value = find_variable(variable, variables_);
    const std::string name = "Expected variable \"$" + std::string(variable.text.value) + "\" provided to ";
    if (value == nullptr) {
      report(name + "type \"" + to_string(type) + "\" to provide a runtime value.", variable);
    } else if (value->is_null()) {
      report(name + "non-null type \"" + to_string(type) + "\" not to be null.", variable);
    }
  }

  void validate_list(const ast::Value& literal, const Type& item_type) {
    if (literal.kind != ast::ValueKind::kList) return validate(literal, item_type);
    std::int64_t index = 0;
    for (const ast::Value& item : literal.items) {
      path_.emplace_back(index++);
      validate(item, item_type);
      path_.pop_back();
    }
  }

  void validate_object(const ast::Value& literal, const NamedType& type) {
    if (literal.kind != ast::ValueKind::kObject) {
      return report(
          "Expected value of type \"" + type.name + "\" to be an object, found: " + print(literal) + ".",
          literal);
    }
    for (const InputValue& input : type.inputs) {
      const ast::Argument* given = find_field(literal, input.name);
      if (given != nullptr) {
        validate_field(*given->value, input, literal, type);
      } else if (input.is_required()) {
        report("Expected value of type \"" + type.name + "\" to include required field \"" + input.name +
                   "\", found: " + print(literal) + ".",
               literal);
      }
    }
    std::vector<const ast::Argument*> known;
    for (const ast::Argument& field : literal.fields) {
      if (type.inputs.find(field.name) != nullptr) {
        known.push_back(&field);
      } else {
        report_unknown_field(field, literal, type);
      }
    }
    if (type.is_one_of) validate_one_of(known, literal, type);
  }

  void validate_field(const ast::Value& value, const InputValue& input, const ast::Value& literal,
                      const NamedType& type) {
    if (value.kind == ast::ValueKind::kVariable && !is_static()) {
      const json::value* variable = find_variable(value, variables_);
      const std::string which = "Expected variable \"$" + std::string(value.text.value) +
                                "\" provided to field \"" + input.name + "\" for OneOf Input Object type \"" +
                                type.name + "\" ";
      if (type.is_one_of && variable == nullptr) {
        report(which + "to provide a runtime value.", literal);
      } else if (type.is_one_of && variable->is_null()) {
        report(which + "not to be null.", literal);
      } else if (!type.is_one_of && variable == nullptr && !input.is_required()) {
        return;
      }
    }
    path_.emplace_back(input.name);
    validate(value, *input.type);
    path_.pop_back();
  }

  void report_unknown_field(const ast::Argument& field, const ast::Value& literal, const NamedType& type) {
    const std::string suggestion =
        hide_suggestions_ ? "" : did_you_mean(suggestion_list(field.name.value, type.inputs.names()));
    sink_({"Expected value of type \"" + type.name + "\" not to include unknown field \"" +
               std::string(field.name.value) + "\"" +
               (suggestion.empty() ? ", found" : "." + suggestion + " Found") + ": " + print(literal) + ".",
           field.start(), path_});
  }

  void validate_one_of(const std::vector<const ast::Argument*>& known, const ast::Value& literal,
                       const NamedType& type) {
    const std::string message =
        "Within OneOf Input Object type \"" + type.name +
        "\", exactly one field must be specified, and the value for that field must be "
        "non-null.";
    if (known.size() != 1) return report(message, literal);
    if (known[0]->value->kind == ast::ValueKind::kNull) {
      path_.emplace_back(std::string(known[0]->name.value));
      report(message, literal);
      path_.pop_back();
    }
  }

  void report(std::string message, const ast::Value& literal) {
    sink_({std::move(message), literal.start, path_});
  }

  const json::object* variables_;
  bool hide_suggestions_;
  const IssueSink& sink_;
  std::vector<PathKey> path_;
};

}  // namespace

std::optional<json::value> coerce_input_literal(const ast::Value& literal, const Type& type,
                                                const json::object* variables) {
  if (literal.kind == ast::ValueKind::kVariable) {
    const json::value* value = find_variable(literal, variables);
    if (value == nullptr || (value->is_null() && type.is_non_null())) return std::nullopt;
    return *value;
  }
  if (type.is_non_null()) {
    if (literal.kind == ast::ValueKind::kNull) return std::nullopt;
    return coerce_input_literal(literal, *type.of, variables);
  }
  if (literal.kind == ast::ValueKind::kNull) return json::value(nullptr);
  if (type.is_list()) return coerce_list(literal, *type.of, variables);
  if (type.kind == TypeKind::kInputObject) return coerce_object(literal, *type.named, variables);
  return coerce_leaf(literal, *type.named, variables);
}

void validate_input_literal(const ast::Value& literal, const Type& type, const json::object* variables,
                            bool hide_suggestions, const IssueSink& report) {
  LiteralValidator(variables, hide_suggestions, report).validate(literal, type);
}

}  // namespace storey::graphql
