#include "service/worker/conversion_turn.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "service/domain/try.h"

namespace storey::service {
namespace {

constexpr std::chrono::milliseconds kLockTick{100};

/// A lock on a file, given back with it.
class FileLock {
 public:
  static Result<FileLock> open(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor >= 0) return FileLock(descriptor);
    return fail(Error{ErrorCode::kUnwritable,
                      std::string("cannot open a lock: ") + std::strerror(errno),
                      file.string(),
                      {},
                      "make the data directory writable for this user"});
  }
  ~FileLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileLock& operator=(FileLock&&) = delete;

  bool acquire(bool exclusive, const std::function<bool()>& keep_going) const {
    while (::flock(descriptor_, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
      if (!keep_going()) return false;
      std::this_thread::sleep_for(kLockTick);
    }
    return true;
  }
  int release() { return std::exchange(descriptor_, -1); }

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace

Result<std::optional<ConversionTurn>> ConversionTurn::take(const std::filesystem::path& folder, Kind kind,
                                                           const std::function<bool()>& keep_going) {
  const bool alone = kind == Kind::kAlone;
  // Everybody goes through the gate; who waits to be alone keeps it shut meanwhile, so that the others get
  // fewer.
  STOREY_TRY(const FileLock gate, FileLock::open(folder / "gate.lock"));
  STOREY_TRY(FileLock turn, FileLock::open(folder / "turn.lock"));
  if (!gate.acquire(alone, keep_going) || !turn.acquire(alone, keep_going)) return std::nullopt;
  return ConversionTurn(turn.release());
}

ConversionTurn::~ConversionTurn() {
  if (lock_ >= 0) ::close(lock_);
}
ConversionTurn::ConversionTurn(ConversionTurn&& other) noexcept : lock_(std::exchange(other.lock_, -1)) {}
ConversionTurn& ConversionTurn::operator=(ConversionTurn&& other) noexcept {
  std::swap(lock_, other.lock_);
  return *this;
}

}  // namespace storey::service
