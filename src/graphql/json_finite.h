// Numbers that JSON can write and doubles cannot hold.
#pragma once

#include <boost/json/value.hpp>

namespace storey::graphql {

/// Whether every number of the value is finite. JSON text such as 1e400 is read as an infinity, which no JSON
/// can say again.
bool has_finite_numbers(const boost::json::value& value);

}  // namespace storey::graphql
