// `storey demo`: the whole way of an order, on this machine.
#pragma once

#include "serve_command.h"

namespace storey {

void add_demo_command(CLI::App& app, ServiceCommand& chosen);

}  // namespace storey
