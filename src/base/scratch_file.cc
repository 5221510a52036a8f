#include "base/scratch_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

namespace storey {
namespace {

Error unwritable(const std::string& folder, int reason) {
  return {ErrorCode::kUnwritable,
          "cannot keep what does not fit into memory (" + std::generic_category().message(reason) + ")",
          folder,
          {},
          "free some space there, set TMPDIR to a folder with more, or allow more memory"};
}

/// As the user says, whether it is there or not.
std::filesystem::path temporary_folder() {
  const char* const chosen = std::getenv("TMPDIR");
  return chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
}

}  // namespace

Result<std::shared_ptr<ScratchFile>> ScratchFile::open(const std::filesystem::path& folder) {
  const std::filesystem::path where = folder.empty() ? temporary_folder() : folder;
  std::string name = (where / "storey-scratch-XXXXXX").string();
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return fail(unwritable(where.string(), errno));
  ::unlink(name.c_str());
  return std::shared_ptr<ScratchFile>(new ScratchFile(descriptor, where.string()));
}

ScratchFile::ScratchFile(int descriptor, std::string folder)
    : descriptor_(descriptor), folder_(std::move(folder)) {}

ScratchFile::~ScratchFile() { ::close(descriptor_); }

Result<std::uint64_t> ScratchFile::append(std::span<const std::byte> bytes) {
  const std::uint64_t offset = end_.fetch_add(bytes.size());
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t written =
        ::pwrite(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail(unwritable(folder_, written < 0 ? errno : ENOSPC));
    done += static_cast<std::size_t>(written);
  }
  return offset;
}

void ScratchFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t got =
        ::pread(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw std::system_error(got < 0 ? errno : EIO, std::generic_category(), "scratch file in " + folder_);
    done += static_cast<std::size_t>(got);
  }
}

}  // namespace storey
