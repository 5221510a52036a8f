// Whether the process is up, and whether it can work.
#pragma once

#include "http/router.h"
#include "service/usecases/services.h"

namespace storey::service {

void add_health_routes(http::Router& router, Services& services);

}  // namespace storey::service
