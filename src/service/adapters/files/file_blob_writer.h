// A blob that becomes a file.
#pragma once

#include "service/adapters/files/posix_file.h"
#include "service/ports/blob_store.h"

namespace storey::service {

/// Writes past the page cache for as long as the pieces are aligned as BlobWriter says: copying a large file
/// into the cache, and the cache to the disk, costs several times the CPU time and the time of the way
/// without it, and pushes out what others need. The rest, and what a file system does not take like that,
/// goes the common way.
class FileBlobWriter final : public BlobWriter {
 public:
  /// Writes to the new file `incoming`, which `commit` moves to `target`.
  static Result<std::unique_ptr<FileBlobWriter>> create(std::filesystem::path incoming,
                                                        std::filesystem::path target, bool durable);
  ~FileBlobWriter() override;

  Result<void> write(std::span<const char> bytes) override;
  /// Appends a whole file.
  Result<void> append(const std::filesystem::path& file);
  Result<void> commit() override;

 private:
  FileBlobWriter(Descriptor descriptor, std::filesystem::path incoming, std::filesystem::path target,
                 bool durable);
  void go_through_cache();

  Descriptor descriptor_;
  std::filesystem::path incoming_;
  std::filesystem::path target_;
  bool durable_;
  bool direct_;  ///< past the page cache
  bool committed_ = false;
};

}  // namespace storey::service
