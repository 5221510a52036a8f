#include "sandbox/sandbox.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>

#include "sandbox/landlock.h"
#include "sandbox/refused.h"
#include "sandbox/system_calls.h"

namespace storey {
namespace {

/// Lowers a limit; one that is lower already stays.
bool limit(__rlimit_resource_t resource, std::uint64_t most) {
  rlimit bounds{};
  if (::getrlimit(resource, &bounds) != 0) return false;
  bounds.rlim_cur = std::min<rlim_t>(bounds.rlim_cur, most);
  bounds.rlim_max = std::min<rlim_t>(bounds.rlim_max, most);
  return ::setrlimit(resource, &bounds) == 0;
}

/// What sanitizers read of the process and its program to describe what they found.
std::vector<std::filesystem::path> sanitizer_resources() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return {"/proc", "/usr", "/lib", "/lib64", "/proc/self/exe"};
#else
  return {};
#endif
}

}  // namespace

std::vector<std::filesystem::path> conversion_resources() {
  return {"/etc/fonts",
          "/usr/share/fonts",
          "/usr/local/share/fonts",
          "/usr/share/fontconfig",
          "/var/cache/fontconfig",
          "/etc/localtime",
          "/usr/share/zoneinfo",
          "/proc/meminfo",
          "/proc/self/cgroup",
          "/proc/self/statm",
          "/sys/fs/cgroup"};
}

std::string SandboxSupport::describe() const {
  const std::string calls = seccomp ? "seccomp" : "this kernel has no seccomp";
  if (landlock_abi > 0) return "Landlock " + std::to_string(landlock_abi) + (seccomp ? ", " : "; ") + calls;
  return calls + "; this kernel has no Landlock";
}

SandboxSupport sandbox_support() { return {landlock_abi(), can_filter_system_calls()}; }

Result<void> enter_sandbox(const SandboxRules& rules, bool required) {
  const SandboxSupport support = sandbox_support();
  if (required && !support.full())
    return fail(ErrorCode::kInternal, "the sandbox cannot be made: " + support.describe(),
                "use a kernel that is started with both, or do not require the sandbox");
  if (!limit(RLIMIT_FSIZE, rules.max_file_bytes) || !limit(RLIMIT_NOFILE, rules.max_open_files) ||
      !limit(RLIMIT_NPROC, rules.max_threads) || !limit(RLIMIT_CORE, 0))
    return refused("limits");
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return refused("no_new_privs");
  if (support.landlock_abi > 0) {
    SandboxRules files = rules;
    for (const std::filesystem::path& path : sanitizer_resources()) files.readable.push_back(path);
    if (Result<void> restricted = restrict_files(files, support.landlock_abi); !restricted) return restricted;
  }
  return support.seccomp ? restrict_system_calls() : Result<void>();
}

}  // namespace storey
