// CRC-32C (Castagnoli, reflected polynomial 0x82F63B78; RFC 3720, B.4), the checksum of E57 pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace storey::e57 {

std::uint32_t crc32c(std::span<const std::uint8_t> bytes);

/// `pages` points to `count` whole pages. The index of the first one whose checksum is wrong; `count` if
/// none.
std::size_t first_bad_page(const std::uint8_t* pages, std::size_t count);

/// The checksum that `page` carries: its last four bytes, big-endian unlike everything else in the file.
std::uint32_t stored_checksum(const std::uint8_t* page);

namespace detail {
// The two ways to compute, apart, so that tests can compare them.
std::uint32_t crc32c_by_table(std::span<const std::uint8_t> bytes);
bool has_crc_instruction();
std::uint32_t crc32c_by_instruction(std::span<const std::uint8_t> bytes);
}  // namespace detail

}  // namespace storey::e57
