// What an operation may cost by the sizes of its lists, before it is executed.
#pragma once

#include <boost/json/object.hpp>
#include <optional>

#include "graphql/execution.h"

namespace storey::graphql {

/// How many fields the response may have: each field counts as often as the lists that it stands in may have
/// items. A list has the size that `@listSize` states at its field (IBM, GraphQL Cost Directives): the
/// largest of the `slicingArguments` that are given, with dots into input objects, or else the `assumedSize`.
/// With `sizedFields` it is the size of these fields of the object. Other lists count as one item. Fields
/// that execution would merge count each.
double cost_of(const PreparedDocument& document, const ast::Definition& operation,
               const boost::json::object& variables);

/// Refuses an operation of that cost if it is more than `Limits::max_cost`.
std::optional<GraphqlError> find_exceeded_cost(double cost, const Limits& limits);

}  // namespace storey::graphql
