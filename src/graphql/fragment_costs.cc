#include "graphql/fragment_costs.h"

#include <algorithm>
#include <unordered_set>

namespace storey::graphql {
namespace {

/// Sums stop here; every limit is far below.
constexpr std::size_t kHuge = std::size_t{1} << 40;

}  // namespace

std::vector<const ast::Selection*> find_spreads(const ast::SelectionSet& set) {
  std::vector<const ast::Selection*> spreads;
  std::vector<const ast::SelectionSet*> to_visit{&set};
  while (!to_visit.empty()) {
    const ast::SelectionSet* visited = to_visit.back();
    to_visit.pop_back();
    for (const ast::Selection& selection : visited->selections) {
      if (selection.kind == ast::SelectionKind::kFragmentSpread) {
        spreads.push_back(&selection);
      } else if (selection.selection_set != nullptr) {
        to_visit.push_back(selection.selection_set);
      }
    }
  }
  return spreads;
}

FragmentCosts::FragmentCosts(const Document& document) {
  for (const ast::Definition& definition : document.definitions) {
    if (definition.kind == ast::DefinitionKind::kFragment) fragments_[definition.name.value] = &definition;
  }
}

const ast::Definition* FragmentCosts::find_fragment(const ast::Name& name) const {
  const auto found = fragments_.find(name.value);
  return found == fragments_.end() ? nullptr : found->second;
}

std::optional<Cost> FragmentCosts::cost_of(const ast::Definition& definition) {
  if (!costs_.contains(&definition) && !add_costs_below(definition)) return std::nullopt;
  return costs_.at(&definition);
}

// Depth-first, without recursion along chains of fragments. False if there is a cycle.
bool FragmentCosts::add_costs_below(const ast::Definition& root) {
  struct Visit {
    const ast::Definition* definition;
    std::vector<const ast::Selection*> spreads;
    std::size_t next = 0;
  };
  std::vector<Visit> stack;
  std::unordered_set<const ast::Definition*> open;
  const auto enter = [&](const ast::Definition& definition) {
    stack.push_back({&definition, find_spreads(*definition.selection_set)});
    return open.insert(&definition).second;
  };
  enter(root);
  while (!stack.empty()) {
    Visit& visit = stack.back();
    if (visit.next < visit.spreads.size()) {
      const ast::Definition* fragment = find_fragment(visit.spreads[visit.next++]->name);
      if (fragment != nullptr && !costs_.contains(fragment) && !enter(*fragment)) return false;
      continue;
    }
    costs_[visit.definition] = sum(*visit.definition->selection_set);
    open.erase(visit.definition);
    stack.pop_back();
  }
  return true;
}

Cost FragmentCosts::sum(const ast::SelectionSet& set) const {
  Cost cost;
  for (const ast::Selection& selection : set.selections) {
    Cost inner;
    if (selection.selection_set != nullptr) {
      inner = sum(*selection.selection_set);
    } else if (selection.kind == ast::SelectionKind::kFragmentSpread) {
      const ast::Definition* fragment = find_fragment(selection.name);
      if (fragment != nullptr) inner = costs_.at(fragment);
    }
    cost.nesting = std::max(cost.nesting, inner.nesting);
    cost.depth = std::max(cost.depth, inner.depth + (selection.kind == ast::SelectionKind::kField ? 1 : 0));
    cost.aliases = std::min(kHuge, cost.aliases + inner.aliases + (selection.alias.empty() ? 0 : 1));
    cost.selections = std::min(kHuge, cost.selections + inner.selections + 1);
  }
  ++cost.nesting;
  return cost;
}

}  // namespace storey::graphql
