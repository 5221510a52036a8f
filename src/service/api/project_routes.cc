#include "service/api/project_routes.h"

#include <boost/json.hpp>

#include "service/api/admission.h"
#include "service/api/failure_response.h"
#include "service/domain/try.h"
#include "service/usecases/input.h"
#include "service/usecases/projects.h"

namespace storey::service {
namespace {

namespace json = boost::json;

json::object describe(const Project& project) {
  return {{"project_id", project.id.text},
          {"project_name", project.name},
          {"created", to_iso8601(project.created)},
          {"order_count", project.order_count}};
}

Outcome<http::Response> list(Services& services, const http::Request& request) {
  STOREY_TRY(const Client client, require_client(request));
  STOREY_TRY(const auto projects, list_projects(services, client.id));
  json::array entries;
  for (const Project& project : projects) entries.push_back(describe(project));
  return rest_success(200, {{"projects", std::move(entries)}}, "the projects of this client");
}

Outcome<http::Response> create(Services& services, const http::Request& request) {
  STOREY_TRY(const Client client, require_client(request));
  json::error_code status;
  const json::value body = json::parse(request.body_text, status);
  if (status || !body.is_object())
    return refuse(FailureCode::kBadUserInput, "the body must be a JSON object");
  const auto* name = body.get_object().if_contains("project_name");
  if (name == nullptr || !name->is_string())
    return bad_field("project_name", "project_name must be a string");
  STOREY_TRY(const Project project, create_project(services, client.id, std::string(name->get_string())));
  return rest_success(201, describe(project), "the project was created");
}

Outcome<http::Response> get_project(Services& services, const http::Request& request) {
  STOREY_TRY(const Client client, require_client(request));
  const ProjectId id(std::string(request.parameter("project_id")));
  STOREY_TRY(const Project project, get_project(services, client.id, id));
  return rest_success(200, describe(project), "the project");
}

}  // namespace

void add_project_routes(http::Router& router, Services& services) {
  constexpr std::uint64_t kMaxBody = 64 * 1024;
  using Handler = Outcome<http::Response> (*)(Services&, const http::Request&);
  const auto add = [&](http::Method method, std::string_view path, Handler handler) {
    router.add(method, path,
               [&services, handler](http::Request& request) {
                 auto answered = handler(services, request);
                 return answered ? std::move(*answered) : rest_failure(answered.error());
               },
               {.max_body_bytes = kMaxBody, .blocking = true});
  };
  add(http::Method::kGet, "/v1/projects", list);
  add(http::Method::kPost, "/v1/projects", create);
  add(http::Method::kGet, "/v1/projects/{project_id}", get_project);
}

}  // namespace storey::service
