#include "service/adapters/files/posix_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "service/domain/try.h"

namespace storey::service {

namespace fs = std::filesystem;

tl::unexpected<Error> system_error(const std::string& action, const fs::path& file, int number,
                                   ErrorCode code) {
  Error error{code, "cannot " + action + ": " + std::strerror(number), file.string(), {}, {}};
  if (number == ENOSPC || number == EDQUOT) error.remedy = "make room on the disk";
  if (number == EROFS || number == EACCES) error.remedy = "make the data directory writable";
  return fail(std::move(error));
}

Descriptor::~Descriptor() {
  if (value_ >= 0) ::close(value_);
}

Result<void> make_folder(const fs::path& folder, bool durable) {
  std::error_code status;
  if (fs::is_directory(folder, status)) return {};
  if (const fs::path above = folder.parent_path(); !above.empty() && above != folder)
    STOREY_TRY_VOID(make_folder(above, durable));
  fs::create_directory(folder, status);  // no error where another one has made it meanwhile
  if (status) return system_error("make the folder", folder, status.value());
  if (!durable) return {};
  return sync_folder(folder.has_parent_path() ? folder.parent_path() : fs::path("."));
}

Result<void> sync_folder(const fs::path& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor || ::fsync(descriptor.get()) != 0) return system_error("sync the folder", folder, errno);
  return {};
}

Result<void> move_into_place(int open_file, const fs::path& from, const fs::path& to, bool durable) {
  STOREY_TRY_VOID(make_folder(to.parent_path(), durable));
  if (::rename(from.c_str(), to.c_str()) != 0) return system_error("move the file into place", to, errno);
  if (!durable) return {};
  // First the name, then the bytes: file systems with a journal write it once for both. What a power cut
  // leaves in between, a file without all of its bytes, nothing refers to: the name is new, and the database
  // learns of it from who gets success from here. The search for orphans removes it.
  Result<void> kept = ::fdatasync(open_file) == 0 ? sync_folder(to.parent_path())
                                                  : Result<void>(system_error("write", to, errno));
  if (!kept) ::unlink(to.c_str());
  return kept;
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

}  // namespace storey::service
