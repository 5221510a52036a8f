#include "graphql/validator.h"

#include "graphql/suggestions.h"

namespace storey::graphql {
namespace {

/// A limit on the steps of those rules whose cost is not linear in the size of the document.
constexpr std::size_t kMaxWork = 2'000'000;

DirectiveLocation operation_location(ast::OperationType operation) {
  switch (operation) {
    case ast::OperationType::kQuery:
      return DirectiveLocation::kQuery;
    case ast::OperationType::kMutation:
      return DirectiveLocation::kMutation;
    case ast::OperationType::kSubscription:
      return DirectiveLocation::kSubscription;
  }
  return DirectiveLocation::kQuery;
}

const NamedType* composite(const Type* type) {
  return type != nullptr && type->named->is_composite() ? type->named : nullptr;
}

}  // namespace

std::vector<GraphqlError> validate(const Schema& schema, const Document& document,
                                   const ValidateOptions& options) {
  return Validator(&schema, document, options).run();
}

std::vector<GraphqlError> validate_sdl(const Document& document) {
  ValidateOptions options;
  options.max_errors = static_cast<std::size_t>(-1);
  return Validator(nullptr, document, options).run();
}

Validator::Validator(const Schema* schema, const Document& document, const ValidateOptions& options)
    : schema_(schema), document_(document), options_(options) {}

std::vector<GraphqlError> Validator::run() {
  try {
    collect_fragments();
    collect_directives();
    for (const ast::Definition& definition : document_.definitions) {
      operation_count_ += definition.kind == ast::DefinitionKind::kOperation;
      if (definition.is_type() && !definition.is_extension) {
        type_definitions_[definition.name.value] = &definition;
      }
    }
    if (!is_schema_document()) {
      check_nesting();
      typed_.resize(document_.selection_count);
      for (const ast::Definition& definition : document_.definitions) {
        if (definition.is_executable()) gather_facts(definition);
      }
      check_executable_definitions();
    }
    for (const ast::Definition& definition : document_.definitions) walk_definition(definition);
    if (!is_schema_document()) check_unused_fragments();
  } catch (Aborted& aborted) {
    errors_.push_back({std::move(aborted.message), {}, {}, {}});
  }
  return std::move(errors_);
}

void Validator::report(std::string message, const Offsets& offsets) {
  if (errors_.size() >= options_.max_errors) {
    throw Aborted{"Too many validation errors, error limit reached. Validation aborted."};
  }
  if (!lines_) lines_.emplace(document_.source);
  GraphqlError error{std::move(message), {}, {}, {}};
  for (const ast::Offset offset : offsets) error.locations.push_back(lines_->locate(offset));
  errors_.push_back(std::move(error));
}

void Validator::spend(std::size_t work) {
  work_ += work;
  if (work_ > kMaxWork) throw Aborted{"Validation aborted."};
}

void Validator::walk_definition(const ast::Definition& definition) {
  switch (definition.kind) {
    case ast::DefinitionKind::kOperation:
      walk_operation(definition);
      break;
    case ast::DefinitionKind::kFragment:
      walk_fragment(definition);
      break;
    default:
      walk_type_system_definition(definition);
      break;
  }
}

void Validator::walk_operation(const ast::Definition& operation) {
  if (!is_schema_document()) check_operation_entered(operation);
  SeenNames seen;
  check_directive_uniqueness(operation.directives, seen);
  for (const ast::VariableDefinition& variable : operation.variables) {
    if (!is_schema_document()) {
      const Type* type = type_of(*variable.type);
      if (type != nullptr && !is_input_type(*type)) {
        report("Variable \"$" + std::string(variable.name.value) + "\" cannot be non-input type \"" +
                   to_string(*type) + "\".",
               {variable.type->start});
      }
    }
    SeenNames seen_here;
    check_directive_uniqueness(variable.directives, seen_here);
    walk_type_node(*variable.type, false);
    if (variable.default_value != nullptr) {
      if (!is_schema_document()) check_values(*variable.default_value, type_of(*variable.type));
      walk_value(*variable.default_value);
    }
    walk_directives(variable.directives, DirectiveLocation::kVariableDefinition, nullptr);
  }
  walk_directives(operation.directives, operation_location(operation.operation), nullptr);
  const NamedType* root = is_schema_document() ? nullptr : schema_->root_type(operation.operation);
  walk_set(*operation.selection_set, composite(root), nullptr, false);
  if (!is_schema_document()) check_variables_left(operation);
}

void Validator::walk_fragment(const ast::Definition& fragment) {
  if (!is_schema_document()) check_fragment_entered(fragment);
  SeenNames seen;
  check_directive_uniqueness(fragment.directives, seen);
  walk_type_node(*fragment.type_condition, false);
  walk_directives(fragment.directives, DirectiveLocation::kFragmentDefinition, nullptr);
  const NamedType* type = is_schema_document() ? nullptr : condition_type(*fragment.type_condition);
  walk_set(*fragment.selection_set, composite(type), nullptr, false);
}

void Validator::walk_set(const ast::SelectionSet& set, const NamedType* parent, const Field* field,
                         bool is_inline) {
  if (!is_schema_document() && !is_inline) overlaps_.check(set);
  for (const ast::Selection& selection : set.selections) {
    switch (selection.kind) {
      case ast::SelectionKind::kField:
        walk_field(selection);
        break;
      case ast::SelectionKind::kFragmentSpread:
        walk_spread(selection, field);
        break;
      case ast::SelectionKind::kInlineFragment:
        walk_inline_fragment(selection, parent, field);
        break;
    }
  }
}

void Validator::walk_field(const ast::Selection& field) {
  const Field* definition = is_schema_document() ? nullptr : typed(field).field;
  if (!is_schema_document()) check_field_entered(field);
  SeenNames seen;
  check_directive_uniqueness(field.directives, seen);
  if (!field.arguments.empty()) check_argument_uniqueness(field.arguments);

  const bool refuses_introspection = options_.limit_introspection_depth && !is_schema_document() &&
                                     !is_introspection_refused_ &&
                                     (field.name.value == "__schema" || field.name.value == "__type");
  bool is_refused_here = false;
  if (refuses_introspection) {
    std::unordered_map<std::string_view, int> visited;
    is_refused_here = is_introspection_refused_ = exceeds_introspection_depth(field, 0, visited);
    if (is_refused_here) report("Maximum introspection depth exceeded", {field.start});
  }

  if (definition != nullptr) {
    for (const ast::Argument& argument : field.arguments) {
      const InputValue* known = definition->arguments.find(argument.name);
      if (known == nullptr) {
        report("Unknown argument \"" + std::string(argument.name.value) + "\" on field \"" +
                   definition->coordinate + "\"." +
                   (options_.hide_suggestions
                        ? ""
                        : did_you_mean(suggestion_list(argument.name.value, definition->arguments.names()))),
               {argument.start()});
      } else {
        check_values(*argument.value, known->type);
      }
      walk_value(*argument.value);
    }
  } else {
    walk_arguments(field.arguments, nullptr);
  }
  walk_directives(field.directives, DirectiveLocation::kField, definition);
  if (field.selection_set != nullptr) {
    walk_set(*field.selection_set, definition == nullptr ? nullptr : composite(definition->type), definition,
             false);
  }
  if (!is_schema_document()) check_field_left(field);
  if (is_refused_here) is_introspection_refused_ = false;
}

void Validator::walk_spread(const ast::Selection& spread, const Field* field) {
  if (!is_schema_document()) {
    const ast::Definition* fragment = find_fragment(spread.name);
    const std::string name(spread.name.value);
    if (fragment == nullptr) {
      report("Unknown fragment \"" + name + "\".", {spread.name.start});
    } else {
      const NamedType* type = composite(condition_type(*fragment->type_condition));
      const NamedType* parent = typed(spread).parent;
      if (type != nullptr && parent != nullptr && !Schema::do_types_overlap(*type, *parent)) {
        report("Fragment \"" + name + "\" cannot be spread here as objects of type \"" + parent->name +
                   "\" can never be of type \"" + type->name + "\".",
               {spread.start});
      }
    }
  }
  SeenNames seen;
  check_directive_uniqueness(spread.directives, seen);
  walk_directives(spread.directives, DirectiveLocation::kFragmentSpread, field);
}

void Validator::walk_inline_fragment(const ast::Selection& fragment, const NamedType* parent,
                                     const Field* field) {
  const ast::TypeNode* condition = fragment.type_condition;
  const NamedType* type = parent;
  if (condition != nullptr && !is_schema_document()) {
    const NamedType* named = condition_type(*condition);
    type = composite(named);
    if (named != nullptr && type == nullptr) {
      report("Fragment cannot condition on non composite type \"" + named->name + "\".", {condition->start});
    }
    if (type != nullptr && parent != nullptr && !Schema::do_types_overlap(*type, *parent)) {
      report("Fragment cannot be spread here as objects of type \"" + parent->name +
                 "\" can never be of type \"" + type->name + "\".",
             {fragment.start});
    }
  }
  SeenNames seen;
  check_directive_uniqueness(fragment.directives, seen);
  if (condition != nullptr) walk_type_node(*condition, false);
  walk_directives(fragment.directives, DirectiveLocation::kInlineFragment, field);
  walk_set(*fragment.selection_set, type, field, true);
}

void Validator::walk_arguments(const ast::List<ast::Argument>& arguments,
                               const NameTable<InputValue>* known) {
  for (const ast::Argument& argument : arguments) {
    const InputValue* definition = known == nullptr ? nullptr : known->find(argument.name);
    if (definition != nullptr) check_values(*argument.value, definition->type);
    walk_value(*argument.value);
  }
}

// Names of fields that are given twice in one input object.
void Validator::walk_value(const ast::Value& value) {
  for (const ast::Value& item : value.items) walk_value(item);
  if (value.fields.empty()) return;
  SeenNames seen;
  for (const ast::Argument& field : value.fields) {
    const auto [known, is_new] = seen.emplace(field.name.value, field.name.start);
    if (!is_new) {
      report("There can be only one input field named \"" + std::string(field.name.value) + "\".",
             {known->second, field.name.start});
    }
    walk_value(*field.value);
  }
}

}  // namespace storey::graphql
