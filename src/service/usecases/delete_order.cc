#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/orders.h"
#include "service/usecases/retention.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

/// Whoever watches the order or one of its uploads learns that it is over. Gives the blobs of the uploads.
Outcome<std::vector<BlobId>> end_everything(Services& services, Session& session, Order& order) {
  STOREY_TRY(auto blobs, end_uploads(services, session, order.id));
  if (is_final(order.status)) return blobs;
  STOREY_TRY_VOID(advance_order(services, session, order, OrderStatus::kCancelled));
  return blobs;
}

}  // namespace

Outcome<void> delete_order(Services& services, const ClientId& client, const OrderId& id) {
  std::vector<BlobId> blobs;
  STOREY_TRY_VOID(services.store.write([&](Session& session) -> Outcome<void> {
    STOREY_TRY(Order order, require_order(session, client, id));
    STOREY_TRY(blobs, end_everything(services, session, order));
    STOREY_TRY(const auto others, blobs_of_order(session, id));
    blobs.insert(blobs.end(), others.begin(), others.end());
    STOREY_TRY_VOID(session.orders().erase(id));
    return {};
  }));
  erase_blobs(services, blobs);
  return {};
}

}  // namespace storey::service
