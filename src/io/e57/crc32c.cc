#include "io/e57/crc32c.h"

#include <array>
#include <cstring>

#include "io/e57/page_layout.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace storey::e57 {
namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78;

// kTable[k][b]: the register after byte b and then k zero bytes ("slicing by eight").
constexpr auto kTable = [] {
  std::array<std::array<std::uint32_t, 256>, 8> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? kPolynomial : 0);
    table[0][byte] = value;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte)
      table[k][byte] = (table[k - 1][byte] >> 8) ^ table[0][table[k - 1][byte] & 0xFF];
  return table;
}();

bool page_is_right(const std::uint8_t* page) { return crc32c({page, kPagePayload}) == stored_checksum(page); }

#if defined(__x86_64__)

// The instruction takes three cycles but one can start every cycle: four pages side by side hide the wait.
__attribute__((target("sse4.2"))) bool four_pages_are_right(const std::uint8_t* pages) {
  constexpr std::size_t kLanes = 4;
  std::array<std::uint64_t, kLanes> crc;
  crc.fill(0xFFFFFFFF);
  std::size_t at = 0;
  for (; at + 8 <= kPagePayload; at += 8)
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      crc[lane] = _mm_crc32_u64(crc[lane], load_le<std::uint64_t>(pages + lane * kPageSize + at));
  static_assert(kPagePayload % 8 == 4);
  bool right = true;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::uint8_t* page = pages + lane * kPageSize;
    const std::uint32_t last =
        _mm_crc32_u32(static_cast<std::uint32_t>(crc[lane]), load_le<std::uint32_t>(page + at));
    right &= ~last == stored_checksum(page);
  }
  return right;
}

#endif

}  // namespace

namespace detail {

std::uint32_t crc32c_by_table(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  while (bytes.size() >= 8) {
    const std::uint64_t word = load_le<std::uint64_t>(bytes.data()) ^ crc;
    crc = 0;
    for (std::size_t i = 0; i < 8; ++i) crc ^= kTable[7 - i][(word >> (8 * i)) & 0xFF];
    bytes = bytes.subspan(8);
  }
  for (const std::uint8_t byte : bytes) crc = (crc >> 8) ^ kTable[0][(crc ^ byte) & 0xFF];
  return ~crc;
}

#if defined(__x86_64__)

bool has_crc_instruction() {
  static const bool has = __builtin_cpu_supports("sse4.2") != 0;
  return has;
}

__attribute__((target("sse4.2"))) std::uint32_t crc32c_by_instruction(std::span<const std::uint8_t> bytes) {
  std::uint64_t crc = 0xFFFFFFFF;
  for (; bytes.size() >= 8; bytes = bytes.subspan(8))
    crc = _mm_crc32_u64(crc, load_le<std::uint64_t>(bytes.data()));
  std::uint32_t rest = static_cast<std::uint32_t>(crc);
  for (const std::uint8_t byte : bytes) rest = _mm_crc32_u8(rest, byte);
  return ~rest;
}

#else

bool has_crc_instruction() { return false; }
std::uint32_t crc32c_by_instruction(std::span<const std::uint8_t> bytes) { return crc32c_by_table(bytes); }

#endif

}  // namespace detail

std::uint32_t crc32c(std::span<const std::uint8_t> bytes) {
  return detail::has_crc_instruction() ? detail::crc32c_by_instruction(bytes)
                                       : detail::crc32c_by_table(bytes);
}

std::uint32_t stored_checksum(const std::uint8_t* page) {
  return __builtin_bswap32(load_le<std::uint32_t>(page + kPagePayload));
}

std::size_t first_bad_page(const std::uint8_t* pages, std::size_t count) {
  std::size_t page = 0;
#if defined(__x86_64__)
  if (detail::has_crc_instruction())
    while (page + 4 <= count && four_pages_are_right(pages + page * kPageSize)) page += 4;
#endif
  while (page < count && page_is_right(pages + page * kPageSize)) ++page;
  return page;
}

}  // namespace storey::e57
