// The authentication endpoints: RFC 6749 (client credentials), RFC 7009 and RFC 7662, in JSON and in form
// encoding.
#pragma once

#include "http/router.h"
#include "service/usecases/services.h"

namespace storey::service {

void add_authentication_routes(http::Router& router, Services& services);

}  // namespace storey::service
