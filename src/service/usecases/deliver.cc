#include "service/usecases/deliver.h"

#include "service/domain/try.h"

namespace storey::service {
namespace {

/// A slow receiver holds no more than this many of the calls under way.
constexpr int kCallsPerWebhook = 4;

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
  return {std::move(due.delivery), std::move(call)};
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
  // Deliveries that were being made when a process died are taken again when no attempt can be under way.
  const Timestamp lease_end = now + services.settings.webhook_timeout + kNotingTime;
  STOREY_TRY(auto due, services.store.write([&](Session& session) -> Outcome<std::vector<DueDelivery>> {
    STOREY_TRY(auto taken, session.deliveries().claim_due(now, lease_end, limit, kCallsPerWebhook));
    return taken;
  }));
  std::vector<PreparedDelivery> prepared;
  for (DueDelivery& entry : due) prepared.push_back(prepare(services, std::move(entry), now));
  return prepared;
}

Outcome<void> note_attempt(Services& services, Delivery delivery, const AttemptResult& result) {
  const Timestamp now = services.clock.now();
  const bool gone =
      record_attempt(delivery, result, services.settings.webhook_retries, now, random_share(services.random));
  return services.store.write([&](Session& session) -> Outcome<void> {
    STOREY_TRY_VOID(session.deliveries().record(delivery));
    if (!gone) return {};
    STOREY_TRY(auto webhook, session.webhooks().find(delivery.client_id, delivery.webhook_id));
    if (!webhook) return {};
    webhook->disabled = now;
    STOREY_TRY_VOID(session.webhooks().update(*webhook));
    STOREY_TRY_VOID(session.deliveries().fail_pending(webhook->id, "the receiver answered 410: it is gone"));
    return {};
  });
}

Outcome<std::optional<Timestamp>> next_delivery(Services& services) {
  return services.store.read([](Session& session) -> Outcome<std::optional<Timestamp>> {
    STOREY_TRY(auto next, session.deliveries().next_due());
    return next;
  });
}

}  // namespace storey::service
