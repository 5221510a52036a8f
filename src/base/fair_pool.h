// Threads for blocking work that several parties share.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/thread_turns.h"

namespace storey {

/// Runs what is posted on a bounded number of threads, which are started when they are needed. Parties take
/// turns, and each has only so many threads at a time: work of one that takes long, or is much, leaves room
/// for the others. Work of one party is begun in its order.
class FairPool {
 public:
  /// Both at least 1. `turns`: of its threads.
  FairPool(int threads, int threads_of_party, Turns turns = Turns::kUsual);
  /// `join`.
  ~FairPool();
  FairPool(const FairPool&) = delete;
  FairPool& operator=(const FairPool&) = delete;

  /// From any thread. The empty party may have all threads. After `join` or `abandon` nothing is done. `work`
  /// must not throw.
  void post(const std::string& party, std::function<void()> work);

  /// Returns when all that was posted is done.
  void join();
  /// Does not begin what still waits, and returns at once: what is under way must own all that it uses.
  void abandon();

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace storey
