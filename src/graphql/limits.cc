#include "graphql/limits.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace storey::graphql {
namespace {

/// Sums stop here; every limit is far below.
constexpr std::size_t kHuge = std::size_t{1} << 40;

/// Fragments that spread each other in a longer chain are refused, whatever the limits: execution recurses.
constexpr std::size_t kMaxFragmentChain = 1000;

/// What a selection set amounts to with its fragments written out.
struct Cost {
  std::size_t depth = 0;
  std::size_t aliases = 0;
  std::size_t selections = 0;
  std::size_t chain = 0;  ///< fragments that spread each other
};

class CostModel {
 public:
  explicit CostModel(const Document& document) {
    for (const ast::Definition& definition : document.definitions) {
      if (definition.kind == ast::DefinitionKind::kFragment) fragments_[definition.name.value] = &definition;
    }
  }

  /// Nothing if fragments spread themselves, which validation refuses.
  std::optional<Cost> cost_of(const ast::Definition& definition) {
    if (const auto known = costs_.find(&definition); known != costs_.end()) return known->second;
    if (!order_fragments(definition)) return std::nullopt;
    return costs_.at(&definition);
  }

  /// Whether the response has more fields than `limit`; merges the fields as execution does.
  bool has_more_fields(const ast::Definition& operation, std::size_t limit) {
    fields_left_ = limit;
    return !count_fields({operation.selection_set});
  }

 private:
  const ast::Definition* find(const ast::Name& name) const {
    const auto found = fragments_.find(name.value);
    return found == fragments_.end() ? nullptr : found->second;
  }

  static void collect_spreads(const ast::SelectionSet& set, std::vector<const ast::Selection*>& spreads) {
    for (const ast::Selection& selection : set.selections) {
      if (selection.kind == ast::SelectionKind::kFragmentSpread) spreads.push_back(&selection);
      if (selection.selection_set != nullptr) collect_spreads(*selection.selection_set, spreads);
    }
  }

  /// Computes the costs of everything below `root`, leaves first, without recursion along chains of
  /// fragments.
  bool order_fragments(const ast::Definition& root) {
    struct Visit {
      const ast::Definition* definition;
      std::vector<const ast::Selection*> spreads;
      std::size_t next = 0;
    };
    std::vector<Visit> stack;
    std::unordered_set<const ast::Definition*> open;
    const auto enter = [&](const ast::Definition& definition) {
      stack.push_back({&definition, {}, 0});
      collect_spreads(*definition.selection_set, stack.back().spreads);
      return open.insert(&definition).second;
    };
    enter(root);
    while (!stack.empty()) {
      Visit& visit = stack.back();
      if (visit.next < visit.spreads.size()) {
        const ast::Definition* fragment = find(visit.spreads[visit.next++]->name);
        if (fragment == nullptr || costs_.contains(fragment)) continue;
        if (!enter(*fragment)) return false;
        continue;
      }
      costs_[visit.definition] = cost_of(*visit.definition->selection_set);
      open.erase(visit.definition);
      stack.pop_back();
    }
    return true;
  }

  Cost cost_of(const ast::SelectionSet& set) const {
    Cost cost;
    for (const ast::Selection& selection : set.selections) {
      Cost inner;
      if (selection.selection_set != nullptr) inner = cost_of(*selection.selection_set);
      if (const ast::Definition* fragment = find(selection.name);
          selection.kind == ast::SelectionKind::kFragmentSpread && fragment != nullptr) {
        inner = costs_.at(fragment);
        ++inner.chain;
      }
      cost.chain = std::max(cost.chain, inner.chain);
      cost.depth = std::max(cost.depth, inner.depth + (selection.kind == ast::SelectionKind::kField ? 1 : 0));
      cost.aliases = std::min(kHuge, cost.aliases + inner.aliases + (selection.alias.empty() ? 0 : 1));
      cost.selections = std::min(kHuge, cost.selections + inner.selections + 1);
    }
    return cost;
  }

  bool count_fields(const std::vector<const ast::SelectionSet*>& sets) {
    std::unordered_map<std::string_view, std::vector<const ast::SelectionSet*>> groups;
    std::unordered_set<const ast::Definition*> visited;
    const auto collect = [&](const auto& self, const ast::SelectionSet& set) -> void {
      for (const ast::Selection& selection : set.selections) {
        if (selection.kind == ast::SelectionKind::kField) {
          auto& group = groups[selection.response_name().value];
          if (selection.selection_set != nullptr) group.push_back(selection.selection_set);
        } else if (selection.kind == ast::SelectionKind::kInlineFragment) {
          self(self, *selection.selection_set);
        } else if (const ast::Definition* fragment = find(selection.name);
                   fragment != nullptr && visited.insert(fragment).second) {
          self(self, *fragment->selection_set);
        }
      }
    };
    for (const ast::SelectionSet* set : sets) collect(collect, *set);
    if (groups.size() > fields_left_) return false;
    fields_left_ -= groups.size();
    return std::all_of(groups.begin(), groups.end(), [this](const auto& group) {
      return group.second.empty() || count_fields(group.second);
    });
  }

  std::unordered_map<std::string_view, const ast::Definition*> fragments_;
  std::unordered_map<const ast::Definition*, Cost> costs_;
  std::size_t fields_left_ = 0;
};

std::optional<GraphqlError> exceeded(std::size_t value, std::size_t limit, std::string_view what) {
  if (limit == 0 || value <= limit) return std::nullopt;
  return GraphqlError{
      "The document is refused: " + std::string(what) + " may be at most " + std::to_string(limit) + ".",
      {},
      {},
      {{"code", "LIMIT"}}};
}

}  // namespace

std::optional<GraphqlError> find_exceeded_limit(const Document& document, const Limits& limits) {
  if (auto error = exceeded(document.token_count, limits.max_tokens, "its number of tokens")) return error;
  CostModel model(document);
  for (const ast::Definition& definition : document.definitions) {
    if (definition.kind != ast::DefinitionKind::kOperation) continue;
    const std::optional<Cost> cost = model.cost_of(definition);
    if (!cost) return std::nullopt;
    for (const auto& [value, limit, what] :
         {std::tuple{cost->chain, kMaxFragmentChain, "the chain of fragments that spread each other"},
          std::tuple{cost->selections, limits.max_spread_cost, "selections with all fragments written out"},
          std::tuple{cost->depth, limits.max_depth, "the depth of its fields"},
          std::tuple{cost->aliases, limits.max_aliases, "its number of aliases"}}) {
      if (auto error = exceeded(value, limit, what)) return error;
    }
    if (limits.max_fields == 0 || !model.has_more_fields(definition, limits.max_fields)) continue;
    return exceeded(limits.max_fields + 1, limits.max_fields, "the number of fields of its response");
  }
  return std::nullopt;
}

}  // namespace storey::graphql
