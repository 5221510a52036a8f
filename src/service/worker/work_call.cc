#include "service/worker/work_call.h"

#include <utility>

namespace storey::service {

WorkCall::Worker WorkCall::join(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  workers_[next_].wake = std::move(wake);
  return next_++;
}

void WorkCall::leave(Worker worker) {
  const std::lock_guard lock(mutex_);
  workers_.erase(worker);
}

void WorkCall::call() {
  const std::lock_guard lock(mutex_);
  ++calls_;
  for (auto& [number, worker] : workers_) {
    if (!worker.rests) continue;
    worker.rests = false;
    worker.wake();
    return;
  }
}

void WorkCall::looks(Worker worker) {
  const std::lock_guard lock(mutex_);
  State& state = workers_[worker];
  state.seen = calls_;
  state.rests = false;
}

bool WorkCall::rests(Worker worker) {
  const std::lock_guard lock(mutex_);
  State& state = workers_[worker];
  state.rests = state.seen == calls_;
  return state.rests;
}

}  // namespace storey::service
