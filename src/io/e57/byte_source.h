// Random access to the bytes of a file, or of memory that stands for one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "storey/result.h"

namespace storey::e57 {

/// Read-only bytes. All functions may be called from several threads at once.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::uint64_t size() const = 0;
  /// Fills all of `out` with the bytes from `offset` on; an Error if the source ends before or refuses.
  virtual Result<void> read(std::uint64_t offset, std::span<std::uint8_t> out) const = 0;
};

/// The file at `path`: kNotFound or kUnreadable if it cannot be opened for reading.
Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path);

/// `bytes` must outlive the source.
std::unique_ptr<ByteSource> memory_source(std::span<const std::uint8_t> bytes);

}  // namespace storey::e57
