// What the rules need to know before the walk: types of selections, uses of variables, the graph of
// fragments.
#include "graphql/fragment_costs.h"
#include "graphql/validator.h"

namespace storey::graphql {
namespace {

const NamedType* composite(const NamedType* type) {
  return type != nullptr && type->is_composite() ? type : nullptr;
}

}  // namespace

void Validator::collect_fragments() {
  for (const ast::Definition& definition : document_.definitions) {
    if (definition.kind == ast::DefinitionKind::kFragment) fragments_[definition.name.value] = &definition;
  }
  if (is_schema_document()) return;
  for (const ast::Definition& definition : document_.definitions) {
    if (!definition.is_executable()) continue;
    all_facts_.push_back({&definition, find_spreads(*definition.selection_set), {}});
    facts_[&definition] = &all_facts_.back();
  }
}

const ast::Definition* Validator::find_fragment(const ast::Name& name) const {
  const auto found = fragments_.find(name.value);
  return found == fragments_.end() ? nullptr : found->second;
}

// Where fragments spread themselves, the rule against that says so, and Descent bounds the recursion.
void Validator::check_nesting() {
  FragmentCosts costs(document_);
  for (const DefinitionFacts& facts : all_facts_) {
    const std::optional<Cost> cost = costs.cost_of(*facts.node);
    if (!cost) return;
    if (cost->nesting <= kMaxNesting) continue;
    throw Aborted{"Validation aborted: selection sets are nested more than " + std::to_string(kMaxNesting) +
                  " levels deep."};
  }
}

Validator::Descent::Descent(Validator& validator) : validator_(validator) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr std::size_t kDeepest = kMaxNesting / 2;  // with them each step takes several times the stack
#else
  constexpr std::size_t kDeepest = 2 * kMaxNesting;  // rules that compare two selection sets go down both
#endif
  if (++validator_.descents_ > kDeepest) throw Aborted{"Validation aborted."};
}

void Validator::gather_facts(const ast::Definition& definition) {
  DefinitionFacts& facts = *facts_[&definition];
  gather_directives(definition.directives, nullptr, facts);
  const NamedType* type = definition.kind == ast::DefinitionKind::kOperation
                              ? schema_->root_type(definition.operation)
                              : condition_type(*definition.type_condition);
  gather_set(*definition.selection_set, composite(type), type, nullptr, facts);
}

void Validator::gather_set(const ast::SelectionSet& set, const NamedType* parent, const NamedType* type,
                           const Field* field, DefinitionFacts& facts) {
  for (const ast::Selection& selection : set.selections) {
    TypedSelection& typed = typed_[selection.index];
    typed.parent = parent;
    switch (selection.kind) {
      case ast::SelectionKind::kField: {
        if (parent != nullptr) typed.field = schema_->find_field(*parent, selection.name);
        const Field* definition = typed.field;
        gather_arguments(selection.arguments, definition == nullptr ? nullptr : &definition->arguments,
                         facts);
        gather_directives(selection.directives, definition, facts);
        if (selection.selection_set != nullptr) {
          const NamedType* named = definition == nullptr ? nullptr : definition->type->named;
          gather_set(*selection.selection_set, composite(named), named, definition, facts);
        }
        break;
      }
      case ast::SelectionKind::kFragmentSpread:
        gather_directives(selection.directives, field, facts);
        break;
      case ast::SelectionKind::kInlineFragment: {
        const NamedType* inner =
            selection.type_condition == nullptr ? type : condition_type(*selection.type_condition);
        gather_directives(selection.directives, field, facts);
        gather_set(*selection.selection_set, composite(inner), inner, field, facts);
        break;
      }
    }
  }
}

void Validator::gather_arguments(const ast::List<ast::Argument>& arguments,
                                 const NameTable<InputValue>* known, DefinitionFacts& facts) {
  for (const ast::Argument& argument : arguments) {
    const InputValue* definition = known == nullptr ? nullptr : known->find(argument.name);
    InputPosition position;
    if (definition != nullptr) position = {definition->type, nullptr, definition->default_literal != nullptr};
    gather_value(*argument.value, position, facts);
  }
}

void Validator::gather_directives(const ast::List<ast::Directive>& directives, const Field* field,
                                  DefinitionFacts& facts) {
  for (const ast::Directive& directive : directives) {
    const DirectiveDefinition* definition = schema_->directives().find(directive.name);
    const NameTable<InputValue>* known = definition != nullptr ? &definition->arguments
                                         : field != nullptr    ? &field->arguments
                                                               : nullptr;
    gather_arguments(directive.arguments, known, facts);
  }
}

void Validator::gather_value(const ast::Value& value, const InputPosition& position, DefinitionFacts& facts) {
  switch (value.kind) {
    case ast::ValueKind::kVariable:
      facts.usages.push_back({&value, position.type, position.parent_type, position.has_default});
      break;
    case ast::ValueKind::kList: {
      const Type* nullable = position.type == nullptr ? nullptr : &position.type->nullable();
      const Type* item = nullable != nullptr && nullable->is_list() ? nullable->of : nullptr;
      for (const ast::Value& element : value.items)
        gather_value(element, {item, position.type, false}, facts);
      break;
    }
    case ast::ValueKind::kObject: {
      const NamedType* object = position.type == nullptr ? nullptr : position.type->named;
      for (const ast::Argument& field : value.fields) {
        const InputValue* known = object == nullptr ? nullptr : object->inputs.find(field.name);
        InputPosition inner{nullptr, position.type, false};
        if (known != nullptr) inner = {known->type, position.type, known->default_literal != nullptr};
        gather_value(*field.value, inner, facts);
      }
      break;
    }
    default:
      break;
  }
}

std::vector<const ast::Definition*> Validator::reachable_fragments(
    const std::vector<const ast::Definition*>& from) {
  std::vector<const ast::Definition*> reached;
  std::unordered_set<std::string_view> names;
  const auto visit = [&](const ast::Definition& definition) {
    const auto& spreads = facts(definition).spreads;
    spend(spreads.size());
    for (const ast::Selection* spread : spreads) {
      if (!names.insert(spread->name.value).second) continue;
      if (const ast::Definition* fragment = find_fragment(spread->name)) reached.push_back(fragment);
    }
  };
  for (const ast::Definition* definition : from) visit(*definition);
  for (std::size_t i = 0; i < reached.size(); ++i) visit(*reached[i]);
  return reached;
}

const std::vector<VariableUsage>& Validator::operation_usages(const ast::Definition& operation) {
  const auto [entry, is_new] = operation_usages_.try_emplace(&operation);
  if (!is_new) return entry->second;
  std::vector<VariableUsage>& usages = entry->second;
  usages = facts(operation).usages;
  for (const ast::Definition* fragment : reachable_fragments({&operation})) {
    const std::vector<VariableUsage>& own = facts(*fragment).usages;
    spend(own.size());
    usages.insert(usages.end(), own.begin(), own.end());
  }
  return usages;
}

const Type* Validator::type_of(const ast::TypeNode& node) {
  if (node.kind == ast::TypeNodeKind::kNamed) return schema_->find_type(node.name);
  const Type* inner = type_of(*node.of);
  if (inner == nullptr) return nullptr;
  const bool is_list = node.kind == ast::TypeNodeKind::kList;
  if (const Type* known = is_list ? inner->as_list : inner->as_non_null) return known;
  return arena_.make<Type>(
      Type{is_list ? TypeKind::kList : TypeKind::kNonNull, inner, inner->named, nullptr, nullptr});
}

}  // namespace storey::graphql
