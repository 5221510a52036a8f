// The logical bytes of an E57 file through a window that is verified as it moves.
#pragma once

#include <cstdint>
#include <vector>

#include "io/e57/byte_source.h"
#include "io/e57/page_layout.h"

namespace storey::e57 {

/// Whether checksums are compared. Only fuzzing leaves it out, to get past them.
enum class Checksums { kVerify, kIgnore };

/// An E57 file as its parts see it.
struct PagedFile {
  const ByteSource* bytes = nullptr;
  std::uint64_t pages = 0;
  Checksums checksums = Checksums::kVerify;

  std::uint64_t logical_size() const { return pages * kPagePayload; }
};

/// One reader per thread. Memory: the larger of the read-ahead and the largest range asked for.
class PageReader {
 public:
  /// Reads up to `read_ahead` pages at once where the caller says that more will be wanted.
  PageReader(const PagedFile& file, std::size_t read_ahead) : file_(file), read_ahead_(read_ahead) {}

  /// Makes the logical range [begin, end) available to `copy`; a hint that all up to `wanted_end` will
  /// follow. Errors: kDamaged (checksum, past the end) with the page as place.
  Result<void> load(std::uint64_t begin, std::uint64_t end, std::uint64_t wanted_end = 0);

  /// Verifies the pages of [begin, end) in constant memory. Errors as of `load`.
  Result<void> verify(std::uint64_t begin, std::uint64_t end);

  /// Copies `count` bytes at `begin`, which a preceding `load` has made available.
  void copy(std::uint64_t begin, std::size_t count, std::uint8_t* out) const;

 private:
  Result<void> fetch(std::uint64_t first_page, std::uint64_t end_page);

  PagedFile file_;
  std::size_t read_ahead_;
  std::vector<std::uint8_t> window_;  // whole pages [first_page_, end_page_)
  std::uint64_t first_page_ = 0;
  std::uint64_t end_page_ = 0;
};

}  // namespace storey::e57
