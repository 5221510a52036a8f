// Every valid document has a cost and is executed, and every response is JSON. The first line holds the
// variables.
#include <boost/json/parse.hpp>
#include <cstddef>
#include <cstdint>

#include "graphql_world.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace storey::graphql;
  static const std::unique_ptr<const Schema> schema = make_world();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = text.find('\n');
  boost::json::error_code bad;
  boost::json::value variables = boost::json::object();
  if (line != std::string_view::npos) variables = boost::json::parse(text.substr(0, line), bad);
  if (bad || !variables.is_object()) return 0;

  Limits limits;
  limits.max_fields = 200;
  const auto document = prepare(*schema, text.substr(line == std::string_view::npos ? 0 : line + 1), limits);
  if (!document) return 0;
  for (const ast::Definition& definition : (*document)->document().definitions)
    if (definition.kind == ast::DefinitionKind::kOperation &&
        !(cost_of(**document, definition, variables.get_object()) >= 1))
      __builtin_trap();
  Budget budget;
  const OperationRequest request{*document, std::nullopt, std::move(variables.get_object())};
  boost::json::parse_options deep;
  deep.max_depth = 500;
  boost::json::parse(execute_now(request, context_ref(budget)).body, {}, deep);
  return 0;
}
