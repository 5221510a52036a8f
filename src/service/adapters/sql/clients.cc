#include "service/adapters/sql/sql_session.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

const std::string kClientColumnNames =
    "c.client_id, c.name, c.secret_hash, c.tier, c.requests_per_hour, c.disabled, c.created,"
    " c.former_secret_hash, c.former_secret_expires";
constexpr int kClientColumns = 9;

/// The columns of kClientColumnNames, from `first` on.
Client read_client(Row row, int first) {
  Client client;
  client.id = ClientId(row.text(first));
  client.name = row.text(first + 1);
  client.secret_hash = row.digest(first + 2);
  client.tier = parse_tier(row.text(first + 3)).value_or(Tier::kStandard);
  client.requests_per_hour = row.maybe_integer(first + 4);
  client.disabled = row.integer(first + 5) != 0;
  client.created = row.time(first + 6);
  if (!row.null(first + 7)) client.former_secret = FormerSecret{row.digest(first + 7), row.time(first + 8)};
  return client;
}

Project read_project(Row row) {
  return {ProjectId(row.text(0)), ClientId(row.text(1)), row.text(2), row.time(3), row.integer(4)};
}

}  // namespace

Result<void> SqlClients::insert(const Client& client) {
  STOREY_TRY_VOID(connection_.execute(
      "INSERT INTO clients (client_id, name, secret_hash, tier, disabled, created) VALUES (?, ?, ?, ?, ?, ?)",
      client.id, client.name, client.secret_hash, tier_name(client.tier), client.disabled, client.created));
  return update(client);
}

Result<std::optional<Client>> SqlClients::find(const ClientId& id) {
  return connection_.find(
      [](Row row) { return read_client(row, 0); },
      "SELECT " + kClientColumnNames + " FROM clients c WHERE client_id = ?" + connection_.lock_row(), id);
}

Result<void> SqlClients::lock(const ClientId& id) {
  return connection_.execute("SELECT 1 FROM clients WHERE client_id = ?" + connection_.lock_row(), id);
}

Result<std::vector<Client>> SqlClients::list() {
  static const std::string sql = "SELECT " + kClientColumnNames + " FROM clients c ORDER BY client_id";
  return connection_.list([](Row row) { return read_client(row, 0); }, sql);
}

Result<void> SqlClients::update(const Client& client) {
  const auto& former = client.former_secret;
  STOREY_TRY_VOID(connection_.announce(Connection::Change::kGrants));
  return connection_.execute(
      "UPDATE clients SET name = ?, secret_hash = ?, tier = ?, requests_per_hour = ?, disabled = ?,"
      " former_secret_hash = ?, former_secret_expires = ? WHERE client_id = ?",
      client.name, client.secret_hash, tier_name(client.tier), client.requests_per_hour, client.disabled,
      former ? std::optional(former->hash) : std::nullopt,
      former ? std::optional(former->expires) : std::nullopt, client.id);
}

Result<void> SqlClients::erase(const ClientId& id) {
  STOREY_TRY_VOID(connection_.announce(Connection::Change::kGrants));
  for (const char* table : {"deliveries", "webhooks", "client_tokens", "tokens", "projects", "clients"})
    STOREY_TRY_VOID(connection_.execute("DELETE FROM " + std::string(table) + " WHERE client_id = ?", id));
  return {};
}

Result<void> SqlTokens::insert(const Token& token) {
  return connection_.execute(
      "INSERT INTO tokens (hash, client_id, created, expires, revoked) VALUES (?, ?, ?, ?, ?)", token.hash,
      token.client_id, token.created, token.expires, token.revoked);
}

Result<std::optional<Grant>> SqlTokens::find(const Digest& hash) {
  static const std::string sql =
      "SELECT " + kClientColumnNames +
      ", t.hash, t.created, t.expires, t.revoked FROM tokens t JOIN clients c ON c.client_id = t.client_id"
      " WHERE t.hash = ?";
  return connection_.find(
      [](Row row) {
        Grant grant;
        grant.client = read_client(row, 0);
        grant.token.hash = row.digest(kClientColumns);
        grant.token.client_id = grant.client.id;
        grant.token.created = row.time(kClientColumns + 1);
        grant.token.expires = row.time(kClientColumns + 2);
        grant.token.revoked = row.maybe_time(kClientColumns + 3);
        return grant;
      },
      sql, hash);
}

Result<void> SqlTokens::revoke(const Digest& hash, Timestamp now) {
  STOREY_TRY_VOID(connection_.announce(Connection::Change::kGrants));
  return connection_.execute("UPDATE tokens SET revoked = ? WHERE hash = ? AND revoked IS NULL", now, hash);
}

Result<void> SqlTokens::revoke_all(const ClientId& client, Timestamp now) {
  STOREY_TRY_VOID(connection_.announce(Connection::Change::kGrants));
  return connection_.execute("UPDATE tokens SET revoked = ? WHERE client_id = ? AND revoked IS NULL", now,
                             client);
}

Result<std::int64_t> SqlTokens::erase_expired(Timestamp time, int limit) {
  return connection_.change(
      "DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE expires < ? LIMIT ?)", time, limit);
}

Result<void> SqlProjects::insert(const Project& project) {
  return connection_.execute(
      "INSERT INTO projects (project_id, client_id, name, created) VALUES (?, ?, ?, ?)", project.id,
      project.client_id, project.name, project.created);
}

Result<std::optional<Project>> SqlProjects::find(const ClientId& client, const ProjectId& id) {
  return connection_.find(read_project,
                          "SELECT project_id, client_id, name, created,"
                          " (SELECT count(*) FROM orders o WHERE o.project_id = p.project_id)"
                          " FROM projects p WHERE project_id = ? AND client_id = ?",
                          id, client);
}

Result<std::optional<ProjectId>> SqlProjects::choose(const ClientId& client,
                                                     const std::optional<ProjectId>& wanted) {
  const auto read_id = [](Row row) { return ProjectId(row.text(0)); };
  if (wanted)
    return connection_.find(read_id, "SELECT project_id FROM projects WHERE project_id = ? AND client_id = ?",
                            *wanted, client);
  return connection_.find(
      read_id, "SELECT project_id FROM projects WHERE client_id = ? ORDER BY project_id LIMIT 1", client);
}

Result<std::vector<Project>> SqlProjects::list(const ClientId& client) {
  return connection_.list(read_project,
                          "SELECT project_id, client_id, name, created,"
                          " (SELECT count(*) FROM orders o WHERE o.project_id = p.project_id)"
                          " FROM projects p WHERE client_id = ? ORDER BY project_id",
                          client);
}

}  // namespace storey::service
