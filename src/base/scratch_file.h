// A file for what does not fit into memory. It has no name: whatever happens to the process, nothing stays.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "storey/result.h"

namespace storey {

/// Every function may be called from any thread.
class ScratchFile {
 public:
  /// In `folder`; empty: where the system keeps temporary files (TMPDIR). Error: kUnwritable.
  static Result<std::shared_ptr<ScratchFile>> open(const std::filesystem::path& folder = {});
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile();

  /// Where the bytes lie from now on. Error: kUnwritable, mostly as the disk is full.
  Result<std::uint64_t> append(std::span<const std::byte> bytes);
  /// Reads back what was appended. Throws std::system_error if the disk fails.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  ScratchFile(int descriptor, std::string folder);

  int descriptor_;
  std::string folder_;
  std::atomic<std::uint64_t> end_{0};
};

}  // namespace storey
