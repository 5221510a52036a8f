// Projects over REST.
#pragma once

#include "http/router.h"
#include "service/usecases/services.h"

namespace storey::service {

void add_project_routes(http::Router& router, Services& services);

}  // namespace storey::service
