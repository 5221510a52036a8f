#include "service/adapters/sql/sql_session.h"
#include "service/domain/try.h"

namespace storey::service {

Result<void> SqlClientTokens::put(const ClientToken& token) {
  return connection_.execute(
      "INSERT INTO client_tokens (client_id, operation, token, request, subject_id, created)"
      " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (client_id, operation, token) DO UPDATE SET"
      " request = excluded.request, subject_id = excluded.subject_id, created = excluded.created",
      token.client_id, token.operation, token.token, token.request, token.subject_id, token.created);
}

Result<std::optional<ClientToken>> SqlClientTokens::find(const ClientId& client, const std::string& operation,
                                                         const std::string& token) {
  return connection_.find(
      [&](Row row) { return ClientToken{client, operation, token, row.digest(0), row.text(1), row.time(2)}; },
      "SELECT request, subject_id, created FROM client_tokens"
      " WHERE client_id = ? AND operation = ? AND token = ?",
      client, operation, token);
}

Result<std::int64_t> SqlClientTokens::erase_before(Timestamp time, int limit) {
  return connection_.change(
      "DELETE FROM client_tokens WHERE (client_id, operation, token) IN"
      " (SELECT client_id, operation, token FROM client_tokens WHERE created < ? LIMIT ?)",
      time, limit);
}

}  // namespace storey::service
