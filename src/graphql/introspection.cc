#include "graphql/introspection.h"

#include "graphql/bindings.h"
#include "graphql/printer.h"

namespace storey::graphql {
namespace {

using Description = std::optional<std::string>;
template <class T>
using List = std::vector<const T*>;

/// Those that are not deprecated, or all.
template <class T, class Items>
List<T> select(const Items& items, bool include_deprecated) {
  List<T> selected;
  for (const T& item : items) {
    if (include_deprecated || !item.deprecation_reason) selected.push_back(&item);
  }
  return selected;
}

List<Type> to_types(const std::vector<const NamedType*>& types) { return {types.begin(), types.end()}; }

const NamedType* as_named(const Type& type) { return type.of == nullptr ? type.named : nullptr; }

/// What describes itself by name, description and deprecation.
template <class T>
ObjectBinding<T> bind_described(Bindings& bindings, std::string name) {
  return bindings.object<T>(std::move(name))
      .field("name", &T::name)
      .field("description", &T::description)
      .field("isDeprecated", [](const T& item) { return item.deprecation_reason.has_value(); })
      .field("deprecationReason", &T::deprecation_reason);
}

void bind_schema(Bindings& bindings) {
  const auto root = [](ast::OperationType operation) {
    return [operation](const Schema& schema) -> const Type* { return schema.root_type(operation); };
  };
  bindings.object<Schema>("__Schema")
      .field("description", [](const Schema& schema) -> const Description& { return schema.description(); })
      .field("types", [](const Schema& schema) { return to_types(schema.types()); })
      .field("queryType", root(ast::OperationType::kQuery))
      .field("mutationType", root(ast::OperationType::kMutation))
      .field("subscriptionType", root(ast::OperationType::kSubscription))
      .field(
          "directives",
          [](const Schema& schema, bool include_deprecated) {
            return select<DirectiveDefinition>(schema.directives(), include_deprecated);
          },
          "includeDeprecated");
}

void bind_type(Bindings& bindings) {
  bindings.object<Type>("__Type")
      .field("kind", &Type::kind)
      .field("name",
             [](const Type& type) -> std::optional<std::string_view> {
               if (const NamedType* named = as_named(type)) return named->name;
               return std::nullopt;
             })
      .field("description",
             [](const Type& type) -> Description {
               const NamedType* named = as_named(type);
               return named == nullptr ? std::nullopt : named->description;
             })
      .field("specifiedByURL",
             [](const Type& type) -> Description {
               const NamedType* named = as_named(type);
               return named == nullptr ? std::nullopt : named->specified_by_url;
             })
      .field(
          "fields",
          [](const Type& type, bool include_deprecated) -> std::optional<List<Field>> {
            if (!type.has_fields()) return std::nullopt;
            return select<Field>(type.named->fields, include_deprecated);
          },
          "includeDeprecated")
      .field("interfaces",
             [](const Type& type) -> std::optional<List<Type>> {
               if (!type.has_fields()) return std::nullopt;
               return to_types(type.named->interfaces);
             })
      .field("possibleTypes",
             [](const Type& type) -> std::optional<List<Type>> {
               if (!type.is_abstract()) return std::nullopt;
               return to_types(type.named->possible_types);
             })
      .field(
          "enumValues",
          [](const Type& type, bool include_deprecated) -> std::optional<List<EnumValue>> {
            if (type.kind != TypeKind::kEnum) return std::nullopt;
            return select<EnumValue>(type.named->values, include_deprecated);
          },
          "includeDeprecated")
      .field(
          "inputFields",
          [](const Type& type, bool include_deprecated) -> std::optional<List<InputValue>> {
            if (type.kind != TypeKind::kInputObject) return std::nullopt;
            return select<InputValue>(type.named->inputs, include_deprecated);
          },
          "includeDeprecated")
      .field("ofType", &Type::of)
      .field("isOneOf", [](const Type& type) -> std::optional<bool> {
        if (type.kind != TypeKind::kInputObject) return std::nullopt;
        return type.named->is_one_of;
      });
}

void bind_members(Bindings& bindings) {
  const auto arguments = [](const auto& owner, bool include_deprecated) {
    return select<InputValue>(owner.arguments, include_deprecated);
  };
  bind_described<Field>(bindings, "__Field")
      .field(
          "args", [arguments](const Field& field, bool all) { return arguments(field, all); },
          "includeDeprecated")
      .field("type", &Field::type);
  bind_described<InputValue>(bindings, "__InputValue")
      .field("type", &InputValue::type)
      .field("defaultValue", [](const InputValue& input) -> std::optional<std::string> {
        if (input.default_literal == nullptr) return std::nullopt;
        return print(*input.default_literal);
      });
  bind_described<EnumValue>(bindings, "__EnumValue");
  bind_described<DirectiveDefinition>(bindings, "__Directive")
      .field("isRepeatable", &DirectiveDefinition::is_repeatable)
      .field("locations", &DirectiveDefinition::locations)
      .field(
          "args",
          [arguments](const DirectiveDefinition& directive, bool all) { return arguments(directive, all); },
          "includeDeprecated");
}

}  // namespace

void bind_introspection(Bindings& bindings) {
  bindings.enumeration<TypeKind>("__TypeKind", {{"SCALAR", TypeKind::kScalar},
                                                {"OBJECT", TypeKind::kObject},
                                                {"INTERFACE", TypeKind::kInterface},
                                                {"UNION", TypeKind::kUnion},
                                                {"ENUM", TypeKind::kEnum},
                                                {"INPUT_OBJECT", TypeKind::kInputObject},
                                                {"LIST", TypeKind::kList},
                                                {"NON_NULL", TypeKind::kNonNull}});
  std::vector<std::pair<std::string, DirectiveLocation>> locations;
  for (std::size_t i = 0; i < kDirectiveLocationNames.size(); ++i) {
    locations.emplace_back(kDirectiveLocationNames[i], static_cast<DirectiveLocation>(i));
  }
  bindings.enumeration<DirectiveLocation>("__DirectiveLocation", std::move(locations));
  bind_schema(bindings);
  bind_type(bindings);
  bind_members(bindings);
}

}  // namespace storey::graphql
