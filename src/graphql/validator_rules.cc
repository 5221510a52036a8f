// Rules for operations, fragments, fields and variables (specification, 5.2, 5.3, 5.5 and 5.8).
#include <algorithm>

#include "graphql/duplicate_names.h"
#include "graphql/input_values.h"
#include "graphql/suggestions.h"
#include "graphql/text.h"
#include "graphql/validator.h"

namespace storey::graphql {
namespace {

using ast::DefinitionKind;

/// More nested lists of introspection fields than this are refused.
constexpr int kMaxIntrospectionLists = 3;

/// Whether a variable of `type` can stand where `expected` is (specification, IsVariableUsageAllowed).
bool is_usage_allowed(const Type& type, const ast::Value* variable_default, const VariableUsage& usage) {
  const Type& expected = *usage.type;
  if (!expected.is_non_null() || type.is_non_null()) return Schema::is_sub_type(type, expected);
  const bool has_variable_default =
      variable_default != nullptr && variable_default->kind != ast::ValueKind::kNull;
  return (has_variable_default || usage.has_default) && Schema::is_sub_type(type, *expected.of);
}

}  // namespace

void Validator::check_executable_definitions() {
  for (const ast::Definition& definition : document_.definitions) {
    if (definition.is_executable()) continue;
    const std::string name =
        definition.kind == DefinitionKind::kSchema ? "schema" : in_quotes(definition.name.value);
    report("The " + name + " definition is not executable.", {definition.start});
  }
}

void Validator::check_operation_entered(const ast::Definition& operation) {
  if (schema_->root_type(operation.operation) == nullptr) {
    report(
        "The " + std::string(to_string(operation.operation)) + " operation is not supported by the schema.",
        {operation.start});
  }
  if (operation.name.empty()) {
    if (operation_count_ > 1) {
      report("This anonymous operation must be the only defined operation.", {operation.start});
    }
  } else if (const auto [known, is_new] =
                 operation_names_.emplace(operation.name.value, operation.name.start);
             !is_new) {
    report("There can be only one operation named " + in_quotes(operation.name.value) + ".",
           {known->second, operation.name.start});
  }
  if (operation.operation == ast::OperationType::kSubscription) check_subscription(operation);

  check_variables_entered(operation);
}

void Validator::check_variables_entered(const ast::Definition& operation) {
  report_duplicate_names(operation.variables, [this](std::string_view name, const Offsets& offsets) {
    report("There can be only one variable named \"$" + std::string(name) + "\".", offsets);
  });
  std::unordered_set<std::string_view> defined;
  for (const ast::VariableDefinition& variable : operation.variables) defined.insert(variable.name.value);
  const std::vector<VariableUsage>& usages = operation_usages(operation);
  std::unordered_set<std::string_view> used;
  const std::string in_operation =
      operation.name.empty() ? "" : " operation " + in_quotes(operation.name.value);
  for (const VariableUsage& usage : usages) {
    const std::string_view name = usage.variable->text.value;
    used.insert(name);
    if (defined.contains(name)) continue;
    report("Variable \"$" + std::string(name) + "\" is not defined" +
               (in_operation.empty() ? "" : " by" + in_operation) + ".",
           {usage.variable->start, operation.start});
  }
  for (const ast::VariableDefinition& variable : operation.variables) {
    if (used.contains(variable.name.value)) continue;
    report("Variable \"$" + std::string(variable.name.value) + "\" is never used" +
               (in_operation.empty() ? "" : " in" + in_operation) + ".",
           {variable.start});
  }
}

// The response of a subscription has one field, and which one cannot depend on variables.
void Validator::check_subscription(const ast::Definition& operation) {
  const NamedType* root = schema_->root_type(ast::OperationType::kSubscription);
  if (root == nullptr) return;
  Offsets conditions;
  std::vector<std::pair<std::string_view, std::vector<const ast::Selection*>>> groups;
  std::unordered_map<std::string_view, std::size_t> group_index;
  std::unordered_set<std::string_view> visited;
  const auto is_conditional = [&](const ast::Selection& selection) {
    for (const std::string_view name : {"skip", "include"}) {
      for (const ast::Directive& directive : selection.directives) {
        if (directive.name.value != name) continue;
        conditions.push_back(directive.start);
        return true;
      }
    }
    return false;
  };
  const auto applies = [&](const ast::TypeNode* condition) {
    if (condition == nullptr) return true;
    const NamedType* type = condition_type(*condition);
    return type == root || (type != nullptr && type->is_abstract() && type->has_sub_type(*root));
  };
  const auto collect = [&](const auto& self, const ast::SelectionSet& set) -> void {
    const Descent descent(*this);
    spend(set.selections.size());
    for (const ast::Selection& selection : set.selections) {
      if (is_conditional(selection)) continue;
      if (selection.kind == ast::SelectionKind::kField) {
        const auto [slot, is_new] = group_index.emplace(selection.response_name().value, groups.size());
        if (is_new)
          groups.emplace_back(selection.response_name().value, std::vector<const ast::Selection*>{});
        groups[slot->second].second.push_back(&selection);
      } else if (selection.kind == ast::SelectionKind::kInlineFragment) {
        if (applies(selection.type_condition)) self(self, *selection.selection_set);
      } else if (const ast::Definition* fragment = find_fragment(selection.name);
                 fragment != nullptr && applies(fragment->type_condition) &&
                 visited.insert(selection.name.value).second) {
        self(self, *fragment->selection_set);
      }
    }
  };
  collect(collect, *operation.selection_set);

  const std::string subject =
      operation.name.empty() ? "Anonymous Subscription" : "Subscription " + in_quotes(operation.name.value);
  if (!conditions.empty()) {
    return report(subject + " must not use `@skip` or `@include` directives in the top level selection.",
                  conditions);
  }
  const auto starts_of = [](const std::vector<const ast::Selection*>& fields, Offsets& offsets) {
    for (const ast::Selection* field : fields) offsets.push_back(field->start);
  };
  if (groups.empty()) {
    report(subject + " must select one top level field.", {operation.selection_set->start});
  } else if (groups.size() > 1) {
    Offsets extra;
    for (std::size_t i = 1; i < groups.size(); ++i) starts_of(groups[i].second, extra);
    report(subject + " must select only one top level field.", extra);
  }
  for (const auto& [name, fields] : groups) {
    if (!fields[0]->name.value.starts_with("__")) continue;
    Offsets offsets;
    starts_of(fields, offsets);
    report(subject + " must not select an introspection top level field.", offsets);
  }
}

void Validator::check_variables_left(const ast::Definition& operation) {
  std::unordered_map<std::string_view, const ast::VariableDefinition*> definitions;
  for (const ast::VariableDefinition& variable : operation.variables) {
    definitions[variable.name.value] = &variable;
  }
  for (const VariableUsage& usage : operation_usages(operation)) {
    const auto definition = definitions.find(usage.variable->text.value);
    if (definition != definitions.end() && usage.type != nullptr) {
      check_variable_usage(usage, *definition->second);
    }
  }
}

void Validator::check_variable_usage(const VariableUsage& usage, const ast::VariableDefinition& definition) {
  const Type* type = type_of(*definition.type);
  const Offsets offsets{definition.start, usage.variable->start};
  const std::string variable = "Variable \"$" + std::string(definition.name.value) + "\" ";
  if (type != nullptr && !is_usage_allowed(*type, definition.default_value, usage)) {
    report(variable + "of type " + in_quotes(to_string(*type)) + " used in position expecting type " +
               in_quotes(to_string(*usage.type)) + ".",
           offsets);
  }
  const Type* parent = usage.parent_type == nullptr ? nullptr : &usage.parent_type->nullable();
  if (parent != nullptr && parent->kind == TypeKind::kInputObject && parent->named->is_one_of &&
      type != nullptr && !type->is_non_null()) {
    report(variable + "is of type " + in_quotes(to_string(*type)) +
               " but must be non-nullable to be used for OneOf Input Object " +
               in_quotes(to_string(*parent)) + ".",
           offsets);
  }
}

void Validator::check_unused_fragments() {
  std::vector<const ast::Definition*> operations;
  for (const ast::Definition& definition : document_.definitions) {
    if (definition.kind == DefinitionKind::kOperation) operations.push_back(&definition);
  }
  std::unordered_set<std::string_view> used;
  for (const ast::Definition* fragment : reachable_fragments(operations)) used.insert(fragment->name.value);
  for (const ast::Definition& definition : document_.definitions) {
    if (definition.kind == DefinitionKind::kFragment && !used.contains(definition.name.value)) {
      report("Fragment " + in_quotes(definition.name.value) + " is never used.", {definition.start});
    }
  }
}

void Validator::check_fragment_entered(const ast::Definition& fragment) {
  const NamedType* type = condition_type(*fragment.type_condition);
  if (type != nullptr && !type->is_composite()) {
    report("Fragment " + in_quotes(fragment.name.value) + " cannot condition on non composite type " +
               in_quotes(type->name) + ".",
           {fragment.type_condition->start});
  }
  const auto [known, is_new] = fragment_names_.emplace(fragment.name.value, fragment.name.start);
  if (!is_new) {
    report("There can be only one fragment named " + in_quotes(fragment.name.value) + ".",
           {known->second, fragment.name.start});
  }
  detect_fragment_cycles(fragment);
}

void Validator::detect_fragment_cycles(const ast::Definition& fragment) {
  const Descent descent(*this);
  const ast::Definition& last = *find_fragment(fragment.name);
  if (!visited_fragments_.insert(&last).second) return;
  const std::vector<const ast::Selection*>& spreads = facts(fragment).spreads;
  if (spreads.empty()) return;
  spread_path_index_[fragment.name.value] = spread_path_.size();
  for (const ast::Selection* spread : spreads) {
    const auto cycle = spread_path_index_.find(spread->name.value);
    spread_path_.push_back(spread);
    if (cycle == spread_path_index_.end()) {
      if (const ast::Definition* inner = find_fragment(spread->name)) detect_fragment_cycles(*inner);
    } else {
      std::string via;
      Offsets offsets;
      for (std::size_t i = cycle->second; i < spread_path_.size(); ++i) {
        offsets.push_back(spread_path_[i]->start);
        if (i + 1 == spread_path_.size()) break;
        via += (via.empty() ? " via " : ", ") + in_quotes(spread_path_[i]->name.value);
      }
      report("Cannot spread fragment " + in_quotes(spread->name.value) + " within itself" + via + ".",
             offsets);
    }
    spread_path_.pop_back();
  }
  spread_path_index_.erase(fragment.name.value);
}

void Validator::check_field_entered(const ast::Selection& field) {
  const auto& [parent, definition] = typed(field);
  const ast::SelectionSet* set = field.selection_set;
  const auto describe = [&] { return "Field " + in_quotes(field.name.value) + " "; };
  const auto of_type = [&, type = definition] { return "of type " + in_quotes(to_string(*type->type)); };
  if (definition != nullptr) {
    if (definition->type->named->is_leaf()) {
      if (set == nullptr) return;
      report(describe() + "must not have a selection since type " + in_quotes(to_string(*definition->type)) +
                 " has no subfields.",
             {set->start});
    } else if (set == nullptr) {
      report(describe() + of_type() + " must have a selection of subfields. Did you mean \"" +
                 std::string(field.name.value) + " { ... }\"?",
             {field.start});
    } else if (set->selections.empty() && !options_.allow_empty_selection_sets) {
      report(describe() + of_type() + " must have at least one field selected.", {field.start});
    }
  } else if (parent != nullptr) {
    report("Cannot query field " + in_quotes(field.name.value) + " on type " + in_quotes(parent->name) + "." +
               (options_.hide_suggestions ? "" : suggest_for_field(*parent, field.name)),
           {field.start});
  }
}

// Types that have the field come first, as the fragment on one of them is what was forgotten.
std::string Validator::suggest_for_field(const NamedType& type, const ast::Name& name) const {
  struct Candidate {
    const NamedType* type;
    std::size_t uses;
  };
  std::vector<Candidate> candidates;
  const auto count = [&](const NamedType* candidate) {
    const auto known = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const Candidate& c) { return c.type == candidate; });
    if (known == candidates.end()) {
      candidates.push_back({candidate, 1});
    } else {
      ++known->uses;
    }
  };
  if (type.is_abstract()) {
    for (const NamedType* possible : type.possible_types) {
      if (possible->fields.find(name) == nullptr) continue;
      count(possible);
      for (const NamedType* interface : possible->interfaces) {
        if (interface->fields.find(name) != nullptr) count(interface);
      }
    }
  }
  // Not an order that std::sort could take: whether one is a kind of the other decides before the name does.
  const auto goes_before = [](const Candidate& a, const Candidate& b) {
    if (a.uses != b.uses) return a.uses > b.uses;
    if (a.type->kind == TypeKind::kInterface && a.type->has_sub_type(*b.type)) return true;
    if (b.type->kind == TypeKind::kInterface && b.type->has_sub_type(*a.type)) return false;
    return natural_less(a.type->name, b.type->name);
  };
  std::vector<Candidate> sorted;
  for (const Candidate& candidate : candidates) {
    sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), candidate, goes_before), candidate);
  }
  std::vector<std::string> names;
  for (const Candidate& candidate : sorted) names.push_back(candidate.type->name);
  if (!names.empty()) return did_you_mean(names, "to use an inline fragment on");
  return did_you_mean(suggestion_list(name.value, type.fields.names()));
}

void Validator::check_field_left(const ast::Selection& field) {
  const Field* definition = typed(field).field;
  if (definition == nullptr) return;
  for (const InputValue& argument : definition->arguments) {
    if (!argument.is_required()) continue;
    bool is_given = false;
    for (const ast::Argument& given : field.arguments) is_given |= given.name.value == argument.name;
    if (is_given) continue;
    report("Argument " + in_quotes(argument.coordinate) + " of type " + in_quotes(to_string(*argument.type)) +
               " is required, but it was not provided.",
           {field.start});
  }
}

void Validator::check_values(const ast::Value& value, const Type* type) {
  if (type == nullptr || value.kind == ast::ValueKind::kVariable || !is_input_type(*type)) return;
  validate_input_literal(value, *type, nullptr, options_.hide_suggestions,
                         [this](InputIssue issue) { report(std::move(issue.message), {*issue.at}); });
}

bool Validator::exceeds_introspection_depth(const ast::SelectionSet& set, int depth,
                                            std::unordered_map<std::string_view, int>& visited) {
  const Descent descent(*this);
  for (const ast::Selection& selection : set.selections) {
    if (exceeds_introspection_depth(selection, depth, visited)) return true;
  }
  return false;
}

// A fragment is looked into again only when it is met at a greater depth than before.
bool Validator::exceeds_introspection_depth(const ast::Selection& selection, int depth,
                                            std::unordered_map<std::string_view, int>& visited) {
  const std::string_view name = selection.name.value;
  if (selection.kind == ast::SelectionKind::kFragmentSpread) {
    const auto depth_in = [name](const std::unordered_map<std::string_view, int>& map) {
      const auto found = map.find(name);
      return found == map.end() ? -1 : found->second;
    };
    const int exceeded = depth_in(introspection_exceeded_);
    if (exceeded >= 0 && exceeded <= depth) return true;
    if (depth_in(visited) >= depth || depth_in(introspection_checked_) >= depth) return false;
    const ast::Definition* fragment = find_fragment(selection.name);
    if (fragment == nullptr) return false;
    visited[name] = depth;
    const bool exceeds = exceeds_introspection_depth(*fragment->selection_set, depth, visited);
    (exceeds ? introspection_exceeded_ : introspection_checked_)[name] = depth;
    return exceeds;
  }
  const bool is_list =
      selection.kind == ast::SelectionKind::kField &&
      (name == "fields" || name == "interfaces" || name == "possibleTypes" || name == "inputFields");
  if (is_list && ++depth >= kMaxIntrospectionLists) return true;
  return selection.selection_set != nullptr &&
         exceeds_introspection_depth(*selection.selection_set, depth, visited);
}

}  // namespace storey::graphql
