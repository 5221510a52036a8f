// The places a directive may stand at (specification, section 3.13).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace storey::graphql {

enum class DirectiveLocation : std::uint8_t {
  kQuery,
  kMutation,
  kSubscription,
  kField,
  kFragmentDefinition,
  kFragmentSpread,
  kInlineFragment,
  kVariableDefinition,
  kFragmentVariableDefinition,
  kSchema,
  kScalar,
  kObject,
  kFieldDefinition,
  kArgumentDefinition,
  kInterface,
  kUnion,
  kEnum,
  kEnumValue,
  kInputObject,
  kInputFieldDefinition,
  kDirectiveDefinition
};

inline constexpr std::array<std::string_view, 21> kDirectiveLocationNames{"QUERY",
                                                                          "MUTATION",
                                                                          "SUBSCRIPTION",
                                                                          "FIELD",
                                                                          "FRAGMENT_DEFINITION",
                                                                          "FRAGMENT_SPREAD",
                                                                          "INLINE_FRAGMENT",
                                                                          "VARIABLE_DEFINITION",
                                                                          "FRAGMENT_VARIABLE_DEFINITION",
                                                                          "SCHEMA",
                                                                          "SCALAR",
                                                                          "OBJECT",
                                                                          "FIELD_DEFINITION",
                                                                          "ARGUMENT_DEFINITION",
                                                                          "INTERFACE",
                                                                          "UNION",
                                                                          "ENUM",
                                                                          "ENUM_VALUE",
                                                                          "INPUT_OBJECT",
                                                                          "INPUT_FIELD_DEFINITION",
                                                                          "DIRECTIVE_DEFINITION"};

constexpr std::string_view to_string(DirectiveLocation location) {
  return kDirectiveLocationNames[static_cast<std::size_t>(location)];
}

constexpr std::optional<DirectiveLocation> parse_directive_location_name(std::string_view name) {
  for (std::size_t i = 0; i < kDirectiveLocationNames.size(); ++i) {
    if (kDirectiveLocationNames[i] == name) return static_cast<DirectiveLocation>(i);
  }
  return std::nullopt;
}

}  // namespace storey::graphql
