#include "service/adapters/sql/sql_session.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

const std::string kAssetColumns =
    "asset_id, order_id, client_id, type, upload_type, status, created, expires, active, file_name, "
    "size_bytes,"
    " checksum_sha256, received_bytes, received_sha256, upload_id, total_parts, part_size, source_url, "
    "blob_id,"
    " failure, failure_message, expected_bytes";

Asset read_asset(Row row) {
  Asset asset;
  asset.id = AssetId(row.text(0));
  asset.order_id = OrderId(row.text(1));
  asset.client_id = ClientId(row.text(2));
  asset.type = parse_asset_type(row.text(3)).value_or(AssetType::kXyz);
  asset.upload_type = parse_upload_type(row.text(4)).value_or(UploadType::kSingle);
  asset.status = parse_upload_status(row.text(5)).value_or(UploadStatus::kFailed);
  asset.created = row.time(6);
  asset.expires = row.time(7);
  asset.active = row.time(8);
  asset.file_name = row.text(9);
  if (const auto size = row.maybe_integer(10)) asset.size_bytes = static_cast<std::uint64_t>(*size);
  asset.checksum_sha256 = row.maybe_text(11);
  asset.received_bytes = static_cast<std::uint64_t>(row.integer(12));
  asset.received_sha256 = row.text(13);
  asset.upload_id = row.text(14);
  asset.total_parts = static_cast<int>(row.integer(15));
  asset.part_size = static_cast<std::uint64_t>(row.integer(16));
  asset.source_url = row.text(17);
  asset.blob = BlobId(row.text(18));
  if (!row.null(19))
    asset.failure =
        Failure(parse_failure_code(row.text(19)).value_or(FailureCode::kInternalServerError), row.text(20));
  if (const auto expected = row.maybe_integer(21))
    asset.expected_bytes = static_cast<std::uint64_t>(*expected);
  return asset;
}

}  // namespace

Result<void> SqlAssets::insert(const Asset& asset) {
  static const std::string sql =
      "INSERT INTO assets (" + kAssetColumns +
      ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  const auto& failure = asset.failure;
  return connection_.execute(
      sql, asset.id, asset.order_id, asset.client_id, asset_type_name(asset.type),
      upload_type_name(asset.upload_type), upload_status_name(asset.status), asset.created, asset.expires,
      asset.active, asset.file_name, asset.size_bytes, asset.checksum_sha256, asset.received_bytes,
      asset.received_sha256, asset.upload_id, asset.total_parts, asset.part_size, asset.source_url,
      asset.blob, failure ? std::optional(std::string(code_name(failure->code))) : std::nullopt,
      failure ? std::optional(failure->message) : std::nullopt, asset.expected_bytes);
}

Result<std::optional<Asset>> SqlAssets::find(const AssetId& id) {
  return connection_.find(
      read_asset, "SELECT " + kAssetColumns + " FROM assets WHERE asset_id = ?" + connection_.lock_row(), id);
}

Result<std::vector<Asset>> SqlAssets::list(const OrderId& order) {
  return connection_.list(read_asset,
                          "SELECT " + kAssetColumns + " FROM assets WHERE order_id = ? ORDER BY asset_id" +
                              connection_.lock_row(),
                          order);
}

Result<void> SqlAssets::update(const Asset& asset) {
  const auto& failure = asset.failure;
  return connection_.execute(
      "UPDATE assets SET status = ?, expires = ?, active = ?, size_bytes = ?, received_bytes = ?, "
      "received_sha256 = ?,"
      " blob_id = ?, failure = ?, failure_message = ?,"
      " expected_bytes = ? WHERE asset_id = ?",
      upload_status_name(asset.status), asset.expires, asset.active, asset.size_bytes, asset.received_bytes,
      asset.received_sha256, asset.blob,
      failure ? std::optional(std::string(code_name(failure->code))) : std::nullopt,
      failure ? std::optional(failure->message) : std::nullopt, asset.expected_bytes, asset.id);
}

Result<std::vector<Asset>> SqlAssets::list_overdue(Timestamp time, Timestamp idle_since, int limit) {
  return connection_.list(read_asset,
                          "SELECT " + kAssetColumns +
                              " FROM assets WHERE status IN ('PENDING', 'UPLOADING') AND upload_type <> 'url'"
                              " AND expires < ? AND active < ? LIMIT ?" +
                              connection_.lock_free_row(),
                          time, idle_since, limit);
}

Result<std::uint64_t> SqlAssets::stored_bytes(const ClientId& client, const AssetId& except) {
  STOREY_TRY(const std::int64_t bytes,
             connection_.number(
                 "SELECT coalesce(sum(" + std::string(connection_.dialect().greatest) +
                     "(coalesce(size_bytes, 0), coalesce(expected_bytes, 0), received_bytes)), 0) FROM "
                     "assets WHERE client_id = ? AND asset_id <> ?"
                     " AND (blob_id <> '' OR status IN ('PENDING', 'UPLOADING', 'UPLOADED', 'FAILED'))",
                 client, except));
  return static_cast<std::uint64_t>(bytes);
}

Result<void> SqlAssets::put_part(const AssetId& asset, const UploadedPart& part) {
  return connection_.execute(
      "INSERT INTO parts (asset_id, number, etag, size_bytes, blob_id) VALUES (?, ?, ?, ?, ?)"
      " ON CONFLICT (asset_id, number) DO UPDATE SET"
      " etag = excluded.etag, size_bytes = excluded.size_bytes, blob_id = excluded.blob_id",
      asset, part.number, part.etag, part.size_bytes, part.blob);
}

Result<std::vector<UploadedPart>> SqlAssets::list_parts(const AssetId& asset) {
  return connection_.list(
      [](Row row) {
        return UploadedPart{static_cast<int>(row.integer(0)), row.text(1),
                            static_cast<std::uint64_t>(row.integer(2)), BlobId(row.text(3))};
      },
      "SELECT number, etag, size_bytes, blob_id FROM parts WHERE asset_id = ? ORDER BY number", asset);
}

Result<void> SqlAssets::erase_parts(const AssetId& asset) {
  return connection_.execute("DELETE FROM parts WHERE asset_id = ?", asset);
}

Result<bool> SqlAssets::refers_to(const BlobId& blob) {
  STOREY_TRY(const auto count,
             connection_.number("SELECT EXISTS (SELECT 1 FROM assets WHERE blob_id = ?1 AND blob_id <> '')"
                                " OR EXISTS (SELECT 1 FROM parts WHERE blob_id = ?1)",
                                blob));
  return count != 0;
}

}  // namespace storey::service
