#include "service/worker/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

namespace storey::service {
namespace {

using Steady = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPollTick{100};
constexpr std::chrono::seconds kGrace{1};
constexpr rlim_t kCpuGrace = 5;  // s of computing after SIGXCPU
constexpr int kExitNotStarted = 127;
constexpr std::size_t kLastWords = 4096;  // bytes of a child's standard error

void limit(int resource, rlim_t soft, rlim_t hard) {
  if (soft == 0) return;
  const rlimit bounds{soft, hard};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &bounds);
}

/// What happens between fork and exec: system calls only, for other threads may hold any lock.
[[noreturn]] void become(char* const* arguments, char* const* environment, const ChildLimits& limits,
                         int output, int errors, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kExitNotStarted);
  limit(RLIMIT_AS, limits.address_space_bytes, limits.address_space_bytes);
  // At the soft limit it gets SIGXCPU, which says why; at the hard one SIGKILL, which would not.
  const auto cpu_seconds = static_cast<rlim_t>(limits.cpu_time.count());
  limit(RLIMIT_CPU, cpu_seconds, cpu_seconds + kCpuGrace);
  if (limits.nice > 0) ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) + limits.nice);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  sigset_t none;
  sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  const int nowhere = ::open("/dev/null", O_RDWR);
  ::dup2(nowhere, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  ::close_range(3, ~0u, 0);
  ::execve(arguments[0], arguments, environment);
  ::_exit(kExitNotStarted);
}

/// As exec wants them: ended by a null.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// The child has nothing of our environment: it may hold secrets, and none of it decides how a plan looks.
/// But sanitizers are set by it.
void keep_sanitizers([[maybe_unused]] std::vector<char*>& variables) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (std::string_view(*entry).find("SAN_OPTIONS=") != std::string_view::npos)
      variables.insert(variables.begin(), *entry);
#endif
}

/// Splits what comes out of the child into lines.
class Lines {
 public:
  Lines(std::size_t max_bytes, const std::function<void(std::string_view)>& on_line)
      : max_bytes_(max_bytes), on_line_(on_line) {}
  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      const std::string_view piece = bytes.substr(0, end);
      line_.append(piece.substr(0, max_bytes_ - std::min(max_bytes_, line_.size())));
      if (end == std::string_view::npos) return;
      on_line_(line_);
      line_.clear();
      bytes.remove_prefix(end + 1);
    }
  }

 private:
  std::size_t max_bytes_;
  const std::function<void(std::string_view)>& on_line_;
  std::string line_;
};

/// A pipe's two ends, closed with it.
class Pipe {
 public:
  Pipe() : made_(::pipe2(ends_.data(), O_CLOEXEC) == 0) {}
  ~Pipe() {
    close_writer();
    if (made_) ::close(ends_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_writer() {
    if (made_ && ends_[1] >= 0) ::close(std::exchange(ends_[1], -1));
  }
  bool made() const { return made_; }
  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }

 private:
  std::array<int, 2> ends_{-1, -1};
  bool made_;
};

class Child {
 public:
  Child(pid_t pid, int output, int errors) : pid_(pid), output_(output), errors_(errors) {}
  /// However the reading ended, no process of the group stays.
  ~Child() {
    ::kill(-pid_, SIGKILL);
    if (!status_) ::waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void signal(int number) const { ::kill(-pid_, number); }

  /// Reads what there is within a tick. False at the end of both streams.
  bool read(Lines& lines) {
    std::array<pollfd, 2> polled{pollfd{output_, POLLIN, 0}, pollfd{errors_, POLLIN, 0}};
    if (::poll(polled.data(), polled.size(), static_cast<int>(kPollTick.count())) <= 0) return true;
    if (polled[0].revents != 0) read(output_, [&](std::string_view bytes) { lines.add(bytes); });
    if (polled[1].revents != 0) read(errors_, [&](std::string_view bytes) { keep(bytes); });
    return output_ >= 0 || errors_ >= 0;
  }

  std::string last_words() const {
    const std::size_t cut = last_words_.size() - std::min(last_words_.size(), kLastWords);
    return last_words_.substr(cut);
  }

  bool ended() {
    int status = 0;
    if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
    return status_.has_value();
  }
  int status() const { return *status_; }

 private:
  /// A stream that has ended is -1, which poll leaves out.
  template <class Take>
  static void read(int& stream, const Take& take) {
    std::array<char, 16 * 1024> buffer;
    const ssize_t got = ::read(stream, buffer.data(), buffer.size());
    if (got > 0)
      take({buffer.data(), static_cast<std::size_t>(got)});
    else if (got == 0 || errno != EINTR)
      stream = -1;
  }
  void keep(std::string_view bytes) {
    last_words_.append(bytes);
    if (last_words_.size() > 16 * kLastWords) last_words_ = last_words();
  }

  pid_t pid_;
  int output_, errors_;
  std::string last_words_;
  std::optional<int> status_;
};

/// Follows the child until it has ended and says all it had to say.
ChildOutcome follow(Child& child, const ChildLimits& limits, Lines& lines,
                    const std::function<bool()>& keep_going) {
  const Steady::time_point started = Steady::now();
  std::optional<ChildEnd> stopped;
  Steady::time_point kill_at;
  bool open = true;
  while (open || !child.ended()) {
    if (open)
      open = child.read(lines);
    else
      ::usleep(1000);
    const Steady::time_point now = Steady::now();
    if (!stopped) {
      if (!keep_going())
        stopped = ChildEnd::kStopped;
      else if (limits.wall_time.count() > 0 && now - started > limits.wall_time)
        stopped = ChildEnd::kTimedOut;
      if (stopped) child.signal(SIGTERM);
      kill_at = now + kGrace;
    } else if (now > kill_at) {
      child.signal(SIGKILL);
    }
  }
  if (stopped) return {*stopped, 0, 0, child.last_words()};
  if (WIFSIGNALED(child.status()))
    return {ChildEnd::kSignalled, 0, WTERMSIG(child.status()), child.last_words()};
  return {ChildEnd::kExited, WEXITSTATUS(child.status()), 0, child.last_words()};
}

}  // namespace

Result<ChildOutcome> run_child(const std::vector<std::string>& arguments,
                               const std::vector<std::string>& environment, const ChildLimits& limits,
                               const std::function<void(std::string_view)>& on_line,
                               const std::function<bool()>& keep_going) {
  const std::vector<char*> words = pointers_to(arguments);
  std::vector<char*> variables = pointers_to(environment);
  keep_sanitizers(variables);
  Pipe output, errors;
  if (!output.made() || !errors.made())
    return fail(ErrorCode::kInternal, std::string("cannot make a pipe: ") + std::strerror(errno));
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) become(words.data(), variables.data(), limits, output.writer(), errors.writer(), parent);
  output.close_writer();
  errors.close_writer();
  if (pid < 0)
    return fail(ErrorCode::kInternal, std::string("cannot start a process: ") + std::strerror(errno));
  ::setpgid(pid, pid);
  Child child(pid, output.reader(), errors.reader());
  Lines lines(limits.max_line_bytes, on_line);
  const ChildOutcome outcome = follow(child, limits, lines, keep_going);
  if (outcome.end == ChildEnd::kExited && outcome.exit_code == kExitNotStarted)
    return fail(ErrorCode::kInternal, "the program " + arguments[0] + " could not be started");
  return outcome;
}

}  // namespace storey::service
