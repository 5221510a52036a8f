#include "sandbox/landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "sandbox/refused.h"

namespace storey {
namespace {

// The kernel's interface. Debian 12 has the header of 6.1, which knows less than later kernels offer.
struct RulesetAttributes {
  std::uint64_t files, network, scopes;
};
struct [[gnu::packed]] PathAttributes {
  std::uint64_t allowed;
  std::int32_t parent;
};
constexpr std::uint32_t kAskVersion = 1;
constexpr int kPathBeneath = 1;

constexpr std::uint64_t kExecute = 1 << 0, kWriteFile = 1 << 1, kReadFile = 1 << 2, kReadFolder = 1 << 3,
                        kRemoveFolder = 1 << 4, kRemoveFile = 1 << 5, kMakeFile = 1 << 8, kRefer = 1 << 13,
                        kTruncate = 1 << 14, kDeviceControl = 1 << 15;
constexpr std::uint64_t kFirstRights = (1 << 13) - 1;
constexpr std::uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kDeviceControl;
constexpr std::uint64_t kAllNetwork = 3;  // to bind and to connect
constexpr std::uint64_t kAllScopes = 3;   // abstract sockets and signals of others

/// All rights that this version of Landlock knows, which are all denied unless a rule gives them.
RulesetAttributes handled(int abi) {
  RulesetAttributes all{kFirstRights, 0, 0};
  if (abi >= 2) all.files |= kRefer;
  if (abi >= 3) all.files |= kTruncate;
  if (abi >= 4) all.network = kAllNetwork;
  if (abi >= 5) all.files |= kDeviceControl;
  if (abi >= 6) all.scopes = kAllScopes;
  return all;
}

/// What a kernel of this version takes as the size of the attributes.
std::size_t attributes_size(int abi) { return sizeof(std::uint64_t) * (abi >= 6 ? 3 : abi >= 4 ? 2 : 1); }

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

Result<void> allow(int ruleset, const std::filesystem::path& path, std::uint64_t rights) {
  const Descriptor target(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (target.get() < 0) return {};  // what is not there needs no right; opening it says what is wrong
  struct stat status {};
  if (::fstat(target.get(), &status) != 0) return refused("a path", path);
  if (!S_ISDIR(status.st_mode)) rights &= kOfFiles;
  const PathAttributes rule{rights, target.get()};
  if (::syscall(SYS_landlock_add_rule, ruleset, kPathBeneath, &rule, 0) != 0)
    return refused("a path of it", path);
  return {};
}

}  // namespace

int landlock_abi() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion);
  return version > 0 ? static_cast<int>(version) : 0;
}

Result<void> restrict_files(const SandboxRules& rules, int abi) {
  const RulesetAttributes all = handled(abi);
  const Descriptor ruleset(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &all, attributes_size(abi), 0)));
  if (ruleset.get() < 0) return refused("Landlock");
  const std::uint64_t read = kReadFile | kReadFolder;
  const std::uint64_t write = read | kWriteFile | kMakeFile | kRemoveFile | (all.files & kTruncate);
  for (const auto& [paths, rights] :
       {std::pair(&rules.readable, read), {&rules.writable, write}, {&rules.tidied, kRemoveFolder}})
    for (const std::filesystem::path& path : *paths)
      if (Result<void> allowed = allow(ruleset.get(), path, rights); !allowed) return allowed;
  if (::syscall(SYS_landlock_restrict_self, ruleset.get(), 0) != 0) return refused("Landlock");
  return {};
}

}  // namespace storey
