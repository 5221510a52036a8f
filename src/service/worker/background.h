// A thread that works whenever it is woken or some time has passed, until it is told to stop.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace storey::service {

class Background {
 public:
  /// Runs `work` again and again. It says how long to wait for the next `wake`; 0 for not at all.
  using Work = std::function<std::chrono::milliseconds(const std::stop_token&)>;

  explicit Background(Work work)
      : thread_([this, work = std::move(work)](const std::stop_token& stop) { run(stop, work); }) {}
  ~Background() { stop(); }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void wake();
  /// Lets the thread know that it is to end, without waiting for it.
  void request_stop() { thread_.request_stop(); }
  /// Returns when the thread has ended.
  void stop();

 private:
  void run(const std::stop_token& stop, const Work& work);

  std::mutex mutex_;
  std::condition_variable_any woken_condition_;
  bool woken_ = false;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace storey::service
