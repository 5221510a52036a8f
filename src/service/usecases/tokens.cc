#include "service/usecases/tokens.h"

#include "service/domain/try.h"
#include "service/usecases/clients.h"

namespace storey::service {
namespace {

Result<std::optional<Token>> find_token_of(Session& session, const ClientId& client, std::string_view token) {
  STOREY_TRY(const auto grant, session.tokens().find(sha256(token)));
  if (!grant || grant->client.id != client) return std::nullopt;
  return grant->token;
}

Outcome<bool> knows_client(Session& session, const ClientId& client, const Digest& secret_hash,
                           Timestamp now) {
  STOREY_TRY(const auto found, session.clients().find(client));
  if (!found || found->disabled) return false;
  const bool present = equal_in_constant_time(as_text(found->secret_hash), as_text(secret_hash));
  const auto& former = found->former_secret;
  return present || (former && now < former->expires &&
                     equal_in_constant_time(as_text(former->hash), as_text(secret_hash)));
}

}  // namespace

Outcome<bool> is_client(Services& services, const ClientId& client, std::string_view secret) {
  return services.store.read(
      [&](Session& session) { return knows_client(session, client, sha256(secret), services.clock.now()); });
}

Outcome<std::optional<IssuedToken>> create_token(Services& services, const ClientId& client,
                                                 std::string_view secret) {
  // Read first: wrong secrets must not take the one writer's turn.
  STOREY_TRY(const bool known, is_client(services, client, secret));
  if (!known) return std::nullopt;
  const std::string text = make_secret(services.random);
  Token token;
  token.hash = sha256(text);
  token.client_id = client;
  token.created = services.clock.now();
  token.expires = token.created + services.settings.token_lifetime;
  return services.store.write([&](Session& session) -> Outcome<std::optional<IssuedToken>> {
    STOREY_TRY(const bool still_known, knows_client(session, client, sha256(secret), services.clock.now()));
    if (!still_known) return std::nullopt;
    STOREY_TRY_VOID(session.tokens().insert(token));
    const auto remaining =
        std::chrono::floor<Seconds>(token.expires - services.clock.now() - Milliseconds(1));
    return IssuedToken{text, remaining};
  });
}

Outcome<bool> revoke_token(Services& services, const ClientId& client, std::string_view token) {
  return services.store.write([&](Session& session) -> Outcome<bool> {
    STOREY_TRY(const auto found, find_token_of(session, client, token));
    if (!found) return false;
    STOREY_TRY_VOID(session.tokens().revoke(found->hash, services.clock.now()));
    return true;
  });
}

Outcome<std::optional<Token>> introspect_token(Services& services, const ClientId& client,
                                               std::string_view token) {
  return services.store.read([&](Session& session) -> Outcome<std::optional<Token>> {
    STOREY_TRY(auto found, find_token_of(session, client, token));
    return found;
  });
}

bool is_usable(const Grant& grant, Timestamp now) {
  return !grant.client.disabled && grant.token.state(now) == TokenState::kActive;
}

Outcome<Grant> find_usable_grant(Services& services, const Digest& hash) {
  return services.store.look([&](Session& session) -> Outcome<Grant> {
    STOREY_TRY(auto grant, session.tokens().find(hash));
    if (!grant || !is_usable(*grant, services.clock.now()))
      return refuse(FailureCode::kUnauthenticated, "the access token is unknown, expired or revoked");
    return std::move(*grant);
  });
}

Outcome<Client> authenticate(Services& services, std::string_view token) {
  STOREY_TRY(Grant grant, find_usable_grant(services, sha256(token)));
  return std::move(grant.client);
}

}  // namespace storey::service
