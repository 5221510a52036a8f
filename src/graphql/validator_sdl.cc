// The walk over type system definitions, and the rules of schema documents (specification, section 3).
#include <array>

#include "graphql/duplicate_names.h"
#include "graphql/suggestions.h"
#include "graphql/text.h"
#include "graphql/validator.h"

namespace storey::graphql {
namespace {

using ast::DefinitionKind;

DirectiveLocation location_of(DefinitionKind kind) {
  switch (kind) {
    case DefinitionKind::kSchema:
      return DirectiveLocation::kSchema;
    case DefinitionKind::kScalar:
      return DirectiveLocation::kScalar;
    case DefinitionKind::kObject:
      return DirectiveLocation::kObject;
    case DefinitionKind::kInterface:
      return DirectiveLocation::kInterface;
    case DefinitionKind::kUnion:
      return DirectiveLocation::kUnion;
    case DefinitionKind::kEnum:
      return DirectiveLocation::kEnum;
    case DefinitionKind::kInputObject:
      return DirectiveLocation::kInputObject;
    default:
      return DirectiveLocation::kDirectiveDefinition;
  }
}

std::string_view kind_name(DefinitionKind kind) {
  switch (kind) {
    case DefinitionKind::kScalar:
      return "scalar";
    case DefinitionKind::kObject:
      return "object";
    case DefinitionKind::kInterface:
      return "interface";
    case DefinitionKind::kUnion:
      return "union";
    case DefinitionKind::kEnum:
      return "enum";
    default:
      return "input object";
  }
}

/// Names that every schema document may use without defining them.
constexpr std::array<std::string_view, 13> kStandardTypeNames{
    "String",    "Int",      "Float",        "Boolean",
    "ID",        "__Schema", "__Directive",  "__DirectiveLocation",
    "__Type",    "__Field",  "__InputValue", "__EnumValue",
    "__TypeKind"};

bool is_standard_type(std::string_view name) {
  for (const std::string_view standard : kStandardTypeNames) {
    if (standard == name) return true;
  }
  return false;
}

}  // namespace

void Validator::walk_type_node(const ast::TypeNode& type, bool is_sdl) {
  if (type.kind != ast::TypeNodeKind::kNamed) return walk_type_node(*type.of, is_sdl);
  const std::string_view name = type.name.value;
  if (!is_schema_document() && schema_->find_type(type.name) != nullptr) return;
  if (type_definitions_.contains(name) || (is_sdl && is_standard_type(name))) return;
  std::vector<std::string_view> names;
  if (!options_.hide_suggestions) {
    if (is_sdl) names.assign(kStandardTypeNames.begin(), kStandardTypeNames.end());
    if (!is_schema_document()) {
      for (const NamedType* known : schema_->types()) names.emplace_back(known->name);
    }
    for (const ast::Definition& definition : document_.definitions) {
      if (definition.is_type() && !definition.is_extension) names.push_back(definition.name.value);
    }
  }
  spend(names.size() * name.size() * name.size() / 32);  // what comparing them may cost
  report("Unknown type " + in_quotes(name) + "." + did_you_mean(suggestion_list(name, names)), {type.start});
}

void Validator::walk_type_system_definition(const ast::Definition& definition) {
  if (is_schema_document()) check_schema_document_definition(definition);
  check_directive_uniqueness(definition.directives, seen_directives(definition));
  if (is_schema_document() && definition.is_extension && definition.is_type())
    check_type_extension(definition);
  const DirectiveLocation location = location_of(definition.kind);
  if (definition.kind == DefinitionKind::kDirective) {
    walk_input_definitions(definition.inputs, DirectiveLocation::kArgumentDefinition);
    walk_directives(definition.directives, location, nullptr);
    return;
  }
  for (const ast::TypeNode& interface : definition.interfaces) walk_type_node(interface, true);
  walk_directives(definition.directives, location, nullptr);
  for (const ast::OperationTypeDefinition& root : definition.operation_types)
    walk_type_node(*root.type, true);
  for (const ast::FieldDefinition& field : definition.fields) {
    SeenNames seen;
    check_directive_uniqueness(field.directives, seen);
    walk_input_definitions(field.arguments, DirectiveLocation::kArgumentDefinition);
    walk_type_node(*field.type, true);
    walk_directives(field.directives, DirectiveLocation::kFieldDefinition, nullptr);
  }
  for (const ast::TypeNode& member : definition.members) walk_type_node(member, true);
  for (const ast::EnumValueDefinition& value : definition.values) {
    SeenNames seen;
    check_directive_uniqueness(value.directives, seen);
    walk_directives(value.directives, DirectiveLocation::kEnumValue, nullptr);
  }
  walk_input_definitions(definition.inputs, DirectiveLocation::kInputFieldDefinition);
}

void Validator::walk_input_definitions(const ast::List<ast::InputValueDefinition>& inputs,
                                       DirectiveLocation location) {
  for (const ast::InputValueDefinition& input : inputs) {
    SeenNames seen;
    check_directive_uniqueness(input.directives, seen);
    walk_type_node(*input.type, true);
    if (input.default_value != nullptr) walk_value(*input.default_value);
    walk_directives(input.directives, location, nullptr);
  }
}

void Validator::check_schema_document_definition(const ast::Definition& definition) {
  const std::string_view name = definition.name.value;
  if (definition.kind == DefinitionKind::kSchema) {
    if (!definition.is_extension && schema_definition_count_++ > 0) {
      report("Must provide only one schema definition.", {definition.start});
    }
    check_operation_types(definition);
  }
  if (definition.is_type() && !definition.is_extension) {
    const auto [known, is_new] = type_names_.emplace(name, definition.name.start);
    if (!is_new) {
      report("There can be only one type named " + in_quotes(name) + ".",
             {known->second, definition.name.start});
    }
  }
  if (definition.is_type()) check_member_names(definition);
  if (definition.kind == DefinitionKind::kDirective && !definition.is_extension) {
    check_argument_definition_names("@" + std::string(name), definition.inputs);
    const auto [known, is_new] = directive_names_.emplace(name, definition.name.start);
    if (!is_new) {
      report("There can be only one directive named \"@" + std::string(name) + "\".",
             {known->second, definition.name.start});
    }
  }
}

void Validator::check_operation_types(const ast::Definition& definition) {
  for (const ast::OperationTypeDefinition& root : definition.operation_types) {
    const auto [known, is_new] = operation_types_.emplace(static_cast<int>(root.operation), root.start);
    if (!is_new) {
      report("There can be only one " + std::string(to_string(root.operation)) + " type in schema.",
             {known->second, root.start});
    }
  }
}

// Values of enums, fields and arguments of fields have to be unique in a type and its extensions.
void Validator::check_member_names(const ast::Definition& definition) {
  const std::string type(definition.name.value);
  const auto check = [&](SeenNames& seen, const ast::Name& member, std::string_view what) {
    const auto [known, is_new] = seen.emplace(member.value, member.start);
    if (is_new) return;
    report(
        std::string(what) + " \"" + type + "." + std::string(member.value) + "\" can only be defined once.",
        {known->second, member.start});
  };
  SeenNames& values = value_names_[definition.name.value];
  for (const ast::EnumValueDefinition& value : definition.values) check(values, value.name, "Enum value");
  SeenNames& fields = field_names_[definition.name.value];
  for (const ast::FieldDefinition& field : definition.fields) check(fields, field.name, "Field");
  for (const ast::InputValueDefinition& input : definition.inputs) check(fields, input.name, "Field");
  for (const ast::FieldDefinition& field : definition.fields) {
    check_argument_definition_names(type + "." + std::string(field.name.value), field.arguments);
  }
}

void Validator::check_argument_definition_names(const std::string& parent,
                                                const ast::List<ast::InputValueDefinition>& arguments) {
  report_duplicate_names(arguments, [&](std::string_view name, const Offsets& offsets) {
    report("Argument \"" + parent + "(" + std::string(name) + ":)\" can only be defined once.", offsets);
  });
}

void Validator::check_type_extension(const ast::Definition& extension) {
  const auto found = type_definitions_.find(extension.name.value);
  if (found == type_definitions_.end()) {
    std::vector<std::string_view> names;
    for (const ast::Definition& definition : document_.definitions) {
      if (definition.is_type() && !definition.is_extension) names.push_back(definition.name.value);
    }
    report("Cannot extend type " + in_quotes(extension.name.value) + " because it is not defined." +
               did_you_mean(suggestion_list(extension.name.value, names)),
           {extension.name.start});
  } else if (found->second->kind != extension.kind) {
    report("Cannot extend non-" + std::string(kind_name(extension.kind)) + " type " +
               in_quotes(extension.name.value) + ".",
           {found->second->start, extension.start});
  }
}

}  // namespace storey::graphql
