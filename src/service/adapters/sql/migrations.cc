#include "service/adapters/sql/migrations.h"

#include "service/domain/digest.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

struct Applied {
  std::string name;
  std::string checksum;
};

Result<std::vector<Applied>> read_applied(Connection& connection) {
  STOREY_TRY_VOID(connection.run_script(std::string(connection.dialect().migrations_table)));
  return connection.list(
      [](Row row) {
        return Applied{row.text(0), row.text(1)};
      },
      "SELECT name, checksum FROM migrations ORDER BY name");
}

Result<void> check_history(const std::vector<Applied>& applied, const std::vector<Migration>& migrations) {
  for (std::size_t i = 0; i < applied.size(); ++i) {
    if (i >= migrations.size())
      return fail(ErrorCode::kWrongFormat,
                  "the database was made by a newer version (migration " + applied[i].name + ")",
                  "run that version, or a newer one");
    if (applied[i].name != migrations[i].name ||
        applied[i].checksum != to_hex(as_text(sha256(migrations[i].sql))))
      return fail(ErrorCode::kWrongFormat,
                  "migration " + applied[i].name + " of the database is not the one of this program",
                  "run the version that made the database");
  }
  return {};
}

Result<MigrationReport> migrate_locked(Connection& connection, const std::vector<Migration>& migrations,
                                       Timestamp now) {
  STOREY_TRY(const auto applied, read_applied(connection));
  STOREY_TRY_VOID(check_history(applied, migrations));
  MigrationReport report;
  for (const Applied& entry : applied) report.present.push_back(entry.name);
  for (std::size_t i = applied.size(); i < migrations.size(); ++i) {
    STOREY_TRY_VOID(connection.run_script(migrations[i].sql));
    STOREY_TRY_VOID(connection.execute("INSERT INTO migrations (name, checksum, applied) VALUES (?, ?, ?)",
                                       migrations[i].name, to_hex(as_text(sha256(migrations[i].sql))), now));
    report.applied.push_back(migrations[i].name);
  }
  return report;
}

}  // namespace

Result<MigrationReport> migrate(Connection& connection, const std::vector<Migration>& migrations,
                                Timestamp now) {
  // One transaction for all: two processes that start at once wait for each other here.
  STOREY_TRY_VOID(connection.run_script(std::string(connection.dialect().begin_exclusive)));
  auto report = migrate_locked(connection, migrations, now);
  const auto ended = connection.run_script(report ? "COMMIT" : "ROLLBACK");
  if (report && !ended) return fail(ended.error());
  return report;
}

}  // namespace storey::service
