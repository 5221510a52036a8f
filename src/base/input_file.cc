#include "base/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace storey {
namespace {

Error system_error_of(int number, const std::string& file, const char* what) {
  const std::string message = std::string(what) + ": " + std::generic_category().message(number);
  if (number == ENOENT || number == ENOTDIR)
    return {ErrorCode::kNotFound, "there is no such file", file, {}, "check the path"};
  if (number == EACCES || number == EPERM)
    return {ErrorCode::kUnreadable, message, file, {}, "make the file readable for this user"};
  return {ErrorCode::kUnreadable, message, file, {}, "check the disk or copy the file elsewhere"};
}

}  // namespace

Result<InputFile> InputFile::open(const std::filesystem::path& path) {
  // Without O_NONBLOCK, opening a pipe that nobody writes to would hang before its kind is known.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return fail(system_error_of(errno, path.string(), "cannot be opened"));
  InputFile file(descriptor, 0, path.string());
  struct stat status {};
  if (::fstat(descriptor, &status) != 0)
    return fail(system_error_of(errno, path.string(), "cannot be examined"));
  if (S_ISDIR(status.st_mode))
    return fail(
        {ErrorCode::kUnreadable, "is a folder, not a file", path.string(), {}, "name the files in it"});
  if (!S_ISREG(status.st_mode))
    return fail({ErrorCode::kUnreadable,
                 "is not a regular file",
                 path.string(),
                 {},
                 "write the data to a file on disk first"});
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

InputFile::InputFile(int descriptor, std::uint64_t size, std::string name)
    : descriptor_(descriptor), size_(size), name_(std::move(name)) {}

InputFile::InputFile(InputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_), name_(std::move(other.name_)) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  std::swap(name_, other.name_);
  return *this;
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::size_t> InputFile::read_at(std::uint64_t offset, char* buffer, std::size_t length) const {
  std::size_t done = 0;
  while (done < length) {
    const ssize_t got = ::pread(descriptor_, buffer + done, length - done, static_cast<off_t>(offset + done));
    if (got == 0) break;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(system_error_of(errno, name_, "cannot be read"));
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace storey
