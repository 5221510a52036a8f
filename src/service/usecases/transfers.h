// The transfers of files that are under way in this process.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "service/domain/id.h"

namespace storey::service {

/// Only one transfer of a file, or of a part of one, goes on at a time: a newer one ends the older, so that a
/// sender whose connection broke can begin again at once. A client has a bounded number.
class Transfers {
 public:
  /// One transfer, until it is destroyed.
  class Ticket {
   public:
    ~Ticket();
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    /// Whether a newer transfer of the same has begun.
    bool superseded() const { return superseded_; }
    /// Notes that so many bytes more have come.
    void add(std::uint64_t bytes) { bytes_ += bytes; }

   private:
    friend class Transfers;
    using Key = std::pair<std::string, int>;
    Ticket(Transfers& transfers, ClientId client, Key key)
        : transfers_(transfers), client_(std::move(client)), key_(std::move(key)) {}

    Transfers& transfers_;
    ClientId client_;
    Key key_;
    std::atomic<std::uint64_t> bytes_{0};
    std::atomic<bool> superseded_{false};
  };

  /// Null if the client has `max_of_client` under way. Those that a newer one has ended, and whose senders
  /// have not noticed yet, may be as many again.
  std::unique_ptr<Ticket> begin(const ClientId& client, const AssetId& asset, int part, int max_of_client);

  /// The bytes that have come in those transfers of the asset that no newer one has ended, without those of
  /// part `except`.
  std::uint64_t bytes_under_way(const AssetId& asset, int except) const;

 private:
  void end(Ticket& ticket);

  mutable std::mutex mutex_;
  std::map<Ticket::Key, Ticket*> newest_;
  std::map<std::string, int> of_client_;
};

}  // namespace storey::service
