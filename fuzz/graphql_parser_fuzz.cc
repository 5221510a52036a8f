// What parses prints, and what was printed parses and prints the same again.
#include <cstddef>
#include <cstdint>

#include "graphql/parser.h"
#include "graphql/printer.h"

namespace {

using namespace storey::graphql;

/// Behind a type without a body a bare selection set would be read as that body.
bool is_ambiguous(const Document& document) {
  bool follows_open_definition = false;
  for (const ast::Definition& definition : document.definitions) {
    const bool is_bare = print(definition).starts_with('{');
    if (is_bare && follows_open_definition) return true;
    follows_open_definition = !definition.is_executable();
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ParseOptions options;
  options.max_depth = 60;
  const auto document = parse({reinterpret_cast<const char*>(data), size}, options);
  if (!document) {
    if (document.error().locations.size() != 1) __builtin_trap();
    return 0;
  }
  const std::string printed = print((*document)->definitions);
  if (is_ambiguous(**document)) return 0;
  const auto again = parse(printed, options);
  if (!again || print((*again)->definitions) != printed) __builtin_trap();
  return 0;
}
