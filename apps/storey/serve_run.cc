#include "serve_run.h"

#include "service/domain/try.h"

namespace storey {
namespace {

/// How often the store is looked at for changes: subscribers learn of them within this.
constexpr std::chrono::milliseconds kWatchInterval{10};

}  // namespace

Result<std::unique_ptr<RunningService>> RunningService::start(const ServiceConfig& config) {
  std::unique_ptr<RunningService> running(new RunningService(config));
  if (config.workers > 0)
    if (Result<void> kept = announce_sandbox(config, running->log_); !kept) return fail(kept.error());
  STOREY_TRY(running->deployment_, Deployment::open(config));
  running->deployment_->on_writer_wait(
      [&metrics = running->metrics_](std::chrono::nanoseconds wait) { metrics.count_writer_wait(wait); });
  for (const std::string& name : running->deployment_->migrations().applied)
    running->log_.write(LogLevel::kInfo, "database migrated", {{"migration", name}});
  STOREY_TRY(running->server_, ApiServer::create(*running->deployment_, running->log_, running->metrics_));
  running->chores_ = std::make_unique<ServiceChores>(*running->deployment_, running->observer_);
  running->workers_ =
      std::make_unique<ConversionWorkers>(*running->deployment_, config.workers, running->observer_);
  auto watch = service::ChangeWatch::start(
      running->deployment_->store(), kWatchInterval,
      service::ChangeWatch::Listeners{
          [&hub = running->server_->hub()](const std::vector<service::LoggedEvent>& events) {
            for (const service::LoggedEvent& logged : events) hub.publish(logged);
          },
          [chores = running->chores_.get(), workers = running->workers_.get()] {
            chores->wake_fetches();
            chores->wake_checks();
            workers->wake();
          },
          [chores = running->chores_.get()] { chores->wake_webhooks(); }});
  if (!watch) return fail(ErrorCode::kUnreadable, watch.error().internal);
  running->watch_ = std::move(*watch);
  running->server_->start();
  running->log_.write(LogLevel::kInfo, "serving",
                      {{"url", running->url()},
                       {"data", config.data.string()},
                       {"workers", config.workers},
                       {"port", running->port()},
                       {"admin_port", running->server_->admin_port().value_or(0)}});
  return running;
}

RunningService::~RunningService() {
  if (server_) {
    log_.write(LogLevel::kInfo, "stopping");
    server_->stop();
  }
  watch_.reset();
  if (workers_) workers_->stop();
  workers_.reset();
  chores_.reset();
  if (server_) log_.write(LogLevel::kInfo, "stopped");
  server_.reset();
}

std::string RunningService::url() const {
  const ServiceConfig& config = deployment_->config();
  if (!config.public_url.empty()) return config.public_url;
  const auto listen = parse_listen(config.listen);
  std::string host = listen ? listen->first : "127.0.0.1";
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return (config.http.tls ? "https://" : "http://") + host + ":" + std::to_string(port());
}

void RunningService::reload() {
  if (const auto reloaded = server_->reload_tls(); !reloaded)
    log_.write(LogLevel::kError, "certificate and key were not read again",
               {{"reason", reloaded.error().describe()}});
  else
    log_.write(LogLevel::kInfo, "certificate and key were read again");
}

}  // namespace storey
