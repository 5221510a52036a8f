#include "service/usecases/orders.h"

#include "service/domain/try.h"
#include "service/usecases/announce.h"

namespace storey::service {

Outcome<Order> require_order(Session& session, const ClientId& client, const OrderId& id) {
  STOREY_TRY(auto order, session.orders().find(client, id));
  if (!order) return refuse(FailureCode::kOrderNotFound, "the order was not found", {{"orderId", id.text}});
  return std::move(*order);
}

Outcome<Order> get_order(Services& services, const ClientId& client, const OrderId& id) {
  return services.store.look([&](Session& session) { return require_order(session, client, id); });
}

Outcome<Page<Order>> list_orders(Services& services, const ClientId& client, const OrderFilter& filter,
                                 const PageRequest& page) {
  return services.store.read([&](Session& session) -> Outcome<Page<Order>> {
    STOREY_TRY(auto orders, session.orders().list(client, filter, page));
    return orders;
  });
}

}  // namespace storey::service
