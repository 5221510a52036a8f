#include "service/adapters/sqlite/sqlite_session.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

constexpr int kClientColumns = 7;

/// The columns client_id … created, from `first` on.
Client read_client(Row row, int first) {
  Client client;
  client.id = ClientId(row.text(first));
  client.name = row.text(first + 1);
  client.secret_hash = row.digest(first + 2);
  client.tier = parse_tier(row.text(first + 3)).value_or(Tier::kStandard);
  client.requests_per_hour = row.maybe_integer(first + 4);
  client.disabled = row.integer(first + 5) != 0;
  client.created = row.time(first + 6);
  return client;
}

Project read_project(Row row) {
  return {ProjectId(row.text(0)), ClientId(row.text(1)), row.text(2), row.time(3), row.integer(4)};
}

}  // namespace

Result<void> SqliteClients::insert(const Client& client) {
  return connection_.execute("INSERT INTO clients VALUES (?, ?, ?, ?, ?, ?, ?)", client.id, client.name,
                             client.secret_hash, tier_name(client.tier), client.requests_per_hour,
                             client.disabled, client.created);
}

Result<std::optional<Client>> SqliteClients::find(const ClientId& id) {
  return connection_.find([](Row row) { return read_client(row, 0); },
                          "SELECT client_id, name, secret_hash, tier, requests_per_hour, disabled, created"
                          " FROM clients WHERE client_id = ?",
                          id);
}

Result<std::vector<Client>> SqliteClients::list() {
  return connection_.list([](Row row) { return read_client(row, 0); },
                          "SELECT client_id, name, secret_hash, tier, requests_per_hour, disabled, created"
                          " FROM clients ORDER BY client_id");
}

Result<void> SqliteClients::update(const Client& client) {
  return connection_.execute(
      "UPDATE clients SET name = ?, secret_hash = ?, tier = ?, requests_per_hour = ?, disabled = ? WHERE "
      "client_id = ?",
      client.name, client.secret_hash, tier_name(client.tier), client.requests_per_hour, client.disabled,
      client.id);
}

Result<void> SqliteTokens::insert(const Token& token) {
  return connection_.execute("INSERT INTO tokens VALUES (?, ?, ?, ?, ?)", token.hash, token.client_id,
                             token.created, token.expires, token.revoked);
}

Result<std::optional<Grant>> SqliteTokens::find(const Digest& hash) {
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
      "SELECT c.client_id, c.name, c.secret_hash, c.tier, c.requests_per_hour, c.disabled, c.created,"
      " t.hash, t.created, t.expires, t.revoked FROM tokens t JOIN clients c USING (client_id) WHERE t.hash "
      "= ?",
      hash);
}

Result<void> SqliteTokens::revoke(const Digest& hash, Timestamp now) {
  return connection_.execute("UPDATE tokens SET revoked = ? WHERE hash = ? AND revoked IS NULL", now, hash);
}

Result<std::int64_t> SqliteTokens::erase_expired(Timestamp time) {
  STOREY_TRY_VOID(connection_.execute("DELETE FROM tokens WHERE expires < ?", time));
  return connection_.changes();
}

Result<void> SqliteProjects::insert(const Project& project) {
  return connection_.execute("INSERT INTO projects VALUES (?, ?, ?, ?)", project.id, project.client_id,
                             project.name, project.created);
}

Result<std::optional<Project>> SqliteProjects::find(const ClientId& client, const ProjectId& id) {
  return connection_.find(read_project,
                          "SELECT project_id, client_id, name, created,"
                          " (SELECT count(*) FROM orders o WHERE o.project_id = p.project_id)"
                          " FROM projects p WHERE project_id = ? AND client_id = ?",
                          id, client);
}

Result<std::optional<Project>> SqliteProjects::find_default(const ClientId& client) {
  return connection_.find(read_project,
                          "SELECT project_id, client_id, name, created,"
                          " (SELECT count(*) FROM orders o WHERE o.project_id = p.project_id)"
                          " FROM projects p WHERE client_id = ? ORDER BY project_id LIMIT 1",
                          client);
}

Result<std::vector<Project>> SqliteProjects::list(const ClientId& client) {
  return connection_.list(read_project,
                          "SELECT project_id, client_id, name, created,"
                          " (SELECT count(*) FROM orders o WHERE o.project_id = p.project_id)"
                          " FROM projects p WHERE client_id = ? ORDER BY project_id",
                          client);
}

}  // namespace storey::service
