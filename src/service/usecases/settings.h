// Every limit and lifetime of the service. The defaults are those of the published interface.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "service/domain/client.h"
#include "service/domain/timestamp.h"
#include "service/domain/webhook.h"

namespace storey::service {

struct Settings {
  TierLimits rate;
  Seconds token_lifetime{3600};

  Seconds upload_lifetime{3600};    ///< of pre-signed addresses for sending
  Seconds download_lifetime{3600};  ///< of pre-signed addresses for fetching results
  std::uint64_t max_upload_bytes = 64ull << 30;
  /// Suggested; larger where a file would need more than max_parts.
  std::uint64_t part_size_bytes = 64ull << 20;
  int max_parts = 1000;

  std::uint64_t max_stored_bytes = 1ull << 40;  ///< of a client's scans, sent or announced
  std::uint64_t min_free_bytes = 1ull << 30;    ///< of the disk; below it no scan is taken
  int max_transfers = 64;                       ///< of a client, at a time in one process
  Milliseconds verify_patience{20'000};         ///< for which a request waits until a file is checked

  std::int64_t max_open_orders = 1000;  ///< of a client, not in a final status
  std::int64_t max_assets_per_order = 100;
  std::int64_t max_webhooks = 20;
  std::int64_t max_projects = 1000;
  std::size_t max_metadata_bytes = 16 * 1024;

  Seconds webhook_timeout{15};  ///< for a receiver to answer
  RetrySchedule webhook_retries;
  std::int64_t max_pending_deliveries = 10'000;  ///< of a client
  Seconds webhook_give_up{5 * 24 * 3600};        ///< a receiver that has failed for so long is disabled
  Seconds secret_overlap{24 * 3600};  ///< how long the former webhook secret signs beside the new one

  Seconds job_lease{15};
  int max_job_attempts = 3;
  Seconds job_retry_wait{30};  ///< after trouble that is not the scan's, the first time
  std::vector<std::string> formats = {"svg", "png", "pdf",  "dxf",    "geojson",
                                      "ifc", "csv", "html", "density"};  ///< drawn where an order names none

  Seconds retain_drafts{30 * 24 * 3600};   ///< orders that nobody submits, since they were made; 0: for ever
  Seconds retain_scans{30 * 24 * 3600};    ///< after the end of the order; 0: for ever
  Seconds retain_results{90 * 24 * 3600};  ///< the same for results
  Seconds retain_deliveries{30 * 24 * 3600};
  Seconds retain_events{24 * 3600};
};

}  // namespace storey::service
