// A syntax tree as JSON, in the form that graphql-js gives it, with the place of each node.
#pragma once

#include <boost/json/value.hpp>

#include "graphql/parser.h"

namespace storey::graphql {

/// `places`: whether each node says "at", its line and column.
boost::json::value dump(const Document& document, bool places);

}  // namespace storey::graphql
