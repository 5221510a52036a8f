// The CORS protocol of the Fetch standard.
#pragma once

#include <optional>
#include <vector>

#include "http/request.h"
#include "http/response.h"
#include "http/server.h"

namespace storey::http {

/// The answer to a preflight request; nullopt if it is none, or CORS is off. An origin that is not allowed
/// gets an answer without any permission in it.
std::optional<Response> answer_preflight(const CorsOptions& options, const Request& request,
                                         const std::vector<Method>& allowed_methods);

/// Adds what lets the script of an allowed origin read this response.
void add_cors_fields(const CorsOptions& options, const Request& request, Response& response);

}  // namespace storey::http
