#include "service/usecases/projects.h"

#include "service/domain/try.h"
#include "service/usecases/input.h"

namespace storey::service {

Outcome<std::vector<Project>> list_projects(Services& services, const ClientId& client) {
  return services.store.read([&](Session& session) -> Outcome<std::vector<Project>> {
    STOREY_TRY(auto projects, session.projects().list(client));
    return projects;
  });
}

Outcome<Project> get_project(Services& services, const ClientId& client, const ProjectId& id) {
  return services.store.read([&](Session& session) -> Outcome<Project> {
    STOREY_TRY(auto project, session.projects().find(client, id));
    if (!project)
      return refuse(FailureCode::kProjectNotFound, "the project was not found", {{"projectId", id.text}});
    return std::move(*project);
  });
}

Outcome<Project> create_project(Services& services, const ClientId& client, const std::string& name) {
  STOREY_TRY_VOID(check_text("project_name", name, 1, 200));
  const Project project{services.ids.make<ProjectId>(), client, name, services.clock.now()};
  return services.store.write([&](Session& session) -> Outcome<Project> {
    STOREY_TRY_VOID(session.clients().lock(client));
    STOREY_TRY(const auto present, session.projects().list(client));
    if (static_cast<std::int64_t>(present.size()) >= services.settings.max_projects)
      return refuse(FailureCode::kQuotaExceeded, "this client has as many projects as it may have");
    STOREY_TRY_VOID(session.projects().insert(project));
    return project;
  });
}

}  // namespace storey::service
