// The one place where failures become answers: HTTP status and body for REST, error entries for GraphQL.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "http/response.h"
#include "service/domain/failure.h"

namespace storey::service {

/// The HTTP status that fits a failure.
int http_status(FailureCode code);

/// `{"data":null,"status":"error","message":…,"error":CODE,…context}`; a missing or bad token instead has the
/// body of the authentication endpoints.
http::Response rest_failure(const Failure& failure);

/// Answers that are not a handler's, by their HTTP status alone.
http::Response rest_error(int status, std::string_view message);
http::Response graphql_error(int status, std::string_view message);

/// `{"error":…,"error_description":…}`, as the authentication endpoints answer.
http::Response oauth_error(int status, std::string_view error, std::string_view description);

/// `{"data":{…},"status":"success","message":…}`.
http::Response rest_success(int status, boost::json::object data, std::string_view message);

/// The `extensions` of a GraphQL error: code and context.
boost::json::object error_extensions(const Failure& failure);

/// `{"data":null,"errors":[…]}`, for what fails before GraphQL begins.
std::string graphql_failure_body(const Failure& failure);

}  // namespace storey::service
