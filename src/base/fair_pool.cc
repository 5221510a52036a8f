#include "base/fair_pool.h"

#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace storey {

/// Shared with the threads, which may outlive the pool.
class FairPool::State : public std::enable_shared_from_this<FairPool::State> {
 public:
  State(int threads, int threads_of_party, Turns turns)
      : max_threads_(threads), threads_of_party_(threads_of_party), turns_of_threads_(turns) {}

  void post(const std::string& name, std::function<void()> work) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return;
      Party& party = parties_[name];
      party.waiting.push_back(std::move(work));
      const bool has_new_turn = queue(name, party);
      if (start_thread() || !has_new_turn) return;
    }
    work_condition_.notify_one();  // not within the lock: who is woken would wait for it
  }

  std::vector<std::thread> close(bool drop_waiting) {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    if (drop_waiting) {
      turns_.clear();
      for (auto& [name, party] : parties_) party.waiting.clear();
    }
    work_condition_.notify_all();
    return std::exchange(threads_, {});
  }

 private:
  struct Party {
    int running = 0;
    bool has_turn = false;
    std::deque<std::function<void()>> waiting;
  };

  /// Gives the party a turn if it has work and may have another thread. Says if it did.
  bool queue(const std::string& name, Party& party) {
    const int most = name.empty() ? max_threads_ : threads_of_party_;
    if (party.has_turn || party.waiting.empty() || party.running >= most) return false;
    party.has_turn = true;
    turns_.push_back(name);
    return true;
  }

  /// Starts another thread if there are more turns than threads that can take them.
  bool start_thread() {
    const bool may_start = !closed_ && static_cast<int>(threads_.size()) < max_threads_;
    if (!may_start || turns_.size() <= static_cast<std::size_t>(idle_)) return false;
    threads_.emplace_back([self = shared_from_this()] { self->run(); });
    return true;
  }

  void run() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    take_turns(turns_of_threads_);
    std::unique_lock lock(mutex_);
    while (true) {
      ++idle_;
      work_condition_.wait(lock, [&] { return !turns_.empty() || (closed_ && nothing_waits()); });
      --idle_;
      if (turns_.empty()) return;
      run_next(lock);
    }
  }

  void run_next(std::unique_lock<std::mutex>& lock) {
    const std::string name = std::move(turns_.front());
    turns_.pop_front();
    const auto entry = parties_.find(name);
    Party& party = entry->second;
    party.has_turn = false;
    std::function<void()> work = std::move(party.waiting.front());
    party.waiting.pop_front();
    ++party.running;
    queue(name, party);
    const bool more = !turns_.empty() && !start_thread();
    lock.unlock();
    if (more) work_condition_.notify_one();
    work();
    work = nullptr;
    lock.lock();
    --party.running;
    queue(name, party);  // this thread looks for a turn next: nobody has to be woken
    if (party.running == 0 && party.waiting.empty()) parties_.erase(entry);
    if (closed_) work_condition_.notify_all();
  }

  bool nothing_waits() const {
    return std::all_of(parties_.begin(), parties_.end(),
                       [](const auto& entry) { return entry.second.waiting.empty(); });
  }

  const int max_threads_;
  const int threads_of_party_;
  const Turns turns_of_threads_;
  std::mutex mutex_;
  std::condition_variable work_condition_;
  std::map<std::string, Party> parties_;
  std::deque<std::string> turns_;  ///< parties that have work and may have another thread
  std::vector<std::thread> threads_;
  int idle_ = 0;
  bool closed_ = false;
};

FairPool::FairPool(int threads, int threads_of_party, Turns turns)
    : state_(std::make_shared<State>(std::max(1, threads), std::max(1, threads_of_party), turns)) {}

FairPool::~FairPool() { join(); }

void FairPool::post(const std::string& party, std::function<void()> work) {
  state_->post(party, std::move(work));
}

void FairPool::join() {
  for (std::thread& thread : state_->close(false)) thread.join();
}

void FairPool::abandon() {
  for (std::thread& thread : state_->close(true)) thread.detach();
}

}  // namespace storey
