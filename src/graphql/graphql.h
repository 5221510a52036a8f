// GraphQL for C++: schemas from SDL text, resolvers bound by name with checked C++ types, documents parsed,
// limited, validated and executed, responses written straight to JSON. Knows no transport: a request goes in,
// a response or a stream of responses comes out. Implements the specification of September 2025.
//
//   Bindings   what a schema text is bound to; build() gives a Schema or all that does not fit
//   prepare()  text to PreparedDocument: parse, limits, validation
//   cost_of()  what an operation may cost by the sizes of its lists
//   execute()  PreparedDocument and variables to Response; subscribe() to a ResponseStream
//
// docs/graphql.md explains each with examples.
#pragma once

#include "graphql/bindings.h"    // IWYU pragma: export
#include "graphql/cost.h"        // IWYU pragma: export
#include "graphql/execution.h"   // IWYU pragma: export
#include "graphql/limits.h"      // IWYU pragma: export
#include "graphql/parser.h"      // IWYU pragma: export
#include "graphql/printer.h"     // IWYU pragma: export
#include "graphql/schema.h"      // IWYU pragma: export
#include "graphql/validation.h"  // IWYU pragma: export
