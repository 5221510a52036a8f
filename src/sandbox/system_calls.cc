#include "sandbox/system_calls.h"

#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace storey {
namespace {

// Sanitizers make calls of their own, LeakSanitizer even a process that traces its parent: under them all
// calls are allowed but those that are never right.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

using Filter = std::unique_ptr<void, decltype(&seccomp_release)>;

constexpr int kAllowed[] = {
    // files
    SCMP_SYS(access), SCMP_SYS(close), SCMP_SYS(close_range), SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3),
    SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(fadvise64), SCMP_SYS(fallocate), SCMP_SYS(fcntl),
    SCMP_SYS(fdatasync), SCMP_SYS(flock), SCMP_SYS(fstat), SCMP_SYS(fstatfs), SCMP_SYS(fsync),
    SCMP_SYS(ftruncate), SCMP_SYS(getcwd), SCMP_SYS(getdents64), SCMP_SYS(lseek), SCMP_SYS(lstat),
    SCMP_SYS(mkdir), SCMP_SYS(mkdirat), SCMP_SYS(newfstatat), SCMP_SYS(open), SCMP_SYS(openat),
    SCMP_SYS(pipe), SCMP_SYS(pipe2), SCMP_SYS(pread64), SCMP_SYS(preadv), SCMP_SYS(pwrite64),
    SCMP_SYS(pwritev), SCMP_SYS(read), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(readv),
    SCMP_SYS(rename), SCMP_SYS(renameat), SCMP_SYS(renameat2), SCMP_SYS(rmdir), SCMP_SYS(stat),
    SCMP_SYS(statfs), SCMP_SYS(statx), SCMP_SYS(umask), SCMP_SYS(unlink), SCMP_SYS(unlinkat), SCMP_SYS(write),
    SCMP_SYS(writev),
    // memory
    SCMP_SYS(brk), SCMP_SYS(madvise), SCMP_SYS(mmap), SCMP_SYS(mprotect), SCMP_SYS(mremap), SCMP_SYS(munmap),
    // threads, waiting and signals
    SCMP_SYS(arch_prctl), SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(futex), SCMP_SYS(futex_waitv),
    SCMP_SYS(get_robust_list), SCMP_SYS(membarrier), SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(pselect6),
    SCMP_SYS(restart_syscall), SCMP_SYS(rseq), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigtimedwait), SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_yield),
    SCMP_SYS(select), SCMP_SYS(set_robust_list), SCMP_SYS(set_tid_address), SCMP_SYS(sigaltstack),
    // facts
    SCMP_SYS(clock_getres), SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep), SCMP_SYS(getegid),
    SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(getrandom),
    SCMP_SYS(getrlimit), SCMP_SYS(getrusage), SCMP_SYS(gettid), SCMP_SYS(gettimeofday), SCMP_SYS(getuid),
    SCMP_SYS(nanosleep), SCMP_SYS(sysinfo), SCMP_SYS(time), SCMP_SYS(uname)};

constexpr int kNever[] = {
    // sockets
    SCMP_SYS(accept), SCMP_SYS(accept4), SCMP_SYS(bind), SCMP_SYS(connect), SCMP_SYS(listen),
    SCMP_SYS(recvfrom), SCMP_SYS(recvmsg), SCMP_SYS(sendmsg), SCMP_SYS(sendto), SCMP_SYS(socket),
    SCMP_SYS(socketpair),
    // programs and processes
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd),
    SCMP_SYS(process_vm_writev), SCMP_SYS(vfork),
    // the system
    SCMP_SYS(add_key), SCMP_SYS(bpf), SCMP_SYS(chroot), SCMP_SYS(delete_module), SCMP_SYS(finit_module),
    SCMP_SYS(init_module), SCMP_SYS(io_uring_setup), SCMP_SYS(kexec_load), SCMP_SYS(keyctl), SCMP_SYS(mount),
    SCMP_SYS(open_by_handle_at), SCMP_SYS(perf_event_open), SCMP_SYS(pivot_root), SCMP_SYS(reboot),
    SCMP_SYS(request_key), SCMP_SYS(setns), SCMP_SYS(umount2), SCMP_SYS(unshare), SCMP_SYS(userfaultfd)};

scmp_arg_cmp argument_is(unsigned index, scmp_datum_t value) { return {index, SCMP_CMP_EQ, value, 0}; }

/// What is right or wrong by its arguments, or by whether a sanitizer runs.
bool add_rules_of_plain_builds(void* filter) {
  const auto own = static_cast<scmp_datum_t>(::getpid());
  constexpr auto kThread = static_cast<scmp_datum_t>(CLONE_THREAD);
  bool added = true;
  const auto add = [&](std::uint32_t action, int call, auto... conditions) {
    added = added && seccomp_rule_add(filter, action, call, sizeof...(conditions), conditions...) == 0;
  };
  for (const int call : kAllowed) add(SCMP_ACT_ALLOW, call);
  for (const int call : {SCMP_SYS(kill), SCMP_SYS(tgkill)}) add(SCMP_ACT_ALLOW, call, argument_is(0, own));
  // Of terminals to ask, but not to type into them.
  for (const unsigned request : {TCGETS, TIOCGWINSZ})
    add(SCMP_ACT_ALLOW, SCMP_SYS(ioctl), argument_is(1, request));
  add(SCMP_ACT_ALLOW, SCMP_SYS(prctl), argument_is(0, PR_SET_NAME));
  // Limits of its own, to read.
  add(SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), argument_is(0, 0), argument_is(2, 0));
  add(SCMP_ACT_ALLOW, SCMP_SYS(clone), scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, kThread, kThread});
  add(SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, kThread, 0});
  // Its arguments lie in memory, where no filter sees them. The C library takes clone where clone3 is not
  // known.
  add(SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3));
  add(SCMP_ACT_KILL_PROCESS, SCMP_SYS(ptrace));
  add(SCMP_ACT_KILL_PROCESS, SCMP_SYS(process_vm_readv));
  return added;
}

}  // namespace

bool can_filter_system_calls() {
  // The kernel looks at the filter, which is none, only if it knows filters.
  return ::prctl(PR_SET_SECCOMP, 2 /* SECCOMP_MODE_FILTER */, nullptr) == -1 && errno == EFAULT;
}

Result<void> restrict_system_calls() {
  const Filter filter(seccomp_init(kSanitized ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM)), seccomp_release);
  bool made = filter != nullptr && seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_TSYNC, 1) == 0 &&
              seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0;
  for (const int call : kNever)
    made = made && seccomp_rule_add(filter.get(), SCMP_ACT_KILL_PROCESS, call, 0) == 0;
  if (!kSanitized) made = made && add_rules_of_plain_builds(filter.get());
  if (!made) return fail(ErrorCode::kInternal, "the sandbox cannot be made: libseccomp refuses its rules");
  if (const int loaded = seccomp_load(filter.get()); loaded != 0)
    return fail(ErrorCode::kInternal,
                std::string("the sandbox cannot be made: seccomp: ") + std::strerror(-loaded));
  return {};
}

}  // namespace storey
