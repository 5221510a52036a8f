#include "service/domain/try.h"
#include "service/usecases/direct_uploads.h"
#include "service/usecases/uploads.h"

namespace storey::service {

Outcome<Asset> cancel_upload(Services& services, const ClientId& client, const AssetId& id) {
  std::vector<BlobId> blobs;
  STOREY_TRY(auto cancelled, services.store.write([&](Session& session) -> Outcome<Asset> {
    STOREY_TRY(Asset asset, require_asset(session, client, id));
    if (asset.status == UploadStatus::kExpired) return asset;
    if (asset.status == UploadStatus::kFinalized)
      return refuse(FailureCode::kInvalidOrderState, "the upload is finalized: it belongs to its order now",
                    {{"assetId", id.text}, {"uploadStatus", "FINALIZED"}});
    asset.failure = Failure(FailureCode::kUploadExpired, "the upload was cancelled");
    STOREY_TRY(blobs, end_upload(services, session, asset));
    return asset;
  }));
  erase_blobs(services, blobs);
  if (is_direct(services, cancelled)) abort_direct_upload(services, cancelled);
  return cancelled;
}

}  // namespace storey::service
