#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/direct_uploads.h"
#include "service/usecases/uploads.h"

namespace storey::service {

Outcome<std::vector<BlobId>> end_upload(Services& services, Session& session, Asset& asset) {
  std::vector<BlobId> blobs;
  STOREY_TRY(const auto parts, session.assets().list_parts(asset.id));
  for (const UploadedPart& part : parts) blobs.push_back(part.blob);
  if (!asset.blob.empty()) blobs.push_back(asset.blob);
  if (is_direct(services, asset)) blobs.push_back(sent_blob(asset));
  asset.blob = BlobId();
  STOREY_TRY_VOID(session.assets().erase_parts(asset.id));
  STOREY_TRY_VOID(session.jobs().cancel(asset.id));
  STOREY_TRY_VOID(advance_upload(services, session, asset, UploadStatus::kExpired));
  return blobs;
}

Outcome<std::vector<BlobId>> end_uploads(Services& services, Session& session, const OrderId& order) {
  std::vector<BlobId> blobs;
  STOREY_TRY(auto assets, session.assets().list(order));
  for (Asset& asset : assets) {
    if (!may_become(asset.status, UploadStatus::kExpired)) continue;
    STOREY_TRY(const auto ended, end_upload(services, session, asset));
    blobs.insert(blobs.end(), ended.begin(), ended.end());
  }
  return blobs;
}

Outcome<void> fail_upload(Services& services, Session& session, const AssetId& id, const Failure& failure) {
  STOREY_TRY(auto asset, session.assets().find(id));
  if (!asset || !may_become(asset->status, UploadStatus::kFailed)) return {};
  asset->failure = failure;
  return advance_upload(services, session, *asset, UploadStatus::kFailed);
}

void erase_blobs(Services& services, const std::vector<BlobId>& blobs) {
  for (const BlobId& blob : blobs) static_cast<void>(services.blobs.erase(blob));
}

}  // namespace storey::service
