#include "service/usecases/announce.h"

#include <boost/json.hpp>

#include "service/domain/try.h"

namespace storey::service {
namespace {

/// `{"type":…,"timestamp":…,"data":{…,"metadata":…}}`. The client's metadata is put in as the text it came
/// in.
std::string message(std::string_view event, Timestamp time, const boost::json::object& data,
                    const std::optional<std::string>& metadata) {
  std::string fields = boost::json::serialize(data);
  fields.pop_back();
  return R"({"type":)" + boost::json::serialize(boost::json::string_view(event)) + R"(,"timestamp":")" +
         to_iso8601(time) + R"(","data":)" + fields + R"(,"metadata":)" + metadata.value_or("null") + "}}";
}

boost::json::object order_data(const Order& order) {
  boost::json::object data;
  data["order_id"] = order.id.text;
  data["order_name"] = order.name;
  data["order_status"] = status_name(order.status);
  data["product"] = order.product;
  data["project_id"] = order.project_id.text;
  data["created"] = to_iso8601(order.created);
  return data;
}

Outcome<void> enqueue(Services& services, Session& session, const Webhook& webhook, const Order& order,
                      std::string_view event, std::string body) {
  Delivery delivery;
  delivery.id = services.ids.make<DeliveryId>();
  delivery.webhook_id = webhook.id;
  delivery.client_id = webhook.client_id;
  delivery.order_id = order.id;
  delivery.traceparent = order.traceparent;
  delivery.message_id = "msg_" + delivery.id.text;
  delivery.event = std::string(event);
  delivery.body = std::move(body);
  delivery.created = delivery.next_attempt = services.clock.now();
  STOREY_TRY(const std::int64_t pending, count_pending_deliveries(services, session, webhook.client_id));
  if (pending >= services.settings.max_pending_deliveries) {
    // It stays in the log, from which it can be sent again.
    delivery.status = DeliveryStatus::kFailed;
    delivery.last_error = "too many messages waited for this client's receivers";
  }
  STOREY_TRY_VOID(session.deliveries().insert(delivery));
  return {};
}

}  // namespace

Outcome<std::int64_t> count_pending_deliveries(Services& services, Session& session, const ClientId& client) {
  STOREY_TRY(const std::int64_t pending,
             session.deliveries().count_pending(client, services.settings.max_pending_deliveries));
  return pending;
}

std::string status_message(std::string_view event, const Order& order, const StatusChange& change) {
  boost::json::object data = order_data(order);
  data["previous_status"] = status_name(change.previous);
  data["failure_reason"] = nullptr;
  if (order.error) {
    data["failure_reason"] = order.error->message;
    data["failure_code"] = order.error->code;
  }
  return message(event, change.changed, data, order.metadata);
}

Outcome<StatusChange> advance_order(Services& services, Session& session, Order& order, OrderStatus to) {
  STOREY_TRY(const StatusChange change, move_order(order, to, services.clock.now()));
  STOREY_TRY_VOID(session.orders().update(order));
  STOREY_TRY_VOID(session.events().append(change, change.changed));
  STOREY_TRY(const auto webhooks, session.webhooks().list(order.client_id));
  for (const Webhook& webhook : webhooks)
    for (const std::string_view event : events_of(to))
      if (webhook.wants(event))
        STOREY_TRY_VOID(
            enqueue(services, session, webhook, order, event, status_message(event, order, change)));
  return change;
}

Outcome<void> advance_upload(Services& services, Session& session, Asset& asset, UploadStatus to) {
  STOREY_TRY_VOID(pass_upload(services, session, asset, to));
  STOREY_TRY_VOID(session.assets().update(asset));
  return {};
}

Outcome<void> pass_upload(Services& services, Session& session, Asset& asset, UploadStatus to) {
  STOREY_TRY_VOID(move_upload(asset, to));
  STOREY_TRY_VOID(session.events().append(UploadChange{asset.id, asset.status, asset.percentage()},
                                          services.clock.now()));
  return {};
}

Outcome<void> announce_finalized_upload(Services& services, Session& session, const Order& order,
                                        const Asset& asset) {
  boost::json::object data = order_data(order);
  data["asset_id"] = asset.id.text;
  data["asset_type"] = asset_type_name(asset.type);
  data["upload_status"] = upload_status_name(asset.status);
  data["file_name"] = asset.file_name;
  const std::string body = message(kUploadFinalized, services.clock.now(), data, order.metadata);
  STOREY_TRY(const auto webhooks, session.webhooks().list(order.client_id));
  for (const Webhook& webhook : webhooks)
    if (webhook.wants(kUploadFinalized))
      STOREY_TRY_VOID(enqueue(services, session, webhook, order, kUploadFinalized, body));
  return {};
}

}  // namespace storey::service
