// The migrations of SQLite databases.
#pragma once

#include "service/adapters/sql/migrations.h"

namespace storey::service {

/// Those of this program, in their order.
const std::vector<Migration>& sqlite_migrations();

}  // namespace storey::service
