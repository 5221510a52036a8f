// Coercion of input: JSON variables and literals to values of a type (specification, sections 3 and 6.1.2).
#pragma once

#include <boost/json/value.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graphql/ast.h"
#include "graphql/error.h"
#include "graphql/schema.h"

namespace storey::graphql {

/// What is wrong with an input value, and where inside of it.
struct InputIssue {
  std::string message;
  std::optional<ast::Offset> at;  ///< of the literal it is about
  std::vector<PathKey> path;      ///< from the argument or variable to it
};

using IssueSink = std::function<void(InputIssue)>;

/// ` at .a[0]`, or nothing for an empty path.
std::string print_input_path(const std::vector<PathKey>& path);

/// The value of the type, defaults filled in; nothing if it is not one. `value` null stands for "not given".
std::optional<boost::json::value> coerce_input_value(const boost::json::value& value, const Type& type);

/// Reports everything that makes coerce_input_value() fail. `value` is null if none was given.
void validate_input_value(const boost::json::value* value, const Type& type, bool hide_suggestions,
                          const IssueSink& report);

/// Like coerce_input_value() for a literal. `variables` are the coerced variables; null in constants.
std::optional<boost::json::value> coerce_input_literal(const ast::Value& literal, const Type& type,
                                                       const boost::json::object* variables);

/// Reports everything that makes coerce_input_literal() fail. Without `variables` (in the validation of a
/// document) variables count as valid.
void validate_input_literal(const ast::Value& literal, const Type& type, const boost::json::object* variables,
                            bool hide_suggestions, const IssueSink& report);

/// The message for a leaf value of the wrong form, the same for variables and literals. Nothing if it is
/// right.
std::optional<std::string> find_leaf_error(const boost::json::value& value, const NamedType& type,
                                           bool hide_suggestions);

/// The coerced form of a leaf value that has no error (3.0 becomes 3 for an Int, 7 becomes "7" for an ID).
boost::json::value normalize_leaf(const boost::json::value& value, const NamedType& type);

/// A literal as JSON, without a type. Variables that have no value are left out of objects.
std::optional<boost::json::value> untyped_value(const ast::Value& literal,
                                                const boost::json::object* variables);

}  // namespace storey::graphql
