// Checks of whole files, beside the requests that ask for them.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/fair_pool.h"
#include "service/domain/asset.h"

namespace storey::service {

/// A file is checked once at a time, however often that is asked for; of a client one file, of all a few.
class Verifications {
 public:
  /// Told when it is to give up: the process ends.
  using Check = std::function<Outcome<Asset>(const std::atomic<bool>& stop)>;

  ~Verifications();

  /// Joins the check of the asset that is under way, or begins `check`, and waits for its end, but for at
  /// most `patience`: then it goes on, and nothing is returned.
  std::optional<Outcome<Asset>> run(const ClientId& client, const AssetId& asset, Check check,
                                    Milliseconds patience);

 private:
  using Verdict = std::shared_future<Outcome<Asset>>;
  Verdict begin(const ClientId& client, const AssetId& asset, Check check);

  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::map<std::string, Verdict> under_way_;
  FairPool pool_{4, 1};
};

}  // namespace storey::service
