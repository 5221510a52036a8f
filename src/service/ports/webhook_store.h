// Webhooks, and the outbox of deliveries to them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "service/domain/webhook.h"
#include "service/ports/page.h"
#include "storey/result.h"

namespace storey::service {

class WebhookStore {
 public:
  virtual ~WebhookStore() = default;
  virtual Result<void> insert(const Webhook& webhook) = 0;
  virtual Result<std::optional<Webhook>> find(const ClientId& client, const WebhookId& id) = 0;
  /// Oldest first.
  virtual Result<std::vector<Webhook>> list(const ClientId& client) = 0;
  virtual Result<void> update(const Webhook& webhook) = 0;
  /// How many webhooks have secrets that come from that key of the deployment.
  virtual Result<std::int64_t> count_of_key(const std::string& key_id) = 0;
  /// Removes the webhook with its deliveries.
  virtual Result<void> erase(const WebhookId& id) = 0;
};

/// How many calls may be under way at a time.
struct CallLimits {
  int total = 0;       ///< how many more there may be
  int per_client = 0;  ///< of one client, those of all its webhooks
  int per_webhook = 0;
};

/// A delivery that is due, with what is needed to make it.
struct DueDelivery {
  Delivery delivery;
  Webhook webhook;
};

class DeliveryStore {
 public:
  virtual ~DeliveryStore() = default;
  virtual Result<void> insert(const Delivery& delivery) = 0;
  virtual Result<std::optional<Delivery>> find(const ClientId& client, const DeliveryId& id) = 0;
  /// Newest first.
  virtual Result<Page<Delivery>> list(const WebhookId& webhook, const PageRequest& page) = 0;
  /// Deliveries that are due and nobody has, at most as the limits allow; of each webhook and order only the
  /// first that is still pending. Clients take turns, those with the fewest calls under way first; of one
  /// client, what is due longest. The work goes with the number of webhooks, not with that of deliveries.
  virtual Result<std::vector<DeliveryId>> list_due(Timestamp now, const CallLimits& limits) = 0;
  /// Takes deliveries until `expires`, in their order: those of them that are still due and nobody has.
  virtual Result<std::vector<DueDelivery>> take(const std::vector<DeliveryId>& ids, Timestamp now,
                                                Timestamp expires) = 0;
  /// Replaces what an attempt changes and gives the delivery free; one that has ended lets the next one
  /// forward.
  virtual Result<void> record(const Delivery& delivery) = 0;
  /// Ends every pending delivery to the webhook as FAILED, for `reason`.
  virtual Result<void> fail_pending(const WebhookId& webhook, const std::string& reason) = 0;
  /// When the next delivery falls due after `now`.
  virtual Result<std::optional<Timestamp>> next_due(Timestamp now) = 0;
  /// How many are pending to all webhooks of the client; counting ends at `limit`.
  virtual Result<std::int64_t> count_pending(const ClientId& client, std::int64_t limit) = 0;
  /// How many are pending.
  virtual Result<std::int64_t> count_pending() = 0;
  /// When the oldest pending one was made.
  virtual Result<std::optional<Timestamp>> oldest_pending() = 0;
  /// Forgets deliveries that ended before `time`; says how many.
  virtual Result<std::int64_t> erase_ended(Timestamp time, int limit) = 0;
};

}  // namespace storey::service
