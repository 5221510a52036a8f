// Projects: groups of a client's orders.
#pragma once

#include <string>
#include <vector>

#include "service/usecases/services.h"

namespace storey::service {

Outcome<std::vector<Project>> list_projects(Services& services, const ClientId& client);
/// Refuses with PROJECT_NOT_FOUND.
Outcome<Project> get_project(Services& services, const ClientId& client, const ProjectId& id);
/// Refuses with BAD_USER_INPUT (the name) or QUOTA_EXCEEDED.
Outcome<Project> create_project(Services& services, const ClientId& client, const std::string& name);

}  // namespace storey::service
