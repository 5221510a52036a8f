#include "io/e57/crc32c.h"

#include <gtest/gtest.h>

#include <random>
#include <string_view>

#include "tests/e57_test_files.h"

namespace storey::e57 {
namespace {

Bytes random_bytes(std::size_t count) {
  std::mt19937 random(1);
  Bytes bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

// RFC 3720, B.4, and the check value that CRC catalogues give.
TEST(Crc32c, GivesPublishedValues) {
  const std::string_view digits = "123456789";
  EXPECT_EQ(crc32c({reinterpret_cast<const std::uint8_t*>(digits.data()), digits.size()}), 0xE3069283u);
  EXPECT_EQ(crc32c(Bytes(32, 0x00)), 0x8A9136AAu);
  EXPECT_EQ(crc32c(Bytes(32, 0xFF)), 0x62A8AB43u);
  EXPECT_EQ(crc32c({}), 0u);
}

TEST(Crc32c, TableAndInstructionAgreeAtEveryLength) {
  if (!detail::has_crc_instruction()) GTEST_SKIP() << "this processor has no CRC instruction";
  const Bytes bytes = random_bytes(100);
  for (std::size_t length = 0; length <= bytes.size(); ++length) {
    const auto part = std::span(bytes).first(length);
    ASSERT_EQ(detail::crc32c_by_table(part), detail::crc32c_by_instruction(part)) << length << " bytes";
  }
}

TEST(Crc32c, FindsTheFirstBadPageAtEveryPlace) {
  for (std::size_t count = 0; count <= 9; ++count) {
    Bytes pages = random_bytes(count * kPageSize);
    seal_pages(pages);
    ASSERT_EQ(first_bad_page(pages.data(), count), count);
    for (std::size_t bad = count; bad-- > 0;) {
      pages[bad * kPageSize + (bad * 137) % kPageSize] ^= 0x10;  // in the data or in the checksum itself
      ASSERT_EQ(first_bad_page(pages.data(), count), bad) << "of " << count;
    }
  }
}

}  // namespace
}  // namespace storey::e57
