// A schema as SDL text.
#include "graphql/block_string.h"
#include "graphql/introspection.h"
#include "graphql/printer.h"
#include "graphql/schema.h"
#include "graphql/text.h"

namespace storey::graphql {
namespace {

std::string describe(const std::optional<std::string>& description, std::string_view indentation = "",
                     bool is_first_in_block = true) {
  if (!description) return {};
  std::string text = (!indentation.empty() && !is_first_in_block ? "\n" : "") + std::string(indentation);
  for (const char c : print_description(*description)) {
    text += c;
    if (c == '\n') text += indentation;
  }
  return text + '\n';
}

std::string print_deprecation(const std::optional<std::string>& reason) {
  if (!reason) return {};
  if (*reason == "No longer supported") return " @deprecated";
  return " @deprecated(reason: " + print_string(*reason) + ")";
}

std::string print_input(const InputValue& input) {
  std::string text = input.name + ": " + to_string(*input.type);
  if (input.default_literal != nullptr) text += " = " + print(*input.default_literal);
  return text + print_deprecation(input.deprecation_reason);
}

std::string print_arguments(const NameTable<InputValue>& arguments, const std::string& indentation) {
  if (arguments.empty()) return {};
  std::vector<std::string> items;
  bool has_description = false;
  for (const InputValue& argument : arguments) has_description |= argument.description.has_value();
  for (const InputValue& argument : arguments) {
    items.push_back(has_description ? describe(argument.description, "  " + indentation, items.empty()) +
                                          "  " + indentation + print_input(argument)
                                    : print_input(argument));
  }
  return has_description ? "(\n" + join(items, "\n") + "\n" + indentation + ")"
                         : "(" + join(items, ", ") + ")";
}

std::string print_block(const std::vector<std::string>& items) {
  return items.empty() ? "" : " {\n" + join(items, "\n") + "\n}";
}

std::string print_fields(const NamedType& type) {
  std::vector<std::string> items;
  for (const Field& field : type.fields) {
    items.push_back(describe(field.description, "  ", items.empty()) + "  " + field.name +
                    print_arguments(field.arguments, "  ") + ": " + to_string(*field.type) +
                    print_deprecation(field.deprecation_reason));
  }
  return print_block(items);
}

std::string print_interfaces(const NamedType& type) {
  std::vector<std::string> names;
  for (const NamedType* interface : type.interfaces) names.push_back(interface->name);
  return names.empty() ? "" : " implements " + join(names, " & ");
}

std::string print_named_type(const NamedType& type) {
  std::string text = describe(type.description);
  std::vector<std::string> items;
  switch (type.kind) {
    case TypeKind::kScalar:
      text += "scalar " + type.name;
      if (type.specified_by_url) text += " @specifiedBy(url: " + print_string(*type.specified_by_url) + ")";
      return text;
    case TypeKind::kObject:
      return text + "type " + type.name + print_interfaces(type) + print_fields(type);
    case TypeKind::kInterface:
      return text + "interface " + type.name + print_interfaces(type) + print_fields(type);
    case TypeKind::kUnion:
      for (const NamedType* member : type.possible_types) items.push_back(member->name);
      return text + "union " + type.name + (items.empty() ? "" : " = " + join(items, " | "));
    case TypeKind::kEnum:
      for (const EnumValue& value : type.values) {
        items.push_back(describe(value.description, "  ", items.empty()) + "  " + value.name +
                        print_deprecation(value.deprecation_reason));
      }
      return text + "enum " + type.name + print_block(items);
    default:
      for (const InputValue& input : type.inputs) {
        items.push_back(describe(input.description, "  ", items.empty()) + "  " + print_input(input));
      }
      return text + "input " + type.name + (type.is_one_of ? " @oneOf" : "") + print_block(items);
  }
}

std::string print_directive(const DirectiveDefinition& directive) {
  std::vector<std::string> locations;
  for (const DirectiveLocation location : directive.locations) locations.emplace_back(to_string(location));
  return describe(directive.description) + "directive @" + directive.name +
         print_arguments(directive.arguments, "") + print_deprecation(directive.deprecation_reason) +
         (directive.is_repeatable ? " repeatable" : "") + " on " + join(locations, " | ");
}

std::string print_schema_definition(const Schema& schema) {
  static constexpr std::string_view kDefaultNames[] = {"Query", "Mutation", "Subscription"};
  bool has_default_names = true;
  std::string roots;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto operation = static_cast<ast::OperationType>(i);
    const NamedType* root = schema.root_type(operation);
    has_default_names &= root == schema.find_type(kDefaultNames[i]);
    if (root != nullptr) roots += "  " + std::string(to_string(operation)) + ": " + root->name + "\n";
  }
  if (roots.empty() || (!schema.description() && has_default_names)) return {};
  return describe(schema.description()) + "schema {\n" + roots + "}";
}

bool is_built_in_directive(const DirectiveDefinition& directive) {
  return directive.name == "include" || directive.name == "skip" || directive.name == "deprecated" ||
         directive.name == "specifiedBy" || directive.name == "oneOf";
}

}  // namespace

std::string print_schema(const Schema& schema) {
  std::vector<std::string> parts;
  if (std::string definition = print_schema_definition(schema); !definition.empty()) {
    parts.push_back(std::move(definition));
  }
  for (const DirectiveDefinition& directive : schema.directives()) {
    if (!is_built_in_directive(directive)) parts.push_back(print_directive(directive));
  }
  for (const NamedType* type : schema.types()) {
    const bool is_built_in = type->scalar != ScalarKind::kCustom || type->is_introspection;
    if (!is_built_in) parts.push_back(print_named_type(*type));
  }
  return join(parts, "\n\n");
}

}  // namespace storey::graphql
