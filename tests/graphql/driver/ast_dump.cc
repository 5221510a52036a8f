#include "ast_dump.h"

#include <optional>

#include "graphql/source.h"

namespace storey::graphql {
namespace {

namespace json = boost::json;

class Dumper {
 public:
  Dumper(const Document& document, bool places) {
    if (places) lines_.emplace(document.source);
  }

  json::value document(const Document& document) {
    return node(
        "Document", 0,
        {{"definitions", each(document.definitions, [this](const auto& d) { return definition(d); })}});
  }

 private:
  json::value node(std::string_view kind, ast::Offset start, json::object members) {
    json::object result{{"kind", kind}};
    if (lines_) {
      const Location location = lines_->locate(start);
      result.emplace("at", std::to_string(location.line) + ":" + std::to_string(location.column));
    }
    for (auto& [key, value] : members) {
      if (!value.is_null()) result.emplace(key, std::move(value));
    }
    return result;
  }

  /// An array, or null for a list that is not there.
  template <class T, class Dump>
  json::value each(const ast::List<T>& list, Dump dump_item, bool keep_empty = false) {
    if (list.empty() && !keep_empty) return nullptr;
    json::array items;
    for (const T& item : list) items.push_back(dump_item(item));
    return items;
  }

  json::value name(const ast::Name& name) {
    return name.empty() ? json::value(nullptr) : node("Name", name.start, {{"value", name.value}});
  }

  json::value type(const ast::TypeNode* type) {
    if (type == nullptr) return nullptr;
    switch (type->kind) {
      case ast::TypeNodeKind::kNamed:
        return node("NamedType", type->start, {{"name", name(type->name)}});
      case ast::TypeNodeKind::kList:
        return node("ListType", type->start, {{"type", this->type(type->of)}});
      case ast::TypeNodeKind::kNonNull:
        return node("NonNullType", type->start, {{"type", this->type(type->of)}});
    }
    return nullptr;
  }

  json::value value(const ast::Value* value) {
    if (value == nullptr) return nullptr;
    const json::value text(value->text.value);
    switch (value->kind) {
      case ast::ValueKind::kVariable:
        return node("Variable", value->start, {{"name", name(value->text)}});
      case ast::ValueKind::kInt:
        return node("IntValue", value->start, {{"value", text}});
      case ast::ValueKind::kFloat:
        return node("FloatValue", value->start, {{"value", text}});
      case ast::ValueKind::kString:
        return node("StringValue", value->start, {{"value", text}, {"block", value->flag}});
      case ast::ValueKind::kBoolean:
        return node("BooleanValue", value->start, {{"value", value->flag}});
      case ast::ValueKind::kNull:
        return node("NullValue", value->start, {});
      case ast::ValueKind::kEnum:
        return node("EnumValue", value->start, {{"value", text}});
      case ast::ValueKind::kList:
        return node(
            "ListValue", value->start,
            {{"values", each(
                            value->items, [this](const auto& item) { return this->value(&item); }, true)}});
      case ast::ValueKind::kObject:
        return node("ObjectValue", value->start,
                    {{"fields", each(
                                    value->fields,
                                    [this](const auto& f) { return argument("ObjectField", f); }, true)}});
    }
    return nullptr;
  }

  json::value argument(std::string_view kind, const ast::Argument& argument) {
    return node(kind, argument.start(), {{"name", name(argument.name)}, {"value", value(argument.value)}});
  }

  json::value arguments(const ast::List<ast::Argument>& list) {
    return each(list, [this](const auto& item) { return argument("Argument", item); });
  }

  json::value directives(const ast::List<ast::Directive>& list) {
    return each(list, [this](const ast::Directive& directive) {
      return node("Directive", directive.start,
                  {{"name", name(directive.name)}, {"arguments", arguments(directive.arguments)}});
    });
  }

  json::value selection_set(const ast::SelectionSet* set) {
    if (set == nullptr) return nullptr;
    return node("SelectionSet", set->start,
                {{"selections", each(
                                    set->selections, [this](const auto& s) { return selection(s); }, true)}});
  }

  json::value selection(const ast::Selection& selection) {
    switch (selection.kind) {
      case ast::SelectionKind::kField:
        return node("Field", selection.start,
                    {{"alias", name(selection.alias)},
                     {"name", name(selection.name)},
                     {"arguments", arguments(selection.arguments)},
                     {"directives", directives(selection.directives)},
                     {"selectionSet", selection_set(selection.selection_set)}});
      case ast::SelectionKind::kFragmentSpread:
        return node("FragmentSpread", selection.start,
                    {{"name", name(selection.name)}, {"directives", directives(selection.directives)}});
      case ast::SelectionKind::kInlineFragment:
        return node("InlineFragment", selection.start,
                    {{"typeCondition", type(selection.type_condition)},
                     {"directives", directives(selection.directives)},
                     {"selectionSet", selection_set(selection.selection_set)}});
    }
    return nullptr;
  }

  json::value variables(const ast::List<ast::VariableDefinition>& list) {
    return each(list, [this](const ast::VariableDefinition& variable) {
      return node("VariableDefinition", variable.start,
                  {{"description", value(variable.description)},
                   {"variable", node("Variable", variable.variable_start, {{"name", name(variable.name)}})},
                   {"type", type(variable.type)},
                   {"defaultValue", value(variable.default_value)},
                   {"directives", directives(variable.directives)}});
    });
  }

  json::value inputs(const ast::List<ast::InputValueDefinition>& list) {
    return each(list, [this](const ast::InputValueDefinition& input) {
      return node("InputValueDefinition", input.start,
                  {{"description", value(input.description)},
                   {"name", name(input.name)},
                   {"type", type(input.type)},
                   {"defaultValue", value(input.default_value)},
                   {"directives", directives(input.directives)}});
    });
  }

  json::value types(const ast::List<ast::TypeNode>& list) {
    return each(list, [this](const ast::TypeNode& item) { return type(&item); });
  }

  json::value fields(const ast::List<ast::FieldDefinition>& list) {
    return each(list, [this](const ast::FieldDefinition& field) {
      return node("FieldDefinition", field.start,
                  {{"description", value(field.description)},
                   {"name", name(field.name)},
                   {"arguments", inputs(field.arguments)},
                   {"type", type(field.type)},
                   {"directives", directives(field.directives)}});
    });
  }

  json::value operation_types(const ast::List<ast::OperationTypeDefinition>& list) {
    return each(list, [this](const ast::OperationTypeDefinition& root) {
      return node("OperationTypeDefinition", root.start,
                  {{"operation", to_string(root.operation)}, {"type", type(root.type)}});
    });
  }

  json::value enum_values(const ast::List<ast::EnumValueDefinition>& list) {
    return each(list, [this](const ast::EnumValueDefinition& item) {
      return node("EnumValueDefinition", item.start,
                  {{"description", value(item.description)},
                   {"name", name(item.name)},
                   {"directives", directives(item.directives)}});
    });
  }

  json::value definition(const ast::Definition& d) {
    json::object members{{"description", value(d.description)},
                         {"name", name(d.name)},
                         {"directives", directives(d.directives)}};
    switch (d.kind) {
      case ast::DefinitionKind::kOperation:
        members.emplace("operation", to_string(d.operation));
        members.emplace("variableDefinitions", variables(d.variables));
        members.emplace("selectionSet", selection_set(d.selection_set));
        return node("OperationDefinition", d.start, std::move(members));
      case ast::DefinitionKind::kFragment:
        members.emplace("typeCondition", type(d.type_condition));
        members.emplace("selectionSet", selection_set(d.selection_set));
        return node("FragmentDefinition", d.start, std::move(members));
      case ast::DefinitionKind::kSchema:
        members.emplace("operationTypes", operation_types(d.operation_types));
        return node(d.is_extension ? "SchemaExtension" : "SchemaDefinition", d.start, std::move(members));
      case ast::DefinitionKind::kDirective:
        if (!d.is_extension) {
          members.emplace("arguments", inputs(d.inputs));
          members.emplace("repeatable", d.repeatable);
          members.emplace("locations",
                          each(d.locations, [this](const auto& item) { return name(item.name); }));
        }
        return node(d.is_extension ? "DirectiveExtension" : "DirectiveDefinition", d.start,
                    std::move(members));
      default:
        break;
    }
    static constexpr std::string_view kKinds[] = {"ScalarType", "ObjectType", "InterfaceType",
                                                  "UnionType",  "EnumType",   "InputObjectType"};
    members.emplace("interfaces", types(d.interfaces));
    members.emplace("fields",
                    d.kind == ast::DefinitionKind::kInputObject ? inputs(d.inputs) : fields(d.fields));
    members.emplace("types", types(d.members));
    members.emplace("values", enum_values(d.values));
    const auto index =
        static_cast<std::size_t>(d.kind) - static_cast<std::size_t>(ast::DefinitionKind::kScalar);
    return node(std::string(kKinds[index]) + (d.is_extension ? "Extension" : "Definition"), d.start,
                std::move(members));
  }

  std::optional<LineIndex> lines_;
};

}  // namespace

boost::json::value dump(const Document& document, bool places) {
  return Dumper(document, places).document(document);
}

}  // namespace storey::graphql
