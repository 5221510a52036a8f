// The stores of the service as tables of one connection.
#pragma once

#include <deque>
#include <map>

#include "service/adapters/sql/connection.h"
#include "service/ports/store.h"

namespace storey::service {

class SqlClients final : public ClientStore {
 public:
  explicit SqlClients(Connection& connection) : connection_(connection) {}
  Result<void> insert(const Client& client) override;
  Result<std::optional<Client>> find(const ClientId& id) override;
  Result<std::vector<Client>> list() override;
  Result<void> lock(const ClientId& id) override;
  Result<void> update(const Client& client) override;
  Result<void> erase(const ClientId& id) override;

 private:
  Connection& connection_;
};

class SqlTokens final : public TokenStore {
 public:
  explicit SqlTokens(Connection& connection) : connection_(connection) {}
  Result<void> insert(const Token& token) override;
  Result<std::optional<Grant>> find(const Digest& hash) override;
  Result<void> revoke(const Digest& hash, Timestamp now) override;
  Result<void> revoke_all(const ClientId& client, Timestamp now) override;
  Result<std::int64_t> erase_expired(Timestamp time, int limit) override;

 private:
  Connection& connection_;
};

class SqlProjects final : public ProjectStore {
 public:
  explicit SqlProjects(Connection& connection) : connection_(connection) {}
  Result<void> insert(const Project& project) override;
  Result<std::optional<Project>> find(const ClientId& client, const ProjectId& id) override;
  Result<std::optional<ProjectId>> choose(const ClientId& client,
                                          const std::optional<ProjectId>& wanted) override;
  Result<std::vector<Project>> list(const ClientId& client) override;

 private:
  Connection& connection_;
};

class SqlOrders final : public OrderStore {
 public:
  explicit SqlOrders(Connection& connection) : connection_(connection) {}
  Result<void> insert(const Order& order) override;
  Result<std::optional<Order>> find(const ClientId& client, const OrderId& id) override;
  Result<Page<Order>> list(const ClientId& client, const OrderFilter& filter,
                           const PageRequest& page) override;
  Result<void> update(const Order& order) override;
  Result<void> erase(const OrderId& id) override;
  Result<std::int64_t> count_open(const ClientId& client) override;
  Result<std::vector<Order>> list_forgotten_drafts(Timestamp time, int limit) override;
  Result<std::vector<Order>> list_with_scans(Timestamp completed_before, int limit) override;
  Result<std::vector<Order>> list_with_results(Timestamp completed_before, int limit) override;

 private:
  Connection& connection_;
};

class SqlAssets final : public AssetStore {
 public:
  explicit SqlAssets(Connection& connection) : connection_(connection) {}
  Result<void> insert(const Asset& asset) override;
  Result<std::optional<Asset>> find(const AssetId& id) override;
  Result<std::vector<Asset>> list(const OrderId& order) override;
  Result<void> update(const Asset& asset) override;
  Result<std::vector<Asset>> list_overdue(Timestamp time, Timestamp idle_since, int limit) override;
  Result<std::uint64_t> stored_bytes(const ClientId& client, const AssetId& except) override;
  Result<void> put_part(const AssetId& asset, const UploadedPart& part) override;
  Result<std::vector<UploadedPart>> list_parts(const AssetId& asset) override;
  Result<void> erase_parts(const AssetId& asset) override;
  Result<bool> refers_to(const BlobId& blob) override;

 private:
  Connection& connection_;
};

class SqlResults final : public ResultStore {
 public:
  explicit SqlResults(Connection& connection) : connection_(connection) {}
  Result<void> insert(const ResultFile& file) override;
  Result<std::optional<ResultFile>> find(const ResultId& id) override;
  Result<std::vector<ResultFile>> list(const OrderId& order) override;
  Result<void> erase_all(const OrderId& order) override;
  Result<bool> refers_to(const BlobId& blob) override;

 private:
  Connection& connection_;
};

class SqlJobs final : public JobStore {
 public:
  explicit SqlJobs(Connection& connection) : connection_(connection) {}
  Result<void> insert(const Job& job) override;
  Result<std::optional<Job>> find(const JobId& id) override;
  Result<std::optional<Job>> find(JobKind kind, const AssetId& asset) override;
  Result<std::optional<Job>> claim(const JobClaim& claim) override;
  Result<bool> renew(const JobId& id, const std::string& owner, Timestamp expires) override;
  Result<bool> end(const JobId& id, const std::string& owner) override;
  Result<void> give_back(const JobId& id, const std::string& owner) override;
  Result<bool> postpone(const JobId& id, const std::string& owner, Timestamp not_before) override;
  Result<void> cancel(const OrderId& order) override;
  Result<void> cancel(const AssetId& asset) override;
  Result<Depth> depth(JobKind kind) override;

 private:
  /// A client that waits for a job.
  struct Turn {
    ClientId client;
    std::string next_job;  ///< its oldest that may be claimed; empty if none may be
    std::int64_t leases = 0;
    std::optional<std::int64_t> last_claim;  ///< when a job of it was claimed last
  };
  /// The first clients with identifiers after `after`, ascending.
  Result<std::vector<Turn>> list_waiting(const JobClaim& claim, const ClientId& after, std::size_t limit);
  /// Clients whose jobs may be claimed, in their turn.
  Result<std::deque<Turn>> list_in_turn(const JobClaim& claim);
  Result<std::optional<Job>> claim_of(const ClientId& client, const JobClaim& claim);
  Result<void> note_turn(const Turn& turn, const JobClaim& claim);

  /// Of clients in their turn, those whose turn has not come yet.
  struct Line {
    std::deque<Turn> turns;
    Timestamp formed{};
    std::optional<std::uint64_t> max_bytes;
  };
  /// Claims of who stands in the line, one after the other.
  Result<std::optional<Job>> claim_in(Line& line, const JobClaim& claim);

  Connection& connection_;
  std::map<JobKind, ClientId> looked_at_;  ///< how far claims have come in the clients
  std::map<JobKind, Line> lines_;
};

class SqlWebhooks final : public WebhookStore {
 public:
  explicit SqlWebhooks(Connection& connection) : connection_(connection) {}
  Result<void> insert(const Webhook& webhook) override;
  Result<std::optional<Webhook>> find(const ClientId& client, const WebhookId& id) override;
  Result<std::vector<Webhook>> list(const ClientId& client) override;
  Result<void> update(const Webhook& webhook) override;
  Result<std::int64_t> count_of_key(const std::string& key_id) override;
  Result<void> erase(const WebhookId& id) override;

 private:
  Connection& connection_;
};

class SqlDeliveries final : public DeliveryStore {
 public:
  explicit SqlDeliveries(Connection& connection) : connection_(connection) {}
  Result<void> insert(const Delivery& delivery) override;
  Result<std::optional<Delivery>> find(const ClientId& client, const DeliveryId& id) override;
  Result<Page<Delivery>> list(const WebhookId& webhook, const PageRequest& page) override;
  Result<std::vector<DeliveryId>> list_due(Timestamp now, const CallLimits& limits) override;
  Result<std::vector<DueDelivery>> take(const std::vector<DeliveryId>& ids, Timestamp now,
                                        Timestamp expires) override;
  Result<void> record(const Delivery& delivery) override;
  Result<void> fail_pending(const WebhookId& webhook, const std::string& reason) override;
  Result<std::optional<Timestamp>> next_due(Timestamp now) override;
  Result<std::int64_t> count_pending(const ClientId& client, std::int64_t limit) override;
  Result<std::int64_t> count_pending() override;
  Result<std::optional<Timestamp>> oldest_pending() override;
  Result<std::int64_t> erase_ended(Timestamp time, int limit) override;

 private:
  Connection& connection_;
};

class SqlEvents final : public EventLog {
 public:
  explicit SqlEvents(Connection& connection) : connection_(connection) {}
  Result<void> append(const Event& event, Timestamp now) override;
  Result<std::vector<LoggedEvent>> read_after(std::int64_t number, int limit) override;
  Result<std::vector<LoggedEvent>> read_numbers(const std::vector<std::int64_t>& numbers) override;
  Result<std::vector<LoggedEvent>> read_about(const OrderId& order, std::int64_t number, int limit) override;
  Result<std::vector<LoggedEvent>> read_about(const AssetId& asset, std::int64_t number, int limit) override;
  Result<std::optional<StatusChange>> last_change(const OrderId& order) override;
  Result<std::int64_t> last_number() override;
  Result<std::int64_t> last_number(const OrderId& order) override;
  Result<std::int64_t> last_number(const AssetId& asset) override;
  Result<std::int64_t> forgotten_number() override;
  Result<std::int64_t> erase_before(Timestamp time, int limit) override;

 private:
  Connection& connection_;
};

class SqlClientTokens final : public ClientTokenStore {
 public:
  explicit SqlClientTokens(Connection& connection) : connection_(connection) {}
  Result<void> put(const ClientToken& token) override;
  Result<std::optional<ClientToken>> find(const ClientId& client, const std::string& operation,
                                          const std::string& token) override;
  Result<std::int64_t> erase_before(Timestamp time, int limit) override;

 private:
  Connection& connection_;
};

class SqlSession final : public Session {
 public:
  explicit SqlSession(std::unique_ptr<Connection> connection) : owned_(std::move(connection)) {}

  Connection& connection() { return connection_; }
  void ask_ahead(const std::function<void()>& asks) override { connection_.ask_ahead(asks); }
  ClientStore& clients() override { return clients_; }
  TokenStore& tokens() override { return tokens_; }
  ProjectStore& projects() override { return projects_; }
  OrderStore& orders() override { return orders_; }
  AssetStore& assets() override { return assets_; }
  ResultStore& results() override { return results_; }
  JobStore& jobs() override { return jobs_; }
  WebhookStore& webhooks() override { return webhooks_; }
  DeliveryStore& deliveries() override { return deliveries_; }
  EventLog& events() override { return events_; }
  ClientTokenStore& client_tokens() override { return client_tokens_; }

 private:
  std::unique_ptr<Connection> owned_;
  Connection& connection_ = *owned_;
  SqlClients clients_{connection_};
  SqlTokens tokens_{connection_};
  SqlProjects projects_{connection_};
  SqlOrders orders_{connection_};
  SqlAssets assets_{connection_};
  SqlResults results_{connection_};
  SqlJobs jobs_{connection_};
  SqlWebhooks webhooks_{connection_};
  SqlDeliveries deliveries_{connection_};
  SqlEvents events_{connection_};
  SqlClientTokens client_tokens_{connection_};
};

}  // namespace storey::service
