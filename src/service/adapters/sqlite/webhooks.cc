#include "service/adapters/sqlite/paging.h"
#include "service/adapters/sqlite/sqlite_session.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

/// Names of events hold no spaces.
std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    names.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return names;
}

constexpr int kWebhookColumns = 10;

/// The columns webhook_id … former_key_id, from the first on.
Webhook read_webhook(Row row) {
  Webhook webhook;
  webhook.id = WebhookId(row.text(0));
  webhook.client_id = ClientId(row.text(1));
  webhook.url = row.text(2);
  webhook.events = split(row.text(3));
  webhook.created = row.time(4);
  webhook.secret_version = static_cast<int>(row.integer(5));
  webhook.secret_rotated = row.maybe_time(6);
  webhook.disabled = row.maybe_time(7);
  webhook.key_id = row.text(8);
  webhook.former_key_id = row.text(9);
  return webhook;
}

const std::string kDeliveryColumns =
    "delivery_id, webhook_id, client_id, order_id, message_id, event, body, status, attempts, created, "
    "next_attempt,"
    " last_attempt, delivered, response_status, last_error";

Delivery read_delivery_from(Row row, int first) {
  Delivery delivery;
  delivery.id = DeliveryId(row.text(first));
  delivery.webhook_id = WebhookId(row.text(first + 1));
  delivery.client_id = ClientId(row.text(first + 2));
  delivery.order_id = OrderId(row.text(first + 3));
  delivery.message_id = row.text(first + 4);
  delivery.event = row.text(first + 5);
  delivery.body = row.text(first + 6);
  delivery.status = parse_delivery_status(row.text(first + 7)).value_or(DeliveryStatus::kFailed);
  delivery.attempts = static_cast<int>(row.integer(first + 8));
  delivery.created = row.time(first + 9);
  delivery.next_attempt = row.time(first + 10);
  delivery.last_attempt = row.maybe_time(first + 11);
  delivery.delivered = row.maybe_time(first + 12);
  if (const auto status = row.maybe_integer(first + 13)) delivery.response_status = static_cast<int>(*status);
  delivery.last_error = row.text(first + 14);
  return delivery;
}

Delivery read_delivery(Row row) { return read_delivery_from(row, 0); }

}  // namespace

Result<void> SqliteWebhooks::insert(const Webhook& webhook) {
  return connection_.execute(
      "INSERT INTO webhooks (webhook_id, client_id, url, events, created, secret_version, secret_rotated,"
      " disabled, key_id, former_key_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      webhook.id, webhook.client_id, webhook.url, join(webhook.events), webhook.created,
      webhook.secret_version, webhook.secret_rotated, webhook.disabled, webhook.key_id,
      webhook.former_key_id);
}

Result<std::optional<Webhook>> SqliteWebhooks::find(const ClientId& client, const WebhookId& id) {
  return connection_.find(read_webhook,
                          "SELECT webhook_id, client_id, url, events, created, secret_version, "
                          "secret_rotated, disabled, key_id, former_key_id"
                          " FROM webhooks WHERE webhook_id = ? AND client_id = ?",
                          id, client);
}

Result<std::vector<Webhook>> SqliteWebhooks::list(const ClientId& client) {
  return connection_.list(read_webhook,
                          "SELECT webhook_id, client_id, url, events, created, secret_version, "
                          "secret_rotated, disabled, key_id, former_key_id"
                          " FROM webhooks WHERE client_id = ? ORDER BY webhook_id",
                          client);
}

Result<void> SqliteWebhooks::update(const Webhook& webhook) {
  return connection_.execute(
      "UPDATE webhooks SET url = ?, events = ?, secret_version = ?, secret_rotated = ?, disabled = ?, key_id "
      "= ?, former_key_id = ?"
      " WHERE webhook_id = ?",
      webhook.url, join(webhook.events), webhook.secret_version, webhook.secret_rotated, webhook.disabled,
      webhook.key_id, webhook.former_key_id, webhook.id);
}

Result<std::int64_t> SqliteWebhooks::count_of_key(const std::string& key_id) {
  return connection_.number("SELECT count(*) FROM webhooks WHERE key_id = ?", key_id);
}

Result<void> SqliteWebhooks::erase(const WebhookId& id) {
  return connection_.execute("DELETE FROM webhooks WHERE webhook_id = ?", id);
}

Result<void> SqliteDeliveries::insert(const Delivery& delivery) {
  STOREY_TRY_VOID(connection_.execute(
      "INSERT INTO deliveries (delivery_id, webhook_id, client_id, order_id, message_id, event, body, "
      "status, attempts,"
      " created, next_attempt, last_error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      delivery.id, delivery.webhook_id, delivery.client_id, delivery.order_id, delivery.message_id,
      delivery.event, delivery.body, delivery_status_name(delivery.status), delivery.attempts,
      delivery.created, delivery.next_attempt, delivery.last_error));
  return {};
}

Result<std::optional<Delivery>> SqliteDeliveries::find(const ClientId& client, const DeliveryId& id) {
  static const std::string sql =
      "SELECT " + kDeliveryColumns + " FROM deliveries WHERE delivery_id = ? AND client_id = ?";
  return connection_.find(read_delivery, sql, id, client);
}

Result<Page<Delivery>> SqliteDeliveries::list(const WebhookId& webhook, const PageRequest& page) {
  Conditions conditions;
  conditions.add("webhook_id = ?", {webhook.text});
  return read_page(connection_, kDeliveryColumns, "deliveries", "delivery_id", conditions, page,
                   read_delivery);
}

Result<std::vector<DueDelivery>> SqliteDeliveries::claim_due(Timestamp now, Timestamp expires, int limit,
                                                             int per_webhook) {
  static const std::string sql =
      "SELECT * FROM (SELECT w.webhook_id, w.client_id, w.url, w.events, w.created, w.secret_version, "
      "w.secret_rotated,"
      " w.disabled, w.key_id, w.former_key_id, d.delivery_id, d.webhook_id, d.client_id, d.order_id, "
      "d.message_id, d.event, d.body, "
      "d.status,"
      " d.attempts, d.created, d.next_attempt, d.last_attempt, d.delivered, d.response_status, d.last_error,"
      " row_number() OVER (PARTITION BY d.webhook_id ORDER BY d.next_attempt, d.delivery_id)"
      " + (SELECT count(*) FROM deliveries t WHERE t.webhook_id = d.webhook_id AND t.status = 'PENDING'"
      " AND t.taken_until > ?1) AS place FROM deliveries d JOIN webhooks w ON w.webhook_id = d.webhook_id"
      " WHERE d.status = 'PENDING' AND d.next_attempt <= ?1 AND d.taken_until <= ?1"
      " AND NOT EXISTS (SELECT 1 FROM deliveries e WHERE e.webhook_id = d.webhook_id AND e.order_id = "
      "d.order_id"
      " AND e.status = 'PENDING' AND e.delivery_id < d.delivery_id)) WHERE place <= ?2"
      " ORDER BY next_attempt LIMIT ?3";
  STOREY_TRY(auto due, connection_.list(
                           [](Row row) {
                             return DueDelivery{read_delivery_from(row, kWebhookColumns), read_webhook(row)};
                           },
                           sql, now, per_webhook, limit));
  for (const DueDelivery& taken : due)
    STOREY_TRY_VOID(connection_.execute("UPDATE deliveries SET taken_until = ? WHERE delivery_id = ?",
                                        expires, taken.delivery.id));
  return due;
}

Result<void> SqliteDeliveries::record(const Delivery& delivery) {
  return connection_.execute(
      "UPDATE deliveries SET status = ?, attempts = ?, next_attempt = ?, last_attempt = ?, delivered = ?,"
      " response_status = ?, last_error = ?, taken_until = 0 WHERE delivery_id = ?",
      delivery_status_name(delivery.status), delivery.attempts, delivery.next_attempt, delivery.last_attempt,
      delivery.delivered, delivery.response_status, delivery.last_error, delivery.id);
}

Result<void> SqliteDeliveries::fail_pending(const WebhookId& webhook, const std::string& reason) {
  return connection_.execute(
      "UPDATE deliveries SET status = 'FAILED', last_error = ? WHERE webhook_id = ? AND status = 'PENDING'",
      reason, webhook);
}

Result<std::optional<Timestamp>> SqliteDeliveries::next_due() {
  STOREY_TRY(
      const auto found,
      connection_.find([](Row row) { return row.maybe_time(0); },
                       "SELECT min(max(next_attempt, taken_until)) FROM deliveries d WHERE status = 'PENDING'"
                       " AND NOT EXISTS (SELECT 1 FROM deliveries e WHERE e.webhook_id = d.webhook_id"
                       " AND e.order_id = d.order_id AND e.status = 'PENDING'"
                       " AND e.delivery_id < d.delivery_id)"));
  return found.value_or(std::nullopt);
}

Result<std::int64_t> SqliteDeliveries::count_pending() {
  return connection_.number("SELECT count(*) FROM deliveries WHERE status = 'PENDING'");
}

Result<std::int64_t> SqliteDeliveries::erase_ended(Timestamp time, int limit) {
  STOREY_TRY_VOID(
      connection_.execute("DELETE FROM deliveries WHERE delivery_id IN (SELECT delivery_id FROM deliveries"
                          " WHERE status <> 'PENDING' AND created < ? LIMIT ?)",
                          time, limit));
  return connection_.changes();
}

}  // namespace storey::service
