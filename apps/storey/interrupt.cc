#include "interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <cerrno>

#include "exit_code.h"
#include "terminal.h"

namespace storey {
namespace {

constexpr int kWake = SIGUSR1;                    // from the destructor to the watcher
constexpr timespec kPatience = {0, 800'000'000};  // a second for all, less what ending a process takes

[[noreturn]] void end_process() {
  write_whole(STDERR_FILENO, terminal_at(STDERR_FILENO).can_redraw ? "\r\x1b[K" : "");
  write_whole(STDERR_FILENO, "storey: interrupted\n");
  _exit(kExitInterrupted);
}

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

InterruptGuard::InterruptGuard(RunContext& context) : context_(context) {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  if (!is_ignored(SIGHUP)) sigaddset(&signals_, SIGHUP);  // nohup
  sigaddset(&signals_, kWake);
  pthread_sigmask(SIG_BLOCK, &signals_, &previous_mask_);
  watcher_ = std::thread([this] { watch(); });
}

InterruptGuard::~InterruptGuard() {
  finished_.store(true);
  pthread_kill(watcher_.native_handle(), kWake);
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

void InterruptGuard::watch() {
  int signal = 0;
  sigwait(&signals_, &signal);
  if (finished_.load()) return;
  context_.cancel();
  await_end();
}

void InterruptGuard::await_end() {
  while (true) {
    const int signal = sigtimedwait(&signals_, nullptr, &kPatience);
    if (finished_.load()) return;
    if (signal > 0) end_process();  // asked a second time
    if (errno == EAGAIN && !writing_.load()) end_process();
  }
}

}  // namespace storey
