// Errors as a GraphQL response carries them (specification, section 7.1).
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace storey::graphql {

/// Where in the document: 1-based, columns in UTF-16 code units (as every GraphQL client counts).
struct Location {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool operator==(const Location&) const = default;
};

/// One step of a path through the response: a response name or a list index.
using PathKey = std::variant<std::string, std::int64_t>;

/// An entry of the response's "errors".
struct GraphqlError {
  std::string message;
  std::vector<Location> locations;
  std::vector<PathKey> path;  ///< empty if the error belongs to no field
  boost::json::object extensions;
};

/// What a resolver says went wrong; the engine adds locations and path.
struct FieldError {
  std::string message;
  boost::json::object extensions;
};

/// Appends `error` to `out` as JSON.
void append_json(std::string& out, const GraphqlError& error);

}  // namespace storey::graphql
