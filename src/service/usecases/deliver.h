// The outbox: deliveries that are due are taken, sent by somebody, and what came of it is noted.
#pragma once

#include <vector>

#include "service/usecases/services.h"

namespace storey::service {

struct PreparedDelivery {
  Delivery delivery;
  WebhookCall call;
};

/// Takes what is due, at most `limit`, with headers and signature of Standard Webhooks.
Outcome<std::vector<PreparedDelivery>> take_due_deliveries(Services& services, int limit);

/// A delivery that was sent, and what came of it.
struct Attempt {
  Delivery delivery;
  AttemptResult result;
};

/// Notes what came of attempts, all in one transaction. 410, or nothing but failures for too long, disables a
/// webhook and ends all that is pending for it.
Outcome<void> note_attempts(Services& services, std::vector<Attempt> attempts);

/// When something that waits now will fall due; nothing if nothing waits.
Outcome<std::optional<Timestamp>> next_delivery(Services& services);

}  // namespace storey::service
