// Sends what is due in the outbox, many deliveries at a time.
#pragma once

#include <vector>

#include "service/usecases/deliver.h"
#include "service/worker/background.h"
#include "service/worker/observer.h"

namespace storey::service {

class WebhookSender {
 public:
  WebhookSender(Services& services, WebhookCaller& caller, const WorkObserver& observer);

  void wake() { background_.wake(); }
  void stop() { background_.stop(); }

 private:
  std::chrono::milliseconds work();
  void note_answers();
  void send_due();

  Services& services_;
  WebhookCaller& caller_;
  const WorkObserver& observer_;
  std::mutex mutex_;
  std::vector<Attempt> answers_;
  int under_way_ = 0;      ///< of this thread only
  Background background_;  // last: it uses the others
};

}  // namespace storey::service
