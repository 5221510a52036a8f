// Webhook: an address of a client that is told of events. Delivery: one event on its way to one webhook.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/domain/id.h"
#include "service/domain/order.h"
#include "service/domain/timestamp.h"

namespace storey::service {

inline constexpr std::string_view kOrderUpdated = "order.updated";  ///< every change of status; the default
inline constexpr std::string_view kUploadFinalized = "upload.finalized";
inline constexpr std::array<std::string_view, 7> kWebhookEvents = {
    kOrderUpdated, "order.initialized", "order.processing", "order.completed",
    "order.error", "order.cancelled",   kUploadFinalized};

bool is_webhook_event(std::string_view name);

/// The names under which a change to `status` is announced: kOrderUpdated, and its own name if it has one.
std::vector<std::string_view> events_of(OrderStatus status);

struct Webhook {
  WebhookId id;
  ClientId client_id;
  std::string url;
  std::vector<std::string> events;
  Timestamp created{};
  int secret_version = 1;                   ///< the secret is derived from it, see usecases/server_key.h
  std::string key_id;                       ///< … and from this key of the deployment
  std::string former_key_id;                ///< of the version before
  std::optional<Timestamp> secret_rotated;  ///< when the version last changed
  std::optional<Timestamp> disabled;        ///< since the receiver was given up
  std::string disabled_reason;              ///< why, for its owner
  std::optional<Timestamp> failing_since;   ///< of the first failed attempt since the last success

  bool wants(std::string_view event) const;
};

/// PENDING until a receiver took it (DELIVERED) or the schedule ran out (FAILED).
enum class DeliveryStatus { kPending, kDelivered, kFailed };
std::string_view delivery_status_name(DeliveryStatus status);
std::optional<DeliveryStatus> parse_delivery_status(std::string_view text);
bool may_become(DeliveryStatus from, DeliveryStatus to);

struct Delivery {
  DeliveryId id;
  WebhookId webhook_id;
  ClientId client_id;
  OrderId order_id;
  std::string message_id;  ///< the header webhook-id: the same for every attempt and redelivery
  std::string event;
  std::string body;  ///< JSON, as it is sent
  DeliveryStatus status = DeliveryStatus::kPending;
  int attempts = 0;
  Timestamp created{};
  Timestamp next_attempt{};
  std::optional<Timestamp> last_attempt;
  std::optional<Timestamp> delivered;
  std::optional<int> response_status;  ///< HTTP status of the last attempt
  std::string last_error;              ///< empty if the last attempt had an answer
  std::string traceparent;             ///< of its order; sent along
};

/// What came of one attempt.
struct AttemptResult {
  int http_status = 0;  ///< 0: no answer
  std::string error;    ///< why there was none
};

/// Waits between attempts: the first entry follows the first failure, and so on; then the delivery has
/// failed.
struct RetrySchedule {
  std::vector<Milliseconds> waits = {Seconds(5),        Seconds(5 * 60),   Seconds(30 * 60),
                                     Seconds(2 * 3600), Seconds(5 * 3600), Seconds(10 * 3600),
                                     Seconds(10 * 3600)};
};

/// Writes the outcome of an attempt into the delivery: delivered on 2xx, else the next attempt after the
/// schedule's wait plus up to a tenth of it (`jitter` 0…1), else failed. Returns true if the webhook is to be
/// disabled (410).
bool record_attempt(Delivery& delivery, const AttemptResult& result, const RetrySchedule& schedule,
                    Timestamp now, double jitter);

}  // namespace storey::service
