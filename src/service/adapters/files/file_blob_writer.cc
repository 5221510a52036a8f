#include "service/adapters/files/file_blob_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

#include "service/domain/try.h"

namespace storey::service {
namespace {

namespace fs = std::filesystem;

bool is_aligned(std::span<const char> bytes) {
  return reinterpret_cast<std::uintptr_t>(bytes.data()) % kBlobAlignment == 0 &&
         bytes.size() % kBlobAlignment == 0;
}

}  // namespace

Result<std::unique_ptr<FileBlobWriter>> FileBlobWriter::create(fs::path incoming, fs::path target,
                                                               bool durable) {
  Descriptor descriptor(::open(incoming.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!descriptor) return system_error("create", incoming, errno);
  return std::unique_ptr<FileBlobWriter>(
      new FileBlobWriter(std::move(descriptor), std::move(incoming), std::move(target), durable));
}

FileBlobWriter::FileBlobWriter(Descriptor descriptor, fs::path incoming, fs::path target, bool durable)
    : descriptor_(std::move(descriptor)),
      incoming_(std::move(incoming)),
      target_(std::move(target)),
      durable_(durable),
      direct_(::fcntl(descriptor_.get(), F_SETFL, O_DIRECT) == 0) {}

FileBlobWriter::~FileBlobWriter() {
  if (!committed_) ::unlink(incoming_.c_str());
}

void FileBlobWriter::go_through_cache() {
  if (!direct_) return;
  direct_ = false;
  ::fcntl(descriptor_.get(), F_SETFL, 0);
}

Result<void> FileBlobWriter::write(std::span<const char> bytes) {
  if (!is_aligned(bytes)) go_through_cache();
  while (direct_ && !bytes.empty()) {
    const ssize_t written = ::write(descriptor_.get(), bytes.data(), bytes.size());
    if (written >= 0)
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    else if (errno == EINVAL)
      go_through_cache();
    else if (errno != EINTR)
      return system_error("write", incoming_, errno);
  }
  return write_all(descriptor_.get(), bytes, incoming_);
}

Result<void> FileBlobWriter::append(const fs::path& file) {
  const Descriptor source(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source) return system_error("read", file, errno, ErrorCode::kUnreadable);
  go_through_cache();
  return append_file(source.get(), descriptor_.get(), file);
}

Result<void> FileBlobWriter::commit() {
  STOREY_TRY_VOID(move_into_place(descriptor_.get(), incoming_, target_, durable_));
  committed_ = true;
  return {};
}

}  // namespace storey::service
