#include "sandbox/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

namespace storey {
namespace {

namespace fs = std::filesystem;

constexpr int kSandboxFailed = 99;

class SandboxTest : public testing::Test {
 protected:
  SandboxTest() {
    std::string pattern = (fs::temp_directory_path() / "storey-sandbox-XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
    for (const char* name : {"scans", "out", "data"}) fs::create_directory(folder / name);
    std::ofstream(folder / "scans" / "scan.xyz") << "0 0 0\n";
    std::ofstream(folder / "data" / "storey.db") << "secrets\n";
    fs::create_symlink(folder / "scans" / "scan.xyz", folder / "link.xyz");
  }
  ~SandboxTest() override { fs::remove_all(folder); }

  /// How a process ends that does `deed` in the sandbox: its exit code, or 1000 + its signal.
  int run(const std::function<int()>& deed) const {
    const pid_t pid = ::fork();
    if (pid == 0) {
      SandboxRules rules;
      rules.readable = {folder / "link.xyz", folder / "nothing", "/proc/self/status"};
      rules.writable = {folder / "out"};
      rules.max_file_bytes = 1 << 20;
      ::_exit(enter_sandbox(rules, false) ? deed() : kSandboxFailed);
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  /// 0, or why a file cannot be opened.
  static int open_file(const fs::path& path, int flags) {
    return ::open(path.c_str(), flags, 0600) < 0 ? errno : 0;
  }

  fs::path folder;
};

constexpr int kStopped = 1000 + SIGSYS;

TEST_F(SandboxTest, ScansAreReadAndResultsWritten) {
  EXPECT_EQ(run([&] { return open_file(folder / "link.xyz", O_RDONLY); }), 0);
  EXPECT_EQ(run([&] { return open_file(folder / "out" / "plan.json", O_WRONLY | O_CREAT); }), 0);
  EXPECT_EQ(
      run([&] { return ::rename((folder / "out/plan.json").c_str(), (folder / "out/b.json").c_str()); }), 0);
  EXPECT_EQ(run([&] { return ::unlink((folder / "out/b.json").c_str()); }), 0);
}

TEST_F(SandboxTest, ThreadsRunAndSignalsOfTheProcessItself) {
  EXPECT_EQ(run([] {
              int answer = 0;
              std::thread([&] { answer = 42; }).join();
              return answer;
            }),
            42);
  EXPECT_EQ(run([] { return ::raise(SIGTERM); }), 1000 + SIGTERM);
}

TEST_F(SandboxTest, NoOtherFileIsReadOrWritten) {
  if (sandbox_support().landlock_abi == 0) GTEST_SKIP() << "this kernel has no Landlock";
  EXPECT_EQ(run([&] { return open_file(folder / "data" / "storey.db", O_RDONLY); }), EACCES);
  EXPECT_EQ(run([&] { return open_file(folder / "scans" / "scan.xyz", O_WRONLY); }), EACCES);
  EXPECT_EQ(run([&] { return open_file(folder / "elsewhere", O_WRONLY | O_CREAT); }), EACCES);
  EXPECT_EQ(run([&] { return ::unlink((folder / "data/storey.db").c_str()) < 0 ? errno : 0; }), EACCES);
  EXPECT_EQ(run([&] { return ::truncate((folder / "data/storey.db").c_str(), 0) < 0 ? 1 : 0; }), 1);
  EXPECT_TRUE(fs::file_size(folder / "data" / "storey.db") > 0);
}

TEST_F(SandboxTest, FoldersMadeForResultsCanBeTakenBackAndNoOthers) {
  EXPECT_EQ(run([&] { return ::rmdir((folder / "out").c_str()) < 0 ? 1 : 0; }),
            sandbox_support().landlock_abi > 0 ? 1 : 0);
}

TEST_F(SandboxTest, SocketsEndTheProcess) {
  if (!sandbox_support().seccomp) GTEST_SKIP() << "this kernel has no seccomp";
  EXPECT_EQ(run([] { return ::socket(AF_INET, SOCK_STREAM, 0); }), kStopped);
  EXPECT_EQ(run([] { return ::socket(AF_UNIX, SOCK_DGRAM, 0); }), kStopped);
}

TEST_F(SandboxTest, OtherProgramsEndTheProcess) {
  if (!sandbox_support().seccomp) GTEST_SKIP() << "this kernel has no seccomp";
  EXPECT_EQ(run([] { return ::execl("/bin/true", "true", nullptr); }), kStopped);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they fork and trace themselves

TEST_F(SandboxTest, OtherProcessesEndTheProcess) {
  if (!sandbox_support().seccomp) GTEST_SKIP() << "this kernel has no seccomp";
  EXPECT_EQ(run([] { return ::fork() == 0 ? 0 : 1; }), kStopped);
  EXPECT_EQ(run([] { return static_cast<int>(::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr)); }),
            kStopped);
}

TEST_F(SandboxTest, SignalsToOthersAndUnknownCallsAreRefused) {
  if (!sandbox_support().seccomp) GTEST_SKIP() << "this kernel has no seccomp";
  EXPECT_EQ(run([] { return ::kill(::getppid(), SIGCONT) < 0 ? errno : 0; }), EPERM);
  EXPECT_EQ(run([] { return ::sethostname("x", 1) < 0 ? errno : 0; }), EPERM);
}

#endif

TEST_F(SandboxTest, LimitsAreLoweredAndNeverRaised) {
  EXPECT_EQ(run([&] {
              std::signal(SIGXFSZ, SIG_IGN);
              const int file = ::open((folder / "out/large").c_str(), O_WRONLY | O_CREAT, 0600);
              return ::pwrite(file, "x", 1, 2 << 20) < 0 ? errno : 0;
            }),
            EFBIG);
  const auto at_most = [&](__rlimit_resource_t resource, rlim_t most) {
    return run([&] {
      rlimit bounds{};
      return ::getrlimit(resource, &bounds) == 0 && bounds.rlim_max <= most ? 0 : 1;
    });
  };
  EXPECT_EQ(at_most(RLIMIT_NOFILE, 256), 0);
  EXPECT_EQ(at_most(RLIMIT_NPROC, 4096), 0);
  EXPECT_EQ(at_most(RLIMIT_CORE, 0), 0);
}

TEST_F(SandboxTest, NoPrivilegesAreGained) {
  const auto says_so = [] {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
      if (line == "NoNewPrivs:\t1") return 0;
    return 1;
  };
  EXPECT_EQ(run(says_so), 0);
}

TEST_F(SandboxTest, WhatIsRequiredAndMissingIsRefused) {
  const SandboxSupport support = sandbox_support();
  EXPECT_EQ(run([] { return 0; }), 0);
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(enter_sandbox({}, true) ? 0 : 1);
  int status = 0;
  ::waitpid(pid, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), support.full() ? 0 : 1);
}

TEST(SandboxSupport, SaysWhatTheKernelLacks) {
  EXPECT_EQ((SandboxSupport{7, true}.describe()), "Landlock 7, seccomp");
  EXPECT_EQ((SandboxSupport{0, true}.describe()), "seccomp; this kernel has no Landlock");
  EXPECT_FALSE((SandboxSupport{0, true}.full()));
}

}  // namespace
}  // namespace storey
