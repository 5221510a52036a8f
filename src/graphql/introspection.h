// The types and directives of every schema, and the fields that describe a schema (specification, section 4).
#pragma once

#include <string_view>

namespace storey::graphql {

class Bindings;

/// Built-in scalars, directives and introspection types as SDL.
extern const std::string_view kBuiltInSdl;

/// The resolvers of the introspection types.
void bind_introspection(Bindings& bindings);

}  // namespace storey::graphql
