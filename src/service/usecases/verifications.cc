#include "service/usecases/verifications.h"

#include <utility>

namespace storey::service {

Verifications::Waiting::~Waiting() {
  const std::lock_guard lock(verifications_.mutex_);
  std::erase_if(verifications_.waiting_, [this](const auto& entry) { return entry.second == this; });
}

Verifications::Verdict Verifications::Waiting::wait(Milliseconds patience) {
  std::unique_lock lock(verifications_.mutex_);
  woken_.wait_for(lock, patience, [this] { return told_ || verifications_.stopped_; });
  told_ = false;
  return std::exchange(verdict_, std::nullopt);
}

std::unique_ptr<Verifications::Waiting> Verifications::join(const AssetId& asset) {
  std::unique_ptr<Waiting> waiting(new Waiting(*this, asset.text));
  const std::lock_guard lock(mutex_);
  waiting_.emplace(asset.text, waiting.get());
  return waiting;
}

void Verifications::end(const AssetId& asset, const Verdict& verdict) {
  const std::lock_guard lock(mutex_);
  const auto [first, last] = waiting_.equal_range(asset.text);
  for (auto entry = first; entry != last; ++entry) {
    entry->second->told_ = true;
    entry->second->verdict_ = verdict;
    entry->second->woken_.notify_one();
  }
}

void Verifications::on_work(std::function<void()> call) {
  const std::lock_guard lock(mutex_);
  call_ = std::move(call);
}

void Verifications::call() {
  const std::lock_guard lock(mutex_);
  if (call_) call_();
}

void Verifications::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  for (const auto& [asset, waiting] : waiting_) waiting->woken_.notify_one();
}

bool Verifications::stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

}  // namespace storey::service
