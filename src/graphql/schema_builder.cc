#include "graphql/schema_builder.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "graphql/input_values.h"
#include "graphql/introspection.h"
#include "graphql/printer.h"
#include "graphql/source.h"
#include "graphql/validation.h"

namespace storey::graphql {
namespace {

using ast::DefinitionKind;

constexpr std::array<std::string_view, 5> kBuiltInDirectives{"include", "skip", "deprecated", "specifiedBy",
                                                             "oneOf"};

TypeKind type_kind(DefinitionKind kind) {
  switch (kind) {
    case DefinitionKind::kScalar:
      return TypeKind::kScalar;
    case DefinitionKind::kObject:
      return TypeKind::kObject;
    case DefinitionKind::kInterface:
      return TypeKind::kInterface;
    case DefinitionKind::kUnion:
      return TypeKind::kUnion;
    case DefinitionKind::kEnum:
      return TypeKind::kEnum;
    default:
      return TypeKind::kInputObject;
  }
}

ScalarKind scalar_kind(std::string_view name) {
  if (name == "Int") return ScalarKind::kInt;
  if (name == "Float") return ScalarKind::kFloat;
  if (name == "String") return ScalarKind::kString;
  if (name == "Boolean") return ScalarKind::kBoolean;
  if (name == "ID") return ScalarKind::kId;
  return ScalarKind::kCustom;
}

std::optional<std::string> text_of(const ast::Value* description) {
  if (description == nullptr) return std::nullopt;
  return std::string(description->text.value);
}

const ast::Directive* find_directive(const ast::List<ast::Directive>& directives, std::string_view name) {
  for (const ast::Directive& directive : directives) {
    if (directive.name.value == name) return &directive;
  }
  return nullptr;
}

}  // namespace

tl::expected<std::unique_ptr<Schema>, Schema::Errors> Schema::from_sdl(std::string_view sdl) {
  auto document = parse(sdl);
  if (!document) return tl::unexpected<Errors>({std::move(document.error())});
  if (Errors errors = validate_sdl(**document); !errors.empty()) {
    return tl::unexpected<Errors>(std::move(errors));
  }
  std::unique_ptr<Schema> schema(new Schema());
  schema->document_ = std::move(*document);
  SchemaBuilder builder(*schema);
  try {
    builder.build();
  } catch (GraphqlError& error) {
    return tl::unexpected<Errors>({std::move(error)});
  }
  Errors errors =
      validate_type_system(*schema, schema->node_, schema->extensions_, schema->document_->source);
  if (!errors.empty()) return tl::unexpected<Errors>(std::move(errors));
  builder.coerce_default_values();
  return schema;
}

void SchemaBuilder::build() {
  auto built_in = parse(kBuiltInSdl);
  if (!built_in) throw std::logic_error("the built-in schema does not parse: " + built_in.error().message);
  built_in_ = std::move(*built_in);
  declare_types(*built_in_, true);
  const std::size_t first_own = definitions_.size();
  declare_types(*schema_.document_, false);
  collect_extensions();
  for (const auto& type : schema_.named_types_) define(*type);
  define_directives();
  define_root_types();
  define_meta_fields();
  definitions_.erase(definitions_.begin(), definitions_.begin() + static_cast<std::ptrdiff_t>(first_own));
  order_types();
  index_sub_types();
  schema_.bindings_.push_back(std::shared_ptr<const Document>(std::move(built_in_)));
}

void SchemaBuilder::declare_types(const Document& document, bool is_built_in) {
  for (const ast::Definition& definition : document.definitions) {
    if (!definition.is_type() || definition.is_extension) continue;
    definitions_.push_back(&definition);
    if (types_.contains(definition.name.value)) continue;  // a built-in type stays what it is
    types_.emplace(definition.name.value, declare(definition, is_built_in));
  }
}

NamedType* SchemaBuilder::declare(const ast::Definition& definition, bool is_built_in) {
  auto type = std::make_unique<NamedType>();
  type->kind = type_kind(definition.kind);
  type->named = type.get();
  type->name = definition.name.value;
  type->hash = hash_name(type->name);
  type->id = static_cast<std::uint32_t>(schema_.named_types_.size());
  type->description = text_of(definition.description);
  type->node = &definition;
  type->is_introspection = is_built_in && type->name.starts_with("__");
  if (is_built_in) type->scalar = scalar_kind(type->name);
  schema_.named_types_.push_back(std::move(type));
  return schema_.named_types_.back().get();
}

void SchemaBuilder::collect_extensions() {
  for (const ast::Definition& definition : schema_.document_->definitions) {
    if (definition.kind == DefinitionKind::kSchema) {
      if (definition.is_extension) {
        schema_.extensions_.push_back(&definition);
      } else {
        schema_.node_ = &definition;
      }
    } else if (definition.is_extension && definition.kind != DefinitionKind::kDirective) {
      NamedType* type = named(definition.name.value);
      if (type != nullptr && type->node->kind == definition.kind) type->extensions.push_back(&definition);
    } else if (definition.is_extension) {
      directive_extensions_[definition.name.value].push_back(&definition);
    }
  }
}

void SchemaBuilder::define(NamedType& type) {
  Definitions nodes{type.node};
  nodes.insert(nodes.end(), type.extensions.begin(), type.extensions.end());
  type.is_one_of = find_directive(type.node->directives, "oneOf") != nullptr;
  for (const ast::Definition* node : nodes) {
    for (const ast::TypeNode& name : node->interfaces) type.interfaces.push_back(named(name.name.value));
    for (const ast::TypeNode& name : node->members) type.possible_types.push_back(named(name.name.value));
    define_fields(type, *node);
    for (const ast::EnumValueDefinition& value : node->values) {
      type.values.add({std::string(value.name.value), 0, text_of(value.description),
                       deprecation_reason(value.directives), &value});
    }
    if (node->kind == DefinitionKind::kInputObject) {
      for (const ast::InputValueDefinition& input : node->inputs) {
        add_input(type.inputs, input, type.name + "." + std::string(input.name.value));
      }
    }
    if (node->kind == DefinitionKind::kScalar) {
      const auto url = directive_argument(node->directives, "specifiedBy", "url", std::nullopt);
      if (url) type.specified_by_url = url;
    }
  }
}

void SchemaBuilder::define_fields(NamedType& type, const ast::Definition& definition) {
  for (const ast::FieldDefinition& node : definition.fields) {
    Field field;
    field.name = node.name.value;
    field.description = text_of(node.description);
    field.type = type_of(*node.type);
    field.deprecation_reason = deprecation_reason(node.directives);
    field.coordinate = type.name + "." + field.name;
    field.parent = &type;
    field.node = &node;
    for (const ast::InputValueDefinition& argument : node.arguments) {
      add_input(field.arguments, argument, field.coordinate + "(" + std::string(argument.name.value) + ":)");
    }
    type.fields.add(std::move(field));
  }
}

void SchemaBuilder::add_input(NameTable<InputValue>& inputs, const ast::InputValueDefinition& node,
                              std::string coordinate) {
  InputValue input;
  input.name = node.name.value;
  input.description = text_of(node.description);
  input.type = type_of(*node.type);
  input.default_literal = node.default_value;
  input.deprecation_reason = deprecation_reason(node.directives);
  input.coordinate = std::move(coordinate);
  input.node = &node;
  inputs.add(std::move(input));
}

void SchemaBuilder::define_directives() {
  for (const ast::Definition& definition : schema_.document_->definitions) {
    if (definition.kind == DefinitionKind::kDirective && !definition.is_extension) add_directive(definition);
  }
  directive_extensions_.clear();  // built-in directives cannot be extended
  for (const std::string_view name : kBuiltInDirectives) {
    for (const ast::Definition& definition : built_in_->definitions) {
      if (definition.kind != DefinitionKind::kDirective || definition.name.value != name) continue;
      if (schema_.directives_.find(name) == nullptr) add_directive(definition);
    }
  }
}

void SchemaBuilder::add_directive(const ast::Definition& node) {
  DirectiveDefinition directive;
  directive.name = node.name.value;
  directive.description = text_of(node.description);
  directive.is_repeatable = node.repeatable;
  directive.deprecation_reason = deprecation_reason(node.directives);
  for (const ast::Definition* extension : directive_extensions_[node.name.value]) {
    if (!directive.deprecation_reason)
      directive.deprecation_reason = deprecation_reason(extension->directives);
  }
  directive.node = &node;
  for (const ast::NameNode& location : node.locations) {
    directive.locations.push_back(*parse_directive_location_name(location.name.value));
  }
  for (const ast::InputValueDefinition& argument : node.inputs) {
    add_input(directive.arguments, argument,
              "@" + directive.name + "(" + std::string(argument.name.value) + ":)");
  }
  schema_.directives_.add(std::move(directive));
}

void SchemaBuilder::define_root_types() {
  const auto set = [this](ast::OperationType operation, NamedType* type) {
    schema_.root_types_[static_cast<std::size_t>(operation)] = type;
  };
  Definitions nodes = schema_.extensions_;
  if (schema_.node_ != nullptr) {
    nodes.insert(nodes.begin(), schema_.node_);
    schema_.description_ = text_of(schema_.node_->description);
  }
  for (const ast::Definition* node : nodes) {
    for (const ast::OperationTypeDefinition& root : node->operation_types) {
      set(root.operation, named(root.type->name.value));
    }
  }
  if (schema_.node_ != nullptr) return;
  static constexpr std::string_view kDefaultNames[] = {"Query", "Mutation", "Subscription"};
  for (std::size_t i = 0; i < std::size(kDefaultNames); ++i) {
    if (NamedType* type = named(kDefaultNames[i])) set(static_cast<ast::OperationType>(i), type);
  }
}

void SchemaBuilder::define_meta_fields() {
  const auto define = [](Field& field, std::string name, const Type* type) {
    field.name = std::move(name);
    field.hash = hash_name(field.name);
    field.coordinate = "<meta>." + field.name;
    field.type = type;
  };
  const Type* string = wrap(TypeKind::kNonNull, *named("String"));
  define(schema_.schema_field_, "__schema", wrap(TypeKind::kNonNull, *named("__Schema")));
  schema_.schema_field_.description = "Access the current type schema of this server.";
  define(schema_.type_field_, "__type", named("__Type"));
  schema_.type_field_.description = "Request the type information of a single type.";
  InputValue name;
  name.name = "name";
  name.type = string;
  name.coordinate = "<meta>.__type(name:)";
  schema_.type_field_.arguments.add(std::move(name));
  define(schema_.typename_field_, "__typename", string);
  schema_.typename_field_.description = "The name of the current Object type at runtime.";
}

NamedType* SchemaBuilder::named(std::string_view name) const {
  const auto found = types_.find(name);
  return found == types_.end() ? nullptr : found->second;
}

const Type* SchemaBuilder::type_of(const ast::TypeNode& node) {
  if (node.kind == ast::TypeNodeKind::kNamed) return named(node.name.value);
  return wrap(node.kind == ast::TypeNodeKind::kList ? TypeKind::kList : TypeKind::kNonNull,
              *type_of(*node.of));
}

const Type* SchemaBuilder::wrap(TypeKind kind, const Type& type) {
  auto& inner = const_cast<Type&>(type);  // all types are the builder's own until the schema is done
  const Type*& wrapper = kind == TypeKind::kList ? inner.as_list : inner.as_non_null;
  if (wrapper == nullptr) {
    schema_.wrapper_types_.push_back(std::make_unique<Type>(Type{kind, &type, type.named, nullptr, nullptr}));
    wrapper = schema_.wrapper_types_.back().get();
  }
  return wrapper;
}

std::optional<std::string> SchemaBuilder::directive_argument(const ast::List<ast::Directive>& directives,
                                                             std::string_view directive,
                                                             std::string_view argument,
                                                             std::optional<std::string> fallback) {
  const ast::Directive* found = find_directive(directives, directive);
  if (found == nullptr) return std::nullopt;
  for (const ast::Argument& given : found->arguments) {
    if (given.name.value != argument) continue;
    const Type& type = *wrap(TypeKind::kNonNull, *named("String"));
    validate_input_literal(*given.value, type, nullptr, false, [&](const InputIssue& issue) {
      throw GraphqlError{"Argument \"@" + std::string(directive) + "(" + std::string(argument) +
                             ":)\" has invalid value: " + issue.message,
                         {LineIndex(schema_.document_->source).locate(given.value->start)},
                         {},
                         {}};
    });
    return std::string(given.value->text.value);
  }
  return fallback;
}

std::optional<std::string> SchemaBuilder::deprecation_reason(const ast::List<ast::Directive>& directives) {
  return directive_argument(directives, "deprecated", "reason", "No longer supported");
}

}  // namespace storey::graphql
