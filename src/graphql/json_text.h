// Writing values as text: JSON for responses, a shortened form for messages.
#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace storey::graphql {

/// Appends `text` as a JSON string.
void append_json_string(std::string& out, std::string_view text);

/// Appends a finite number in the shortest form that reads back the same (ECMA-262, Number::toString).
void append_json_number(std::string& out, double number);

/// How numbers of a JSON value are written: as ECMAScript does, for which all of them are doubles, or as what
/// they are, so that 64-bit integers keep their digits, and 1.0 and -0.0 their point and sign.
enum class JsonNumbers { kEcmaScript, kAsTheyAre };

/// Appends any JSON value.
void append_json(std::string& out, const boost::json::value& value,
                 JsonNumbers numbers = JsonNumbers::kEcmaScript);

/// A value for an error message: `{ name: "x", list: [1, 2, ... 3 more items] }`. Bounded in depth.
std::string inspect(const boost::json::value& value);

/// The number as a double, whichever way the JSON value holds it; nothing if it is not a number.
const double* to_double(const boost::json::value& value, double& storage);

}  // namespace storey::graphql
