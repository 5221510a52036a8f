// What clients do with their webhooks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "service/usecases/services.h"

namespace storey::service {

/// A webhook with its secret, which is shown this once.
struct WebhookWithSecret {
  Webhook webhook;
  std::string secret;
};

/// `events`: none given means order.updated. `client_token`: repeated within a day, nothing new is made.
/// Refuses with INVALID_WEBHOOK_URL, BAD_USER_INPUT, QUOTA_EXCEEDED.
Outcome<WebhookWithSecret> create_webhook(Services& services, const ClientId& client, const std::string& url,
                                          const std::optional<std::vector<std::string>>& events,
                                          const std::optional<std::string>& client_token = std::nullopt);
/// Changes what is given; a webhook that was disabled works again. Refuses with WEBHOOK_NOT_FOUND too; so do
/// all below.
Outcome<Webhook> update_webhook(Services& services, const ClientId& client, const WebhookId& id,
                                const std::optional<std::string>& url,
                                const std::optional<std::vector<std::string>>& events);
Outcome<void> delete_webhook(Services& services, const ClientId& client, const WebhookId& id);
/// The former secret signs beside the new one for a while, so that receivers can change over.
Outcome<WebhookWithSecret> rotate_webhook_secret(Services& services, const ClientId& client,
                                                 const WebhookId& id);
Outcome<std::vector<Webhook>> list_webhooks(Services& services, const ClientId& client);
Outcome<Page<Delivery>> list_deliveries(Services& services, const ClientId& client, const WebhookId& id,
                                        const PageRequest& page);
/// Sends the message of a delivery once more, under the same message identifier, as a new delivery. Refuses
/// with DELIVERY_NOT_FOUND, WEBHOOK_DISABLED.
Outcome<Delivery> redeliver(Services& services, const ClientId& client, const DeliveryId& id);

}  // namespace storey::service
