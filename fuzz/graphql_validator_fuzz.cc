// Every document that parses is validated, as an operation and as a schema, with errors that have a place.
#include <cstddef>
#include <cstdint>

#include "graphql_world.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace storey::graphql;
  static const std::unique_ptr<const Schema> schema = make_world();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto document = parse(text);
  if (!document) return 0;
  find_exceeded_limit(**document, Limits{});
  for (const GraphqlError& error : validate(*schema, **document)) {
    if (error.message.empty()) __builtin_trap();
  }
  if (const auto own = Schema::from_sdl(text)) print_schema(**own);
  return 0;
}
