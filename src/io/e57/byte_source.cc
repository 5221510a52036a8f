#include "io/e57/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace storey::e57 {
namespace {

Error ends_early(std::uint64_t offset) {
  return {ErrorCode::kDamaged,
          "the file ends before byte " + std::to_string(offset),
          {},
          {},
          "copy the file again"};
}

class FileSource : public ByteSource {
 public:
  FileSource(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}
  ~FileSource() override { ::close(descriptor_); }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::uint64_t size() const override { return size_; }

  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    while (!out.empty()) {
      const ssize_t count = ::pread(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return fail(ErrorCode::kUnreadable, std::generic_category().message(errno));
      if (count == 0) return fail(ends_early(offset + out.size()));
      offset += static_cast<std::uint64_t>(count);
      out = out.subspan(static_cast<std::size_t>(count));
    }
    return {};
  }

 private:
  int descriptor_;
  std::uint64_t size_;
};

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    if (offset > bytes_.size() || out.size() > bytes_.size() - offset)
      return fail(ends_early(offset + out.size()));
    if (!out.empty()) std::memcpy(out.data(), bytes_.data() + offset, out.size());
    return {};
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    const ErrorCode code = errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kUnreadable;
    return fail(Error{code, std::generic_category().message(errno), path.string(), {}, {}});
  }
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return fail(Error{ErrorCode::kUnreadable, "not a regular file", path.string(), {}, {}});
  }
  return std::make_unique<FileSource>(descriptor, static_cast<std::uint64_t>(status.st_size));
}

std::unique_ptr<ByteSource> memory_source(std::span<const std::uint8_t> bytes) {
  return std::make_unique<MemorySource>(bytes);
}

}  // namespace storey::e57
