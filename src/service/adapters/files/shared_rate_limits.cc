#include "service/adapters/files/shared_rate_limits.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "service/domain/digest.h"

namespace storey::service {
namespace {

constexpr std::size_t kSlots = 1 << 16;  ///< of each table
constexpr std::size_t kTables = 2;
constexpr std::size_t kProbes = 64;

/// 64 bits of SHA-256: nobody finds two remote addresses or clients with the same.
std::uint64_t hash_of(std::string_view key) {
  const Digest digest = sha256(key);
  std::uint64_t hash = 0;
  std::memcpy(&hash, digest.data(), sizeof hash);
  return hash == 0 ? 1 : hash;
}

std::uint64_t window_of(Timestamp now) {
  return static_cast<std::uint64_t>(unix_seconds(now) / kRateWindow.count());
}

}  // namespace

Result<SharedRateLimits> SharedRateLimits::open(const std::filesystem::path& file) {
  constexpr std::size_t kBytes = kTables * kSlots * sizeof(Slot);
  const auto failed = [&](const char* action) {
    return fail(Error{ErrorCode::kUnwritable,
                      std::string("cannot ") + action + ": " + std::strerror(errno),
                      file.string(),
                      {},
                      "make the data directory writable"});
  };
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return failed("open");
  // Reserve the blocks now: a full disk would otherwise end the process at the first touch of a new page.
  const int reserved = ::posix_fallocate(descriptor, 0, kBytes);
  void* memory =
      reserved == 0 ? ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) : MAP_FAILED;
  if (reserved != 0) errno = reserved;
  const int number = errno;
  ::close(descriptor);
  errno = number;
  if (memory == MAP_FAILED) return failed("map");
  return SharedRateLimits(static_cast<Slot*>(memory));
}

SharedRateLimits::~SharedRateLimits() {
  if (slots_ != nullptr) ::munmap(slots_, kTables * kSlots * sizeof(Slot));
}

SharedRateLimits::Slot* SharedRateLimits::table_of(const RateKey& key) const {
  return key.kind == RateKey::Kind::kClient ? slots_ : slots_ + kSlots;
}

SharedRateLimits::Slot& SharedRateLimits::find(Slot* table, std::uint64_t key, std::uint64_t window) {
  Slot* reusable = nullptr;
  std::uint64_t reusable_key = 0;
  Slot* slot = nullptr;
  for (std::size_t i = 0; i < kProbes; ++i) {
    slot = &table[(key + i) % kSlots];
    const std::uint64_t present = slot->key.load(std::memory_order_acquire);
    if (present == key) return *slot;
    const bool past = (slot->window_and_count.load(std::memory_order_relaxed) >> 32) < window;
    if (reusable == nullptr && (present == 0 || past)) {
      reusable = slot;
      reusable_key = present;
    }
    if (present == 0) break;
  }
  if (reusable == nullptr) return *slot;
  if (reusable->key.compare_exchange_strong(reusable_key, key) || reusable_key == key) return *reusable;
  return find(table, key, window);  // somebody else took the place: look again
}

Result<std::uint32_t> SharedRateLimits::count(const RateKey& key, Timestamp now, std::uint32_t requests) {
  const std::uint64_t window = window_of(now);
  std::atomic<std::uint64_t>& value = find(table_of(key), hash_of(key.bytes), window).window_and_count;
  std::uint64_t seen = value.load(std::memory_order_relaxed);
  while (true) {
    const std::uint64_t before = (seen >> 32) == window ? seen & 0xffffffff : 0;
    const std::uint64_t after = std::min<std::uint64_t>(before + requests, 0xffffffff);
    if (value.compare_exchange_weak(seen, (window << 32) | after)) return static_cast<std::uint32_t>(before);
  }
}

std::uint32_t SharedRateLimits::look(const RateKey& key, Timestamp now) {
  const std::uint64_t window = window_of(now);
  const std::uint64_t wanted = hash_of(key.bytes);
  for (std::size_t i = 0; i < kProbes; ++i) {
    const Slot& slot = table_of(key)[(wanted + i) % kSlots];
    const std::uint64_t present = slot.key.load(std::memory_order_acquire);
    if (present == 0) return 0;
    if (present != wanted) continue;
    const std::uint64_t seen = slot.window_and_count.load(std::memory_order_relaxed);
    return (seen >> 32) == window ? static_cast<std::uint32_t>(seen & 0xffffffff) : 0;
  }
  return 0;
}

}  // namespace storey::service
