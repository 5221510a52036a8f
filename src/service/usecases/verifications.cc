#include "service/usecases/verifications.h"

#include <memory>
#include <utility>

namespace storey::service {

Verifications::~Verifications() {
  stop_ = true;
  pool_.join();
}

Verifications::Verdict Verifications::begin(const ClientId& client, const AssetId& asset, Check check) {
  const std::lock_guard lock(mutex_);
  if (const auto found = under_way_.find(asset.text); found != under_way_.end()) return found->second;
  const auto promise = std::make_shared<std::promise<Outcome<Asset>>>();
  Verdict verdict = under_way_[asset.text] = promise->get_future().share();
  pool_.post(client.text, [this, promise, asset, check = std::move(check)] {
    std::optional<Outcome<Asset>> outcome;
    std::exception_ptr failure;
    try {
      outcome = check(stop_);
    } catch (...) {
      failure = std::current_exception();
    }
    {
      const std::lock_guard ended(mutex_);
      under_way_.erase(asset.text);
    }
    if (failure)
      promise->set_exception(failure);
    else
      promise->set_value(std::move(*outcome));
  });
  return verdict;
}

std::optional<Outcome<Asset>> Verifications::run(const ClientId& client, const AssetId& asset, Check check,
                                                 Milliseconds patience) {
  const Verdict verdict = begin(client, asset, std::move(check));
  if (verdict.wait_for(patience) != std::future_status::ready) return std::nullopt;
  return verdict.get();
}

}  // namespace storey::service
