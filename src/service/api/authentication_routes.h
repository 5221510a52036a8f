// The authentication endpoints: RFC 6749 (client credentials), RFC 7009 and RFC 7662, in JSON and in form
// encoding.
#pragma once

#include <optional>
#include <string_view>

#include "http/router.h"
#include "service/usecases/services.h"

namespace storey::service {

void add_authentication_routes(http::Router& router, Services& services);

/// What such an endpoint answers in its own form to a request that did not come to its handler: a body that
/// is too large, a rate limit. Nothing where the request is for no such endpoint.
std::optional<http::Response> authentication_failure(const http::Request& request, int status,
                                                     std::string_view message);

}  // namespace storey::service
