#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "service/adapters/sql/paging.h"
#include "service/adapters/sql/sql_session.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

/// Names of events, and identifiers, hold no spaces.
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

/// Identifiers hold nothing that JSON would have to escape.
template <class SomeId>
std::string json_list(const std::vector<SomeId>& ids) {
  std::string list;
  for (const SomeId& id : ids) list += (list.empty() ? "[\"" : ",\"") + id.text + '"';
  return (list.empty() ? "[" : list) + "]";
}

const std::string kWebhookColumns =
    "webhook_id, client_id, url, events, created, secret_version, secret_rotated, disabled, key_id, "
    "former_key_id, failing_since, disabled_reason";

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
  webhook.failing_since = row.maybe_time(10);
  webhook.disabled_reason = row.text(11);
  return webhook;
}

const std::string kDeliveryColumns =
    "delivery_id, webhook_id, client_id, order_id, message_id, event, body, status, attempts, created, "
    "next_attempt,"
    " last_attempt, delivered, response_status, last_error, traceparent";

Delivery read_delivery(Row row) {
  Delivery delivery;
  delivery.id = DeliveryId(row.text(0));
  delivery.webhook_id = WebhookId(row.text(1));
  delivery.client_id = ClientId(row.text(2));
  delivery.order_id = OrderId(row.text(3));
  delivery.message_id = row.text(4);
  delivery.event = row.text(5);
  delivery.body = row.text(6);
  delivery.status = parse_delivery_status(row.text(7)).value_or(DeliveryStatus::kFailed);
  delivery.attempts = static_cast<int>(row.integer(8));
  delivery.created = row.time(9);
  delivery.next_attempt = row.time(10);
  delivery.last_attempt = row.maybe_time(11);
  delivery.delivered = row.maybe_time(12);
  if (const auto status = row.maybe_integer(13)) delivery.response_status = static_cast<int>(*status);
  delivery.last_error = row.text(14);
  delivery.traceparent = row.text(15);
  return delivery;
}

}  // namespace

Result<void> SqlWebhooks::insert(const Webhook& webhook) {
  static const std::string sql =
      "INSERT INTO webhooks (" + kWebhookColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  return connection_.execute(sql, webhook.id, webhook.client_id, webhook.url, join(webhook.events),
                             webhook.created, webhook.secret_version, webhook.secret_rotated,
                             webhook.disabled, webhook.key_id, webhook.former_key_id, webhook.failing_since,
                             webhook.disabled_reason);
}

Result<std::optional<Webhook>> SqlWebhooks::find(const ClientId& client, const WebhookId& id) {
  return connection_.find(read_webhook,
                          "SELECT " + kWebhookColumns +
                              " FROM webhooks WHERE webhook_id = ? AND client_id = ?" +
                              connection_.lock_row(),
                          id, client);
}

Result<std::vector<Webhook>> SqlWebhooks::list(const ClientId& client) {
  static const std::string sql =
      "SELECT " + kWebhookColumns + " FROM webhooks WHERE client_id = ? ORDER BY webhook_id";
  return connection_.list(read_webhook, sql, client);
}

Result<void> SqlWebhooks::update(const Webhook& webhook) {
  return connection_.execute(
      "UPDATE webhooks SET url = ?, events = ?, secret_version = ?, secret_rotated = ?, disabled = ?,"
      " key_id = ?, former_key_id = ?, failing_since = ?, disabled_reason = ? WHERE webhook_id = ?",
      webhook.url, join(webhook.events), webhook.secret_version, webhook.secret_rotated, webhook.disabled,
      webhook.key_id, webhook.former_key_id, webhook.failing_since, webhook.disabled_reason, webhook.id);
}

Result<std::int64_t> SqlWebhooks::count_of_key(const std::string& key_id) {
  return connection_.number("SELECT count(*) FROM webhooks WHERE key_id = ?", key_id);
}

Result<void> SqlWebhooks::erase(const WebhookId& id) {
  return connection_.execute("DELETE FROM webhooks WHERE webhook_id = ?", id);
}

// Of a webhook and an order one delivery is in front. Who adds one or ends one holds both their name, so that
// of two who do so at once the second sees what the first has done; who ends all of a webhook holds that.
namespace {

std::string line_name(const WebhookId& webhook, const OrderId& order) {
  return webhook.text + " " + order.text;
}

}  // namespace

Result<void> SqlDeliveries::insert(const Delivery& delivery) {
  STOREY_TRY_VOID(connection_.announce(Connection::Change::kDeliveries));
  STOREY_TRY_VOID(connection_.lock_name(delivery.webhook_id.text, true));
  STOREY_TRY_VOID(connection_.lock_name(line_name(delivery.webhook_id, delivery.order_id)));
  return connection_.execute(
      "INSERT INTO deliveries (delivery_id, webhook_id, client_id, order_id, message_id, event, body, status,"
      " attempts, created, next_attempt, last_error, traceparent, in_front)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,"
      " CASE WHEN EXISTS (SELECT 1 FROM deliveries WHERE client_id = ?3 AND webhook_id = ?2"
      "  AND order_id = ?4 AND status = 'PENDING') THEN 0 ELSE 1 END)",
      delivery.id, delivery.webhook_id, delivery.client_id, delivery.order_id, delivery.message_id,
      delivery.event, delivery.body, delivery_status_name(delivery.status), delivery.attempts,
      delivery.created, delivery.next_attempt, delivery.last_error, delivery.traceparent);
}

Result<std::optional<Delivery>> SqlDeliveries::find(const ClientId& client, const DeliveryId& id) {
  static const std::string sql =
      "SELECT " + kDeliveryColumns + " FROM deliveries WHERE delivery_id = ? AND client_id = ?";
  return connection_.find(read_delivery, sql, id, client);
}

Result<Page<Delivery>> SqlDeliveries::list(const WebhookId& webhook, const PageRequest& page) {
  Conditions conditions;
  conditions.add("webhook_id = ?", {webhook.text});
  return read_page(connection_, kDeliveryColumns, "deliveries", "delivery_id", conditions, page,
                   read_delivery);
}

namespace {

/// Steps from webhook to webhook in the index of what is due.
const std::string kWaiting =
    "WITH RECURSIVE waiting (webhook_id) AS ("
    " SELECT (SELECT webhook_id FROM deliveries WHERE status = 'PENDING' AND in_front = 1"
    "  ORDER BY webhook_id LIMIT 1)"
    " UNION ALL SELECT (SELECT d.webhook_id FROM deliveries d WHERE d.status = 'PENDING'"
    "  AND d.in_front = 1 AND d.webhook_id > waiting.webhook_id ORDER BY d.webhook_id LIMIT 1)"
    "  FROM waiting WHERE waiting.webhook_id IS NOT NULL)";

/// A webhook with something due, and how many calls are under way for it and its client.
struct Receiver {
  WebhookId webhook;
  ClientId client;
  std::deque<DeliveryId> due;  ///< what is due longest first
};

}  // namespace

Result<std::vector<DeliveryId>> SqlDeliveries::list_due(Timestamp now, const CallLimits& limits) {
  std::map<std::string, int> of_webhook, of_client;
  STOREY_TRY(const auto taken,
             connection_.list([](Row row) { return std::pair(row.text(0), row.text(1)); },
                              "SELECT webhook_id, client_id FROM deliveries WHERE status = 'PENDING'"
                              " AND taken_until > 0 AND taken_until > ?",
                              now));
  for (const auto& [webhook, client] : taken) {
    ++of_webhook[webhook];
    ++of_client[client];
  }
  const std::string sql =
      kWaiting + " SELECT w.webhook_id, w.client_id, (SELECT " +
      std::string(connection_.dialect().join_texts) +
      "(delivery_id, ' ') FROM (SELECT delivery_id FROM deliveries d"
      "  WHERE d.webhook_id = w.webhook_id AND status = 'PENDING' AND in_front = 1 AND next_attempt <= ?1"
      "  AND taken_until <= ?1 ORDER BY next_attempt, delivery_id LIMIT ?2) AS due)"
      " FROM waiting JOIN webhooks w USING (webhook_id)";
  STOREY_TRY(auto receivers, connection_.list(
                                 [](Row row) {
                                   Receiver receiver{WebhookId(row.text(0)), ClientId(row.text(1)), {}};
                                   for (std::string& id : split(row.text(2)))
                                     receiver.due.emplace_back(std::move(id));
                                   return receiver;
                                 },
                                 sql, now, limits.per_webhook));
  std::map<std::string, std::vector<Receiver*>> clients;
  for (Receiver& receiver : receivers) {
    const int slots = std::max(0, limits.per_webhook - of_webhook[receiver.webhook.text]);
    if (receiver.due.size() > static_cast<std::size_t>(slots))
      receiver.due.resize(static_cast<std::size_t>(slots));
    if (!receiver.due.empty()) clients[receiver.client.text].push_back(&receiver);
  }
  std::set<std::pair<int, std::string>> turns;  // who has the fewest calls is first
  for (const auto& [client, unused] : clients)
    if (of_client[client] < limits.per_client) turns.emplace(of_client[client], client);
  std::vector<DeliveryId> chosen;
  while (!turns.empty() && static_cast<int>(chosen.size()) < limits.total) {
    const auto [calls, client] = *turns.begin();
    turns.erase(turns.begin());
    std::vector<Receiver*>& of_this = clients[client];
    // Its webhooks take turns as well.
    Receiver* receiver = of_this.front();
    chosen.push_back(receiver->due.front());
    receiver->due.pop_front();
    of_this.erase(of_this.begin());
    if (!receiver->due.empty()) of_this.push_back(receiver);
    if (!of_this.empty() && calls + 1 < limits.per_client) turns.emplace(calls + 1, client);
  }
  return chosen;
}

Result<std::vector<DueDelivery>> SqlDeliveries::take(const std::vector<DeliveryId>& ids, Timestamp now,
                                                     Timestamp expires) {
  const std::string each(connection_.dialect().each_of_json);
  // One that somebody else is about to take is passed over.
  const std::string update =
      "UPDATE deliveries SET taken_until = ?1 WHERE delivery_id IN (SELECT delivery_id FROM deliveries"
      " WHERE delivery_id IN (SELECT value FROM " +
      each + "(?2)) AND status = 'PENDING' AND in_front = 1 AND next_attempt <= ?3 AND taken_until <= ?3" +
      connection_.lock_free_row() + ") RETURNING " + kDeliveryColumns;
  const std::string select =
      "SELECT " + kWebhookColumns + " FROM webhooks WHERE webhook_id IN (SELECT value FROM " + each + "(?))";
  STOREY_TRY(const auto found, connection_.list(read_delivery, update, expires, json_list(ids), now));
  std::map<std::string, const Delivery*> deliveries;
  std::vector<WebhookId> named;
  for (const Delivery& delivery : found) {
    deliveries[delivery.id.text] = &delivery;
    named.push_back(delivery.webhook_id);
  }
  STOREY_TRY(const auto webhooks, connection_.list(read_webhook, select, json_list(named)));
  std::vector<DueDelivery> taken;
  for (const DeliveryId& id : ids) {
    const auto delivery = deliveries.find(id.text);
    if (delivery == deliveries.end()) continue;
    const auto webhook = std::find_if(webhooks.begin(), webhooks.end(), [&](const Webhook& known) {
      return known.id == delivery->second->webhook_id;
    });
    if (webhook != webhooks.end()) taken.push_back({*delivery->second, *webhook});
  }
  return taken;
}

Result<void> SqlDeliveries::record(const Delivery& delivery) {
  STOREY_TRY_VOID(connection_.announce(Connection::Change::kDeliveries));
  STOREY_TRY_VOID(connection_.lock_name(line_name(delivery.webhook_id, delivery.order_id)));
  STOREY_TRY_VOID(connection_.execute(
      "UPDATE deliveries SET status = ?, attempts = ?, next_attempt = ?, last_attempt = ?, delivered = ?,"
      " response_status = ?, last_error = ?, taken_until = 0 WHERE delivery_id = ?",
      delivery_status_name(delivery.status), delivery.attempts, delivery.next_attempt, delivery.last_attempt,
      delivery.delivered, delivery.response_status, delivery.last_error, delivery.id));
  if (delivery.status == DeliveryStatus::kPending) return {};
  const std::string made(connection_.dialect().delivery_order);
  return connection_.execute(
      "UPDATE deliveries SET in_front = 1 WHERE delivery_id = (SELECT delivery_id FROM deliveries"
      " WHERE client_id = ? AND webhook_id = ? AND order_id = ? AND status = 'PENDING' ORDER BY " +
          made + " LIMIT 1)",
      delivery.client_id, delivery.webhook_id, delivery.order_id);
}

Result<void> SqlDeliveries::fail_pending(const WebhookId& webhook, const std::string& reason) {
  STOREY_TRY_VOID(connection_.lock_name(webhook.text));
  return connection_.execute(
      "UPDATE deliveries SET status = 'FAILED', last_error = ? WHERE webhook_id = ? AND status = 'PENDING'",
      reason, webhook);
}

Result<std::optional<Timestamp>> SqlDeliveries::next_due(Timestamp now) {
  static const std::string sql =
      kWaiting +
      " SELECT min((SELECT min(next_attempt) FROM deliveries d WHERE d.webhook_id = w.webhook_id"
      " AND status = 'PENDING' AND in_front = 1 AND next_attempt > ?)) FROM waiting w";
  STOREY_TRY(const auto found, connection_.find([](Row row) { return row.maybe_time(0); }, sql, now));
  return found.value_or(std::nullopt);
}

Result<std::int64_t> SqlDeliveries::count_pending(const ClientId& client, std::int64_t limit) {
  return connection_.number(
      "SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE client_id = ? AND status = 'PENDING' LIMIT ?) AS "
      "pending",
      client, limit);
}

Result<std::int64_t> SqlDeliveries::count_pending() {
  return connection_.number("SELECT count(*) FROM deliveries WHERE status = 'PENDING'");
}

Result<std::optional<Timestamp>> SqlDeliveries::oldest_pending() {
  STOREY_TRY(const auto found,
             connection_.find([](Row row) { return row.maybe_time(0); },
                              "SELECT min(created) FROM deliveries WHERE status = 'PENDING'"));
  return found.value_or(std::nullopt);
}

Result<std::int64_t> SqlDeliveries::erase_ended(Timestamp time, int limit) {
  return connection_.change(
      "DELETE FROM deliveries WHERE delivery_id IN (SELECT delivery_id FROM deliveries"
      " WHERE status <> 'PENDING' AND created < ? LIMIT ?)",
      time, limit);
}

}  // namespace storey::service
