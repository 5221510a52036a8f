#include "service/adapters/s3/s3_blob_writer.h"

#include <algorithm>

#include "service/domain/try.h"

namespace storey::service {
namespace {

/// With 10,000 parts, as many as stores take, 156 GiB.
constexpr std::size_t kPartBytes = 16 << 20;

}  // namespace

S3BlobWriter::~S3BlobWriter() {
  if (!committed_ && !upload_.empty()) static_cast<void>(blobs_.abort_parts(id_, upload_));
}

Result<void> S3BlobWriter::write(std::span<const char> bytes) {
  while (!bytes.empty()) {
    const std::size_t piece = std::min(bytes.size(), kPartBytes - buffer_.size());
    buffer_.append(bytes.data(), piece);
    bytes = bytes.subspan(piece);
    if (buffer_.size() == kPartBytes) STOREY_TRY_VOID(send_part());
  }
  return {};
}

Result<void> S3BlobWriter::send_part() {
  if (upload_.empty()) {
    STOREY_TRY(upload_, blobs_.begin_parts(id_));
  }
  UploadedPart part{static_cast<int>(parts_.size()) + 1, {}, buffer_.size(), {}};
  STOREY_TRY(part.etag, blobs_.put_part(id_, upload_, part.number, buffer_, keep_going_));
  parts_.push_back(std::move(part));
  buffer_.clear();
  return {};
}

Result<void> S3BlobWriter::commit() {
  if (upload_.empty()) {
    STOREY_TRY_VOID(blobs_.put_whole(id_, buffer_, keep_going_));
  } else {
    if (!buffer_.empty()) STOREY_TRY_VOID(send_part());
    STOREY_TRY_VOID(blobs_.finish_parts(id_, upload_, parts_));
  }
  committed_ = true;
  return {};
}

}  // namespace storey::service
