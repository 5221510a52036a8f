// Deletes what has outlived its time, at intervals.
#pragma once

#include "service/usecases/retention.h"
#include "service/worker/background.h"
#include "service/worker/clock_check.h"
#include "service/worker/observer.h"

namespace storey::service {

class Housekeeper {
 public:
  Housekeeper(Services& services, std::chrono::seconds interval, const WorkObserver& observer);
  void stop() { background_.stop(); }

 private:
  std::chrono::milliseconds work();

  Services& services_;
  std::chrono::seconds interval_;
  const WorkObserver& observer_;
  std::chrono::steady_clock::time_point orphans_due_;
  ClockCheck clock_check_;
  Background background_;  // last: it uses the others
};

}  // namespace storey::service
