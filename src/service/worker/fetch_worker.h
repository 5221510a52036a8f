// Fetches scans from the addresses that clients named, one after the other.
#pragma once

#include "service/usecases/jobs.h"
#include "service/worker/background.h"
#include "service/worker/observer.h"

namespace storey::service {

class FetchWorker {
 public:
  FetchWorker(Services& services, FileFetcher& fetcher, const WorkObserver& observer);
  ~FetchWorker();

  void wake() { background_.wake(); }
  void stop();

 private:
  std::chrono::milliseconds work(const std::stop_token& stop);
  void fetch(const ClaimedFetch& claimed);
  Outcome<void> receive(const ClaimedFetch& claimed);

  Services& services_;
  FileFetcher& fetcher_;
  const WorkObserver& observer_;
  std::atomic<bool> stopping_{false};
  Background background_;  // last: it uses the others
};

}  // namespace storey::service
