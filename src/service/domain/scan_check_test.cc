#include "service/domain/scan_check.h"

#include <gtest/gtest.h>

#include <string>

#include "service/domain/digest.h"

namespace storey::service {
namespace {

std::string e57_header(std::uint32_t major, std::uint64_t length, std::uint64_t xml_offset,
                       std::uint64_t xml_length, std::uint64_t page_size) {
  std::string bytes = "ASTM-E57";
  const auto put = [&](std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  };
  put(major, 4);
  put(0, 4);
  put(length, 8);
  put(xml_offset, 8);
  put(xml_length, 8);
  put(page_size, 8);
  return bytes;
}

TEST(ScanCheck, AcceptsAnE57Header) {
  EXPECT_TRUE(check_scan_head(AssetType::kE57, e57_header(1, 4096, 2048, 500, 1024), 4096));
}

TEST(ScanCheck, RefusesBrokenE57Headers) {
  const std::pair<std::string, std::uint64_t> broken[] = {
      {"", 0},
      {"1 2 3\n", 6},
      {"ASTM-E57", 8},
      {e57_header(2, 4096, 2048, 500, 1024), 4096},
      {e57_header(1, 4096, 2048, 500, 1024), 2048},
      {e57_header(1, 4096, 2048, 500, 4096), 4096},
      {e57_header(1, 4096, 8192, 500, 1024), 4096},
      {e57_header(1, 4096, 2048, ~0ull, 1024), 4096},
      {e57_header(1, 4096, 2048, 0, 1024), 4096},
  };
  for (const auto& [head, size] : broken) {
    const auto checked = check_scan_head(AssetType::kE57, head, size);
    ASSERT_FALSE(checked) << to_hex(head);
    EXPECT_EQ(checked.error().code, FailureCode::kInvalidFile);
  }
}

TEST(ScanCheck, AcceptsTextWithThreeNumbersInALine) {
  for (const char* text :
       {"1 2 3\n", "# a comment\n\n12345\n1.5;2.5;3.5;77\n", "X,Y,Z\r\n-1e3,+2,.5\r\n", "1\t2\t3"})
    EXPECT_TRUE(check_scan_head(AssetType::kXyz, text, std::char_traits<char>::length(text))) << text;
}

TEST(ScanCheck, RefusesWhatIsNoXyz) {
  for (const std::string& text :
       {std::string(), std::string("a b c\n"), std::string("1 2\n3 4\n"), std::string("1 2 3\0\n", 7),
        std::string("ASTM-E57 1 2 3"), std::string("1 2 nan\n"), std::string("1a 2b 3c\n")}) {
    const auto checked = check_scan_head(AssetType::kXyz, text, text.size());
    ASSERT_FALSE(checked) << text;
    EXPECT_EQ(checked.error().code, FailureCode::kInvalidFile) << text;
  }
}

TEST(ScanCheck, SaysThatALineDoesNotEnd) {
  std::string head = "X Y Z\n";
  while (head.size() < kScanHeadBytes) head += "1.5 2.5 3.5 ";
  const auto checked = check_scan_head(AssetType::kXyz, head, 2'000'000);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, FailureCode::kInvalidFile);
  EXPECT_NE(checked.error().message.find("line 2 does not end within "), std::string::npos)
      << checked.error().message;
}

}  // namespace
}  // namespace storey::service
