// The history of the database's form: numbered SQL scripts, each run once, never edited afterwards.
#pragma once

#include <string>
#include <vector>

#include "service/adapters/sql/connection.h"
#include "service/domain/timestamp.h"
#include "storey/result.h"

namespace storey::service {

struct Migration {
  std::string name;  ///< "0001_initial"
  std::string sql;
};

struct MigrationReport {
  std::vector<std::string> present;  ///< were there already
  std::vector<std::string> applied;  ///< were run now
};

/// Runs what is missing, each script in one transaction with its entry in the table of migrations. Fails with
/// kWrongFormat if the database was made by other scripts (a checksum differs) or by a newer program.
Result<MigrationReport> migrate(Connection& connection, const std::vector<Migration>& migrations,
                                Timestamp now);

}  // namespace storey::service
