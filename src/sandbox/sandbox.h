// What a process gives up before it reads a stranger's scan, so that a scan that takes it over gains nothing
// by it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "storey/result.h"

namespace storey {

/// What stays open to the process. Paths that do not exist are left out.
struct SandboxRules {
  std::vector<std::filesystem::path> readable;  ///< files, and folders with all that is in them
  std::vector<std::filesystem::path>
      writable;                               ///< folders: files in them are made, read, written and removed
  std::vector<std::filesystem::path> tidied;  ///< folders: empty folders in them may be removed
  std::uint64_t max_file_bytes = 256ull << 30;  ///< of any file that is written
  std::uint64_t max_open_files = 256;
  std::uint64_t max_threads = 4096;  ///< of the user, in all processes: RLIMIT_NPROC counts no other way
};

/// Files of the system that a conversion needs: fonts, time zones, and how much memory is free.
std::vector<std::filesystem::path> conversion_resources();

/// What the running kernel offers.
struct SandboxSupport {
  int landlock_abi = 0;  ///< 0: no Landlock, so that files are not kept from the process
  bool seccomp = false;  ///< system calls can be refused

  bool full() const { return landlock_abi > 0 && seccomp; }
  /// "Landlock 7, seccomp", or "seccomp; this kernel has no Landlock".
  std::string describe() const;
};
SandboxSupport sandbox_support();

/// From now on, and for good, this process and its threads open only what `rules` name; have no sockets, no
/// other programs and no other processes; and gain no privileges. What is tried nevertheless fails with EPERM
/// or EACCES, or ends the process with SIGSYS where no reader of scans ever tries it. To be called before a
/// second thread starts. Errors: kInternal where the kernel refuses what it offers, and if `required`, where
/// it does not offer all.
Result<void> enter_sandbox(const SandboxRules& rules, bool required);

}  // namespace storey
