// `storey key`: the keys with which a service signs.
#pragma once

#include <CLI/CLI.hpp>

#include "serve_command.h"

namespace storey {

void add_key_command(CLI::App& app, ServiceCommand& chosen);

}  // namespace storey
