// Project and what is done with it.
#include "service/api/graphql_context.h"
#include "service/api/graphql_schema.h"
#include "service/usecases/projects.h"

namespace storey::service {

void bind_projects(graphql::Bindings& bindings) {
  bindings.object<Project>("Project")
      .field("project_id", [](const Project& project) -> const std::string& { return project.id.text; })
      .field("project_name", &Project::name)
      .field("created", [](const Project& project) { return to_iso8601(project.created); })
      .field("order_count",
             [](const Project& project) { return static_cast<std::int32_t>(project.order_count); });
  bindings.query()
      .field("projects",
             [](GraphqlContext& context) {
               return context.told(list_projects(context.services, context.client.id));
             })
      .field(
          "project",
          [](GraphqlContext& context, const std::string& id) {
            return context.told(get_project(context.services, context.client.id, ProjectId(id)));
          },
          "project_id");
  bindings.mutation().field(
      "createProject",
      [](GraphqlContext& context, const std::string& name) {
        return context.told(create_project(context.services, context.client.id, name));
      },
      "project_name");
}

}  // namespace storey::service
