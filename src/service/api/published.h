// What the service publishes of its interface.
#pragma once

#include <string_view>

#include "http/router.h"

namespace storey::service {

/// The GraphQL schema: src/service/api/schema.graphql.
std::string_view schema_text();
/// The REST part as OpenAPI 3.1: docs/openapi.json.
std::string_view openapi_text();

/// Serves both.
void add_published_routes(http::Router& router);

}  // namespace storey::service
