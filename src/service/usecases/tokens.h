// Access tokens: made for credentials, used, looked at, revoked.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "service/usecases/services.h"

namespace storey::service {

struct IssuedToken {
  std::string token;
  Seconds remaining;  ///< rounded down: just under the lifetime
};

/// Whether the client is there, not disabled, and the secret its own.
Outcome<bool> is_client(Services& services, const ClientId& client, std::string_view secret);

/// Nothing if the client is unknown or disabled, or the secret is not its own.
Outcome<std::optional<IssuedToken>> create_token(Services& services, const ClientId& client,
                                                 std::string_view secret);

/// False if there is no such token of that client. Holds at once; again is fine.
Outcome<bool> revoke_token(Services& services, const ClientId& client, std::string_view token);

/// The token in whatever state; nothing if there is no such token of that client.
Outcome<std::optional<Token>> introspect_token(Services& services, const ClientId& client,
                                               std::string_view token);

/// Whether the token is neither expired nor revoked, and its client not disabled.
bool is_usable(const Grant& grant, Timestamp now);

/// The grant of the token of that hash if it is usable. Refuses with UNAUTHENTICATED.
Outcome<Grant> find_usable_grant(Services& services, const Digest& hash);

/// The client that may act with the token. Refuses with UNAUTHENTICATED.
Outcome<Client> authenticate(Services& services, std::string_view token);

}  // namespace storey::service
