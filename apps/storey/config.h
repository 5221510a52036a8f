// The configuration of the service: one list of settings, read from a TOML file, the environment and flags.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graphql/limits.h"
#include "http/server.h"
#include "service/usecases/settings.h"
#include "service/worker/worker_options.h"
#include "storey/result.h"

namespace storey {

struct ServiceConfig {
  std::filesystem::path data = "storey-data";
  std::string listen = "127.0.0.1:8080";
  std::string admin_listen;  ///< empty: no metrics
  std::string public_url;    ///< empty: what a request's Host says
  int workers = 1;
  bool durable = true;
  std::string database_url;       ///< of PostgreSQL; empty: SQLite in the data folder
  int database_connections = 20;  ///< of one process to PostgreSQL
  std::string blobs_url;          ///< of an S3 bucket; empty: files in the data folder
  std::string blobs_credentials;  ///< file with the keys of the bucket; empty: the environment has them
  std::chrono::seconds hsts{365 * 24 * 3600};
  bool page = true;
  bool graphiql = true;
  std::filesystem::path key_file;  ///< empty: DATA/secret.key
  std::string log_level = "info";
  std::string log_format = "text";
  std::chrono::milliseconds shutdown_grace{10'000};
  std::chrono::seconds housekeeping{60};
  bool allow_private_addresses = false;
  std::uint64_t max_request_bytes = 1 << 20;
  service::Settings settings;
  service::WorkerOptions worker;
  service::FetchOptions fetch;
  graphql::Limits graphql;
  std::size_t max_response_bytes = 8 << 20;   ///< of one GraphQL answer
  std::uint64_t max_unsent_bytes = 64 << 20;  ///< of large answers that a client has not taken yet
  http::ServerOptions http;
};

/// One setting: `webhooks.allow_private_addresses` in the file, STOREY_WEBHOOKS_ALLOW_PRIVATE_ADDRESSES in
/// the environment, `--webhooks-allow-private-addresses` as a flag.
struct Setting {
  std::string name;
  std::string kind;  ///< of its values, for people: "SECONDS", "SIZE" …
  std::string help;
  std::function<std::string(const ServiceConfig&)> show;
  /// What is wrong with the text; empty if it was taken.
  std::function<std::string(ServiceConfig&, const std::string&)> take;

  std::string flag() const;
  std::string variable() const;
};

const std::vector<Setting>& service_settings();

/// Texts by the name of their setting.
using SettingTexts = std::map<std::string, std::string>;

/// Defaults, then `file` (if not empty), then the environment, then `flags`. Errors: kInvalidArgument, naming
/// the setting and where it stood.
Result<ServiceConfig> load_config(const std::filesystem::path& file, const SettingTexts& flags);

/// The configuration as a TOML file.
std::string show_config(const ServiceConfig& config);

/// "127.0.0.1:8080", "[::1]:80" or ":8080" as address and port. Errors: kInvalidArgument.
Result<std::pair<std::string, std::uint16_t>> parse_listen(const std::string& text);

}  // namespace storey
