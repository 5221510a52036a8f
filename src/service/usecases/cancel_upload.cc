#include "service/domain/try.h"
#include "service/usecases/announce.h"
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
    STOREY_TRY(const auto parts, session.assets().list_parts(id));
    for (const UploadedPart& part : parts) blobs.push_back(part.blob);
    if (!asset.blob.empty()) blobs.push_back(asset.blob);
    asset.blob = BlobId();
    asset.failure = Failure(FailureCode::kUploadExpired, "the upload was cancelled");
    STOREY_TRY_VOID(session.assets().erase_parts(id));
    STOREY_TRY_VOID(session.jobs().cancel(id));
    STOREY_TRY_VOID(advance_upload(services, session, asset, UploadStatus::kExpired));
    return asset;
  }));
  // What cannot be removed now, the search for orphans removes later.
  for (const BlobId& blob : blobs) static_cast<void>(services.blobs.erase(blob));
  return cancelled;
}

}  // namespace storey::service
