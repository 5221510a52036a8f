// Reading JSON text with numbers as they are written.
#pragma once

#include <boost/json/error.hpp>
#include <boost/json/parse_options.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace storey::graphql {

/// As boost::json::parse does, but that each number becomes the double next to it: Boost's own is off by one
/// in the last place for every tenth number of 17 digits, and that is how other programs write doubles.
boost::json::value read_json(std::string_view text, boost::json::error_code& status,
                             const boost::json::parse_options& options = {});

}  // namespace storey::graphql
