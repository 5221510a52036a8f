// What a schema gets once all of its types are defined: their order, an index of sub-types, default values.
#include <stdexcept>
#include <utility>

#include "graphql/input_values.h"
#include "graphql/schema_builder.h"

namespace storey::graphql {

// The order is that of the definitions; a built-in type comes where it is first mentioned.
void SchemaBuilder::order_types() {
  std::vector<bool> is_known(schema_.named_types_.size());
  for (const ast::Definition* definition : definitions_) is_known[named(definition->name.value)->id] = true;
  for (const ast::Definition* definition : definitions_) {
    NamedType* type = named(definition->name.value);
    is_known[type->id] = false;
    add_reachable(*type, is_known);
  }
  for (const NamedType* root : schema_.root_types_) {
    if (root != nullptr) add_reachable(*root, is_known);
  }
  for (const DirectiveDefinition& directive : schema_.directives_) {
    for (const InputValue& argument : directive.arguments) add_reachable(*argument.type->named, is_known);
  }
  add_reachable(*named("__Schema"), is_known);
  for (const NamedType* type : schema_.types_) {
    schema_.types_by_name_.add({type->name, type->hash, schema_.named_types_[type->id].get()});
  }
}

void SchemaBuilder::add_reachable(const NamedType& type, std::vector<bool>& is_known) {
  if (is_known[type.id]) return;
  is_known[type.id] = true;
  schema_.types_.push_back(&type);
  if (type.kind == TypeKind::kUnion) {
    for (const NamedType* member : type.possible_types) add_reachable(*member, is_known);
  }
  for (const NamedType* interface : type.interfaces) add_reachable(*interface, is_known);
  for (const Field& field : type.fields) {
    add_reachable(*field.type->named, is_known);
    for (const InputValue& argument : field.arguments) add_reachable(*argument.type->named, is_known);
  }
  for (const InputValue& input : type.inputs) add_reachable(*input.type->named, is_known);
}

void SchemaBuilder::index_sub_types() {
  for (const NamedType* type : schema_.types_) {
    if (!type->has_fields()) continue;
    for (const NamedType* interface : type->interfaces) {
      if (interface->kind != TypeKind::kInterface) continue;
      NamedType& super = *schema_.named_types_[interface->id];
      if (type->kind == TypeKind::kObject) super.possible_types.push_back(type);
      super.sub_types.resize(schema_.named_types_.size());
      super.sub_types[type->id] = true;
    }
  }
  for (const auto& type : schema_.named_types_) {
    if (type->kind != TypeKind::kUnion) continue;
    type->sub_types.resize(schema_.named_types_.size());
    for (const NamedType* member : type->possible_types) type->sub_types[member->id] = true;
  }
}

void SchemaBuilder::coerce_default_values() {
  for (const auto& type : schema_.named_types_) {
    for (const InputValue& input : type->inputs) coerce_default(input);
    for (const Field& field : type->fields) {
      for (const InputValue& argument : field.arguments) coerce_default(argument);
    }
  }
  for (const DirectiveDefinition& directive : schema_.directives_) {
    for (const InputValue& argument : directive.arguments) coerce_default(argument);
  }
}

void SchemaBuilder::coerce_default(const InputValue& input) {
  if (input.default_literal == nullptr || std::exchange(coerced_[&input], true)) return;
  coerce_defaults_inside(*input.default_literal, *input.type);
  auto value = coerce_input_literal(*input.default_literal, *input.type, nullptr);
  if (!value) throw std::logic_error("the default value of " + input.coordinate + " was not validated");
  const_cast<InputValue&>(input).default_value = std::move(*value);
}

/// Coerces those defaults that the coercion of `literal` falls back to.
void SchemaBuilder::coerce_defaults_inside(const ast::Value& literal, const Type& type) {
  for (const ast::Value& item : literal.items) coerce_defaults_inside(item, type);
  if (literal.kind != ast::ValueKind::kObject) return;
  for (const InputValue& input : type.named->inputs) {
    const ast::Argument* given = nullptr;
    for (const ast::Argument& field : literal.fields) {
      if (field.name.value == input.name) given = &field;
    }
    if (given != nullptr) {
      coerce_defaults_inside(*given->value, *input.type);
    } else {
      coerce_default(input);
    }
  }
}

}  // namespace storey::graphql
