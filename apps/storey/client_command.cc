#include "client_command.h"

#include <boost/json.hpp>
#include <iostream>

#include "config_flags.h"
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

int fail_with(const Error& error) {
  std::cerr << failure_text(error);
  return exit_code(error.code);
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
  return action((*deployment)->services());
}

int show_client(const ClientArguments& arguments, const Outcome<Client>& client) {
  if (!client) return fail_with(client.error());
  print(arguments, describe(*client));
  return kExitDone;
}

int show_credentials(const ClientArguments& arguments, const Outcome<service::IssuedCredentials>& issued) {
  if (!issued) return fail_with(issued.error());
  json::object object = describe(issued->client);
  object["client_secret"] = issued->secret;
  print(arguments, object);
  if (!arguments.json) std::cout << "Keep the secret: it is shown this once.\n";
  return kExitDone;
}

int create(const ClientArguments& arguments) {
  return with_services(arguments, [&](service::Services& services) {
    const auto tier = service::parse_tier(arguments.tier).value_or(service::Tier::kStandard);
    return show_credentials(arguments,
                            create_client(services, {arguments.name, tier, arguments.requests_per_hour}));
  });
}

int list(const ClientArguments& arguments) {
  return with_services(arguments, [&](service::Services& services) {
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
  return with_services(arguments, [&](service::Services& services) {
    const auto tier = service::parse_tier(arguments.tier).value_or(service::Tier::kStandard);
    return show_client(arguments, set_client_tier(services, ClientId(arguments.client_id), tier,
                                                  arguments.requests_per_hour));
  });
}

int rotate(const ClientArguments& arguments) {
  return with_services(arguments, [&](service::Services& services) {
    return show_credentials(arguments, rotate_client_secret(services, ClientId(arguments.client_id)));
  });
}

int set_disabled(const ClientArguments& arguments, bool disabled) {
  return with_services(arguments, [&](service::Services& services) {
    return show_client(arguments, set_client_disabled(services, ClientId(arguments.client_id), disabled));
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
  add_id(*add(*client, chosen, "rotate-secret", "Give a client a new secret; prints it, once", arguments,
              rotate),
         arguments);
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
