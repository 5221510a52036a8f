// The GraphQL schema of the service and what its fields do.
#pragma once

#include <memory>

#include "graphql/graphql.h"

namespace storey::service {

/// The schema with its resolvers, which take a GraphqlContext. Throws std::logic_error if text and resolvers
/// do not fit: a defect of the program. `on_exception` is told of what resolvers throw.
std::unique_ptr<const graphql::Schema> make_schema(graphql::ExceptionHook on_exception);

/// Each binds the types and root fields of one subject.
void bind_orders(graphql::Bindings& bindings);
void bind_assets(graphql::Bindings& bindings);
void bind_webhooks(graphql::Bindings& bindings);
void bind_projects(graphql::Bindings& bindings);
void bind_subscriptions(graphql::Bindings& bindings);

}  // namespace storey::service
