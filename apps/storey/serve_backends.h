// Where a deployment keeps what it has: chosen by the configuration alone.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "config.h"
#include "service/adapters/sql/migrations.h"
#include "service/ports/blob_store.h"
#include "service/ports/clock.h"
#include "service/ports/rate_limits.h"
#include "service/ports/store.h"
#include "service/usecases/server_key.h"

namespace storey {

struct Backends {
  std::unique_ptr<service::Store> store;  // first: the others work with it
  std::unique_ptr<const service::Clock> clock;
  std::unique_ptr<service::RateLimits> rate_limits;
  std::unique_ptr<service::BlobStore> blobs;
  service::MigrationReport migrations;  ///< of the database, which is up to date now
  /// Sets who is told how long each write waited for its turn. To be called before others use the store.
  std::function<void(std::function<void(std::chrono::nanoseconds)>)> on_writer_wait;
};

/// Opens the database and the blob store that the configuration names; those in the data folder if it names
/// none. `keys`: of this process. Those on one database must have them in common.
Result<Backends> open_backends(const ServiceConfig& config, const std::vector<service::NamedSecret>& keys);

}  // namespace storey
