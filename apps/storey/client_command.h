// `storey client`: the credentials that the operator gives out.
#pragma once

#include "serve_command.h"

namespace storey {

void add_client_command(CLI::App& app, ServiceCommand& chosen);

}  // namespace storey
