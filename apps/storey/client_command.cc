#include "client_command.h"

#include <boost/json.hpp>
#include <iostream>

#include "config_flags.h"
#include "config_values.h"
#include "exit_code.h"
#include "failure_text.h"
#include "serve_deployment.h"
#include "service/usecases/clients.h"

namespace storey {
namespace {

namespace json = boost::json;
using service::Client;
using service::ClientId;
using service::Outcome;

struct ClientArguments {
  std::shared_ptr<ConfigFlags> flags;
  std::string name, client_id;
  std::string tier = "standard";
  std::optional<std::int64_t> requests_per_hour;
  std::string keep_old = "0";
  bool revoke_tokens = false;
  bool yes = false;
  bool json = false;
};

using Arguments = std::shared_ptr<ClientArguments>;

json::object describe(const Client& client) {
  json::object object{{"client_id", client.id.text},
                      {"name", client.name},
                      {"tier", service::tier_name(client.tier)},
                      {"requests_per_hour", nullptr},
                      {"disabled", client.disabled},
                      {"created", service::to_iso8601(client.created)}};
  if (client.requests_per_hour) object["requests_per_hour"] = *client.requests_per_hour;
  return object;
}

void print(const ClientArguments& arguments, const json::object& object) {
  if (arguments.json) {
    std::cout << json::serialize(object) << "\n";
    return;
  }
  for (const auto& field : object) {
    const json::value& value = field.value();
    std::cout << std::string(field.key()) << ": "
              << (value.is_string() ? std::string(value.get_string()) : json::serialize(value)) << "\n";
  }
}

int fail_with(const service::Failure& failure) {
  const bool usage = failure.code == service::FailureCode::kBadUserInput;
  return fail_with(Error{usage ? ErrorCode::kInvalidArgument : ErrorCode::kInternal,
                         failure.internal.empty() ? failure.message : failure.internal,
                         {},
                         {},
                         {}});
}

/// Opens the data directory and runs `action` on it.
template <class Action>
int with_services(const ClientArguments& arguments, Action action) {
  const auto config = arguments.flags->load();
  if (!config) return fail_with(config.error());
  const auto deployment = Deployment::open(*config);
  if (!deployment) return fail_with(deployment.error());
  return action(**deployment);
}

int show_client(const ClientArguments& arguments, const Deployment& deployment, std::string_view action,
                const Outcome<Client>& client) {
  if (!client) return fail_with(client.error());
  deployment.audit(action, client->id.text);
  print(arguments, describe(*client));
  return kExitDone;
}

int show_credentials(const ClientArguments& arguments, const Deployment& deployment, std::string_view action,
                     const Outcome<service::IssuedCredentials>& issued) {
  if (!issued) return fail_with(issued.error());
  deployment.audit(action, issued->client.id.text);
  json::object object = describe(issued->client);
  object["client_secret"] = issued->secret;
  print(arguments, object);
  if (!arguments.json) std::cout << "Keep the secret: it is shown this once.\n";
  return kExitDone;
}

int create(const ClientArguments& arguments) {
  return with_services(arguments, [&](Deployment& deployment) {
    service::Services& services = deployment.services();
    const auto tier = service::parse_tier(arguments.tier).value_or(service::Tier::kStandard);
    return show_credentials(arguments, deployment, "client create",
                            create_client(services, {arguments.name, tier, arguments.requests_per_hour}));
  });
}

int list(const ClientArguments& arguments) {
  return with_services(arguments, [&](Deployment& deployment) {
    service::Services& services = deployment.services();
    const auto clients = list_clients(services);
    if (!clients) return fail_with(clients.error());
    json::array entries;
    for (const Client& client : *clients) entries.push_back(describe(client));
    if (arguments.json) {
      std::cout << json::serialize(entries) << "\n";
      return kExitDone;
    }
    for (const Client& client : *clients)
      std::cout << client.id.text << "  " << service::tier_name(client.tier) << "  "
                << (client.disabled ? "disabled  " : "") << client.name << "\n";
    return kExitDone;
  });
}

int set_tier(const ClientArguments& arguments) {
  return with_services(arguments, [&](Deployment& deployment) {
    service::Services& services = deployment.services();
    const auto tier = service::parse_tier(arguments.tier).value_or(service::Tier::kStandard);
    return show_client(
        arguments, deployment, "client set-tier",
        set_client_tier(services, ClientId(arguments.client_id), tier, arguments.requests_per_hour));
  });
}

int rotate(const ClientArguments& arguments) {
  return with_services(arguments, [&](Deployment& deployment) {
    service::Services& services = deployment.services();
    const auto keep = parse_duration(arguments.keep_old);
    if (!keep)
      return fail_with(Error{ErrorCode::kInvalidArgument,
                             "--keep-old is no time: " + arguments.keep_old,
                             {},
                             {},
                             "write it like 90s, 5m, 12h or 7d"});
    const service::SecretRotation rotation{std::chrono::duration_cast<service::Seconds>(*keep),
                                           arguments.revoke_tokens};
    return show_credentials(arguments, deployment, "client rotate-secret",
                            rotate_client_secret(services, ClientId(arguments.client_id), rotation));
  });
}

int set_disabled(const ClientArguments& arguments, bool disabled) {
  return with_services(arguments, [&](Deployment& deployment) {
    service::Services& services = deployment.services();
    return show_client(arguments, deployment, disabled ? "client disable" : "client enable",
                       set_client_disabled(services, ClientId(arguments.client_id), disabled));
  });
}

int erase(const ClientArguments& arguments) {
  if (!arguments.yes)
    return fail_with(Error{ErrorCode::kInvalidArgument,
                           "this erases the client with its orders, scans, results and webhooks, for ever",
                           {},
                           {},
                           "add --yes if that is meant"});
  return with_services(arguments, [&](Deployment& deployment) {
    const auto orders = delete_client(deployment.services(), ClientId(arguments.client_id));
    if (!orders) return fail_with(orders.error());
    deployment.audit("client delete", arguments.client_id);
    print(arguments, {{"client_id", arguments.client_id}, {"deleted_orders", *orders}});
    return kExitDone;
  });
}

/// A subcommand with what all of them take.
CLI::App* add(CLI::App& client, ServiceCommand& chosen, const std::string& name, const std::string& help,
              const Arguments& arguments, const std::function<int(const ClientArguments&)>& action) {
  CLI::App* const command = client.add_subcommand(name, help);
  arguments->flags = add_data_flags(*command);
  command->add_flag("--json", arguments->json, "For programs");
  command->callback(
      [&chosen, arguments, action] { chosen.run = [arguments, action] { return action(*arguments); }; });
  return command;
}

void add_id(CLI::App& command, const Arguments& arguments) {
  command.add_option("client_id", arguments->client_id, "The client")->required()->type_name("CLIENT_ID");
}

void add_tier(CLI::App& command, const Arguments& arguments) {
  command.add_option("--tier", arguments->tier, "standard or premium (default standard)")
      ->check(CLI::IsMember({"standard", "premium"}).description(""))
      ->type_name("standard|premium");
  command.add_option("--requests-per-hour", arguments->requests_per_hour, "Instead of what the tier allows")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""))
      ->type_name("N");
}

}  // namespace

void add_client_command(CLI::App& app, ServiceCommand& chosen) {
  CLI::App* const client = app.add_subcommand("client", "Credentials of the clients of a service");
  client->require_subcommand(1);
  auto arguments = std::make_shared<ClientArguments>();
  CLI::App* const creation =
      add(*client, chosen, "create", "Make a client; prints its secret, once", arguments, create);
  creation->add_option("--name", arguments->name, "For people")->required()->type_name("NAME");
  add_tier(*creation, arguments);

  add(*client, chosen, "list", "List the clients", std::make_shared<ClientArguments>(), list);

  arguments = std::make_shared<ClientArguments>();
  CLI::App* const tier =
      add(*client, chosen, "set-tier", "Change what a client is allowed", arguments, set_tier);
  add_id(*tier, arguments);
  add_tier(*tier, arguments);

  arguments = std::make_shared<ClientArguments>();
  CLI::App* const rotation =
      add(*client, chosen, "rotate-secret", "Give a client a new secret; prints it, once", arguments, rotate);
  add_id(*rotation, arguments);
  rotation
      ->add_option("--keep-old", arguments->keep_old, "How long the former secret still holds (default 0)")
      ->type_name("TIME");
  rotation->add_flag("--revoke-tokens", arguments->revoke_tokens, "End all tokens of the client at once");

  arguments = std::make_shared<ClientArguments>();
  CLI::App* const deletion =
      add(*client, chosen, "delete", "Erase a client with all its data", arguments, erase);
  add_id(*deletion, arguments);
  deletion->add_flag("--yes", arguments->yes, "This is meant");

  arguments = std::make_shared<ClientArguments>();
  add_id(*add(*client, chosen, "disable", "Refuse a client from now on", arguments,
              [](const ClientArguments& given) { return set_disabled(given, true); }),
         arguments);
  arguments = std::make_shared<ClientArguments>();
  add_id(*add(*client, chosen, "enable", "Let a disabled client in again", arguments,
              [](const ClientArguments& given) { return set_disabled(given, false); }),
         arguments);
}

}  // namespace storey
