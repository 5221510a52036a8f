#include "graphql/plan.h"

#include <unordered_set>

#include "graphql/input_values.h"
#include "graphql/json_text.h"

namespace storey::graphql {

struct Planner::Collection {
  const NamedType& type;
  Plan& plan;
  std::unordered_map<std::string_view, PlannedField*> by_name;
  std::unordered_set<const ast::Definition*> visited;
};

Planner::Planner(const Schema& schema, const Document& document, const boost::json::object& variables,
                 bool hide_suggestions, Arena& arena)
    : schema_(schema), variables_(variables), hide_suggestions_(hide_suggestions), arena_(arena) {
  for (const ast::Definition& definition : document.definitions) {
    if (definition.kind == ast::DefinitionKind::kFragment) fragments_[definition.name.value] = &definition;
  }
}

Plan& Planner::plan(const NamedType& type, const ast::SelectionSet& set) {
  plans_.emplace_back();
  Collection collection{type, plans_.back(), {}, {}};
  collect(set, collection);
  return collection.plan;
}

Plan& Planner::sub_plan(PlannedField& field, const NamedType& type) {
  for (const auto& [known, plan] : field.sub_plans) {
    if (known == &type) return *plan;
  }
  plans_.emplace_back();
  Collection collection{type, plans_.back(), {}, {}};
  for (const ast::Selection* node : field.nodes) {
    if (node->selection_set != nullptr) collect(*node->selection_set, collection);
  }
  field.sub_plans.emplace_back(&type, &collection.plan);
  return collection.plan;
}

void Planner::collect(const ast::SelectionSet& set, Collection& into) {
  for (const ast::Selection& selection : set.selections) {
    if (into.plan.error) return;
    if (!selection.directives.empty() && !is_included(selection, into.plan)) continue;
    switch (selection.kind) {
      case ast::SelectionKind::kField: {
        const std::string_view name = selection.response_name().value;
        PlannedField*& field = into.by_name[name];
        if (field == nullptr) {
          const Field* definition = schema_.find_field(into.type, selection.name);
          if (definition == nullptr) break;
          field = &into.plan.fields.emplace_back();
          field->response_name = name;
          field->key = arena_.copy('"' + std::string(name) + "\":");
          field->definition = definition;
          field->object_type = &into.type;
        }
        field->nodes.push_back(&selection);
        break;
      }
      case ast::SelectionKind::kInlineFragment:
        if (applies(selection.type_condition, into.type)) collect(*selection.selection_set, into);
        break;
      case ast::SelectionKind::kFragmentSpread: {
        const auto found = fragments_.find(selection.name.value);
        if (found == fragments_.end() || !applies(found->second->type_condition, into.type)) break;
        if (into.visited.insert(found->second).second) collect(*found->second->selection_set, into);
        break;
      }
    }
  }
}

bool Planner::is_included(const ast::Selection& selection, Plan& plan) {
  const std::optional<bool> skip = condition(selection, "skip", plan);
  if (skip == true || plan.error) return false;
  return condition(selection, "include", plan) != false && !plan.error;
}

std::optional<bool> Planner::condition(const ast::Selection& selection, std::string_view name, Plan& plan) {
  for (const ast::Directive& directive : selection.directives) {
    if (directive.name.value != name) continue;
    boost::json::object values;
    plan.error = coerce_arguments(schema_.directives().find(name)->arguments, directive.arguments,
                                  directive.start, values);
    if (plan.error) return std::nullopt;
    const boost::json::value* value = values.if_contains("if");
    return value != nullptr && value->is_bool() ? std::optional(value->get_bool()) : std::nullopt;
  }
  return std::nullopt;
}

bool Planner::applies(const ast::TypeNode* condition, const NamedType& type) const {
  if (condition == nullptr) return true;
  const NamedType* wanted = schema_.find_type(condition->name);
  return wanted == &type || (wanted != nullptr && wanted->is_abstract() && wanted->has_sub_type(type));
}

void Planner::compute_arguments(PlannedField& field) {
  if (field.has_arguments) return;
  field.has_arguments = true;
  const ast::Selection& node = *field.nodes.front();
  field.argument_error =
      coerce_arguments(field.definition->arguments, node.arguments, node.start, field.arguments);
}

std::optional<PlanError> Planner::coerce_arguments(const NameTable<InputValue>& definitions,
                                                   const ast::List<ast::Argument>& arguments, ast::Offset at,
                                                   boost::json::object& values) const {
  for (const InputValue& definition : definitions) {
    const ast::Argument* given = nullptr;
    for (const ast::Argument& argument : arguments) {
      if (argument.name.value == definition.name) given = &argument;
    }
    const bool is_missing_variable = given != nullptr && given->value->kind == ast::ValueKind::kVariable &&
                                     !variables_.contains(given->value->text.value);
    if (given == nullptr || (is_missing_variable && !definition.is_required())) {
      if (definition.default_literal != nullptr) {
        values.emplace(definition.name, definition.default_value);
      } else if (definition.is_required()) {
        return PlanError{"Argument \"" + definition.coordinate + "\" of required type \"" +
                             to_string(*definition.type) + "\" was not provided.",
                         {at}};
      }
      continue;
    }
    if (auto value = coerce_input_literal(*given->value, *definition.type, &variables_)) {
      values.emplace(definition.name, std::move(*value));
      continue;
    }
    std::optional<PlanError> error;
    const auto keep_first = [&](const InputIssue& issue) {
      if (error) return;
      error = PlanError{"Argument \"" + definition.coordinate + "\" has invalid value" +
                            print_input_path(issue.path) + ": " + issue.message,
                        {issue.at.value_or(at)}};
    };
    validate_input_literal(*given->value, *definition.type, &variables_, hide_suggestions_, keep_first);
    return error ? error : PlanError{"Argument \"" + definition.coordinate + "\" has invalid value.", {at}};
  }
  return std::nullopt;
}

}  // namespace storey::graphql
