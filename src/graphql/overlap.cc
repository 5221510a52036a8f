#include "graphql/overlap.h"

#include <algorithm>
#include <unordered_set>

#include "graphql/validator.h"

namespace storey::graphql {
namespace {

bool is_same_object(const ast::Value& a, const ast::Value& b) {
  const auto sorted = [](const ast::Value& object) {
    std::vector<const ast::Argument*> fields;
    for (const ast::Argument& field : object.fields) fields.push_back(&field);
    std::sort(fields.begin(), fields.end(), [](const ast::Argument* x, const ast::Argument* y) {
      return x->name.value != y->name.value ? x->name.value < y->name.value : x->start() < y->start();
    });
    return fields;
  };
  const auto of_a = sorted(a);
  const auto of_b = sorted(b);
  return std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                    [](const ast::Argument* x, const ast::Argument* y) {
                      return x->name.value == y->name.value && is_same_value(*x->value, *y->value);
                    });
}

bool is_same_list(const ast::Value& a, const ast::Value& b) {
  if (a.items.size() != b.items.size()) return false;
  auto other = b.items.begin();
  for (const ast::Value& item : a.items) {
    if (!is_same_value(item, *other)) return false;
    ++other;
  }
  return true;
}

bool has_same_response_name(const ast::Selection& a, const ast::Selection& b) {
  return a.response_name().value == b.response_name().value;
}

}  // namespace

bool is_same_value(const ast::Value& a, const ast::Value& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case ast::ValueKind::kList:
      return is_same_list(a, b);
    case ast::ValueKind::kObject:
      return is_same_object(a, b);
    default:
      return a.text.value == b.text.value && a.flag == b.flag;
  }
}

bool have_same_arguments(const ast::Selection& a, const ast::Selection& b) {
  if (a.arguments.empty() || a.arguments.size() != b.arguments.size()) {
    return a.arguments.empty() && b.arguments.empty();
  }
  std::unordered_map<std::string_view, const ast::Value*> others;
  for (const ast::Argument& argument : b.arguments) others[argument.name.value] = argument.value;
  for (const ast::Argument& argument : a.arguments) {
    const auto other = others.find(argument.name.value);
    if (other == others.end() || !is_same_value(*argument.value, *other->second)) return false;
  }
  return true;
}

bool do_shapes_conflict(const Type& a, const Type& b) {
  if (&a == &b) return false;
  if (a.is_list() || b.is_list()) return !(a.is_list() && b.is_list()) || do_shapes_conflict(*a.of, *b.of);
  if (a.is_non_null() || b.is_non_null()) {
    return !(a.is_non_null() && b.is_non_null()) || do_shapes_conflict(*a.of, *b.of);
  }
  return a.is_leaf() || b.is_leaf();
}

const Type* field_type(const Validator& validator, const ast::Selection& field) {
  const Field* definition = validator.typed(field).field;
  return definition == nullptr || definition->parent == nullptr ? nullptr : definition->type;
}

std::size_t OverlapDetector::KeyHash::operator()(const std::vector<std::uint32_t>& key) const {
  std::size_t hash = key.size();
  for (const std::uint32_t part : key) hash = (hash ^ part) * 0x9E3779B97F4A7C15U;
  return hash ^ hash >> 32;
}

OverlapDetector::OverlapDetector(Validator& validator) : validator_(validator) {}

// What conflicts within a fragment conflicts wherever it is spread too: fragments are looked at on their own
// only if nobody spreads them, or only they each other.
bool OverlapDetector::has_conflict() {
  std::unordered_set<std::string_view> spread;
  for (const DefinitionFacts& facts : validator_.all_facts()) {
    for (const ast::Selection* selection : facts.spreads) spread.insert(selection->name.value);
  }
  for (const bool is_spread : {false, true}) {
    for (const DefinitionFacts& facts : validator_.all_facts()) {
      const ast::Definition& definition = *facts.node;
      const bool is_fragment = definition.kind == ast::DefinitionKind::kFragment;
      if ((is_fragment && spread.contains(definition.name.value)) != is_spread) continue;
      if (is_fragment && collected_.contains(&definition)) continue;
      if (conflicts({definition.selection_set}, Question::kBoth)) return true;
    }
  }
  return false;
}

OverlapDetector::Fields OverlapDetector::collect(const std::vector<const ast::SelectionSet*>& sets) {
  Fields fields;
  std::unordered_set<const ast::Definition*> visited;
  const auto visit = [&](const auto& self, const ast::SelectionSet& set) -> void {
    const Validator::Descent descent(validator_);
    validator_.spend(set.selections.size());
    for (const ast::Selection& selection : set.selections) {
      if (selection.kind == ast::SelectionKind::kField) {
        fields.push_back(&selection);
      } else if (selection.kind == ast::SelectionKind::kInlineFragment) {
        self(self, *selection.selection_set);
      } else if (const ast::Definition* fragment = validator_.find_fragment(selection.name);
                 fragment != nullptr && visited.insert(fragment).second) {
        collected_.insert(fragment);
        self(self, *fragment->selection_set);
      }
    }
  };
  for (const ast::SelectionSet* set : sets) visit(visit, *set);
  std::sort(fields.begin(), fields.end(), [](const ast::Selection* a, const ast::Selection* b) {
    const ast::Name& name_a = a->response_name();
    const ast::Name& name_b = b->response_name();
    if (name_a.value.size() != name_b.value.size()) return name_a.value.size() < name_b.value.size();
    if (name_a.value != name_b.value) return name_a.value < name_b.value;
    return a->index < b->index;
  });
  fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
  return fields;
}

bool OverlapDetector::conflicts(const std::vector<const ast::SelectionSet*>& sets, Question question) {
  const Validator::Descent descent(validator_);
  const Fields fields = collect(sets);
  Fields run;
  for (std::size_t begin = 0; begin < fields.size();) {
    std::size_t end = begin + 1;
    while (end < fields.size() && has_same_response_name(*fields[begin], *fields[end])) ++end;
    const bool is_lone_leaf = end == begin + 1 && fields[begin]->selection_set == nullptr;
    if (!is_lone_leaf) {
      run.assign(fields.begin() + static_cast<std::ptrdiff_t>(begin),
                 fields.begin() + static_cast<std::ptrdiff_t>(end));
      if (run_conflicts(run, question)) return true;
    }
    begin = end;
  }
  return false;
}

// Fields of different object types are never in one response: only their shapes have to agree.
bool OverlapDetector::run_conflicts(const Fields& run, Question question) {
  if (question != Question::kField && shapes_conflict(run)) return true;
  if (question == Question::kShape) return sub_selections_conflict(run, Question::kShape);

  std::vector<std::pair<const NamedType*, Fields>> by_object;
  Fields shared;
  for (const ast::Selection* field : run) {
    const NamedType* parent = validator_.typed(*field).parent;
    if (parent == nullptr || parent->kind != TypeKind::kObject) {
      shared.push_back(field);
      continue;
    }
    const auto known = std::find_if(by_object.begin(), by_object.end(),
                                    [&](const auto& entry) { return entry.first == parent; });
    if (known == by_object.end()) {
      by_object.emplace_back(parent, Fields{field});
    } else {
      known->second.push_back(field);
    }
    validator_.spend(by_object.size());
  }
  if (by_object.size() < 2) return group_conflicts(run) || sub_selections_conflict(run, question);
  if (question == Question::kBoth && sub_selections_conflict(run, Question::kShape)) return true;
  for (auto& [parent, group] : by_object) {
    validator_.spend(shared.size() + group.size());
    group.insert(group.end(), shared.begin(), shared.end());
    std::sort(group.begin(), group.end(),
              [](const ast::Selection* a, const ast::Selection* b) { return a->index < b->index; });
    if (group_conflicts(group) || sub_selections_conflict(group, Question::kField)) return true;
  }
  return false;
}

bool OverlapDetector::shapes_conflict(const Fields& run) const {
  const Type* first = nullptr;
  for (const ast::Selection* field : run) {
    const Type* type = field_type(validator_, *field);
    if (type == nullptr) continue;
    if (first != nullptr && do_shapes_conflict(*first, *type)) return true;
    first = type;
  }
  return false;
}

bool OverlapDetector::group_conflicts(const Fields& group) const {
  const ast::Selection& first = *group.front();
  return std::any_of(group.begin() + 1, group.end(), [&](const ast::Selection* field) {
    return field->name.value != first.name.value || !have_same_arguments(first, *field);
  });
}

bool OverlapDetector::sub_selections_conflict(const Fields& fields, Question question) {
  std::vector<const ast::SelectionSet*> sets;
  std::vector<std::uint32_t> key{static_cast<std::uint32_t>(question)};
  for (const ast::Selection* field : fields) {
    if (field->selection_set == nullptr) continue;
    sets.push_back(field->selection_set);
    key.push_back(field->index);
  }
  if (sets.empty() || !asked_.insert(std::move(key)).second) return false;
  return conflicts(sets, question);
}

}  // namespace storey::graphql
