#include "service/domain/webhook.h"

#include <algorithm>

namespace storey::service {

bool is_webhook_event(std::string_view name) {
  return std::find(kWebhookEvents.begin(), kWebhookEvents.end(), name) != kWebhookEvents.end();
}

std::vector<std::string_view> events_of(OrderStatus status) {
  switch (status) {
    case OrderStatus::kDraft:
      return {};
    case OrderStatus::kUploading:
      return {kOrderUpdated};
    case OrderStatus::kInitialized:
      return {kOrderUpdated, "order.initialized"};
    case OrderStatus::kProcessing:
      return {kOrderUpdated, "order.processing"};
    case OrderStatus::kCompleted:
      return {kOrderUpdated, "order.completed"};
    case OrderStatus::kError:
      return {kOrderUpdated, "order.error"};
    case OrderStatus::kCancelled:
      return {kOrderUpdated, "order.cancelled"};
  }
  return {};
}

bool Webhook::wants(std::string_view event) const {
  return !disabled && std::find(events.begin(), events.end(), event) != events.end();
}

std::string_view delivery_status_name(DeliveryStatus status) {
  switch (status) {
    case DeliveryStatus::kPending:
      return "PENDING";
    case DeliveryStatus::kDelivered:
      return "DELIVERED";
    case DeliveryStatus::kFailed:
      return "FAILED";
  }
  return "FAILED";
}

std::optional<DeliveryStatus> parse_delivery_status(std::string_view text) {
  for (const auto status : {DeliveryStatus::kPending, DeliveryStatus::kDelivered, DeliveryStatus::kFailed})
    if (text == delivery_status_name(status)) return status;
  return std::nullopt;
}

bool may_become(DeliveryStatus from, DeliveryStatus to) {
  return from == DeliveryStatus::kPending && to != DeliveryStatus::kPending;
}

bool record_attempt(Delivery& delivery, const AttemptResult& result, const RetrySchedule& schedule,
                    Timestamp now, double jitter) {
  ++delivery.attempts;
  delivery.last_attempt = now;
  delivery.response_status = result.http_status > 0 ? std::optional<int>(result.http_status) : std::nullopt;
  delivery.last_error = result.error;
  if (result.http_status >= 200 && result.http_status < 300) {
    delivery.status = DeliveryStatus::kDelivered;
    delivery.delivered = now;
    return false;
  }
  const bool gone = result.http_status == 410;
  const auto failures = static_cast<std::size_t>(delivery.attempts);
  if (gone || failures > schedule.waits.size()) {
    delivery.status = DeliveryStatus::kFailed;
    return gone;
  }
  const Milliseconds wait = schedule.waits[failures - 1];
  delivery.next_attempt =
      now + wait + Milliseconds(static_cast<std::int64_t>(static_cast<double>(wait.count()) * 0.1 * jitter));
  return false;
}

}  // namespace storey::service
