#include "service/adapters/files/file_blobs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "service/domain/try.h"

namespace storey::service {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIncoming = "incoming";

tl::unexpected<Error> system_error(const std::string& action, const fs::path& file, int number,
                                   ErrorCode code = ErrorCode::kUnwritable) {
  Error error{code, "cannot " + action + ": " + std::strerror(number), file.string(), {}, {}};
  if (number == ENOSPC || number == EDQUOT) error.remedy = "make room on the disk";
  if (number == EROFS || number == EACCES) error.remedy = "make the data directory writable";
  return fail(std::move(error));
}

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  int get() const { return value_; }
  explicit operator bool() const { return value_ >= 0; }

 private:
  int value_;
};

Result<void> sync_folder(const fs::path& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor || ::fsync(descriptor.get()) != 0) return system_error("sync the folder", folder, errno);
  return {};
}

/// Puts the finished file `from` in its place.
Result<void> move_into_place(const fs::path& from, const fs::path& to, bool durable) {
  std::error_code status;
  fs::create_directories(to.parent_path(), status);
  if (status) return system_error("make the folder", to.parent_path(), status.value());
  if (::rename(from.c_str(), to.c_str()) != 0) return system_error("move the file into place", to, errno);
  return durable ? sync_folder(to.parent_path()) : Result<void>{};
}

Result<void> write_all(int descriptor, std::span<const char> bytes, const fs::path& file) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error("write", file, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

/// Appends all of `from` to `to`, inside the kernel where the file system can.
Result<void> append_file(int from, int to, const fs::path& file) {
  constexpr std::size_t kChunk = 1 << 30;
  while (true) {
    const ssize_t copied = ::copy_file_range(from, nullptr, to, nullptr, kChunk, 0);
    if (copied == 0) return {};
    if (copied > 0) continue;
    if (errno == EINTR) continue;
    if (errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP)
      return system_error("copy", file, errno);
    break;
  }
  std::string buffer(1 << 20, '\0');
  while (true) {
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("read", file, errno, ErrorCode::kUnreadable);
    if (got == 0) return {};
    STOREY_TRY_VOID(write_all(to, std::span(buffer).first(static_cast<std::size_t>(got)), file));
  }
}

class FileBlobWriter final : public BlobWriter {
 public:
  FileBlobWriter(Descriptor descriptor, fs::path incoming, fs::path target, bool durable)
      : descriptor_(std::move(descriptor)),
        incoming_(std::move(incoming)),
        target_(std::move(target)),
        durable_(durable) {}

  ~FileBlobWriter() override {
    if (!committed_) ::unlink(incoming_.c_str());
  }

  Result<void> write(std::span<const char> bytes) override {
    return write_all(descriptor_.get(), bytes, incoming_);
  }

  Result<void> commit() override {
    if (durable_ && ::fdatasync(descriptor_.get()) != 0) return system_error("write", incoming_, errno);
    STOREY_TRY_VOID(move_into_place(incoming_, target_, durable_));
    committed_ = true;
    return {};
  }

  int descriptor() const { return descriptor_.get(); }

 private:
  Descriptor descriptor_;
  fs::path incoming_;
  fs::path target_;
  bool durable_;
  bool committed_ = false;
};

}  // namespace

Result<FileBlobs> FileBlobs::open(fs::path folder, bool durable) {
  std::error_code status;
  fs::create_directories(folder / kIncoming, status);
  if (status) return system_error("make the folder", folder / kIncoming, status.value());
  return FileBlobs(std::move(folder), durable);
}

fs::path FileBlobs::path_of(const BlobId& id) const {
  // The last digits are random: they spread the files evenly over 256 folders.
  if (!is_uuid_v7(id.text)) throw std::invalid_argument("a blob needs a UUID as its identifier");
  return folder_ / id.text.substr(id.text.size() - 2) / id.text;
}

Result<std::unique_ptr<BlobWriter>> FileBlobs::create(const BlobId& id) {
  const fs::path target = path_of(id);
  const fs::path incoming = folder_ / kIncoming / id.text;
  Descriptor descriptor(::open(incoming.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!descriptor) return system_error("create", incoming, errno);
  return std::make_unique<FileBlobWriter>(std::move(descriptor), incoming, target, durable_);
}

Result<void> FileBlobs::adopt(const BlobId& id, const fs::path& file) {
  const fs::path target = path_of(id);
  struct stat status {};
  struct stat folder_status {};
  if (::stat(file.c_str(), &status) != 0) return system_error("read", file, errno, ErrorCode::kUnreadable);
  const bool here = ::stat(folder_.c_str(), &folder_status) == 0 && status.st_dev == folder_status.st_dev;
  const Descriptor source(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source) return system_error("read", file, errno, ErrorCode::kUnreadable);
  if (here) {
    if (durable_ && ::fdatasync(source.get()) != 0) return system_error("write", file, errno);
    return move_into_place(file, target, durable_);
  }
  STOREY_TRY(const auto writer, create(id));
  STOREY_TRY_VOID(append_file(source.get(), static_cast<FileBlobWriter&>(*writer).descriptor(), target));
  STOREY_TRY_VOID(writer->commit());
  ::unlink(file.c_str());
  return {};
}

Result<void> FileBlobs::concatenate(const BlobId& id, const std::vector<BlobId>& parts) {
  STOREY_TRY(const auto writer, create(id));
  for (const BlobId& part : parts) {
    const fs::path file = path_of(part);
    const Descriptor source(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!source) return system_error("read", file, errno, ErrorCode::kUnreadable);
    STOREY_TRY_VOID(append_file(source.get(), static_cast<FileBlobWriter&>(*writer).descriptor(), file));
  }
  return writer->commit();
}

Result<std::string> FileBlobs::read_head(const BlobId& id, std::size_t limit) {
  const fs::path file = path_of(id);
  const Descriptor source(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source) return system_error("read", file, errno, ErrorCode::kUnreadable);
  std::string head(limit, '\0');
  std::size_t filled = 0;
  while (filled < limit) {
    const ssize_t got = ::read(source.get(), head.data() + filled, limit - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("read", file, errno, ErrorCode::kUnreadable);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  head.resize(filled);
  return head;
}

Result<std::uint64_t> FileBlobs::size(const BlobId& id) {
  const fs::path file = path_of(id);
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return system_error("read", file, errno, ErrorCode::kUnreadable);
  return static_cast<std::uint64_t>(status.st_size);
}

Result<fs::path> FileBlobs::local_path(const BlobId& id) { return path_of(id); }

Result<void> FileBlobs::erase(const BlobId& id) {
  const fs::path file = path_of(id);
  if (::unlink(file.c_str()) != 0 && errno != ENOENT) return system_error("remove", file, errno);
  return {};
}

Result<void> FileBlobs::for_each_older(Timestamp time, const std::function<void(const BlobId&)>& visit) {
  std::error_code status;
  for (fs::recursive_directory_iterator entry(folder_, status), end; !status && entry != end;
       entry.increment(status)) {
    const std::string name = entry->path().filename().string();
    if (!is_uuid_v7(name)) continue;
    struct stat file {};
    if (::stat(entry->path().c_str(), &file) != 0) continue;
    if (from_unix_ms(std::int64_t{1000} * file.st_mtim.tv_sec) >= time) continue;
    if (entry->path().parent_path().filename() == kIncoming)
      ::unlink(entry->path().c_str());  // left behind by a process that was killed: no blob yet
    else
      visit(BlobId(name));
  }
  if (status) return system_error("list", folder_, status.value(), ErrorCode::kUnreadable);
  return {};
}

Result<void> FileBlobs::check() {
  const fs::path probe = folder_ / kIncoming / ("probe-" + std::to_string(::getpid()));
  const Descriptor descriptor(::open(probe.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!descriptor) return system_error("create", probe, errno);
  auto written = write_all(descriptor.get(), std::span("x", 1), probe);
  ::unlink(probe.c_str());
  return written;
}

}  // namespace storey::service
