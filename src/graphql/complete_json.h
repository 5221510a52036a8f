// Leaf values that come as JSON: checked and converted as the specification's result coercion says (3.5).
#pragma once

#include <boost/json/value.hpp>
#include <optional>
#include <string>

#include "graphql/schema.h"

namespace storey::graphql {

/// Appends `value` as a result of the leaf type; the message if it is none.
std::optional<std::string> append_json_leaf(std::string& out, const boost::json::value& value,
                                            const NamedType& type);

}  // namespace storey::graphql
