#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/orders.h"
#include "service/usecases/retention.h"

namespace storey::service {
namespace {

/// Whoever watches the order or one of its uploads learns that it is over.
Outcome<void> end_everything(Services& services, Session& session, Order& order) {
  STOREY_TRY(auto assets, session.assets().list(order.id));
  for (Asset& asset : assets)
    if (may_become(asset.status, UploadStatus::kExpired))
      STOREY_TRY_VOID(advance_upload(services, session, asset, UploadStatus::kExpired));
  if (is_final(order.status)) return {};
  STOREY_TRY_VOID(advance_order(services, session, order, OrderStatus::kCancelled));
  return {};
}

}  // namespace

Outcome<void> delete_order(Services& services, const ClientId& client, const OrderId& id) {
  std::vector<BlobId> blobs;
  STOREY_TRY_VOID(services.store.write([&](Session& session) -> Outcome<void> {
    STOREY_TRY(Order order, require_order(session, client, id));
    STOREY_TRY_VOID(end_everything(services, session, order));
    STOREY_TRY(blobs, blobs_of_order(session, id));
    STOREY_TRY_VOID(session.orders().erase(id));
    return {};
  }));
  // What cannot be removed now, the search for orphans removes later.
  for (const BlobId& blob : blobs) static_cast<void>(services.blobs.erase(blob));
  return {};
}

}  // namespace storey::service
