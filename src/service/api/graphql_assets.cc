// Asset and what is done with it.
#include "service/api/graphql_assets.h"

#include <algorithm>
#include <cmath>

#include "service/api/graphql_context.h"
#include "service/api/graphql_maybe.h"
#include "service/api/graphql_schema.h"
#include "service/domain/try.h"
#include "service/usecases/direct_uploads.h"
#include "service/usecases/input.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

struct PartUrl {
  std::int32_t number = 0;
  std::string url;
};

MaybeText unless_empty(const std::string& text) { return text.empty() ? std::nullopt : MaybeText(text); }

Seconds seconds_left(const Asset& asset, Timestamp now) {
  return std::max(Seconds(0), std::chrono::ceil<Seconds>(asset.expires - now));
}

/// What the clock has made of the status since it was last kept.
UploadStatus present_status(const Asset& asset, Timestamp now) {
  const bool overdue = asset.status == UploadStatus::kPending && asset.upload_type != UploadType::kUrl;
  return overdue && asset.expires <= now ? UploadStatus::kExpired : asset.status;
}

/// Whether bytes may still be sent.
bool takes_bytes(const Asset& asset, Timestamp now) {
  return asset.upload_type != UploadType::kUrl && asset.expires > now &&
         asset.status != UploadStatus::kFinalized && asset.status != UploadStatus::kExpired;
}

Outcome<std::optional<std::vector<PartUrl>>> part_urls(const Asset& asset, const GraphqlContext& context,
                                                       std::optional<std::int32_t> first,
                                                       std::optional<std::int32_t> after) {
  if (first && *first < 1) return bad_field("first", "first must be at least 1");
  if (after && *after < 0) return bad_field("after", "after must be the number of a part, or 0");
  if (asset.upload_type != UploadType::kMulti) return std::nullopt;
  std::vector<PartUrl> urls;
  if (!takes_bytes(asset, context.services.clock.now())) return urls;
  const std::int32_t begin = std::min(after.value_or(0), asset.total_parts);
  const std::int32_t end = begin + std::min(first.value_or(asset.total_parts), asset.total_parts - begin);
  for (std::int32_t number = begin + 1; number <= end; ++number)
    urls.push_back({number, context.whole(part_address(context.services, asset, number))});
  return urls;
}

std::optional<OrderError> error_of(const Asset& asset) {
  if (!asset.failure) return std::nullopt;
  return OrderError{std::string(code_name(asset.failure->code)), asset.failure->message};
}

void bind_asset_type(graphql::Bindings& bindings) {
  bindings.object<Asset>("Asset")
      .field("asset_id", [](const Asset& asset) -> const std::string& { return asset.id.text; })
      .field("order_id", [](const Asset& asset) -> const std::string& { return asset.order_id.text; })
      .field("asset_type", [](const Asset& asset) { return std::string(asset_type_name(asset.type)); })
      .field("upload_type",
             [](const Asset& asset) { return std::string(upload_type_name(asset.upload_type)); })
      .field("upload_status",
             [](const Asset& asset, GraphqlContext& context) {
               return std::string(upload_status_name(present_status(asset, context.services.clock.now())));
             })
      .field("upload_url",
             [](const Asset& asset, GraphqlContext& context) -> MaybeText {
               if (!takes_bytes(asset, context.services.clock.now())) return std::nullopt;
               return context.whole(upload_address(context.services, asset));
             })
      .field("expires_in",
             [](const Asset& asset, GraphqlContext& context) {
               return static_cast<std::int32_t>(seconds_left(asset, context.services.clock.now()).count());
             })
      .field("upload_id", [](const Asset& asset) { return unless_empty(asset.upload_id); })
      .field("part_size",
             [](const Asset& asset) {
               return asset.part_size == 0 ? std::nullopt
                                           : std::optional(static_cast<double>(asset.part_size));
             })
      .field(
          "part_urls",
          [](const Asset& asset, GraphqlContext& context, std::optional<std::int32_t> first,
             std::optional<std::int32_t> after) {
            return context.told(part_urls(asset, context, first, after));
          },
          "first", "after")
      .field("uploaded_parts",
             [](const Asset& asset, GraphqlContext& context) {
               return context.told(list_uploaded_parts(context.services, asset));
             })
      .field("file_name", [](const Asset& asset) { return unless_empty(asset.file_name); })
      .field("size_bytes",
             [](const Asset& asset) {
               const bool arrived =
                   asset.status == UploadStatus::kUploaded || asset.status == UploadStatus::kFinalized;
               const auto size = arrived ? std::optional(asset.received_bytes) : asset.size_bytes;
               return size ? std::optional(static_cast<double>(*size)) : std::nullopt;
             })
      .field("checksum_sha256", &Asset::checksum_sha256)
      .field("created", [](const Asset& asset) { return to_iso8601(asset.created); })
      .field("progress", [](const Asset& asset) { return UploadProgress{asset.percentage()}; })
      .field("error", error_of);
}

void bind_part_types(graphql::Bindings& bindings) {
  bindings.object<PartUrl>("PartUrl")
      .field("part_number", &PartUrl::number)
      .field("upload_url", &PartUrl::url);
  bindings.object<UploadedPart>("UploadedPart")
      .field("part_number", &UploadedPart::number)
      .field("etag", [](const UploadedPart& part) { return "\"" + part.etag + "\""; })
      .field("size_bytes", [](const UploadedPart& part) { return static_cast<double>(part.size_bytes); });
  bindings.object<UploadProgress>("UploadProgress").field("percentage", [](const UploadProgress& progress) {
    return std::round(progress.percentage * 10) / 10;
  });
}

Outcome<std::optional<std::uint64_t>> to_size(std::optional<double> size) {
  if (!size) return std::nullopt;
  constexpr double kExact = 9007199254740992;  // 2^53: beyond it a Float does not hold every whole number
  if (*size < 0 || *size > kExact || *size != std::floor(*size))
    return bad_field("size_bytes", "size_bytes must be a whole number of bytes");
  return static_cast<std::uint64_t>(*size);
}

Outcome<Asset> start_upload(GraphqlContext& context, NewUpload wanted, std::optional<double> size) {
  STOREY_TRY(wanted.size_bytes, to_size(size));
  wanted.traceparent = context.traceparent;
  return initialize_upload(context.services, context.client.id, wanted);
}

void bind_asset_fields(graphql::Bindings& bindings) {
  bindings.query().field(
      "asset",
      [](GraphqlContext& context, const std::string& id) {
        return context.told(get_asset(context.services, context.client.id, AssetId(id)));
      },
      "asset_id");
  bindings.mutation()
      .field(
          "initializeUpload",
          [](GraphqlContext& context, const std::string& order, const std::string& type,
             const std::string& upload_type, const MaybeText& file_name, std::optional<double> size,
             const MaybeText& checksum, std::optional<std::int32_t> total_parts, const MaybeText& source_url,
             const MaybeText& client_token) {
            return context.told(start_upload(context,
                                             {OrderId(order), type, upload_type, file_name, std::nullopt,
                                              checksum, total_parts, source_url, client_token},
                                             size));
          },
          "order_id", "asset_type", "upload_type", "file_name", "size_bytes", "checksum_sha256",
          "total_parts", "source_url", "client_token")
      .field(
          "cancelUpload",
          [](GraphqlContext& context, const std::string& id) {
            return context.told(cancel_upload(context.services, context.client.id, AssetId(id)));
          },
          "asset_id")
      .field(
          "finalizeUpload",
          [](GraphqlContext& context, const std::string& id, const MaybeText& upload_id,
             const MaybeText& parts) {
            return context.told(finalize_upload(context.services, context.client.id, AssetId(id), upload_id,
                                                parts, context.traceparent));
          },
          "asset_id", "upload_id", "parts");
}

}  // namespace

void bind_assets(graphql::Bindings& bindings) {
  bind_asset_type(bindings);
  bind_part_types(bindings);
  bind_asset_fields(bindings);
}

}  // namespace storey::service
