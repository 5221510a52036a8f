// The commands of the service: serve, worker, client, migrate, config, demo.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>

namespace storey {

/// What the command line chose to run; empty if it was none of these commands.
struct ServiceCommand {
  std::function<int()> run;
};

/// Teaches `app` the commands; `chosen` outlives it.
void add_service_commands(CLI::App& app, ServiceCommand& chosen);

}  // namespace storey
