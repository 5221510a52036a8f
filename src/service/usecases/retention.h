// What is deleted because its time has come.
#pragma once

#include <cstdint>
#include <vector>

#include "service/usecases/services.h"

namespace storey::service {

/// Blobs of the order's scans, parts and results.
Outcome<std::vector<BlobId>> blobs_of_order(Session& session, const OrderId& order);

struct HousekeepingReport {
  std::int64_t expired_uploads = 0;
  std::int64_t scans_of_orders = 0;    ///< orders whose scans were deleted
  std::int64_t results_of_orders = 0;  ///< orders whose results were deleted
  std::int64_t orphaned_blobs = 0;
  std::int64_t tokens = 0;
  std::int64_t deliveries = 0;
  std::int64_t events = 0;
};

/// Expires uploads, deletes files past their retention, blobs that nothing refers to and records that nobody
/// needs.
Outcome<HousekeepingReport> keep_house(Services& services);

}  // namespace storey::service
