#include "service/worker/background.h"

namespace storey::service {

void Background::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  woken_condition_.notify_one();
}

void Background::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void Background::run(const std::stop_token& stop, const Work& work) {
  while (!stop.stop_requested()) {
    const std::chrono::milliseconds wait = work(stop);
    std::unique_lock lock(mutex_);
    woken_condition_.wait_for(lock, stop, wait, [&] { return woken_; });
    woken_ = false;
  }
}

}  // namespace storey::service
