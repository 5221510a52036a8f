// The migrations of PostgreSQL databases.
#pragma once

#include "service/adapters/sql/migrations.h"

namespace storey::service {

/// Those of this program, in their order.
const std::vector<Migration>& postgres_migrations();

}  // namespace storey::service
