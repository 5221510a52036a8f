// What selection sets amount to once every fragment is written out.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graphql/parser.h"

namespace storey::graphql {

/// Selection sets nested deeper than this, fragments written out, are refused whatever the limits: validation
/// and execution recurse along them.
inline constexpr std::size_t kMaxNesting = 1000;

struct Cost {
  std::size_t nesting = 0;     ///< selection sets inside of each other, those of fragments included
  std::size_t depth = 0;       ///< fields inside of each other
  std::size_t aliases = 0;     ///< fields that have an alias
  std::size_t selections = 0;  ///< fields, spreads and inline fragments
};

/// The costs of the definitions of one document. A sum over fragments, each looked at once, so that a
/// document that would expand without bound is as cheap as any other.
class FragmentCosts {
 public:
  explicit FragmentCosts(const Document& document);

  /// Nothing if fragments spread themselves, which validation refuses.
  std::optional<Cost> cost_of(const ast::Definition& definition);
  /// The fragment of that name; null if there is none.
  const ast::Definition* find_fragment(const ast::Name& name) const;

 private:
  bool add_costs_below(const ast::Definition& root);
  Cost sum(const ast::SelectionSet& set) const;

  std::unordered_map<std::string_view, const ast::Definition*> fragments_;
  std::unordered_map<const ast::Definition*, Cost> costs_;
};

/// All fragment spreads of a selection set, those of nested sets after its own.
std::vector<const ast::Selection*> find_spreads(const ast::SelectionSet& set);

}  // namespace storey::graphql
