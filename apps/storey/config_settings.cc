// The list of all settings of the service.
#include "config.h"
#include "config_values.h"
#include "setting_kinds.h"

namespace storey {
namespace {

Setting retry_schedule() {
  return {"webhooks.retry_schedule", "TIME,TIME,...",
          "Waits after failed deliveries; then the delivery has failed",
          [](const ServiceConfig& config) {
            std::vector<std::string> waits;
            for (const auto wait : config.settings.webhook_retries.waits)
              waits.push_back(show_duration(wait));
            return join_setting(waits);
          },
          [](ServiceConfig& config, const std::string& given) -> std::string {
            std::vector<service::Milliseconds> waits;
            for (const std::string& word : split_setting(given)) {
              const auto wait = parse_duration(word);
              if (!wait) return "it must be a list of times such as 5s,5m,30m";
              waits.push_back(*wait);
            }
            config.settings.webhook_retries.waits = std::move(waits);
            return {};
          }};
}

Setting forwarded_header() {
  using http::ForwardedHeader;
  return {"http.forwarded_header", "none|x-forwarded-for|forwarded",
          "Header in which trusted proxies name the client",
          [](const ServiceConfig& config) -> std::string {
            if (config.http.forwarded_header == ForwardedHeader::kForwarded) return "forwarded";
            return config.http.forwarded_header == ForwardedHeader::kXForwardedFor ? "x-forwarded-for"
                                                                                   : "none";
          },
          [](ServiceConfig& config, const std::string& given) -> std::string {
            if (given == "none")
              config.http.forwarded_header = ForwardedHeader::kNone;
            else if (given == "forwarded")
              config.http.forwarded_header = ForwardedHeader::kForwarded;
            else if (given == "x-forwarded-for")
              config.http.forwarded_header = ForwardedHeader::kXForwardedFor;
            else
              return "it must be none, x-forwarded-for or forwarded";
            return {};
          }};
}

/// "postgresql://user:secret@host" without the secret.
std::string without_password(const std::string& url) {
  const std::size_t at = url.find('@');
  const std::size_t user = url.find("://");
  if (at == std::string::npos || user == std::string::npos) return url;
  const std::size_t colon = url.find(':', user + 3);
  return colon < at ? url.substr(0, colon + 1) + "***" + url.substr(at) : url;
}

Setting database_url() {
  return {"database.url", "URL",
          "Database that several machines share: postgresql://USER@HOST/DATABASE; without it one in the data "
          "folder",
          [](const ServiceConfig& config) { return without_password(config.database_url); },
          [](ServiceConfig& config, const std::string& given) -> std::string {
            if (!given.empty() && !given.starts_with("postgresql://") && !given.starts_with("postgres://"))
              return "it must begin with postgresql://";
            config.database_url = given;
            return {};
          }};
}

http::TlsOptions& tls_of(ServiceConfig& config) {
  if (!config.http.tls) config.http.tls.emplace();
  return *config.http.tls;
}

constexpr std::int64_t kMany = 1'000'000'000;

// Where a field of the configuration is.
#define STOREY_FIELD(type, member) Field<type>([](ServiceConfig& c) -> type& { return c.member; })

void add_basics(std::vector<Setting>& all) {
  all.push_back(path_setting("data", "Folder of the database and all files",
                             STOREY_FIELD(std::filesystem::path, data)));
  all.push_back(text_setting("listen", "HOST:PORT", "Address to serve at; port 0 lets the system choose",
                             STOREY_FIELD(std::string, listen)));
  all.push_back(text_setting("admin_listen", "HOST:PORT", "Address for /metrics; without it there are none",
                             STOREY_FIELD(std::string, admin_listen)));
  all.push_back(text_setting("public_url", "URL",
                             "What clients call the service, before /v1; without it, what their Host says",
                             STOREY_FIELD(std::string, public_url)));
  all.push_back(number_setting<int>(
      "workers", 0, 256,
      "Conversions at a time in this process; 0 leaves them to storey worker, which then runs as many as "
      "cores and memory allow",
      STOREY_FIELD(int, workers)));
  all.push_back(path_setting("key_file", "The deployment's secret; without it secret.key in the data folder",
                             STOREY_FIELD(std::filesystem::path, key_file)));
  all.push_back(database_url());
  all.push_back(number_setting<int>("database.connections", 2, 1000,
                                    "Of one process to PostgreSQL, at a time",
                                    STOREY_FIELD(int, database_connections)));
  all.push_back(flag_setting("database.durable", "Whether every change is on disk before it is answered",
                             STOREY_FIELD(bool, durable)));
  all.push_back(
      text_setting("blobs.url", "URL",
                   "Where scans and results are: s3://BUCKET/PREFIX?endpoint=https://HOST&region=NAME; "
                   "without it in the data folder",
                   STOREY_FIELD(std::string, blobs_url)));
  all.push_back(
      text_setting("blobs.credentials_file", "FILE",
                   "Keys of the bucket, written as ~/.aws/credentials; without it AWS_ACCESS_KEY_ID and "
                   "AWS_SECRET_ACCESS_KEY",
                   STOREY_FIELD(std::string, blobs_credentials)));
  all.push_back(flag_setting("page.enabled", "Whether the page at / is served", STOREY_FIELD(bool, page)));
  all.push_back(
      flag_setting("graphiql.enabled", "Whether the page /graphiql is served", STOREY_FIELD(bool, graphiql)));
  all.push_back(choice_setting("log.level", {"debug", "info", "warn", "error"}, "What is logged",
                               STOREY_FIELD(std::string, log_level)));
  all.push_back(choice_setting("log.format", {"text", "json"}, "Form of the log on stderr",
                               STOREY_FIELD(std::string, log_format)));
}

void add_transport(std::vector<Setting>& all) {
  all.push_back(text_setting(
      "tls.certificate", "FILE", "PEM, the server's certificate first; read again on SIGHUP",
      Field<std::string>([](ServiceConfig& c) -> std::string& { return tls_of(c).certificate_chain_file; })));
  all.push_back(text_setting(
      "tls.key", "FILE", "PEM, the private key of the certificate",
      Field<std::string>([](ServiceConfig& c) -> std::string& { return tls_of(c).private_key_file; })));
  all.push_back(duration_setting("tls.hsts",
                                 "For which browsers that came by TLS use nothing else; 0: not told",
                                 STOREY_FIELD(std::chrono::seconds, hsts)));
  all.push_back(number_setting<int>("http.threads", 0, 256, "Event loops; 0: one for each core",
                                    STOREY_FIELD(int, http.threads)));
  all.push_back(number_setting<std::size_t>("http.max_connections", 1, kMany, "Connections at a time",
                                            STOREY_FIELD(std::size_t, http.max_connections)));
  all.push_back(number_setting<std::size_t>("http.max_connections_per_address", 0, kMany,
                                            "Of one address, proxies apart; 0: any number",
                                            STOREY_FIELD(std::size_t, http.max_connections_per_address)));
  all.push_back(duration_setting("http.head_timeout", "For the head of a request",
                                 STOREY_FIELD(std::chrono::milliseconds, http.head_timeout)));
  all.push_back(duration_setting("http.idle_timeout", "Between two requests",
                                 STOREY_FIELD(std::chrono::milliseconds, http.idle_timeout)));
  all.push_back(duration_setting("http.body_timeout", "Without a byte of a body",
                                 STOREY_FIELD(std::chrono::milliseconds, http.body_timeout)));
  all.push_back(duration_setting("http.write_timeout", "Without the client taking a byte",
                                 STOREY_FIELD(std::chrono::milliseconds, http.write_timeout)));
  all.push_back(number_setting<std::uint64_t>("http.min_body_rate", 0, kMany,
                                              "Bytes a second that the sender of a long body must keep up",
                                              STOREY_FIELD(std::uint64_t, http.min_body_rate)));
  all.push_back(size_setting("http.max_head_size", "Of the head of a request",
                             STOREY_FIELD(std::size_t, http.max_head_bytes)));
  all.push_back(number_setting<std::size_t>("http.max_fields", 1, 10'000, "Header fields of a request",
                                            STOREY_FIELD(std::size_t, http.max_fields)));
  all.push_back(duration_setting("http.ping_interval", "Between pings on WebSockets and event streams",
                                 STOREY_FIELD(std::chrono::milliseconds, http.ping_interval)));
  all.push_back(duration_setting("http.shutdown_grace", "For requests in flight when the service stops",
                                 STOREY_FIELD(std::chrono::milliseconds, shutdown_grace)));
  all.push_back(list_setting("http.trusted_proxies", "CIDR,...", "Proxies that may name the client",
                             STOREY_FIELD(std::vector<std::string>, http.trusted_proxies)));
  all.push_back(forwarded_header());
  all.push_back(list_setting("cors.allowed_origins", "ORIGIN,...",
                             "Web pages that may call the service, or *",
                             STOREY_FIELD(std::vector<std::string>, http.cors.allowed_origins)));
}

void add_limits(std::vector<Setting>& all) {
  all.push_back(duration_setting("auth.token_lifetime", "Of access tokens",
                                 STOREY_FIELD(service::Seconds, settings.token_lifetime)));
  all.push_back(number_setting<std::int64_t>("limits.standard_requests_per_hour", 1, kMany,
                                             "Of the standard tier, and of addresses without token",
                                             STOREY_FIELD(std::int64_t, settings.rate.standard)));
  all.push_back(number_setting<std::int64_t>("limits.premium_requests_per_hour", 1, kMany,
                                             "Of the premium tier",
                                             STOREY_FIELD(std::int64_t, settings.rate.premium)));
  all.push_back(size_setting("limits.max_upload_size", "Of one file",
                             STOREY_FIELD(std::uint64_t, settings.max_upload_bytes)));
  all.push_back(size_setting("limits.max_stored_size", "Of a client's scans, sent or announced",
                             STOREY_FIELD(std::uint64_t, settings.max_stored_bytes)));
  all.push_back(size_setting("limits.min_free_space", "Of the disk; below it no scan is taken",
                             STOREY_FIELD(std::uint64_t, settings.min_free_bytes)));
  all.push_back(number_setting<int>("limits.max_transfers", 1, 100'000,
                                    "Files and parts that a client sends at a time",
                                    STOREY_FIELD(int, settings.max_transfers)));
  all.push_back(size_setting("limits.max_request_size", "Of a GraphQL request",
                             STOREY_FIELD(std::uint64_t, max_request_bytes)));
  all.push_back(number_setting<std::int64_t>("limits.max_open_orders", 1, kMany, "Of a client, not ended",
                                             STOREY_FIELD(std::int64_t, settings.max_open_orders)));
  all.push_back(number_setting<std::int64_t>("limits.max_assets_per_order", 1, 10'000, "Files of one order",
                                             STOREY_FIELD(std::int64_t, settings.max_assets_per_order)));
  all.push_back(number_setting<std::int64_t>("limits.max_webhooks", 0, 10'000, "Of a client",
                                             STOREY_FIELD(std::int64_t, settings.max_webhooks)));
  all.push_back(number_setting<std::int64_t>("limits.max_projects", 1, kMany, "Of a client",
                                             STOREY_FIELD(std::int64_t, settings.max_projects)));
  all.push_back(size_setting("limits.max_metadata_size", "Of an order's metadata as JSON",
                             STOREY_FIELD(std::size_t, settings.max_metadata_bytes)));
  all.push_back(number_setting<std::size_t>("graphql.max_depth", 1, 1000, "Nested fields of a query",
                                            STOREY_FIELD(std::size_t, graphql.max_depth)));
  all.push_back(number_setting<std::size_t>("graphql.max_aliases", 0, kMany, "Fields with an alias",
                                            STOREY_FIELD(std::size_t, graphql.max_aliases)));
  all.push_back(number_setting<std::size_t>("graphql.max_tokens", 10, kMany, "Tokens of a document",
                                            STOREY_FIELD(std::size_t, graphql.max_tokens)));
  all.push_back(number_setting<std::size_t>("graphql.max_fields", 1, kMany,
                                            "Fields of an answer, lists counted once",
                                            STOREY_FIELD(std::size_t, graphql.max_fields)));
  all.push_back(number_setting<std::size_t>("graphql.max_cost", 1, kMany,
                                            "Fields of an answer, each as often as its lists may have items",
                                            STOREY_FIELD(std::size_t, graphql.max_cost)));
  all.push_back(size_setting("graphql.max_response_size", "Of the data of an answer, lists and all",
                             STOREY_FIELD(std::size_t, max_response_bytes)));
  all.push_back(size_setting("graphql.max_unsent_size", "Of large answers that a client has not read yet",
                             STOREY_FIELD(std::uint64_t, max_unsent_bytes)));
}

void add_transfers(std::vector<Setting>& all) {
  all.push_back(duration_setting("uploads.url_lifetime", "Of addresses for sending files",
                                 STOREY_FIELD(service::Seconds, settings.upload_lifetime)));
  all.push_back(size_setting("uploads.part_size", "Of multi-part uploads, as far as the service chooses it",
                             STOREY_FIELD(std::uint64_t, settings.part_size_bytes)));
  all.push_back(number_setting<int>("uploads.max_parts", 1, 10'000, "Parts of one file",
                                    STOREY_FIELD(int, settings.max_parts)));
  all.push_back(number_setting<int>("uploads.fetches", 1, 256, "Scans that a process fetches at a time",
                                    STOREY_FIELD(int, fetch.workers)));
  all.push_back(number_setting<int>("uploads.fetches_per_client", 1, 256, "Of these, for one client",
                                    STOREY_FIELD(int, fetch.per_client)));
  all.push_back(
      number_setting<std::uint64_t>("uploads.min_fetch_rate", 1, kMany,
                                    "Bytes a second that the source of a scan must keep up for a minute",
                                    STOREY_FIELD(std::uint64_t, fetch.min_rate)));
  all.push_back(duration_setting("uploads.fetch_timeout", "For one attempt to fetch a scan",
                                 STOREY_FIELD(std::chrono::seconds, fetch.timeout)));
  all.push_back(duration_setting("downloads.url_lifetime", "Of addresses for fetching results",
                                 STOREY_FIELD(service::Seconds, settings.download_lifetime)));
  all.push_back(flag_setting("webhooks.allow_private_addresses",
                             "Whether webhooks and source_url may lead into private networks",
                             STOREY_FIELD(bool, allow_private_addresses)));
  all.push_back(retry_schedule());
  all.push_back(duration_setting("webhooks.timeout", "For a receiver to answer",
                                 STOREY_FIELD(service::Seconds, settings.webhook_timeout)));
  all.push_back(number_setting<std::int64_t>(
      "webhooks.max_pending", 1, kMany, "Messages of a client that wait for its receivers; more fail at once",
      STOREY_FIELD(std::int64_t, settings.max_pending_deliveries)));
  all.push_back(duration_setting("webhooks.give_up", "After which a receiver that only fails is disabled",
                                 STOREY_FIELD(service::Seconds, settings.webhook_give_up)));
  all.push_back(duration_setting("webhooks.secret_overlap",
                                 "For which a former secret signs beside the new one",
                                 STOREY_FIELD(service::Seconds, settings.secret_overlap)));
}

void add_work(std::vector<Setting>& all) {
  all.push_back(list_setting("worker.formats", "FORMAT,...", "Drawn where an order names none",
                             STOREY_FIELD(std::vector<std::string>, settings.formats)));
  all.push_back(size_setting("worker.memory_limit", "Of one conversion; 0: none",
                             STOREY_FIELD(std::uint64_t, worker.memory_limit_bytes)));
  all.push_back(duration_setting(
      "worker.cpu_limit", "Computing time of one conversion; 0: what its threads can compute in its time",
      STOREY_FIELD(std::chrono::seconds, worker.cpu_limit)));
  all.push_back(duration_setting("worker.wall_limit", "Time of one conversion",
                                 STOREY_FIELD(std::chrono::seconds, worker.wall_limit)));
  all.push_back(number_setting<int>("worker.threads", 0, 1024, "Of one conversion; 0: all cores",
                                    STOREY_FIELD(int, worker.threads)));
  all.push_back(
      choice_setting("worker.sandbox", {"auto", "required", "off"},
                     "Whether conversions are kept from other files, the network and programs; auto: as "
                     "far as the kernel can",
                     STOREY_FIELD(std::string, worker.sandbox)));
  all.push_back(duration_setting("worker.lease", "After which a job of a worker that died runs again",
                                 STOREY_FIELD(service::Seconds, settings.job_lease)));
  all.push_back(number_setting<int>("worker.max_attempts", 1, 100, "Times that a job is begun",
                                    STOREY_FIELD(int, settings.max_job_attempts)));
  all.push_back(duration_setting("worker.retry_wait",
                                 "Before a job runs again that met trouble such as a full disk; each further "
                                 "time four times as long",
                                 STOREY_FIELD(service::Seconds, settings.job_retry_wait)));
  all.push_back(size_setting("worker.large_scan",
                             "Orders with more bytes leave one worker of a process free for others; 0: they "
                             "may have all",
                             STOREY_FIELD(std::uint64_t, worker.large_scan_bytes)));
  all.push_back(duration_setting("retention.drafts",
                                 "Of orders that nobody submits; then they are cancelled; 0: for ever",
                                 STOREY_FIELD(service::Seconds, settings.retain_drafts)));
  all.push_back(duration_setting("retention.scans", "Of scans after the end of their order; 0: for ever",
                                 STOREY_FIELD(service::Seconds, settings.retain_scans)));
  all.push_back(duration_setting("retention.results", "Of results after the end of their order; 0: for ever",
                                 STOREY_FIELD(service::Seconds, settings.retain_results)));
  all.push_back(duration_setting("retention.deliveries", "Of the log of webhook deliveries",
                                 STOREY_FIELD(service::Seconds, settings.retain_deliveries)));
  all.push_back(duration_setting("retention.events", "Of what subscriptions of other processes are told from",
                                 STOREY_FIELD(service::Seconds, settings.retain_events)));
  all.push_back(duration_setting("retention.interval", "Between two searches for what to delete",
                                 STOREY_FIELD(std::chrono::seconds, housekeeping)));
}

#undef STOREY_FIELD

}  // namespace

const std::vector<Setting>& service_settings() {
  static const std::vector<Setting> settings = [] {
    std::vector<Setting> all;
    add_basics(all);
    add_transport(all);
    add_limits(all);
    add_transfers(all);
    add_work(all);
    return all;
  }();
  return settings;
}

}  // namespace storey
