#include "http/loop.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <iterator>
#include <utility>
#include <vector>

#include "base/thread_turns.h"
#include "http/offload.h"

namespace storey::http {
namespace {

thread_local Loop* current_loop = nullptr;

/// So much of what was posted is done before sockets have their turn again.
constexpr std::size_t kTurn = 256;

}  // namespace

Loop::Loop(std::shared_ptr<FairPool> blocking, std::shared_ptr<FairPool> computing,
           std::shared_ptr<PartyTurns> turns, Clock::duration tick)
    : work_(asio::make_work_guard(context_)),
      timer_(context_),
      blocking_(std::move(blocking)),
      computing_(std::move(computing)),
      turns_(std::move(turns)),
      tick_(tick) {}

Loop* Loop::current() { return current_loop; }

void Loop::run() {
  current_loop = this;
  take_turns(Turns::kShort);
  schedule_tick();
  context_.run();
  current_loop = nullptr;
}

void Loop::post(std::function<void()> work) {
  {
    const std::lock_guard lock(posted_mutex_);
    posted_.push_back(std::move(work));
    if (std::exchange(is_woken_, true)) return;
  }
  asio::post(context_, [this] { run_posted(); });
}

void Loop::run_posted() {
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
    is_woken_ = !posted_.empty();
    if (!is_woken_) return;
  }
  asio::post(context_, [this] { run_posted(); });
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
  work_.reset();
}

void Loop::schedule_tick() {
  timer_.expires_after(tick_);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error || !work_.owns_work()) return;
    const Clock::time_point now = Clock::now();
    const Clock::rep late = (now - timer_.expiry()).count();
    if (late > lag_.load(std::memory_order_relaxed)) lag_.store(late, std::memory_order_relaxed);
    turns_->look(now);
    for (LoopMember* member : members_) member->on_tick(now);
    schedule_tick();
  });
}

namespace detail {

void run_elsewhere(Effort effort, std::string_view party, std::function<void()> work,
                   std::function<void()> done) {
  Loop* const loop = Loop::current();
  if (!loop) {
    work();
    done();
    return;
  }
  FairPool& pool = effort == Effort::kComputes ? loop->computing() : loop->blocking();
  pool.post(std::string(party), [loop, work = std::move(work), done = std::move(done)]() mutable {
    work();
    loop->post(std::move(done));
  });
}

}  // namespace detail
}  // namespace storey::http
