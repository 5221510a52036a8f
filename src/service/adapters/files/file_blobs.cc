#include "service/adapters/files/file_blobs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "service/adapters/files/posix_file.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIncoming = "incoming";

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

Result<std::unique_ptr<FileBlobWriter>> FileBlobs::new_writer(const BlobId& id) const {
  return FileBlobWriter::create(folder_ / kIncoming / id.text, path_of(id), durable_);
}

Result<std::unique_ptr<BlobWriter>> FileBlobs::create(const BlobId& id) {
  STOREY_TRY(std::unique_ptr<BlobWriter> writer, new_writer(id));
  return writer;
}

Result<void> FileBlobs::adopt(const BlobId& id, const fs::path& file) {
  const fs::path target = path_of(id);
  struct stat status {};
  struct stat folder_status {};
  if (::stat(file.c_str(), &status) != 0) return system_error("read", file, errno, ErrorCode::kUnreadable);
  const bool here = ::stat(folder_.c_str(), &folder_status) == 0 && status.st_dev == folder_status.st_dev;
  if (here) {
    const Descriptor source(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!source) return system_error("read", file, errno, ErrorCode::kUnreadable);
    if (durable_ && ::fdatasync(source.get()) != 0) return system_error("write", file, errno);
    return move_into_place(file, target, durable_);
  }
  STOREY_TRY(const auto writer, new_writer(id));
  STOREY_TRY_VOID(writer->append(file));
  STOREY_TRY_VOID(writer->commit());
  ::unlink(file.c_str());
  return {};
}

Result<void> FileBlobs::concatenate(const BlobId& id, const std::vector<BlobId>& parts) {
  STOREY_TRY(const auto writer, new_writer(id));
  for (const BlobId& part : parts) STOREY_TRY_VOID(writer->append(path_of(part)));
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

Result<std::uint64_t> FileBlobs::free_bytes() {
  std::error_code status;
  const fs::space_info space = fs::space(folder_, status);
  if (status) return system_error("look at", folder_, status.value());
  return space.available;
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
