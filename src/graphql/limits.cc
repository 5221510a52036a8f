#include "graphql/limits.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graphql/fragment_costs.h"

namespace storey::graphql {
namespace {

/// Counts the fields of responses, merged as execution merges them.
class FieldCounter {
 public:
  FieldCounter(const FragmentCosts& fragments, std::size_t limit) : fragments_(fragments), left_(limit) {}

  /// Whether the sets, taken as one, have no more fields than the limit.
  bool is_within_limit(const std::vector<const ast::SelectionSet*>& sets) {
    std::unordered_map<std::string_view, std::vector<const ast::SelectionSet*>> groups;
    std::unordered_set<const ast::Definition*> visited;
    const auto collect = [&](const auto& self, const ast::SelectionSet& set) -> void {
      for (const ast::Selection& selection : set.selections) {
        if (selection.kind == ast::SelectionKind::kField) {
          auto& group = groups[selection.response_name().value];
          if (selection.selection_set != nullptr) group.push_back(selection.selection_set);
        } else if (selection.kind == ast::SelectionKind::kInlineFragment) {
          self(self, *selection.selection_set);
        } else if (const ast::Definition* fragment = fragments_.find_fragment(selection.name);
                   fragment != nullptr && visited.insert(fragment).second) {
          self(self, *fragment->selection_set);
        }
      }
    };
    for (const ast::SelectionSet* set : sets) collect(collect, *set);
    if (groups.size() > left_) return false;
    left_ -= groups.size();
    return std::all_of(groups.begin(), groups.end(), [this](const auto& group) {
      return group.second.empty() || is_within_limit(group.second);
    });
  }

 private:
  const FragmentCosts& fragments_;
  std::size_t left_;
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
  FragmentCosts costs(document);
  for (const ast::Definition& definition : document.definitions) {
    if (definition.kind != ast::DefinitionKind::kOperation) continue;
    const std::optional<Cost> cost = costs.cost_of(definition);
    if (!cost) return std::nullopt;
    for (const auto& [value, limit, what] :
         {std::tuple{cost->nesting, kMaxNesting, "the nesting of its selection sets"},
          std::tuple{cost->selections, limits.max_spread_cost, "selections with all fragments written out"},
          std::tuple{cost->depth, limits.max_depth, "the depth of its fields"},
          std::tuple{cost->aliases, limits.max_aliases, "its number of aliases"}}) {
      if (auto error = exceeded(value, limit, what)) return error;
    }
    if (limits.max_fields == 0) continue;
    if (FieldCounter(costs, limits.max_fields).is_within_limit({definition.selection_set})) continue;
    return exceeded(limits.max_fields + 1, limits.max_fields, "the number of fields of its response");
  }
  return std::nullopt;
}

}  // namespace storey::graphql
