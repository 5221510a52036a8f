// A data directory with everything in it: what all commands of the service work on.
#pragma once

#include <memory>

#include "config.h"
#include "service/adapters/files/file_blobs.h"
#include "service/adapters/files/shared_rate_limits.h"
#include "service/adapters/sqlite/sqlite_store.h"
#include "service/adapters/system/system.h"
#include "service/adapters/webhooks/guarded_call.h"
#include "service/usecases/services.h"

namespace storey {

class Deployment {
 public:
  /// Opens the data directory, making it if missing, and brings its database up to date.
  static Result<std::unique_ptr<Deployment>> open(ServiceConfig config);

  const ServiceConfig& config() const { return config_; }
  service::Services& services() { return *services_; }
  service::SqliteStore& store() { return *store_; }
  service::RateLimits& rate_limits() { return rate_limits_; }
  service::CallRules call_rules() const { return rules_; }
  /// The options of workers, with the folder for their scratch files.
  service::WorkerOptions worker_options() const;
  /// Notes in audit.log of the data folder what an operator has done: when, by which user, to whom.
  void audit(std::string_view action, std::string_view subject) const;

 private:
  Deployment(ServiceConfig config, std::unique_ptr<service::SqliteStore> store, service::FileBlobs blobs,
             service::SharedRateLimits rate_limits, service::ServerKey key);

  ServiceConfig config_;
  service::CallRules rules_;
  service::SystemClock clock_;
  service::SystemRandom random_;
  service::UuidSource ids_{clock_, random_};
  std::unique_ptr<service::SqliteStore> store_;
  service::FileBlobs blobs_;
  service::SharedRateLimits rate_limits_;
  service::ServerKey key_;
  service::ResolvingAddressCheck addresses_{rules_};
  std::unique_ptr<service::Services> services_;
};

}  // namespace storey
