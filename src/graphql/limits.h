// What a document may ask for, checked before any work is done for it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "graphql/error.h"
#include "graphql/parser.h"

namespace storey::graphql {

/// 0 stands for "no limit". Fragments count wherever they are spread.
struct Limits {
  std::size_t max_tokens = 10'000;       ///< of the document, comments not counted
  std::size_t max_depth = 20;            ///< of nested fields
  std::size_t max_aliases = 50;          ///< fields that have an alias
  std::size_t max_fields = 2'000;        ///< of the response, fields with the same response name merged
  std::size_t max_spread_cost = 20'000;  ///< selections there are if every fragment is written out
  std::size_t max_cost = 500'000;        ///< of an operation, by cost_of(): it hangs on variables
};

/// The limit that the document exceeds; nothing if it keeps them all. The costs come from a sum over
/// fragments, so that a document that would expand without bound is as cheap to refuse as any other.
std::optional<GraphqlError> find_exceeded_limit(const Document& document, const Limits& limits);

}  // namespace storey::graphql
