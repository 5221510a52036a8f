// What the operator does with clients.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "service/usecases/services.h"

namespace storey::service {

/// A client with its secret, which is shown this once and kept nowhere.
struct IssuedCredentials {
  Client client;
  std::string secret;
};

struct NewClient {
  std::string name;
  Tier tier = Tier::kStandard;
  std::optional<std::int64_t> requests_per_hour;
};

/// Makes the client and its first project.
Outcome<IssuedCredentials> create_client(Services& services, const NewClient& wanted);
Outcome<std::vector<Client>> list_clients(Services& services);
/// Those below refuse with BAD_USER_INPUT if there is no such client.
Outcome<Client> set_client_tier(Services& services, const ClientId& id, Tier tier,
                                std::optional<std::int64_t> requests_per_hour);
/// The former secret holds for `keep_former` more; `revoke_tokens`: all tokens end at once.
struct SecretRotation {
  Seconds keep_former{0};
  bool revoke_tokens = false;
};
Outcome<IssuedCredentials> rotate_client_secret(Services& services, const ClientId& id,
                                                const SecretRotation& rotation = {});
Outcome<Client> set_client_disabled(Services& services, const ClientId& id, bool disabled);
/// Erases the client with all it has: orders, files, projects, webhooks and tokens. One that is broken off
/// can be called again. Says how many orders there were.
Outcome<std::int64_t> delete_client(Services& services, const ClientId& id);

/// 256 random bits as base64url: a secret or a token.
std::string make_secret(Random& random);

}  // namespace storey::service
