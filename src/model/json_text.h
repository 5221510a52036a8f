// How Storey writes JSON: readable, in the order the fields were set, and the same bytes for the same value.
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace storey {

/// `value` rounded to `decimals` places (0…12), so that its shortest decimal form has no more than those.
/// Throws std::domain_error for NaN and infinity: no number of a plan may be one.
double fixed(double value, int decimals);

/// JSON text with two spaces of indentation and a final newline. An array or object that fits on the rest of
/// a line of 110 columns stays on it. Numbers in their shortest form that reads back equal, never with an
/// exponent.
std::string json_text(const boost::json::value& value);

/// The same on one line, without a newline: for streams of one document a line.
std::string json_line(const boost::json::value& value);

}  // namespace storey
