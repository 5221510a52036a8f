// Pre-signed addresses: files in by PUT, results out by GET.
#pragma once

#include "http/router.h"
#include "service/usecases/services.h"

namespace storey::service {

void add_transfer_routes(http::Router& router, Services& services);

}  // namespace storey::service
