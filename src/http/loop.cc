#include "http/loop.h"

#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "http/offload.h"

namespace storey::http {
namespace {

thread_local Loop* current_loop = nullptr;

/// So much of what was posted is done before sockets have their turn again.
constexpr std::size_t kTurn = 256;

int make_waker() {
  const int waker = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (waker < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  return waker;
}

}  // namespace

Loop::Loop(std::shared_ptr<FairPool> blocking, Clock::duration tick)
    : work_(asio::make_work_guard(context_)),
      timer_(context_),
      blocking_(std::move(blocking)),
      tick_(tick),
      waker_(context_, make_waker()) {}

Loop* Loop::current() { return current_loop; }

void Loop::run() {
  current_loop = this;
  schedule_tick();
  wait_for_posts();
  context_.run();
  while (run_posted()) {
  }
  current_loop = nullptr;
}

void Loop::post(std::function<void()> work) {
  {
    const std::lock_guard lock(posted_mutex_);
    posted_.push_back(std::move(work));
    if (std::exchange(is_woken_, true)) return;
  }
  wake();
}

void Loop::wake() { ::eventfd_write(waker_.native_handle(), 1); }

void Loop::wait_for_posts() {
  waker_.async_wait(asio::posix::stream_descriptor::wait_read,
                    [this](const boost::system::error_code& error) {
                      if (error) return;
                      eventfd_t count = 0;
                      ::eventfd_read(waker_.native_handle(), &count);
                      if (run_posted()) wake();
                      if (work_.owns_work()) wait_for_posts();
                    });
}

bool Loop::run_posted() {
  std::vector<std::function<void()>> turn;
  {
    const std::lock_guard lock(posted_mutex_);
    const auto end = posted_.begin() + static_cast<std::ptrdiff_t>(std::min(posted_.size(), kTurn));
    turn.assign(std::make_move_iterator(posted_.begin()), std::make_move_iterator(end));
    posted_.erase(posted_.begin(), end);
  }
  for (const std::function<void()>& work : turn) work();
  {
    const std::lock_guard lock(posted_mutex_);
    return is_woken_ = !posted_.empty();
  }
}

Loop::Membership Loop::add(LoopMember& member) {
  size_.fetch_add(1, std::memory_order_relaxed);
  return members_.insert(members_.end(), &member);
}

void Loop::remove(Membership membership) {
  members_.erase(membership);
  size_.fetch_sub(1, std::memory_order_relaxed);
}

// Members end by completions that run later, never inside of these loops, so that the list stays as it is.
void Loop::drain() {
  draining_ = true;
  for (LoopMember* member : members_) member->on_drain();
}

void Loop::abort() {
  for (LoopMember* member : members_) member->on_abort();
}

void Loop::finish() {
  timer_.cancel();
  waker_.cancel();
  work_.reset();
}

void Loop::schedule_tick() {
  timer_.expires_after(tick_);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error || !work_.owns_work()) return;
    const Clock::time_point now = Clock::now();
    const Clock::rep late = (now - timer_.expiry()).count();
    if (late > lag_.load(std::memory_order_relaxed)) lag_.store(late, std::memory_order_relaxed);
    for (LoopMember* member : members_) member->on_tick(now);
    schedule_tick();
  });
}

namespace detail {

void run_blocking(std::string_view party, std::function<void()> work, std::function<void()> done) {
  Loop* const loop = Loop::current();
  if (!loop) {
    work();
    done();
    return;
  }
  loop->blocking().post(std::string(party), [loop, work = std::move(work), done = std::move(done)]() mutable {
    work();
    loop->post(std::move(done));
  });
}

}  // namespace detail
}  // namespace storey::http
