// Fetches scans from the addresses that clients named, one after the other; there are several such workers.
#pragma once

#include "service/usecases/jobs.h"
#include "service/worker/background.h"
#include "service/worker/observer.h"
#include "service/worker/worker_options.h"

namespace storey::service {

class FetchWorker {
 public:
  FetchWorker(Services& services, FileFetcher& fetcher, const FetchOptions& options,
              const WorkObserver& observer);
  ~FetchWorker();

  void wake() { background_.wake(); }
  /// Gives up what is under way; `stop` waits for that.
  void request_stop() { stopping_ = true; }
  void stop();

 private:
  std::chrono::milliseconds work(const std::stop_token& stop);
  void fetch(const ClaimedFetch& claimed);
  /// `worth_another`: whether the source failed in a way that may pass.
  Outcome<void> receive(const ClaimedFetch& claimed, bool& worth_another);

  Services& services_;
  FileFetcher& fetcher_;
  FetchOptions options_;
  const WorkObserver& observer_;
  std::atomic<bool> stopping_{false};
  Background background_;  // last: it uses the others
};

}  // namespace storey::service
