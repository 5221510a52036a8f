// Orders, their assets and their results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "service/domain/asset.h"
#include "service/domain/order.h"
#include "service/domain/result_file.h"
#include "service/ports/page.h"
#include "storey/result.h"

namespace storey::service {

/// Which orders of a client; a field that is not set lets all pass.
struct OrderFilter {
  std::vector<OrderStatus> statuses;
  std::optional<std::string> product;
  std::optional<ProjectId> project_id;
  std::optional<std::string> name_contains;  ///< without regard to the case of ASCII letters
  std::optional<Timestamp> created_after;    ///< exclusive
  std::optional<Timestamp> created_before;   ///< exclusive
};

class OrderStore {
 public:
  virtual ~OrderStore() = default;
  virtual Result<void> insert(const Order& order) = 0;
  virtual Result<std::optional<Order>> find(const ClientId& client, const OrderId& id) = 0;
  virtual Result<Page<Order>> list(const ClientId& client, const OrderFilter& filter,
                                   const PageRequest& page) = 0;
  /// Replaces what can change: status, progress, error, times, summary.
  virtual Result<void> update(const Order& order) = 0;
  /// Removes the order with its assets, results and jobs. Deliveries stay, and so does the log of its events:
  /// others have not read yet that it ended.
  virtual Result<void> erase(const OrderId& id) = 0;
  /// How many of the client's orders are not in a final status.
  virtual Result<std::int64_t> count_open(const ClientId& client) = 0;
  /// Orders of all clients that were made before `time`, are not submitted, and whose uploads got no byte
  /// since.
  virtual Result<std::vector<Order>> list_forgotten_drafts(Timestamp time, int limit) = 0;
  /// Orders of all clients that became final before `time` and still have blobs of scans, or of results.
  virtual Result<std::vector<Order>> list_with_scans(Timestamp completed_before, int limit) = 0;
  virtual Result<std::vector<Order>> list_with_results(Timestamp completed_before, int limit) = 0;
};

class AssetStore {
 public:
  virtual ~AssetStore() = default;
  virtual Result<void> insert(const Asset& asset) = 0;
  /// Of any client: who may see it is the caller's question.
  virtual Result<std::optional<Asset>> find(const AssetId& id) = 0;
  /// Oldest first.
  virtual Result<std::vector<Asset>> list(const OrderId& order) = 0;
  virtual Result<void> update(const Asset& asset) = 0;
  /// PENDING and UPLOADING uploads whose address expired before `time` and that got no byte since
  /// `idle_since`.
  virtual Result<std::vector<Asset>> list_overdue(Timestamp time, Timestamp idle_since, int limit) = 0;

  /// The bytes of the client's scans that are kept, on their way or announced, without those of `except`.
  virtual Result<std::uint64_t> stored_bytes(const ClientId& client, const AssetId& except) = 0;

  /// Adds the part, or replaces the one of that number.
  virtual Result<void> put_part(const AssetId& asset, const UploadedPart& part) = 0;
  /// Ascending by number.
  virtual Result<std::vector<UploadedPart>> list_parts(const AssetId& asset) = 0;
  virtual Result<void> erase_parts(const AssetId& asset) = 0;
  /// Whether an asset or a part has that blob.
  virtual Result<bool> refers_to(const BlobId& blob) = 0;
};

class ResultStore {
 public:
  virtual ~ResultStore() = default;
  virtual Result<void> insert(const ResultFile& file) = 0;
  virtual Result<std::optional<ResultFile>> find(const ResultId& id) = 0;
  /// In the order in which they were inserted.
  virtual Result<std::vector<ResultFile>> list(const OrderId& order) = 0;
  virtual Result<void> erase_all(const OrderId& order) = 0;
  /// Whether a result has that blob.
  virtual Result<bool> refers_to(const BlobId& blob) = 0;
};

}  // namespace storey::service
