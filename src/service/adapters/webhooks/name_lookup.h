// Names of hosts to addresses, within a bounded time.
#pragma once

#include <sys/socket.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/fair_pool.h"
#include "service/domain/failure.h"
#include "service/domain/id.h"

namespace storey::service {

/// The addresses of a host, or what the resolver says instead (`gai_strerror`). May take as long as it likes.
using FindAddresses =
    std::function<tl::expected<std::vector<sockaddr_storage>, std::string>(const std::string& host)>;

/// By getaddrinfo.
tl::expected<std::vector<sockaddr_storage>, std::string> find_addresses(const std::string& host);

/// The system's resolver blocks for as long as name servers are silent. Hence it runs on threads of its own,
/// of which a client has few: names of one client that take long do not hold up those of others.
class NameLookup {
 public:
  explicit NameLookup(FindAddresses find = find_addresses,
                      std::chrono::milliseconds patience = std::chrono::seconds(5))
      : find_(std::move(find)), patience_(patience) {}
  /// Does not wait for lookups that nobody waits for any more.
  ~NameLookup() { pool_.abandon(); }

  /// Refuses with INVALID_WEBHOOK_URL: no such name, or no answer in time.
  Outcome<std::vector<sockaddr_storage>> addresses_of(const std::string& host, const ClientId& client);

 private:
  FindAddresses find_;
  std::chrono::milliseconds patience_;
  FairPool pool_{64, 4};
};

}  // namespace storey::service
