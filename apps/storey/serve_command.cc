#include "serve_command.h"

#include <sys/prctl.h>

#include <iostream>

#include "admin_server.h"
#include "client_command.h"
#include "config_flags.h"
#include "demo_command.h"
#include "exit_code.h"
#include "failure_text.h"
#include "key_command.h"
#include "serve_run.h"
#include "serve_signals.h"

namespace storey {
namespace {

/// A core of the service would hold its key and what clients sent, and be readable by who reads the disk.
/// (Sanitizers trace the process, which this forbids as well.)
void keep_out_of_cores() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  ::prctl(PR_SET_DUMPABLE, 0);
#endif
}

int serve(const ConfigFlags& flags) {
  keep_out_of_cores();
  const auto config = flags.load();
  if (!config) return fail_with(config.error());
  const ServiceSignals signals;
  auto running = RunningService::start(*config);
  if (!running) return fail_with(running.error());
  std::cout << "Storey serves at " << (*running)->url() << std::endl;
  while (signals.wait() == SIGHUP) (*running)->reload();
  return kExitDone;
}

int work(const ConfigFlags& flags) {
  keep_out_of_cores();
  const auto config = flags.load();
  if (!config) return fail_with(config.error());
  const ServiceSignals signals;
  const ServiceLog log(*config);
  ServiceMetrics metrics;
  const service::WorkObserver observer = observe(log, metrics);
  if (const auto kept = announce_sandbox(*config, log); !kept) return fail_with(kept.error());
  auto deployment = Deployment::open(*config);
  if (!deployment) return fail_with(deployment.error());
  (*deployment)->on_writer_wait([&metrics](std::chrono::nanoseconds wait) {
    metrics.count_writer_wait(wait);
  });
  const int count = conversions_at_once(*config, this_machine());
  ConversionWorkers workers(**deployment, count, observer);
  constexpr std::chrono::milliseconds kInterval{50};
  const auto watch =
      service::ChangeWatch::start((*deployment)->store(), kInterval, {{}, [&] { workers.wake(); }, [] {}});
  if (!watch) return fail_with(Error{ErrorCode::kUnreadable, watch.error().internal, {}, {}, {}});
  const auto admin = AdminServer::create(**deployment, metrics, [](ServiceMetrics::Gauges&) {});
  if (!admin) return fail_with(admin.error());
  if (*admin) (*admin)->start();
  log.write(
      LogLevel::kInfo, "working",
      {{"data", config->data.string()}, {"workers", count}, {"admin_port", *admin ? (*admin)->port() : 0}});
  while (signals.wait() == SIGHUP) {
  }
  (*watch)->stop();
  workers.stop();
  if (*admin) (*admin)->stop();
  log.write(LogLevel::kInfo, "stopped");
  return kExitDone;
}

int migrate(const ConfigFlags& flags) {
  const auto config = flags.load();
  if (!config) return fail_with(config.error());
  const auto deployment = Deployment::open(*config);
  if (!deployment) return fail_with(deployment.error());
  const service::MigrationReport& report = (*deployment)->migrations();
  for (const std::string& name : report.applied) std::cout << "applied " << name << "\n";
  std::cout << report.present.size() + report.applied.size() << " migrations, " << report.applied.size()
            << " of them new\n";
  return kExitDone;
}

int print_config(const ConfigFlags& flags) {
  const auto config = flags.load();
  if (!config) return fail_with(config.error());
  std::cout << show_config(*config);
  return kExitDone;
}

template <class Action>
void add(CLI::App& app, ServiceCommand& chosen, const std::string& name, const std::string& help,
         Action action) {
  CLI::App* const command = app.add_subcommand(name, help);
  const auto flags = add_config_flags(*command);
  command->callback([&chosen, flags, action] { chosen.run = [flags, action] { return action(*flags); }; });
}

}  // namespace

void add_service_commands(CLI::App& app, ServiceCommand& chosen) {
  add(app, chosen, "serve", "Answer clients over HTTP: orders in, floor plans out", serve);
  add(app, chosen, "worker", "Convert the orders of a service in a process of its own", work);
  add_client_command(app, chosen);
  add_key_command(app, chosen);
  add(app, chosen, "migrate", "Bring the database of a service up to date", migrate);
  add(app, chosen, "config", "Print the settings of the service as they are in effect", print_config);
  add_demo_command(app, chosen);
}

}  // namespace storey
