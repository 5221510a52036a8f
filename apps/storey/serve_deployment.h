// A data directory with everything in it: what all commands of the service work on.
#pragma once

#include <memory>

#include "config.h"
#include "serve_backends.h"
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
  service::Store& store() { return *backends_.store; }
  service::RateLimits& rate_limits() { return *backends_.rate_limits; }
  const service::MigrationReport& migrations() const { return backends_.migrations; }
  /// Is told how long each write waited for its turn. To be called before others use the store.
  void on_writer_wait(std::function<void(std::chrono::nanoseconds)> told) {
    backends_.on_writer_wait(std::move(told));
  }
  service::CallRules call_rules() const { return rules_; }
  /// The options of workers, with the folder for their scratch files.
  service::WorkerOptions worker_options() const;
  /// Notes in audit.log of the data folder what an operator has done: when, by which user, to whom.
  void audit(std::string_view action, std::string_view subject) const;

 private:
  Deployment(ServiceConfig config, Backends backends, service::ServerKey key);

  ServiceConfig config_;
  service::CallRules rules_;
  Backends backends_;
  service::SystemRandom random_;
  service::UuidSource ids_{*backends_.clock, random_};
  service::ServerKey key_;
  service::ResolvingAddressCheck addresses_{rules_};
  std::unique_ptr<service::Services> services_;
};

}  // namespace storey
