#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/orders.h"

namespace storey::service {

Outcome<Order> cancel_order(Services& services, const ClientId& client, const OrderId& id) {
  return services.store.write([&](Session& session) -> Outcome<Order> {
    STOREY_TRY(Order order, require_order(session, client, id));
    if (order.status == OrderStatus::kCancelled) return order;
    STOREY_TRY_VOID(advance_order(services, session, order, OrderStatus::kCancelled));
    STOREY_TRY_VOID(session.jobs().cancel(id));
    return order;
  });
}

}  // namespace storey::service
