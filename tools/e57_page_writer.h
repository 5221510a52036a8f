// Writes the pages of an E57 file: callers see logical bytes, checksums go in between.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>
#include <vector>

namespace storey {

/// Throws std::system_error or std::ios_base::failure when the disk refuses.
class E57PageWriter {
 public:
  explicit E57PageWriter(const std::filesystem::path& path);

  /// Logical offset of what is appended next.
  std::uint64_t position() const { return position_; }
  void append(std::span<const std::uint8_t> bytes);
  void append(std::string_view text);
  /// Appends zeros up to a multiple of `alignment`.
  void align(std::uint64_t alignment);
  /// Writes over bytes that were appended before.
  void patch(std::uint64_t position, std::span<const std::uint8_t> bytes);
  /// Fills the last page and closes; the physical length of the file.
  std::uint64_t finish();

 private:
  void write_page();

  std::fstream file_;
  std::vector<std::uint8_t> page_;
  std::uint64_t position_ = 0;
};

}  // namespace storey
