#include "service/worker/scratch_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace storey::service {
namespace {

namespace fs = std::filesystem;

int open_folder(const fs::path& path) { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

/// Whether a name still leads to it.
bool is_there(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && status.st_nlink > 0;
}

}  // namespace

ScratchFolder::ScratchFolder(fs::path path) : path_(std::move(path)), lock_(-1) {
  // Between making and locking it, another process may take it for abandoned.
  for (;;) {
    fs::create_directories(path_);
    const int descriptor = open_folder(path_);
    if (descriptor < 0 && errno == ENOENT) continue;
    const int failure = descriptor < 0 || ::flock(descriptor, LOCK_EX) != 0 ? errno : 0;
    if (failure == 0 && is_there(descriptor)) {
      lock_ = descriptor;
      return;
    }
    if (descriptor >= 0) ::close(descriptor);
    if (failure != 0) throw std::system_error(failure, std::generic_category(), path_.string());
  }
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  ::close(lock_);
}

void remove_abandoned_folders(const fs::path& parent) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, ignored)) {
    const int descriptor = open_folder(entry.path());
    if (descriptor < 0) continue;  // a file, such as a lock
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) fs::remove_all(entry.path(), ignored);
    ::close(descriptor);
  }
}

}  // namespace storey::service
