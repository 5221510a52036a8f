// The bytes of scans and results.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "service/domain/id.h"
#include "service/domain/timestamp.h"
#include "storey/result.h"

namespace storey::service {

/// What large blobs should come in multiples of, in memory and in size: pages of the disk, in bytes.
inline constexpr std::size_t kBlobAlignment = 4096;

/// A blob on its way in. It appears when `commit` has succeeded, whole and on disk; otherwise nothing stays
/// of it.
class BlobWriter {
 public:
  virtual ~BlobWriter() = default;
  /// Pieces of any size; those aligned to kBlobAlignment, but for the last one, are the cheapest.
  virtual Result<void> write(std::span<const char> bytes) = 0;
  virtual Result<void> commit() = 0;
};

class BlobStore {
 public:
  virtual ~BlobStore() = default;
  virtual Result<std::unique_ptr<BlobWriter>> create(const BlobId& id) = 0;
  /// Takes over a local file as the blob; the file is gone afterwards.
  virtual Result<void> adopt(const BlobId& id, const std::filesystem::path& file) = 0;
  /// Makes the blob of `parts`, one after the other; they stay.
  virtual Result<void> concatenate(const BlobId& id, const std::vector<BlobId>& parts) = 0;
  /// The first bytes, at most `limit`.
  virtual Result<std::string> read_head(const BlobId& id, std::size_t limit) = 0;
  virtual Result<std::uint64_t> size(const BlobId& id) = 0;
  /// A path of this machine under which the bytes can be read for as long as the blob lives.
  virtual Result<std::filesystem::path> local_path(const BlobId& id) = 0;
  /// Removes the blob; success too if there is none.
  virtual Result<void> erase(const BlobId& id) = 0;
  /// Every blob older than `time`, for finding those that nothing refers to.
  virtual Result<void> for_each_older(Timestamp time, const std::function<void(const BlobId&)>& visit) = 0;
  /// How much more can be written, in bytes.
  virtual Result<std::uint64_t> free_bytes() = 0;
  /// Answers if blobs can be written.
  virtual Result<void> check() = 0;
};

}  // namespace storey::service
