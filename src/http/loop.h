// One event loop: a thread, its sockets, and the clock that ends what takes too long.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>

#include "base/fair_pool.h"
#include "http/party_turns.h"

namespace storey::http {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

/// What lives on a loop. All of it is called on the loop's thread.
class LoopMember {
 public:
  virtual ~LoopMember() = default;
  /// Every tick: is something overdue?
  virtual void on_tick(Clock::time_point now) = 0;
  /// The server stops: end when what is under way is done.
  virtual void on_drain() = 0;
  /// The server's patience is over: end now.
  virtual void on_abort() = 0;
};

/// Each loop is run by one thread, so that nothing on it needs a lock. Handles of WebSockets and event
/// streams that the application keeps share ownership of their loop: posting to one after its thread has
/// ended does nothing.
class Loop {
 public:
  /// `computing`: threads for work that computes for long; `turns`: of the requests. Deadlines are looked at
  /// every `tick`. Setting one is a store; a timer for each would cost a heap operation and often a system
  /// call at every read and write.
  Loop(std::shared_ptr<FairPool> blocking, std::shared_ptr<FairPool> computing,
       std::shared_ptr<PartyTurns> turns, Clock::duration tick);

  /// Runs until `finish` has been called.
  void run();

  asio::io_context& context() { return context_; }
  FairPool& blocking() { return *blocking_; }
  FairPool& computing() { return *computing_; }
  PartyTurns& turns() { return *turns_; }

  /// The loop whose thread this is; null elsewhere.
  static Loop* current();

  /// From any thread. Much that is posted at once wakes the loop once.
  void post(std::function<void()> work);
  /// By how much the loop was late at worst since this was last asked, from any thread.
  Clock::duration take_lag() { return Clock::duration(lag_.exchange(0, std::memory_order_relaxed)); }
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }

  // On the loop's thread only.
  using Membership = std::list<LoopMember*>::iterator;
  Membership add(LoopMember& member);
  void remove(Membership membership);
  bool draining() const { return draining_; }
  void drain();
  void abort();
  void finish();

 private:
  void schedule_tick();
  void run_posted();

  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  asio::steady_timer timer_;
  std::shared_ptr<FairPool> blocking_;
  std::shared_ptr<FairPool> computing_;
  std::shared_ptr<PartyTurns> turns_;
  Clock::duration tick_;
  std::list<LoopMember*> members_;
  std::atomic<std::size_t> size_{0};
  std::atomic<Clock::rep> lag_{0};
  bool draining_ = false;

  std::mutex posted_mutex_;
  std::deque<std::function<void()>> posted_;
  bool is_woken_ = false;  ///< `run_posted` is going to be called
};

}  // namespace storey::http
