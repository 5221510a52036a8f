#include "service/usecases/webhooks.h"

#include <algorithm>
#include <utility>

#include "service/domain/try.h"
#include "service/usecases/input.h"
#include "service/usecases/repeatable.h"

namespace storey::service {
namespace {

Outcome<Webhook> require_webhook(Session& session, const ClientId& client, const WebhookId& id) {
  STOREY_TRY(auto webhook, session.webhooks().find(client, id));
  if (!webhook)
    return refuse(FailureCode::kWebhookNotFound, "the webhook was not found", {{"webhookId", id.text}});
  return std::move(*webhook);
}

Outcome<std::vector<std::string>> checked_events(const std::vector<std::string>& events) {
  std::vector<std::string> unique;
  for (const std::string& event : events) {
    if (!is_webhook_event(event)) {
      std::string names;
      for (const std::string_view name : kWebhookEvents)
        names += (names.empty() ? "" : ", ") + std::string(name);
      return bad_field("webhook_events", "an event must be one of " + names);
    }
    if (std::find(unique.begin(), unique.end(), event) == unique.end()) unique.push_back(event);
  }
  if (unique.empty()) return bad_field("webhook_events", "webhook_events must name at least one event");
  return unique;
}

Outcome<void> check_address(Services& services, const ClientId& client, const std::string& url) {
  auto checked = services.addresses.check(url, client);
  if (!checked) checked.error().context = {{"field", "webhook_url"}};
  return checked;
}

}  // namespace

Outcome<WebhookWithSecret> create_webhook(Services& services, const ClientId& client, const std::string& url,
                                          const std::optional<std::vector<std::string>>& events,
                                          const std::optional<std::string>& client_token) {
  Webhook webhook;
  webhook.id = services.ids.make<WebhookId>();
  webhook.client_id = client;
  webhook.url = url;
  webhook.created = services.clock.now();
  STOREY_TRY(webhook.events, checked_events(events.value_or(std::vector{std::string(kOrderUpdated)})));
  webhook.key_id = services.key.id();
  std::string names;
  for (const std::string& name : webhook.events) names += name + " ";
  STOREY_TRY(const Repeatable request, repeatable("createWebhook", client_token, {url, names}));
  STOREY_TRY_VOID(check_address(services, client, url));
  return services.store.write([&](Session& session) -> Outcome<WebhookWithSecret> {
    STOREY_TRY_VOID(session.clients().lock(client));
    STOREY_TRY(const auto made, find_repeated(services, session, client, request));
    if (made) {
      STOREY_TRY(const Webhook former, require_webhook(session, client, WebhookId(*made)));
      return WebhookWithSecret{former, services.key.webhook_secret(former)};
    }
    STOREY_TRY(const auto present, session.webhooks().list(client));
    if (static_cast<std::int64_t>(present.size()) >= services.settings.max_webhooks)
      return refuse(FailureCode::kQuotaExceeded, "this client has as many webhooks as it may have");
    STOREY_TRY_VOID(session.webhooks().insert(webhook));
    STOREY_TRY_VOID(note_repeatable(services, session, client, request, webhook.id.text));
    return WebhookWithSecret{webhook, services.key.webhook_secret(webhook)};
  });
}

Outcome<Webhook> update_webhook(Services& services, const ClientId& client, const WebhookId& id,
                                const std::optional<std::string>& url,
                                const std::optional<std::vector<std::string>>& events) {
  std::optional<std::vector<std::string>> names;
  if (events) {
    STOREY_TRY(names, checked_events(*events));
  }
  STOREY_TRY_VOID(
      services.store.look([&](Session& session) { return require_webhook(session, client, id); }));
  if (url) STOREY_TRY_VOID(check_address(services, client, *url));
  return services.store.write([&](Session& session) -> Outcome<Webhook> {
    STOREY_TRY(Webhook webhook, require_webhook(session, client, id));
    if (url) webhook.url = *url;
    if (names) webhook.events = *names;
    webhook.disabled.reset();
    webhook.disabled_reason.clear();
    webhook.failing_since.reset();
    STOREY_TRY_VOID(session.webhooks().update(webhook));
    return webhook;
  });
}

Outcome<void> delete_webhook(Services& services, const ClientId& client, const WebhookId& id) {
  return services.store.write([&](Session& session) -> Outcome<void> {
    STOREY_TRY_VOID(require_webhook(session, client, id));
    STOREY_TRY_VOID(session.webhooks().erase(id));
    return {};
  });
}

Outcome<WebhookWithSecret> rotate_webhook_secret(Services& services, const ClientId& client,
                                                 const WebhookId& id) {
  return services.store.write([&](Session& session) -> Outcome<WebhookWithSecret> {
    STOREY_TRY(Webhook webhook, require_webhook(session, client, id));
    ++webhook.secret_version;
    webhook.secret_rotated = services.clock.now();
    webhook.former_key_id = std::exchange(webhook.key_id, services.key.id());
    STOREY_TRY_VOID(session.webhooks().update(webhook));
    return WebhookWithSecret{webhook, services.key.webhook_secret(webhook)};
  });
}

Outcome<std::vector<Webhook>> list_webhooks(Services& services, const ClientId& client) {
  return services.store.read([&](Session& session) -> Outcome<std::vector<Webhook>> {
    STOREY_TRY(auto webhooks, session.webhooks().list(client));
    return webhooks;
  });
}

Outcome<Page<Delivery>> list_deliveries(Services& services, const ClientId& client, const WebhookId& id,
                                        const PageRequest& page) {
  return services.store.read([&](Session& session) -> Outcome<Page<Delivery>> {
    STOREY_TRY_VOID(require_webhook(session, client, id));
    STOREY_TRY(auto deliveries, session.deliveries().list(id, page));
    return deliveries;
  });
}

Outcome<Delivery> redeliver(Services& services, const ClientId& client, const DeliveryId& id) {
  return services.store.write([&](Session& session) -> Outcome<Delivery> {
    STOREY_TRY(const auto former, session.deliveries().find(client, id));
    if (!former)
      return refuse(FailureCode::kDeliveryNotFound, "the delivery was not found", {{"deliveryId", id.text}});
    STOREY_TRY(const Webhook webhook, require_webhook(session, client, former->webhook_id));
    if (webhook.disabled)
      return refuse(FailureCode::kWebhookDisabled, "the webhook is disabled; updateWebhook enables it again",
                    {{"webhookId", webhook.id.text}});
    Delivery delivery;
    delivery.id = services.ids.make<DeliveryId>();
    delivery.webhook_id = former->webhook_id;
    delivery.client_id = client;
    delivery.order_id = former->order_id;
    delivery.message_id = former->message_id;
    delivery.event = former->event;
    delivery.body = former->body;
    delivery.traceparent = former->traceparent;
    delivery.created = delivery.next_attempt = services.clock.now();
    STOREY_TRY_VOID(session.deliveries().insert(delivery));
    return delivery;
  });
}

}  // namespace storey::service
