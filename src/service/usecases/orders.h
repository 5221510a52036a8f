// Orders from draft to the queue, and out of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "service/usecases/services.h"

namespace storey::service {

struct NewOrder {
  std::string name;
  std::string product;
  std::string model_units;
  std::optional<std::string> project_id;
  std::optional<std::string> address;
  std::optional<std::string> metadata;  ///< JSON text
  OrderOptions options;
  std::optional<std::string> client_token = {};  ///< repeated within a day, nothing new is made
  std::string traceparent = {};                  ///< of the request; empty if it has none
};

/// Refuses with BAD_USER_INPUT, UNSUPPORTED_PRODUCT, UNSUPPORTED_MODEL_UNITS, PROJECT_NOT_FOUND,
/// QUOTA_EXCEEDED.
Outcome<Order> initialize_order(Services& services, const ClientId& client, const NewOrder& wanted);

/// Refuses with ORDER_NOT_FOUND; so do all below.
Outcome<Order> get_order(Services& services, const ClientId& client, const OrderId& id);
Outcome<Page<Order>> list_orders(Services& services, const ClientId& client, const OrderFilter& filter,
                                 const PageRequest& page);

/// Submits the order: it goes into the queue. Refuses with INVALID_ORDER_STATE (a draft without uploads, or
/// cancelled before) or UPLOAD_INCOMPLETE. An order that was submitted before is given back as it is now.
/// `traceparent`: of the request; empty if it has none.
Outcome<Order> finalize_order(Services& services, const ClientId& client, const OrderId& id,
                              const std::string& traceparent = {});

/// Refuses with INVALID_ORDER_STATE if the order has ended otherwise. A cancelled one is given back as it is.
Outcome<Order> cancel_order(Services& services, const ClientId& client, const OrderId& id,
                            const std::string& traceparent = {});

/// Removes the order with its files, cancelling it first if it has not ended.
Outcome<void> delete_order(Services& services, const ClientId& client, const OrderId& id);

/// The order of that client, in a transaction. Refuses with ORDER_NOT_FOUND.
Outcome<Order> require_order(Session& session, const ClientId& client, const OrderId& id);

}  // namespace storey::service
