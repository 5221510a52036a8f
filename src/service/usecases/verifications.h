// Where requests wait for the checks of files, and whoever checks is called to work.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "service/domain/asset.h"

namespace storey::service {

/// Of one process. Another one may make a check as well: its end is seen in the store. From any thread.
class Verifications {
 public:
  /// What came of a check; nothing where only the store knows.
  using Verdict = std::optional<Outcome<Asset>>;

  /// One request that waits. It hears of all checks of the file that end from its making on.
  class Waiting {
   public:
    ~Waiting();
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    /// Returns with the verdict when a check has ended, and with nothing after `patience`, or once nobody
    /// waits any more.
    Verdict wait(Milliseconds patience);

   private:
    friend class Verifications;
    Waiting(Verifications& verifications, std::string asset)
        : verifications_(verifications), asset_(std::move(asset)) {}

    Verifications& verifications_;
    std::string asset_;
    std::condition_variable woken_;
    bool told_ = false;
    Verdict verdict_;
  };

  std::unique_ptr<Waiting> join(const AssetId& asset);
  /// Tells all who wait for the file that a check of it has ended.
  void end(const AssetId& asset, const Verdict& verdict);

  /// `call` is called whenever there may be something to check; empty: nobody checks here.
  void on_work(std::function<void()> call);
  void call();

  /// Nobody waits any more: the process ends.
  void stop();
  bool stopped() const;

 private:
  mutable std::mutex mutex_;
  std::multimap<std::string, Waiting*> waiting_;  ///< by their files
  std::function<void()> call_;
  bool stopped_ = false;
};

}  // namespace storey::service
