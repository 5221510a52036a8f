#include <tuple>

#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/orders.h"

namespace storey::service {
namespace {

bool is_pending(UploadStatus status) {
  return status == UploadStatus::kPending || status == UploadStatus::kUploading ||
         status == UploadStatus::kUploaded;
}

/// At least one upload is finalized, and none is still on its way.
Outcome<void> check_uploads(Services& services, Session& session, const Order& order,
                            std::vector<Asset>& assets) {
  bool any = false;
  for (Asset& asset : assets) {
    const bool overdue = asset.status == UploadStatus::kPending && asset.expires <= services.clock.now();
    // A fetch that still waits for its turn has no address of ours that could expire.
    if (overdue && asset.upload_type != UploadType::kUrl)
      STOREY_TRY_VOID(advance_upload(services, session, asset, UploadStatus::kExpired));
    if (is_pending(asset.status))
      return refuse(FailureCode::kUploadIncomplete,
                    "the upload of an asset is " + std::string(upload_status_name(asset.status)) +
                        "; send its bytes and finalize it first",
                    {{"orderId", order.id.text}, {"assetId", asset.id.text}});
    any = any || asset.status == UploadStatus::kFinalized;
  }
  if (!any)
    return refuse(FailureCode::kUploadIncomplete, "the order has no finalized upload",
                  {{"orderId", order.id.text}});
  return {};
}

}  // namespace

Outcome<Order> finalize_order(Services& services, const ClientId& client, const OrderId& id,
                              const std::string& traceparent) {
  return services.store.write([&](Session& session) -> Outcome<Order> {
    session.ask_ahead([&] {
      std::ignore = session.orders().find(client, id);
      std::ignore = session.assets().list(id);
      std::ignore = session.webhooks().list(client);
    });
    STOREY_TRY(Order order, require_order(session, client, id));
    if (order.submitted) return order;
    STOREY_TRY(auto assets, session.assets().list(id));
    if (order.status == OrderStatus::kUploading)
      STOREY_TRY_VOID(check_uploads(services, session, order, assets));
    if (!traceparent.empty()) order.traceparent = traceparent;
    STOREY_TRY_VOID(advance_order(services, session, order, OrderStatus::kInitialized));
    Job job;
    job.id = services.ids.make<JobId>();
    job.kind = JobKind::kConvert;
    job.client_id = client;
    job.order_id = id;
    job.created = services.clock.now();
    job.traceparent = order.traceparent;
    for (const Asset& asset : assets)
      if (asset.status == UploadStatus::kFinalized) job.size_bytes += asset.received_bytes;
    STOREY_TRY_VOID(session.jobs().insert(job));
    return order;
  });
}

}  // namespace storey::service
