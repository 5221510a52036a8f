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
  std::int64_t cancelled_drafts = 0;
  std::int64_t scans_of_orders = 0;    ///< orders whose scans were deleted
  std::int64_t results_of_orders = 0;  ///< orders whose results were deleted
  std::int64_t tokens = 0;
  std::int64_t deliveries = 0;
  std::int64_t events = 0;
};

/// Expires uploads, deletes files past their retention and records that nobody needs. Cheap if there is
/// nothing to do.
Outcome<HousekeepingReport> keep_house(Services& services);

/// Deletes blobs older than a day that nothing refers to, as killed processes leave them behind; says how
/// many. Looks at every blob.
Outcome<std::int64_t> delete_orphaned_blobs(Services& services);

}  // namespace storey::service
