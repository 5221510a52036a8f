// Blobs as objects of a bucket. Clients send and fetch them there themselves.
#pragma once

#include <filesystem>

#include "service/adapters/s3/s3_client.h"
#include "service/ports/blob_store.h"

namespace storey::service {

/// Keys are PREFIX/ENDING/IDENTIFIER, ENDING being the last two digits of the identifier: as even as the
/// files of a folder are spread.
class S3Blobs final : public BlobStore, public DirectTransfers {
 public:
  /// `scratch`: a folder of this machine for what has to be brought here. `clock` must be right within
  /// minutes.
  S3Blobs(S3Location location, S3Credentials credentials, const Clock& clock, std::filesystem::path scratch)
      : client_(std::move(location), std::move(credentials), clock), scratch_(std::move(scratch)) {}

  Result<std::unique_ptr<BlobWriter>> create(const BlobId& id) override;
  Result<void> put_file(const BlobId& id, const std::filesystem::path& file,
                        const std::function<bool()>& keep_going) override;
  Result<void> concatenate(const BlobId& id, const std::vector<BlobId>& parts,
                           const std::function<bool()>& keep_going) override;
  Result<std::string> read(const BlobId& id, std::uint64_t offset, std::size_t limit) override;
  Result<std::uint64_t> size(const BlobId& id) override;
  Result<OpenBlob> open(const BlobId& id, const std::function<bool()>& keep_going) override;
  Result<void> fetch(const BlobId& id, const std::filesystem::path& file,
                     const std::function<bool()>& keep_going) override;
  Result<void> erase(const BlobId& id) override;
  Result<std::vector<StoredBlob>> list(const std::string& ending) override;
  Result<void> erase_unfinished(Timestamp time) override;
  Result<std::optional<std::uint64_t>> free_bytes() override { return std::nullopt; }
  /// Whether the bucket is there and lets this service in.
  Result<void> check() override;
  DirectTransfers* direct() override { return this; }

  std::string origin() const override;
  std::string put_address(const BlobId& id, Timestamp expires) const override;
  std::uint64_t max_put_bytes() const override;
  std::string get_address(const BlobId& id, const std::string& file_name, const std::string& content_type,
                          Timestamp expires) const override;
  Result<std::string> begin_parts(const BlobId& id) override;
  std::string part_address(const BlobId& id, const std::string& upload, int number,
                           Timestamp expires) const override;
  Result<std::vector<UploadedPart>> list_parts(const BlobId& id, const std::string& upload) override;
  Result<void> finish_parts(const BlobId& id, const std::string& upload,
                            const std::vector<UploadedPart>& parts) override;
  Result<void> abort_parts(const BlobId& id, const std::string& upload) override;
  Result<void> copy(const BlobId& from, const BlobId& to) override;

  /// Parts of the service's own uploads. Gives the entity tag.
  Result<std::string> put_part(const BlobId& id, const std::string& upload, int number,
                               std::span<const char> bytes, const std::function<bool()>& keep_going);
  Result<void> put_whole(const BlobId& id, std::span<const char> bytes,
                         const std::function<bool()>& keep_going);

 private:
  std::string key_of(const BlobId& id) const;
  /// Writes the bytes from `offset` on to the file; what is lost on the way is asked for again.
  Result<void> bring(const BlobId& id, int descriptor, const std::function<bool()>& keep_going);

  S3Client client_;
  std::filesystem::path scratch_;
};

}  // namespace storey::service
