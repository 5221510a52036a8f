// Where bytes lie in an E57 file (ASTM E2807, 6.2): pages of 1024 bytes whose last four are a CRC-32C of the
// rest. A physical offset counts all bytes of the file, a logical offset only those that are no checksums.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

namespace storey::e57 {

inline constexpr std::uint64_t kPageSize = 1024;
inline constexpr std::uint64_t kPagePayload = 1020;

/// Nothing if `physical` is the place of a checksum.
constexpr std::optional<std::uint64_t> logical_from_physical(std::uint64_t physical) {
  const std::uint64_t in_page = physical % kPageSize;
  if (in_page >= kPagePayload) return std::nullopt;
  return physical / kPageSize * kPagePayload + in_page;
}

constexpr std::uint64_t physical_from_logical(std::uint64_t logical) {
  return logical / kPagePayload * kPageSize + logical % kPagePayload;
}

constexpr std::uint64_t page_of_logical(std::uint64_t logical) { return logical / kPagePayload; }

/// A little-endian unsigned number at `bytes`, which need not be aligned.
template <class Unsigned>
Unsigned load_le(const std::uint8_t* bytes) {
  static_assert(std::endian::native == std::endian::little, "written for little-endian machines");
  Unsigned value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace storey::e57
