// Blobs as files in a folder, each named by its identifier.
#pragma once

#include <filesystem>

#include "service/adapters/files/file_blob_writer.h"
#include "service/ports/blob_store.h"

namespace storey::service {

class FileBlobs final : public BlobStore {
 public:
  /// Makes `folder` if it is missing. `durable`: bytes are on disk when a commit returns.
  static Result<FileBlobs> open(std::filesystem::path folder, bool durable);

  Result<std::unique_ptr<BlobWriter>> create(const BlobId& id) override;
  Result<void> put_file(const BlobId& id, const std::filesystem::path& file,
                        const std::function<bool()>&) override;
  Result<void> concatenate(const BlobId& id, const std::vector<BlobId>& parts,
                           const std::function<bool()>& keep_going) override;
  Result<std::string> read(const BlobId& id, std::uint64_t offset, std::size_t limit) override;
  Result<std::uint64_t> size(const BlobId& id) override;
  Result<OpenBlob> open(const BlobId& id, const std::function<bool()>& keep_going) override;
  /// A symbolic link.
  Result<void> fetch(const BlobId& id, const std::filesystem::path& file,
                     const std::function<bool()>& keep_going) override;
  Result<void> erase(const BlobId& id) override;
  Result<std::vector<StoredBlob>> list(const std::string& ending) override;
  Result<void> erase_unfinished(Timestamp time) override;
  Result<std::optional<std::uint64_t>> free_bytes() override;
  Result<void> check() override;
  DirectTransfers* direct() override { return nullptr; }

 private:
  FileBlobs(std::filesystem::path folder, bool durable) : folder_(std::move(folder)), durable_(durable) {}
  std::filesystem::path path_of(const BlobId& id) const;
  Result<std::unique_ptr<FileBlobWriter>> new_writer(const BlobId& id) const;

  std::filesystem::path folder_;
  bool durable_;
};

}  // namespace storey::service
