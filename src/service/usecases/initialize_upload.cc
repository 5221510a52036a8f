#include <algorithm>
#include <tuple>

#include "service/domain/text.h"
#include "service/domain/try.h"
#include "service/usecases/announce.h"
#include "service/usecases/direct_uploads.h"
#include "service/usecases/input.h"
#include "service/usecases/orders.h"
#include "service/usecases/repeatable.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

Outcome<std::optional<std::string>> checked_checksum(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const std::string lower = to_lower(*text);
  if (lower.size() != 64 || lower.find_first_not_of("0123456789abcdef") != std::string::npos)
    return bad_field("checksum_sha256", "checksum_sha256 must be 64 hexadecimal digits");
  return lower;
}

/// Number and size of the parts of a multi-part upload.
Outcome<void> plan_parts(Asset& asset, const NewUpload& wanted, const Settings& settings) {
  const auto max_parts = static_cast<std::uint64_t>(settings.max_parts);
  if (wanted.total_parts && (*wanted.total_parts < 1 || *wanted.total_parts > settings.max_parts))
    return bad_field("total_parts", "total_parts must be 1 to " + std::to_string(settings.max_parts));
  if (!wanted.total_parts && !wanted.size_bytes)
    return bad_field("total_parts", "an upload in parts needs total_parts or size_bytes");
  if (wanted.total_parts) {
    asset.total_parts = *wanted.total_parts;
    const auto count = static_cast<std::uint64_t>(asset.total_parts);
    asset.part_size = wanted.size_bytes ? (*wanted.size_bytes + count - 1) / count : settings.part_size_bytes;
    return {};
  }
  asset.part_size = std::max(settings.part_size_bytes, (*wanted.size_bytes + max_parts - 1) / max_parts);
  asset.total_parts = static_cast<int>(
      std::max<std::uint64_t>(1, (*wanted.size_bytes + asset.part_size - 1) / asset.part_size));
  return {};
}

Outcome<Asset> plan_asset(Services& services, const ClientId& client, const NewUpload& wanted) {
  Asset asset;
  const auto type = parse_asset_type(wanted.asset_type);
  if (!type)
    return refuse(FailureCode::kUnsupportedAssetType, "asset_type must be xyz or e57",
                  {{"field", "asset_type"}});
  const auto upload_type = parse_upload_type(wanted.upload_type);
  if (!upload_type)
    return refuse(FailureCode::kUnsupportedUploadType, "upload_type must be single, multi or url",
                  {{"field", "upload_type"}});
  if (wanted.file_name) STOREY_TRY_VOID(check_text("file_name", *wanted.file_name, 0, 500));
  if (wanted.size_bytes && *wanted.size_bytes > services.settings.max_upload_bytes)
    return refuse(FailureCode::kQuotaExceeded,
                  "a file may have at most " + std::to_string(services.settings.max_upload_bytes) + " bytes",
                  {{"field", "size_bytes"}});
  asset.id = services.ids.make<AssetId>();
  asset.order_id = wanted.order_id;
  asset.client_id = client;
  asset.type = *type;
  asset.upload_type = *upload_type;
  asset.created = asset.active = services.clock.now();
  asset.expires = asset.created + services.settings.upload_lifetime;
  asset.file_name = wanted.file_name.value_or("");
  asset.size_bytes = wanted.size_bytes;
  STOREY_TRY(asset.checksum_sha256, checked_checksum(wanted.checksum_sha256));
  if (asset.upload_type == UploadType::kMulti) {
    STOREY_TRY_VOID(plan_parts(asset, wanted, services.settings));
    asset.upload_id = services.ids.next();
  } else if (asset.upload_type == UploadType::kUrl) {
    if (!wanted.source_url) return bad_field("source_url", "an upload of type url needs source_url");
    asset.source_url = *wanted.source_url;
  }
  return asset;
}

}  // namespace

std::string upload_path(const AssetId& asset) { return "/uploads/" + asset.text; }

std::string part_path(const AssetId& asset, int number) {
  return upload_path(asset) + "/parts/" + std::to_string(number);
}

namespace {

Outcome<Repeatable> request_of(const NewUpload& wanted) {
  const auto number = [](const auto& value) { return value ? std::to_string(*value) : std::string(); };
  return repeatable(
      "initializeUpload", wanted.client_token,
      {wanted.order_id.text, wanted.asset_type, wanted.upload_type, wanted.file_name.value_or(""),
       number(wanted.size_bytes), wanted.checksum_sha256.value_or(""), number(wanted.total_parts),
       wanted.source_url.value_or("")});
}

}  // namespace

Outcome<Asset> initialize_upload(Services& services, const ClientId& client, const NewUpload& wanted) {
  auto planned = plan_asset(services, client, wanted);
  // Whether there is such an order is said first. Where nobody else is asked before, the transaction says it.
  if (!planned || planned->upload_type != UploadType::kSingle)
    STOREY_TRY_VOID(get_order(services, client, wanted.order_id));
  if (!planned) return planned;
  Asset& asset = *planned;
  if (asset.upload_type == UploadType::kUrl) {
    auto checked = services.addresses.check(asset.source_url, client);
    if (!checked) {
      checked.error().context = {{"field", "source_url"}};
      return tl::make_unexpected(checked.error());
    }
  }
  STOREY_TRY(const Repeatable request, request_of(wanted));
  const bool direct = is_direct(services, asset);
  if (direct) STOREY_TRY_VOID(begin_direct_upload(services, asset));
  auto kept = services.store.write([&](Session& session) -> Outcome<Asset> {
    STOREY_TRY_VOID(session.clients().lock(client));
    session.ask_ahead([&] {
      std::ignore = find_repeated(services, session, client, request);
      std::ignore = session.orders().find(client, wanted.order_id);
      std::ignore = session.assets().list(wanted.order_id);
      std::ignore = session.assets().stored_bytes(client, asset.id);
      std::ignore = session.webhooks().list(client);
    });
    STOREY_TRY(const auto made, find_repeated(services, session, client, request));
    if (made) return require_asset(session, client, AssetId(*made));
    STOREY_TRY(Order order, require_order(session, client, wanted.order_id));
    if (order.status != OrderStatus::kDraft && order.status != OrderStatus::kUploading)
      return refuse(FailureCode::kInvalidOrderState,
                    "an order that is " + std::string(status_name(order.status)) + " takes no more uploads",
                    {{"orderId", order.id.text}, {"orderStatus", std::string(status_name(order.status))}});
    STOREY_TRY(const auto present, session.assets().list(order.id));
    if (static_cast<std::int64_t>(present.size()) >= services.settings.max_assets_per_order)
      return refuse(FailureCode::kQuotaExceeded, "the order has as many uploads as it may have",
                    {{"orderId", order.id.text}});
    STOREY_TRY_VOID(check_disk(services, asset.size_bytes.value_or(0)));
    STOREY_TRY_VOID(room_for(services, session, client, asset.id, asset.size_bytes.value_or(0)));
    if (!wanted.traceparent.empty()) order.traceparent = wanted.traceparent;
    if (order.status == OrderStatus::kDraft)
      STOREY_TRY_VOID(advance_order(services, session, order, OrderStatus::kUploading));
    STOREY_TRY_VOID(session.assets().insert(asset));
    STOREY_TRY_VOID(note_repeatable(services, session, client, request, asset.id.text));
    if (asset.upload_type != UploadType::kUrl) return asset;
    Job job;
    job.id = services.ids.make<JobId>();
    job.kind = JobKind::kFetch;
    job.client_id = client;
    job.order_id = order.id;
    job.asset_id = asset.id;
    job.created = asset.created;
    job.traceparent = order.traceparent;
    STOREY_TRY_VOID(session.jobs().insert(job));
    return asset;
  });
  const bool unused = kept ? kept->id != asset.id : kept.error().is_refusal();
  if (direct && unused) abort_direct_upload(services, asset);
  return kept;
}

Outcome<Asset> require_asset(Session& session, const ClientId& client, const AssetId& id) {
  STOREY_TRY(auto asset, session.assets().find(id));
  if (!asset || asset->client_id != client)
    return refuse(FailureCode::kAssetNotFound, "the asset was not found", {{"assetId", id.text}});
  return std::move(*asset);
}

Outcome<Asset> get_asset(Services& services, const ClientId& client, const AssetId& id) {
  return services.store.look([&](Session& session) { return require_asset(session, client, id); });
}

Outcome<ClientId> client_of_upload(Services& services, const AssetId& id) {
  return services.store.look([&](Session& session) -> Outcome<ClientId> {
    STOREY_TRY(const auto asset, session.assets().find(id));
    if (!asset) return refuse(FailureCode::kAssetNotFound, "the asset was not found", {{"assetId", id.text}});
    return asset->client_id;
  });
}

Outcome<std::vector<Asset>> list_assets(Services& services, const OrderId& order) {
  return services.store.look([&](Session& session) -> Outcome<std::vector<Asset>> {
    STOREY_TRY(auto assets, session.assets().list(order));
    return assets;
  });
}

Outcome<std::vector<UploadedPart>> list_uploaded_parts(Services& services, const Asset& asset) {
  if (asset.upload_type != UploadType::kMulti) return std::vector<UploadedPart>();
  if (is_direct(services, asset)) return list_sent_parts(services, asset);
  return services.store.look([&](Session& session) -> Outcome<std::vector<UploadedPart>> {
    STOREY_TRY(auto parts, session.assets().list_parts(asset.id));
    return parts;
  });
}

}  // namespace storey::service
