// Clients, their tokens and their projects.
#pragma once

#include <optional>
#include <vector>

#include "service/domain/client.h"
#include "service/domain/project.h"
#include "storey/result.h"

namespace storey::service {

class ClientStore {
 public:
  virtual ~ClientStore() = default;
  virtual Result<void> insert(const Client& client) = 0;
  virtual Result<std::optional<Client>> find(const ClientId& id) = 0;
  /// All clients, oldest first.
  virtual Result<std::vector<Client>> list() = 0;
  /// Keeps other transactions that ask for the same from getting further until this one ends. Who counts, or
  /// looks for a former request, before adding something of the client asks first.
  virtual Result<void> lock(const ClientId& id) = 0;
  /// Replaces everything but id and creation time.
  virtual Result<void> update(const Client& client) = 0;
  /// Removes the client with its tokens, projects, webhooks and their deliveries. Its orders must have gone.
  virtual Result<void> erase(const ClientId& id) = 0;
};

class TokenStore {
 public:
  virtual ~TokenStore() = default;
  virtual Result<void> insert(const Token& token) = 0;
  /// The token of that hash and its client, in whatever state both are.
  virtual Result<std::optional<Grant>> find(const Digest& hash) = 0;
  /// Marks the token revoked at `now` unless it already is.
  virtual Result<void> revoke(const Digest& hash, Timestamp now) = 0;
  /// The same for all tokens of the client.
  virtual Result<void> revoke_all(const ClientId& client, Timestamp now) = 0;
  /// Forgets at most `limit` tokens that expired before `time`; says how many.
  virtual Result<std::int64_t> erase_expired(Timestamp time, int limit) = 0;
};

class ProjectStore {
 public:
  virtual ~ProjectStore() = default;
  virtual Result<void> insert(const Project& project) = 0;
  /// With the number of its orders; counting them takes the longer the more there are.
  virtual Result<std::optional<Project>> find(const ClientId& client, const ProjectId& id) = 0;
  /// The project, if it is the client's; if none is wanted, the one that was made first: every client has it
  /// from the start.
  virtual Result<std::optional<ProjectId>> choose(const ClientId& client,
                                                  const std::optional<ProjectId>& wanted) = 0;
  /// The client's projects with the number of their orders, oldest first.
  virtual Result<std::vector<Project>> list(const ClientId& client) = 0;
};

}  // namespace storey::service
