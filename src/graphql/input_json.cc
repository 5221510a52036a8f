// Coercion of JSON values, that is of variables.
#include "graphql/input_values.h"
#include "graphql/json_text.h"
#include "graphql/suggestions.h"

namespace storey::graphql {
namespace {

namespace json = boost::json;

std::optional<json::value> coerce_list(const json::value& value, const Type& item_type) {
  json::array items;
  if (!value.is_array()) {
    auto item = coerce_input_value(value, item_type);
    if (!item) return std::nullopt;
    items.push_back(std::move(*item));
    return json::value(std::move(items));
  }
  items.reserve(value.get_array().size());
  for (const json::value& element : value.get_array()) {
    auto item = coerce_input_value(element, item_type);
    if (!item) return std::nullopt;
    items.push_back(std::move(*item));
  }
  return json::value(std::move(items));
}

std::optional<json::value> coerce_object(const json::value& value, const NamedType& type) {
  if (!value.is_object()) return std::nullopt;
  const json::object& given = value.get_object();
  for (const auto& [key, member] : given) {
    if (type.inputs.find(key) == nullptr) return std::nullopt;
  }
  json::object fields;
  for (const InputValue& field : type.inputs) {
    if (const json::value* member = given.if_contains(field.name)) {
      auto coerced = coerce_input_value(*member, *field.type);
      if (!coerced) return std::nullopt;
      fields.emplace(field.name, std::move(*coerced));
    } else if (field.default_literal != nullptr) {
      fields.emplace(field.name, field.default_value);
    } else if (field.is_required()) {
      return std::nullopt;
    }
  }
  if (type.is_one_of && (given.size() != 1 || fields.begin()->value().is_null())) return std::nullopt;
  return json::value(std::move(fields));
}

/// Walks a value and its type side by side and reports what does not fit.
class ValueValidator {
 public:
  ValueValidator(bool hide_suggestions, const IssueSink& sink)
      : hide_suggestions_(hide_suggestions), sink_(sink) {}

  void validate(const json::value* value, const Type& type) {
    if (type.is_non_null()) {
      if (value == nullptr) {
        report("Expected a value of non-null type \"" + to_string(type) + "\" to be provided.");
      } else if (value->is_null()) {
        report("Expected value of non-null type \"" + to_string(type) + "\" not to be null.");
      } else {
        validate(value, *type.of);
      }
      return;
    }
    if (value == nullptr || value->is_null()) return;
    if (type.is_list()) {
      validate_list(*value, *type.of);
    } else if (type.kind == TypeKind::kInputObject) {
      validate_object(*value, *type.named);
    } else if (auto error = find_leaf_error(*value, *type.named, hide_suggestions_)) {
      report(std::move(*error));
    }
  }

 private:
  void validate_list(const json::value& value, const Type& item_type) {
    if (!value.is_array()) return validate(&value, item_type);
    std::int64_t index = 0;
    for (const json::value& item : value.get_array()) {
      path_.emplace_back(index++);
      validate(&item, item_type);
      path_.pop_back();
    }
  }

  void validate_object(const json::value& value, const NamedType& type) {
    if (!value.is_object()) {
      return report("Expected value of type \"" + type.name + "\" to be an object, found: " + inspect(value) +
                    ".");
    }
    const json::object& given = value.get_object();
    for (const InputValue& field : type.inputs) {
      if (const json::value* member = given.if_contains(field.name)) {
        path_.emplace_back(field.name);
        validate(member, *field.type);
        path_.pop_back();
      } else if (field.is_required()) {
        report("Expected value of type \"" + type.name + "\" to include required field \"" + field.name +
               "\", found: " + inspect(value) + ".");
      }
    }
    std::vector<const json::object::value_type*> known;
    for (const auto& member : given) {
      if (type.inputs.find(member.key()) != nullptr) {
        known.push_back(&member);
      } else {
        report_unknown_field(member.key(), value, type);
      }
    }
    if (type.is_one_of) validate_one_of(known, type);
  }

  void report_unknown_field(std::string_view name, const json::value& value, const NamedType& type) {
    const std::string suggestion =
        hide_suggestions_ ? "" : did_you_mean(suggestion_list(name, type.inputs.names()));
    report("Expected value of type \"" + type.name + "\" not to include unknown field \"" +
           std::string(name) + "\"" + (suggestion.empty() ? ", found" : "." + suggestion + " Found") + ": " +
           inspect(value) + ".");
  }

  void validate_one_of(const std::vector<const json::object::value_type*>& known, const NamedType& type) {
    const std::string message =
        "Within OneOf Input Object type \"" + type.name +
        "\", exactly one field must be specified, and the value for that field must be "
        "non-null.";
    if (known.size() != 1) report(message);
    if (!known.empty() && known[0]->value().is_null()) {
      path_.emplace_back(std::string(known[0]->key()));
      report(message);
      path_.pop_back();
    }
  }

  void report(std::string message) { sink_({std::move(message), std::nullopt, path_}); }

  bool hide_suggestions_;
  const IssueSink& sink_;
  std::vector<PathKey> path_;
};

}  // namespace

std::string print_input_path(const std::vector<PathKey>& path) {
  if (path.empty()) return {};
  std::string text = " at ";
  for (const PathKey& key : path) {
    if (const auto* name = std::get_if<std::string>(&key)) {
      text.append(".").append(*name);
    } else {
      text.append("[").append(std::to_string(std::get<std::int64_t>(key))).append("]");
    }
  }
  return text;
}

std::optional<json::value> coerce_input_value(const json::value& value, const Type& type) {
  if (type.is_non_null()) {
    return value.is_null() ? std::nullopt : coerce_input_value(value, *type.of);
  }
  if (value.is_null()) return value;
  if (type.is_list()) return coerce_list(value, *type.of);
  if (type.kind == TypeKind::kInputObject) return coerce_object(value, *type.named);
  if (find_leaf_error(value, *type.named, true)) return std::nullopt;
  return normalize_leaf(value, *type.named);
}

void validate_input_value(const json::value* value, const Type& type, bool hide_suggestions,
                          const IssueSink& report) {
  ValueValidator(hide_suggestions, report).validate(value, type);
}

}  // namespace storey::graphql
