// Webhook, WebhookDelivery and what is done with them.
#include "service/api/graphql_context.h"
#include "service/api/graphql_maybe.h"
#include "service/api/graphql_pages.h"
#include "service/api/graphql_schema.h"
#include "service/domain/try.h"
#include "service/usecases/webhooks.h"

namespace storey::service {
namespace {

using MaybeNames = std::optional<std::vector<std::string>>;

/// A webhook as it is shown: the secret only right after it was made.
struct ShownWebhook {
  Webhook webhook;
  MaybeText secret;
};

struct WebhookDeletion {};

Outcome<ShownWebhook> with_secret(Outcome<WebhookWithSecret> outcome) {
  STOREY_TRY(auto made, std::move(outcome));
  return ShownWebhook{std::move(made.webhook), std::move(made.secret)};
}

Outcome<ShownWebhook> without_secret(Outcome<Webhook> outcome) {
  STOREY_TRY(auto webhook, std::move(outcome));
  return ShownWebhook{std::move(webhook), std::nullopt};
}

Outcome<std::vector<ShownWebhook>> shown_webhooks(GraphqlContext& context) {
  STOREY_TRY(auto webhooks, list_webhooks(context.services, context.client.id));
  std::vector<ShownWebhook> shown;
  for (Webhook& webhook : webhooks) shown.push_back({std::move(webhook), std::nullopt});
  return shown;
}

Outcome<Connection<Delivery>> find_deliveries(GraphqlContext& context, const std::string& id,
                                              const std::optional<PaginationInput>& pagination) {
  STOREY_TRY(const PageRequest page, to_page_request(pagination));
  STOREY_TRY(auto deliveries, list_deliveries(context.services, context.client.id, WebhookId(id), page));
  return to_connection(std::move(deliveries));
}

void bind_webhook_types(graphql::Bindings& bindings) {
  bindings.object<ShownWebhook>("Webhook")
      .field("webhook_id",
             [](const ShownWebhook& shown) -> const std::string& { return shown.webhook.id.text; })
      .field("webhook_url", [](const ShownWebhook& shown) -> const std::string& { return shown.webhook.url; })
      .field(
          "webhook_events",
          [](const ShownWebhook& shown) -> const std::vector<std::string>& { return shown.webhook.events; })
      .field("created", [](const ShownWebhook& shown) { return to_iso8601(shown.webhook.created); })
      .field("webhook_secret", &ShownWebhook::secret)
      .field("disabled", [](const ShownWebhook& shown) { return maybe_time(shown.webhook.disabled); })
      .field("disabled_reason",
             [](const ShownWebhook& shown) {
               const std::string& reason = shown.webhook.disabled_reason;
               return reason.empty() ? std::nullopt : std::optional(reason);
             })
      .field("failing_since",
             [](const ShownWebhook& shown) { return maybe_time(shown.webhook.failing_since); });
  bindings.object<WebhookDeletion>("WebhookDeletion").field("success", [](const WebhookDeletion&) {
    return true;
  });
}

void bind_delivery_types(graphql::Bindings& bindings) {
  bindings.object<Delivery>("WebhookDelivery")
      .field("delivery_id", [](const Delivery& delivery) -> const std::string& { return delivery.id.text; })
      .field("webhook_id",
             [](const Delivery& delivery) -> const std::string& { return delivery.webhook_id.text; })
      .field("order_id",
             [](const Delivery& delivery) -> const std::string& { return delivery.order_id.text; })
      .field("message_id", &Delivery::message_id)
      .field("event", &Delivery::event)
      .field("delivery_status",
             [](const Delivery& delivery) { return std::string(delivery_status_name(delivery.status)); })
      .field("attempts", &Delivery::attempts)
      .field("created", [](const Delivery& delivery) { return to_iso8601(delivery.created); })
      .field("next_attempt",
             [](const Delivery& delivery) {
               return delivery.status == DeliveryStatus::kPending
                          ? MaybeText(to_iso8601(delivery.next_attempt))
                          : std::nullopt;
             })
      .field("last_attempt", [](const Delivery& delivery) { return maybe_time(delivery.last_attempt); })
      .field("delivered", [](const Delivery& delivery) { return maybe_time(delivery.delivered); })
      .field("response_status", &Delivery::response_status)
      .field("last_error",
             [](const Delivery& delivery) {
               return delivery.last_error.empty() ? std::nullopt : MaybeText(delivery.last_error);
             })
      .field("payload", &Delivery::body);
  using DeliveryConnection = Connection<Delivery>;
  using DeliveryEdge = Edge<Delivery>;
  bindings.object<DeliveryConnection>("WebhookDeliveryConnection")
      .field("edges", &DeliveryConnection::edges)
      .field("pageInfo", &DeliveryConnection::info)
      .field("totalCount", &DeliveryConnection::total_count);
  bindings.object<DeliveryEdge>("WebhookDeliveryEdge")
      .field("cursor", &DeliveryEdge::cursor)
      .field("node", &DeliveryEdge::node);
}

void bind_webhook_queries(graphql::Bindings& bindings) {
  bindings.query()
      .field("webhooks", [](GraphqlContext& context) { return context.told(shown_webhooks(context)); })
      .field(
          "webhookDeliveries",
          [](GraphqlContext& context, const std::string& id,
             const std::optional<PaginationInput>& pagination) {
            return context.told(find_deliveries(context, id, pagination));
          },
          "webhook_id", "pagination");
}

void bind_webhook_mutations(graphql::Bindings& bindings) {
  bindings.mutation()
      .field(
          "createWebhook",
          [](GraphqlContext& context, const std::string& url, const MaybeNames& events,
             const MaybeText& client_token) {
            return with_secret(
                context.told(create_webhook(context.services, context.client.id, url, events, client_token)));
          },
          "webhook_url", "webhook_events", "client_token")
      .field(
          "updateWebhook",
          [](GraphqlContext& context, const std::string& id, const MaybeText& url, const MaybeNames& events) {
            return without_secret(context.told(
                update_webhook(context.services, context.client.id, WebhookId(id), url, events)));
          },
          "webhook_id", "webhook_url", "webhook_events")
      .field(
          "deleteWebhook",
          [](GraphqlContext& context, const std::string& id) -> Outcome<WebhookDeletion> {
            STOREY_TRY_VOID(context.told(delete_webhook(context.services, context.client.id, WebhookId(id))));
            return WebhookDeletion{};
          },
          "webhook_id")
      .field(
          "rotateWebhookSecret",
          [](GraphqlContext& context, const std::string& id) {
            return with_secret(
                context.told(rotate_webhook_secret(context.services, context.client.id, WebhookId(id))));
          },
          "webhook_id")
      .field(
          "redeliverWebhook",
          [](GraphqlContext& context, const std::string& id) {
            return context.told(redeliver(context.services, context.client.id, DeliveryId(id)));
          },
          "delivery_id");
}

}  // namespace

void bind_webhooks(graphql::Bindings& bindings) {
  bind_webhook_types(bindings);
  bind_delivery_types(bindings);
  bind_webhook_queries(bindings);
  bind_webhook_mutations(bindings);
}

}  // namespace storey::service
