#include "service/usecases/clients.h"

#include <array>
#include <functional>

#include "service/domain/text.h"
#include "service/domain/try.h"
#include "service/usecases/orders.h"

namespace storey::service {
namespace {

constexpr std::size_t kMaxNameBytes = 200;

Outcome<Client> require_client(Session& session, const ClientId& id) {
  STOREY_TRY(auto client, session.clients().find(id));
  if (!client) return refuse(FailureCode::kBadUserInput, "there is no client " + id.text);
  return std::move(*client);
}

Outcome<Client> change_client(Services& services, const ClientId& id,
                              const std::function<void(Client&)>& change) {
  return services.store.write([&](Session& session) -> Outcome<Client> {
    STOREY_TRY(Client client, require_client(session, id));
    change(client);
    STOREY_TRY_VOID(session.clients().update(client));
    return client;
  });
}

}  // namespace

std::string make_secret(Random& random) {
  std::array<std::uint8_t, 32> bytes{};
  random.fill(bytes);
  return to_base64url({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Outcome<IssuedCredentials> create_client(Services& services, const NewClient& wanted) {
  if (wanted.name.empty() || wanted.name.size() > kMaxNameBytes || !is_plain_utf8(wanted.name))
    return refuse(FailureCode::kBadUserInput, "a client needs a name of 1 to 200 bytes of plain text");
  if (wanted.requests_per_hour && *wanted.requests_per_hour < 1)
    return refuse(FailureCode::kBadUserInput, "a client must be allowed at least 1 request per hour");
  IssuedCredentials issued;
  issued.secret = make_secret(services.random);
  issued.client.id = services.ids.make<ClientId>();
  issued.client.name = wanted.name;
  issued.client.secret_hash = sha256(issued.secret);
  issued.client.tier = wanted.tier;
  issued.client.requests_per_hour = wanted.requests_per_hour;
  issued.client.created = services.clock.now();
  const Project project{services.ids.make<ProjectId>(), issued.client.id, kDefaultProjectName,
                        issued.client.created};
  return services.store.write([&](Session& session) -> Outcome<IssuedCredentials> {
    STOREY_TRY_VOID(session.clients().insert(issued.client));
    STOREY_TRY_VOID(session.projects().insert(project));
    return issued;
  });
}

Outcome<std::vector<Client>> list_clients(Services& services) {
  return services.store.read([](Session& session) -> Outcome<std::vector<Client>> {
    STOREY_TRY(auto clients, session.clients().list());
    return clients;
  });
}

Outcome<Client> set_client_tier(Services& services, const ClientId& id, Tier tier,
                                std::optional<std::int64_t> requests_per_hour) {
  return change_client(services, id, [&](Client& client) {
    client.tier = tier;
    client.requests_per_hour = requests_per_hour;
  });
}

Outcome<IssuedCredentials> rotate_client_secret(Services& services, const ClientId& id,
                                                const SecretRotation& rotation) {
  const std::string secret = make_secret(services.random);
  const Timestamp now = services.clock.now();
  return services.store.write([&](Session& session) -> Outcome<IssuedCredentials> {
    STOREY_TRY(Client client, require_client(session, id));
    client.former_secret.reset();
    if (rotation.keep_former.count() > 0)
      client.former_secret = FormerSecret{client.secret_hash, now + rotation.keep_former};
    client.secret_hash = sha256(secret);
    STOREY_TRY_VOID(session.clients().update(client));
    if (rotation.revoke_tokens) STOREY_TRY_VOID(session.tokens().revoke_all(id, now));
    return IssuedCredentials{std::move(client), secret};
  });
}

Outcome<Client> set_client_disabled(Services& services, const ClientId& id, bool disabled) {
  return change_client(services, id, [&](Client& client) { client.disabled = disabled; });
}

Outcome<std::int64_t> delete_client(Services& services, const ClientId& id) {
  // First nobody comes in any more, and nobody is told of what now ends.
  STOREY_TRY_VOID(services.store.write([&](Session& session) -> Outcome<void> {
    STOREY_TRY(Client client, require_client(session, id));
    client.disabled = true;
    STOREY_TRY_VOID(session.clients().update(client));
    STOREY_TRY(const auto webhooks, session.webhooks().list(id));
    for (const Webhook& webhook : webhooks) STOREY_TRY_VOID(session.webhooks().erase(webhook.id));
    return {};
  }));
  std::int64_t count = 0;
  while (true) {
    STOREY_TRY(const auto orders, list_orders(services, id, {}, {}));
    for (const Order& order : orders.items) STOREY_TRY_VOID(delete_order(services, id, order.id));
    count += static_cast<std::int64_t>(orders.items.size());
    if (orders.items.empty()) break;
  }
  STOREY_TRY_VOID(services.store.write([&](Session& session) -> Outcome<void> {
    STOREY_TRY_VOID(session.clients().erase(id));
    return {};
  }));
  return count;
}

}  // namespace storey::service
