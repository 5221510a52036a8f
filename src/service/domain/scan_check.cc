#include "service/domain/scan_check.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <string>

namespace storey::service {
namespace {

tl::unexpected<Failure> invalid(std::string reason) {
  return refuse(FailureCode::kInvalidFile, std::move(reason));
}

template <class T>
T little_endian(std::string_view bytes, std::size_t at) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value = static_cast<T>(
        value | static_cast<T>(static_cast<T>(static_cast<std::uint8_t>(bytes[at + i])) << (8 * i)));
  return value;
}

Outcome<void> check_e57(std::string_view head, std::uint64_t file_size) {
  constexpr std::size_t kHeaderBytes = 48;
  if (head.size() < 8 || head.substr(0, 8) != "ASTM-E57")
    return invalid("this is not an E57 file: it does not begin with ASTM-E57");
  if (head.size() < kHeaderBytes) return invalid("the E57 file ends within its header");
  const auto major = little_endian<std::uint32_t>(head, 8);
  const auto length = little_endian<std::uint64_t>(head, 16);
  const auto xml_offset = little_endian<std::uint64_t>(head, 24);
  const auto xml_length = little_endian<std::uint64_t>(head, 32);
  const auto page_size = little_endian<std::uint64_t>(head, 40);
  if (major != 1) return invalid("E57 version " + std::to_string(major) + " is not known; version 1 is");
  if (length != file_size)
    return invalid("the E57 header says " + std::to_string(length) + " bytes, but the file has " +
                   std::to_string(file_size) + "; it was probably cut off, send it again");
  if (page_size != 1024)
    return invalid("the E57 file has pages of " + std::to_string(page_size) + " bytes, not 1024");
  if (xml_length == 0 || xml_offset < kHeaderBytes || xml_offset >= file_size ||
      xml_length > file_size - xml_offset)
    return invalid("the E57 header points to an XML section outside of the file");
  return {};
}

/// Counts the numbers that `line` begins with, up to 3.
int leading_numbers(std::string_view line) {
  int count = 0;
  std::size_t i = 0;
  const auto is_separator = [](char c) { return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r'; };
  while (count < 3) {
    while (i < line.size() && is_separator(line[i])) ++i;
    if (i < line.size() && line[i] == '+') ++i;
    double value = 0;
    const auto [end, status] = std::from_chars(line.data() + i, line.data() + line.size(), value);
    if (status != std::errc() || !std::isfinite(value)) break;
    i = static_cast<std::size_t>(end - line.data());
    if (i < line.size() && !is_separator(line[i])) break;
    ++count;
  }
  return count;
}

Outcome<void> check_xyz(std::string_view head, std::uint64_t file_size) {
  if (file_size == 0) return invalid("the file is empty");
  if (head.substr(0, 8) == "ASTM-E57") return invalid("this is an E57 file; give asset_type e57");
  if (head.find('\0') != std::string_view::npos)
    return invalid("an XYZ file is text, but this one is binary");
  constexpr int kLinesToTry = 1000;
  std::size_t start = 0;
  for (int line = 0; line < kLinesToTry && start < head.size(); ++line) {
    const std::size_t end = std::min(head.find('\n', start), head.size());
    if (end == head.size() && file_size > head.size() && end - start > head.size() / 2)
      return invalid("line " + std::to_string(line + 1) + " does not end within " +
                     std::to_string((end - start) / 1024) +
                     " KiB; an XYZ file has a line of its own for each point, so export it again with line "
                     "breaks");
    if (leading_numbers(head.substr(start, end - start)) == 3) return {};
    start = end + 1;
  }
  return invalid("no line with three numbers was found at the beginning of the file");
}

}  // namespace

Outcome<void> check_scan_head(AssetType type, std::string_view head, std::uint64_t file_size) {
  return type == AssetType::kE57 ? check_e57(head, file_size) : check_xyz(head, file_size);
}

}  // namespace storey::service
