// The whole service in one process.
#pragma once

#include <memory>

#include "serve_server.h"
#include "serve_workers.h"
#include "service/worker/change_watch.h"

namespace storey {

class RunningService {
 public:
  /// Opens the data directory, binds the addresses and starts everything.
  static Result<std::unique_ptr<RunningService>> start(const ServiceConfig& config);
  /// Stops answering, gives conversions back, ends.
  ~RunningService();

  std::uint16_t port() const { return server_->port(); }
  std::string url() const;
  Deployment& deployment() { return *deployment_; }
  const ServiceLog& log() const { return log_; }
  /// Reads certificate and key again.
  void reload();

 private:
  explicit RunningService(const ServiceConfig& config) : log_(config), observer_(observe(log_, metrics_)) {}

  ServiceLog log_;
  ServiceMetrics metrics_;
  service::WorkObserver observer_;
  std::unique_ptr<Deployment> deployment_;
  std::unique_ptr<ApiServer> server_;
  std::unique_ptr<ConversionWorkers> workers_;
  std::unique_ptr<ServiceChores> chores_;
  std::unique_ptr<service::ChangeWatch> watch_;
};

}  // namespace storey
