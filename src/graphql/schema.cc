#include "graphql/schema.h"

#include <algorithm>

namespace storey::graphql {

std::string to_string(const Type& type) {
  switch (type.kind) {
    case TypeKind::kList:
      return "[" + to_string(*type.of) + "]";
    case TypeKind::kNonNull:
      return to_string(*type.of) + "!";
    default:
      return type.named->name;
  }
}

bool is_input_type(const Type& type) {
  const TypeKind kind = type.named->kind;
  return kind == TypeKind::kScalar || kind == TypeKind::kEnum || kind == TypeKind::kInputObject;
}

bool is_output_type(const Type& type) { return type.named->kind != TypeKind::kInputObject; }

bool is_same_type(const Type& a, const Type& b) {
  if (&a == &b) return true;
  return a.of != nullptr && a.kind == b.kind && is_same_type(*a.of, *b.of);
}

bool DirectiveDefinition::allows(DirectiveLocation location) const {
  return std::find(locations.begin(), locations.end(), location) != locations.end();
}

Schema::~Schema() = default;

const NamedType* Schema::find_type(const ast::Name& name) const {
  const TypeEntry* entry = types_by_name_.find(name);
  return entry == nullptr ? nullptr : entry->type;
}

const NamedType* Schema::find_type(std::string_view name) const {
  const TypeEntry* entry = types_by_name_.find(name);
  return entry == nullptr ? nullptr : entry->type;
}

const Field* Schema::find_field(const NamedType& parent, const ast::Name& name) const {
  if (name.value.starts_with("__")) {
    const bool is_query = &parent == root_type(ast::OperationType::kQuery);
    if (name.value == "__typename") return &typename_field_;
    if (name.value == "__schema") return is_query ? &schema_field_ : nullptr;
    if (name.value == "__type") return is_query ? &type_field_ : nullptr;
  }
  return parent.fields.find(name);
}

const NamedType* Schema::object_type_of(const std::type_info& source) const {
  const auto found = object_types_.find(source);
  return found == object_types_.end() ? nullptr : found->second;
}

bool Schema::is_sub_type(const Type& sub, const Type& super) {
  if (&sub == &super) return true;
  if (super.is_non_null()) return sub.is_non_null() && is_sub_type(*sub.of, *super.of);
  if (sub.is_non_null()) return is_sub_type(*sub.of, super);
  if (super.is_list() || sub.is_list()) {
    return super.is_list() && sub.is_list() && is_sub_type(*sub.of, *super.of);
  }
  return super.is_abstract() && sub.has_fields() && super.named->has_sub_type(*sub.named);
}

bool Schema::do_types_overlap(const NamedType& a, const NamedType& b) {
  if (&a == &b) return true;
  if (!a.is_abstract()) return b.is_abstract() && b.has_sub_type(a);
  if (!b.is_abstract()) return a.has_sub_type(b);
  return std::any_of(a.possible_types.begin(), a.possible_types.end(),
                     [&](const NamedType* type) { return b.has_sub_type(*type); });
}

}  // namespace storey::graphql
