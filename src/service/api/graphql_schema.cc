#include "service/api/graphql_schema.h"

#include <stdexcept>

#include "service/api/failure_response.h"
#include "service/api/graphql_context.h"
#include "service/api/published.h"

namespace storey::service {

graphql::FieldError to_field_error(const Failure& failure) {
  return {failure.message, error_extensions(failure)};
}

std::unique_ptr<const graphql::Schema> make_schema(graphql::ExceptionHook on_exception) {
  graphql::Bindings bindings;
  bindings.json_scalar("JSON");
  bind_orders(bindings);
  bind_assets(bindings);
  bind_webhooks(bindings);
  bind_projects(bindings);
  bind_subscriptions(bindings);
  bindings.on_exception(std::move(on_exception));
  auto schema = std::move(bindings).build(schema_text());
  if (schema) return std::move(*schema);
  std::string problems = "the GraphQL schema and its resolvers do not fit:";
  for (const graphql::GraphqlError& error : schema.error()) problems += "\n  " + error.message;
  throw std::logic_error(problems);
}

}  // namespace storey::service
