#include "service/adapters/files/file_blobs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

#include "service/adapters/files/posix_file.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIncoming = "incoming";

}  // namespace

Result<FileBlobs> FileBlobs::open(fs::path folder, bool durable) {
  STOREY_TRY_VOID(make_folder(folder / kIncoming, durable));
  // All folders of blobs now, and their names on disk: of two writers of which one would make the folder, the
  // other one could be done before its name is there to stay.
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char first : kDigits)
    for (const char second : kDigits)
      STOREY_TRY_VOID(make_folder(folder / std::string{first, second}, false));
  if (durable) STOREY_TRY_VOID(sync_folder(folder));
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

Result<void> FileBlobs::put_file(const BlobId& id, const fs::path& file, const std::function<bool()>&) {
  const fs::path target = path_of(id);
  struct stat status {};
  struct stat folder_status {};
  if (::stat(file.c_str(), &status) != 0) return system_error("read", file, errno, ErrorCode::kUnreadable);
  const bool here = ::stat(folder_.c_str(), &folder_status) == 0 && status.st_dev == folder_status.st_dev;
  if (here) {
    const Descriptor source(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!source) return system_error("read", file, errno, ErrorCode::kUnreadable);
    return move_into_place(source.get(), file, target, durable_);
  }
  STOREY_TRY(const auto writer, new_writer(id));
  STOREY_TRY_VOID(writer->append(file));
  STOREY_TRY_VOID(writer->commit());
  ::unlink(file.c_str());
  return {};
}

Result<void> FileBlobs::concatenate(const BlobId& id, const std::vector<BlobId>& parts,
                                    const std::function<bool()>& keep_going) {
  STOREY_TRY(const auto writer, new_writer(id));
  for (const BlobId& part : parts) {
    if (!keep_going()) return fail(ErrorCode::kCancelled, "the file is not put together any more");
    STOREY_TRY_VOID(writer->append(path_of(part)));
  }
  return writer->commit();
}

Result<std::string> FileBlobs::read(const BlobId& id, std::uint64_t offset, std::size_t limit) {
  const fs::path file = path_of(id);
  const Descriptor source(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source) return system_error("read", file, errno, ErrorCode::kUnreadable);
  std::string bytes(limit, '\0');
  std::size_t filled = 0;
  while (filled < limit) {
    const ssize_t got =
        ::pread(source.get(), bytes.data() + filled, limit - filled, static_cast<off_t>(offset + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("read", file, errno, ErrorCode::kUnreadable);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

Result<std::uint64_t> FileBlobs::size(const BlobId& id) {
  const fs::path file = path_of(id);
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return system_error("read", file, errno, ErrorCode::kUnreadable);
  return static_cast<std::uint64_t>(status.st_size);
}

Result<OpenBlob> FileBlobs::open(const BlobId& id, const std::function<bool()>&) {
  const fs::path file = path_of(id);
  OpenBlob opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (opened.descriptor() < 0) return system_error("read", file, errno, ErrorCode::kUnreadable);
  return opened;
}

Result<void> FileBlobs::fetch(const BlobId& id, const fs::path& file, const std::function<bool()>&) {
  std::error_code status;
  fs::create_symlink(fs::absolute(path_of(id)), file, status);
  if (status) return system_error("link the file", file, status.value());
  return {};
}

Result<void> FileBlobs::erase(const BlobId& id) {
  const fs::path file = path_of(id);
  if (::unlink(file.c_str()) != 0 && errno != ENOENT) return system_error("remove", file, errno);
  return {};
}

namespace {

/// Calls `visit` with the path and the time of each blob's file in the folder, if there is such a folder.
template <class Visit>
Result<void> for_each_file(const fs::path& folder, const Visit& visit) {
  std::error_code status;
  for (fs::directory_iterator entry(folder, status), end; !status && entry != end; entry.increment(status)) {
    struct stat file {};
    if (!is_uuid_v7(entry->path().filename().string()) || ::stat(entry->path().c_str(), &file) != 0) continue;
    visit(entry->path(), from_unix_ms(std::int64_t{1000} * file.st_mtim.tv_sec));
  }
  if (status && status != std::errc::no_such_file_or_directory)
    return system_error("list", folder, status.value(), ErrorCode::kUnreadable);
  return {};
}

}  // namespace

Result<std::vector<StoredBlob>> FileBlobs::list(const std::string& ending) {
  std::vector<StoredBlob> found;
  STOREY_TRY_VOID(for_each_file(folder_ / ending, [&](const fs::path& file, Timestamp written) {
    found.push_back({BlobId(file.filename().string()), written});
  }));
  return found;
}

Result<void> FileBlobs::erase_unfinished(Timestamp time) {
  return for_each_file(folder_ / kIncoming, [&](const fs::path& file, Timestamp written) {
    if (written < time) ::unlink(file.c_str());  // left behind by a process that was killed
  });
}

Result<std::optional<std::uint64_t>> FileBlobs::free_bytes() {
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
