#include "serve_backends.h"

#include "service/adapters/files/file_blobs.h"
#include "service/adapters/files/shared_rate_limits.h"
#include "service/adapters/postgres/postgres_rate_limits.h"
#include "service/adapters/s3/s3_blobs.h"
#include "service/adapters/sqlite/sqlite_store.h"
#include "service/adapters/system/system.h"
#include "service/domain/try.h"

namespace storey {
namespace {

Result<void> open_sqlite(const ServiceConfig& config, Backends& backends) {
  backends.clock = std::make_unique<service::SystemClock>();
  STOREY_TRY(auto store,
             service::SqliteStore::open({config.data / "storey.db", config.durable}, backends.clock->now()));
  backends.migrations = store->migrations();
  backends.on_writer_wait = [sqlite = store.get()](auto told) { sqlite->on_writer_wait(std::move(told)); };
  backends.store = std::move(store);
  STOREY_TRY(auto limits, service::SharedRateLimits::open(config.data / "rate-limits"));
  backends.rate_limits = std::make_unique<service::SharedRateLimits>(std::move(limits));
  return {};
}

/// Of each key, what others with the same key have too, and nobody can make a key of.
std::vector<std::string> fingerprints_of(const std::vector<service::NamedSecret>& keys) {
  std::vector<std::string> fingerprints;
  for (const service::NamedSecret& key : keys)
    fingerprints.push_back(
        service::to_hex(service::as_text(service::hmac_sha256(key.secret, "storey fingerprint"))));
  return fingerprints;
}

Result<void> open_postgres(const ServiceConfig& config, const std::vector<service::NamedSecret>& keys,
                           Backends& backends) {
  STOREY_TRY(auto store, service::PostgresStore::open(
                             {config.database_url, config.durable, config.database_connections}));
  STOREY_TRY_VOID(store->check_keys(fingerprints_of(keys)));
  backends.clock = std::make_unique<service::PostgresClock>(store->watch());
  backends.migrations = store->migrations();
  backends.on_writer_wait = [postgres = store.get()](auto told) {
    postgres->on_writer_wait(std::move(told));
  };
  backends.rate_limits = std::make_unique<service::PostgresRateLimits>(*store);
  backends.store = std::move(store);
  return {};
}

Result<void> open_files(const ServiceConfig& config, Backends& backends) {
  STOREY_TRY(auto blobs, service::FileBlobs::open(config.data / "blobs", config.durable));
  backends.blobs = std::make_unique<service::FileBlobs>(std::move(blobs));
  return {};
}

Result<void> open_s3(const ServiceConfig& config, Backends& backends) {
  STOREY_TRY(auto location, service::parse_s3_url(config.blobs_url));
  STOREY_TRY(auto credentials, service::load_s3_credentials(config.blobs_credentials));
  backends.blobs = std::make_unique<service::S3Blobs>(std::move(location), std::move(credentials),
                                                      *backends.clock, config.data / "scratch");
  return {};
}

}  // namespace

Result<Backends> open_backends(const ServiceConfig& config, const std::vector<service::NamedSecret>& keys) {
  Backends backends;
  STOREY_TRY_VOID(config.database_url.empty() ? open_sqlite(config, backends)
                                              : open_postgres(config, keys, backends));
  STOREY_TRY_VOID(config.blobs_url.empty() ? open_files(config, backends) : open_s3(config, backends));
  return backends;
}

}  // namespace storey
