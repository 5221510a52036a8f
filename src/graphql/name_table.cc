#include "graphql/name_table.h"

#include <cstring>

#include "graphql/characters.h"

namespace storey::graphql {
namespace {

/// Where the program was loaded to is random, and known before anything is initialised.
std::uint64_t hash_seed() {
  static const char anchor = 0;
  return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(&anchor)) * 0x9E3779B97F4A7C15U;
}

/// Fewer than eight characters as a number, the first one lowest.
std::uint64_t load_few(const char* text, std::size_t size) {
  if (size >= 4) {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::memcpy(&first, text, 4);
    std::memcpy(&last, text + size - 4, 4);
    return first | static_cast<std::uint64_t>(last) << 8 * (size - 4);
  }
  const auto byte = [text](std::size_t i) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) << 8 * i;
  };
  return size == 0 ? 0 : byte(0) | byte(size / 2) | byte(size - 1);
}

}  // namespace

std::uint32_t hash_name(std::string_view name) {
  std::uint64_t hash = hash_seed() ^ name.size();
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDU;
    hash ^= hash >> 29;
  };
  const char* text = name.data();
  std::size_t left = name.size();
  for (; left >= 8; left -= 8, text += 8) mix(load_eight(text));
  mix(load_few(text, left));
  return static_cast<std::uint32_t>(hash >> 32);
}

}  // namespace storey::graphql
