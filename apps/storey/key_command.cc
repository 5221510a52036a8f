#include "key_command.h"

#include <iostream>
#include <memory>

#include "config_flags.h"
#include "exit_code.h"
#include "failure_text.h"
#include "key_file.h"
#include "serve_deployment.h"

namespace storey {
namespace {

struct KeyArguments {
  std::shared_ptr<ConfigFlags> flags;
  std::string id;
};

/// The first key of a deployment has no name of its own.
constexpr const char* kFirst = "first";

std::string name_of_key(const std::string& id) { return id.empty() ? kFirst : id; }

Result<std::int64_t> webhooks_of_key(Deployment& deployment, const std::string& id) {
  const auto count =
      deployment.store().read([&](service::Session& session) -> service::Outcome<std::int64_t> {
        const auto found = session.webhooks().count_of_key(id);
        if (!found) return tl::make_unexpected(service::Failure(found.error()));
        return *found;
      });
  if (!count) return fail(ErrorCode::kInternal, count.error().internal);
  return *count;
}

int list_keys(const KeyArguments& arguments) {
  const auto config = arguments.flags->load();
  if (!config) return fail_with(config.error());
  const auto deployment = Deployment::open(*config);
  if (!deployment) return fail_with(deployment.error());
  const auto keys = load_keys(key_file_of(*config));
  if (!keys) return fail_with(keys.error());
  for (const service::NamedSecret& key : *keys) {
    const auto webhooks = webhooks_of_key(**deployment, key.id);
    if (!webhooks) return fail_with(webhooks.error());
    std::cout << name_of_key(key.id) << "  " << *webhooks << " webhooks"
              << (&key == &keys->front() ? "  (present)" : "") << "\n";
  }
  return kExitDone;
}

int rotate_key(const KeyArguments& arguments) {
  const auto config = arguments.flags->load();
  if (!config) return fail_with(config.error());
  const auto deployment = Deployment::open(*config);
  if (!deployment) return fail_with(deployment.error());
  const auto id = add_key(key_file_of(*config));
  if (!id) return fail_with(id.error());
  (*deployment)->audit("key rotate", *id);
  std::cout << *id << "\nRestart the service to sign with it; former keys stay good.\n";
  return kExitDone;
}

int drop_former(const KeyArguments& arguments) {
  const auto config = arguments.flags->load();
  if (!config) return fail_with(config.error());
  const auto deployment = Deployment::open(*config);
  if (!deployment) return fail_with(deployment.error());
  const std::string id = arguments.id == kFirst ? "" : arguments.id;
  const auto webhooks = webhooks_of_key(**deployment, id);
  if (!webhooks) return fail_with(webhooks.error());
  if (*webhooks > 0)
    return fail_with(Error{ErrorCode::kInvalidArgument,
                           "the secrets of " + std::to_string(*webhooks) + " webhooks come from this key",
                           {},
                           {},
                           "have their owners rotate them (rotateWebhookSecret)"});
  if (const auto dropped = drop_key(key_file_of(*config), id); !dropped) return fail_with(dropped.error());
  (*deployment)->audit("key drop", arguments.id);
  return kExitDone;
}

CLI::App* add_action(CLI::App& key, ServiceCommand& chosen, const std::string& name, const std::string& help,
                     const std::shared_ptr<KeyArguments>& arguments, int (*action)(const KeyArguments&)) {
  CLI::App* const command = key.add_subcommand(name, help);
  arguments->flags = add_data_flags(*command);
  command->callback(
      [&chosen, arguments, action] { chosen.run = [arguments, action] { return action(*arguments); }; });
  return command;
}

}  // namespace

void add_key_command(CLI::App& app, ServiceCommand& chosen) {
  CLI::App* const key = app.add_subcommand("key", "Keys with which a service signs addresses and webhooks");
  key->require_subcommand(1);
  add_action(*key, chosen, "list", "List the keys, the present one first", std::make_shared<KeyArguments>(),
             list_keys);
  add_action(*key, chosen, "rotate", "Make a new key; what former ones signed stays good",
             std::make_shared<KeyArguments>(), rotate_key);
  const auto arguments = std::make_shared<KeyArguments>();
  add_action(*key, chosen, "drop", "Remove a former key that no webhook needs", arguments, drop_former)
      ->add_option("KEY", arguments->id, "Its name")
      ->required()
      ->type_name("");
}

}  // namespace storey
