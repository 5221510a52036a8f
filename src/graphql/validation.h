// Checking documents before anything is done with them (specification, section 5 and 3).
#pragma once

#include <vector>

#include "graphql/error.h"
#include "graphql/parser.h"
#include "graphql/schema.h"

namespace storey::graphql {

struct ValidateOptions {
  std::size_t max_errors = 100;           ///< after so many the rest of the document is not looked at
  bool hide_suggestions = false;          ///< whether messages leave out "Did you mean ...?"
  bool limit_introspection_depth = true;  ///< whether nested lists of introspection fields are refused
  bool allow_empty_selection_sets = false;
};

/// All errors of an executable document, in the order of the document. Empty: it can be executed.
std::vector<GraphqlError> validate(const Schema& schema, const Document& document,
                                   const ValidateOptions& options = {});

/// All errors of a schema document that need no types to be found.
std::vector<GraphqlError> validate_sdl(const Document& document);

}  // namespace storey::graphql
