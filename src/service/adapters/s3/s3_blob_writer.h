// A blob on its way from the service to a bucket.
#pragma once

#include "service/adapters/s3/s3_blobs.h"

namespace storey::service {

/// Small blobs go at once, large ones in parts as they come.
class S3BlobWriter final : public BlobWriter {
 public:
  S3BlobWriter(S3Blobs& blobs, BlobId id) : blobs_(blobs), id_(std::move(id)) {}
  ~S3BlobWriter() override;

  Result<void> write(std::span<const char> bytes) override;
  Result<void> commit() override;

 private:
  Result<void> send_part();

  S3Blobs& blobs_;
  BlobId id_;
  std::string buffer_;
  std::string upload_;  ///< empty until a part was sent
  std::vector<UploadedPart> parts_;
  bool committed_ = false;
};

}  // namespace storey::service
