#include "graphql/input_cycles.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

namespace storey::graphql {
namespace {

/// Whether an input object has finite values, and what that depends on.
struct Finiteness {
  const NamedType* type = nullptr;
  std::vector<std::pair<const InputValue*, Finiteness*>> targets;  ///< what its values cannot do without
  std::vector<Finiteness*> dependents;
  std::size_t unresolved = 0;
  bool is_finite = false;
};

/// The input object that a value of `input` cannot do without.
const NamedType* needed_object(const NamedType& type, const InputValue& input) {
  const Type* inner = type.is_one_of ? input.type : input.type->is_non_null() ? input.type->of : nullptr;
  return inner != nullptr && inner->kind == TypeKind::kInputObject ? inner->named : nullptr;
}

/// All input objects of the schema, those with finite values marked: from those that need nothing to those
/// that need them.
std::deque<Finiteness> find_finite_inputs(const Schema& schema) {
  std::deque<Finiteness> states;
  std::unordered_map<const NamedType*, Finiteness*> by_type;
  for (const NamedType* type : schema.types()) {
    if (type->kind != TypeKind::kInputObject) continue;
    states.push_back({type, {}, {}, 0, false});
    by_type[type] = &states.back();
  }
  std::vector<Finiteness*> finite;
  const auto mark = [&](Finiteness& state) {
    if (!std::exchange(state.is_finite, true)) finite.push_back(&state);
  };
  for (Finiteness& state : states) {
    for (const InputValue& input : state.type->inputs) {
      if (const NamedType* needed = needed_object(*state.type, input)) {
        state.targets.emplace_back(&input, by_type[needed]);
        by_type[needed]->dependents.push_back(&state);
      }
    }
    state.unresolved = state.targets.size();
    const bool has_other_field =
        state.targets.size() < state.type->inputs.size() || state.type->inputs.empty();
    if (state.type->is_one_of ? has_other_field : state.targets.empty()) mark(state);
  }
  while (!finite.empty()) {
    const Finiteness& state = *finite.back();
    finite.pop_back();
    for (Finiteness* dependent : state.dependents) {
      if (dependent->is_finite) continue;
      if (dependent->type->is_one_of || --dependent->unresolved == 0) mark(*dependent);
    }
  }
  return states;
}

/// Walks from input objects without finite values to the cycles that make them so.
class InputCycleReporter {
 public:
  explicit InputCycleReporter(const CycleSink& report) : report_(report) {}

  void visit(const Finiteness& state) {
    if (!visited_.insert(state.type).second) return;
    path_types_.push_back(state.type);
    for (const auto& [input, target] : state.targets) {
      if (target->is_finite) continue;
      path_.push_back(input);
      const auto start = std::find(path_types_.begin(), path_types_.end(), target->type);
      if (start == path_types_.end()) {
        visit(*target);
      } else {
        report(*target->type, static_cast<std::size_t>(start - path_types_.begin()));
      }
      path_.pop_back();
    }
    path_types_.pop_back();
  }

 private:
  void report(const NamedType& type, std::size_t cycle_begin) const {
    std::string fields;
    std::vector<ast::Offset> offsets;
    for (std::size_t i = cycle_begin; i < path_.size(); ++i) {
      fields += (fields.empty() ? "" : ", ") + path_[i]->coordinate;
      offsets.push_back(path_[i]->node->start);
    }
    report_("Input Object " + type.name +
                " cannot be provided a finite value because it references itself through fields: " + fields +
                ".",
            offsets);
  }

  const CycleSink& report_;
  std::unordered_set<const NamedType*> visited_;
  std::vector<const NamedType*> path_types_;
  std::vector<const InputValue*> path_;
};

}  // namespace

void DefaultCycleDetector::check(const NamedType& type, const ast::Value* literal) {
  if (literal != nullptr && literal->kind == ast::ValueKind::kList) {
    for (const ast::Value& item : literal->items) check(type, &item);
    return;
  }
  if (literal != nullptr && literal->kind != ast::ValueKind::kObject) return;
  for (const InputValue& input : type.inputs) {
    const NamedType& inner = *input.type->named;
    if (inner.kind != TypeKind::kInputObject) continue;
    const ast::Argument* given = nullptr;
    if (literal != nullptr) {
      for (const ast::Argument& field : literal->fields) {
        if (field.name.value == input.name) given = &field;
      }
    }
    if (given != nullptr) {
      check(inner, given->value);
    } else {
      check_default(input, inner);
    }
  }
}

void DefaultCycleDetector::check_default(const InputValue& input, const NamedType& type) {
  if (input.default_literal == nullptr) return;
  const auto start = std::find(path_.begin(), path_.end(), &input);
  if (start != path_.end()) {
    std::string via;
    std::vector<ast::Offset> offsets{(*start)->default_literal->start};
    for (auto it = start + 1; it != path_.end(); ++it) {
      via += (via.empty() ? " via the default values of: " : ", ") + (*it)->coordinate;
      offsets.push_back((*it)->default_literal->start);
    }
    report_("Invalid circular reference. The default value of Input Object field " + input.coordinate +
                " references itself" + via + ".",
            offsets);
    return;
  }
  if (!checked_.insert(&input).second) return;
  path_.push_back(&input);
  check(type, input.default_literal);
  path_.pop_back();
}

void report_infinite_inputs(const Schema& schema, const CycleSink& report) {
  InputCycleReporter reporter(report);
  for (const Finiteness& state : find_finite_inputs(schema)) {
    if (!state.is_finite) reporter.visit(state);
  }
}

}  // namespace storey::graphql
