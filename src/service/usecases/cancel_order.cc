#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/orders.h"
#include "service/usecases/uploads.h"

namespace storey::service {

Outcome<Order> cancel_order(Services& services, const ClientId& client, const OrderId& id,
                            const std::string& traceparent) {
  std::vector<BlobId> blobs;
  STOREY_TRY(auto cancelled, services.store.write([&](Session& session) -> Outcome<Order> {
    STOREY_TRY(Order order, require_order(session, client, id));
    if (order.status == OrderStatus::kCancelled) return order;
    if (!traceparent.empty()) order.traceparent = traceparent;
    STOREY_TRY_VOID(advance_order(services, session, order, OrderStatus::kCancelled));
    STOREY_TRY(blobs, end_uploads(services, session, id));
    STOREY_TRY_VOID(session.jobs().cancel(id));
    return order;
  }));
  erase_blobs(services, blobs);
  return cancelled;
}

}  // namespace storey::service
