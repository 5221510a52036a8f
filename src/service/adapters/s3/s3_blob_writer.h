// A blob on its way from the service to a bucket.
#pragma once

#include "service/adapters/s3/s3_blobs.h"

namespace storey::service {

/// Small blobs go at once, large ones in parts as they come.
class S3BlobWriter final : public BlobWriter {
 public:
  /// `keep_going` is asked while bytes are sent; kCancelled once it says no.
  S3BlobWriter(S3Blobs& blobs, BlobId id, std::function<bool()> keep_going)
      : blobs_(blobs), id_(std::move(id)), keep_going_(std::move(keep_going)) {}
  ~S3BlobWriter() override;

  Result<void> write(std::span<const char> bytes) override;
  Result<void> commit() override;

 private:
  Result<void> send_part();

  S3Blobs& blobs_;
  BlobId id_;
  std::function<bool()> keep_going_;
  std::string buffer_;
  std::string upload_;  ///< empty until a part was sent
  std::vector<UploadedPart> parts_;
  bool committed_ = false;
};

}  // namespace storey::service
