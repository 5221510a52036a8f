#include "service/usecases/deliver.h"

#include <algorithm>
#include <tuple>

#include "base/trace.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

/// A slow receiver holds no more than this many of the calls under way.
constexpr int kCallsPerWebhook = 4;
constexpr int kCallsPerClient = 16;  ///< and slow receivers of one client no more than this

/// For noting what came of an attempt, after its time is over.
constexpr Seconds kNotingTime{5};

PreparedDelivery prepare(const Services& services, DueDelivery due, Timestamp now) {
  WebhookCall call;
  call.url = due.webhook.url;
  call.body = due.delivery.body;
  call.headers = {
      {"Content-Type", "application/json"},
      {"webhook-id", due.delivery.message_id},
      {"webhook-timestamp", std::to_string(unix_seconds(now))},
      {"webhook-signature", services.key.sign_webhook(due.webhook, due.delivery.message_id, call.body, now,
                                                      services.settings.secret_overlap)}};
  if (!due.delivery.traceparent.empty()) call.headers.emplace_back(kTraceHeader, due.delivery.traceparent);
  return {std::move(due.delivery), std::move(call)};
}

Outcome<void> give_up(Session& session, Webhook& webhook, Timestamp now, const std::string& reason) {
  webhook.disabled = now;
  webhook.disabled_reason = reason;
  STOREY_TRY_VOID(session.webhooks().update(webhook));
  STOREY_TRY_VOID(session.deliveries().fail_pending(webhook.id, reason));
  return {};
}

/// Notes in the webhook whether its receiver still takes what it is sent.
Outcome<void> judge(Services& services, Session& session, Webhook& webhook, const Delivery& delivery,
                    bool gone, Timestamp now) {
  if (delivery.status == DeliveryStatus::kDelivered) {
    if (!webhook.failing_since) return {};
    webhook.failing_since.reset();
    STOREY_TRY_VOID(session.webhooks().update(webhook));
    return {};
  }
  if (gone) return give_up(session, webhook, now, "the receiver answered 410: it is gone");
  if (webhook.failing_since && now - *webhook.failing_since >= services.settings.webhook_give_up)
    return give_up(session, webhook, now,
                   "every call has failed since " + to_iso8601(*webhook.failing_since));
  if (webhook.failing_since) return {};
  webhook.failing_since = now;
  STOREY_TRY_VOID(session.webhooks().update(webhook));
  return {};
}

/// A number from 0 to 1.
double random_share(Random& random) {
  std::array<std::uint8_t, 2> bytes{};
  random.fill(bytes);
  return (bytes[0] * 256 + bytes[1]) / 65535.0;
}

}  // namespace

Outcome<std::vector<PreparedDelivery>> take_due_deliveries(Services& services, int limit) {
  const Timestamp now = services.clock.now();
  // Looked for in a read, so that others can write meanwhile and nobody waits for nothing.
  STOREY_TRY(const auto due, services.store.read([&](Session& session) -> Outcome<std::vector<DeliveryId>> {
    STOREY_TRY(auto found, session.deliveries().list_due(now, {limit, kCallsPerClient, kCallsPerWebhook}));
    return found;
  }));
  std::vector<PreparedDelivery> prepared;
  if (due.empty()) return prepared;
  // Deliveries that were being made when a process died are taken again when no attempt can be under way.
  const Timestamp lease_end = now + services.settings.webhook_timeout + kNotingTime;
  // Lost with the machine, they are sent once more: receivers know the message by its identifier.
  STOREY_TRY(auto taken, services.store.note([&](Session& session) -> Outcome<std::vector<DueDelivery>> {
    STOREY_TRY(auto found, session.deliveries().take(due, now, lease_end));
    return found;
  }));
  for (DueDelivery& entry : taken) prepared.push_back(prepare(services, std::move(entry), now));
  return prepared;
}

Outcome<void> note_attempts(Services& services, std::vector<Attempt> attempts) {
  const Timestamp now = services.clock.now();
  // In one order, and the webhook first, as everybody does, so that two never wait for each other.
  std::sort(attempts.begin(), attempts.end(), [](const Attempt& a, const Attempt& b) {
    return std::tie(a.delivery.webhook_id.text, a.delivery.order_id.text) <
           std::tie(b.delivery.webhook_id.text, b.delivery.order_id.text);
  });
  std::vector<bool> gone;
  for (Attempt& attempt : attempts)
    gone.push_back(record_attempt(attempt.delivery, attempt.result, services.settings.webhook_retries, now,
                                  random_share(services.random)));
  return services.store.note([&](Session& session) -> Outcome<void> {
    session.ask_ahead([&] {
      const Delivery* before = nullptr;
      for (const Attempt& attempt : attempts) {
        const Delivery& delivery = attempt.delivery;
        if (before == nullptr || before->webhook_id != delivery.webhook_id)
          std::ignore = session.webhooks().find(delivery.client_id, delivery.webhook_id);
        before = &delivery;
      }
    });
    std::optional<Webhook> webhook;
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      const Delivery& delivery = attempts[i].delivery;
      if (!webhook || webhook->id != delivery.webhook_id) {
        STOREY_TRY(webhook, session.webhooks().find(delivery.client_id, delivery.webhook_id));
      }
      STOREY_TRY_VOID(session.deliveries().record(delivery));
      if (webhook) STOREY_TRY_VOID(judge(services, session, *webhook, delivery, gone[i], now));
    }
    return {};
  });
}

Outcome<std::optional<Timestamp>> next_delivery(Services& services) {
  return services.store.look([&](Session& session) -> Outcome<std::optional<Timestamp>> {
    STOREY_TRY(auto next, session.deliveries().next_due(services.clock.now()));
    return next;
  });
}

}  // namespace storey::service
