#include "service/adapters/webhooks/name_lookup.h"

#include <netdb.h>

#include <cstring>
#include <future>
#include <memory>

namespace storey::service {

namespace {

using Found = tl::expected<std::vector<sockaddr_storage>, std::string>;

}  // namespace

Found find_addresses(const std::string& host) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int status = ::getaddrinfo(host.c_str(), nullptr, &hints, &found);
  if (status != 0) return tl::make_unexpected(std::string(::gai_strerror(status)));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  std::vector<sockaddr_storage> addresses;
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next)
    std::memcpy(&addresses.emplace_back(), entry->ai_addr, entry->ai_addrlen);
  return addresses;
}

Outcome<std::vector<sockaddr_storage>> NameLookup::addresses_of(const std::string& host,
                                                                const ClientId& client) {
  const auto promise = std::make_shared<std::promise<Found>>();
  auto answer = promise->get_future();
  pool_.post(client.text, [promise, host, find = find_] { promise->set_value(find(host)); });
  if (answer.wait_for(patience_) != std::future_status::ready)
    return refuse(FailureCode::kInvalidWebhookUrl,
                  "the host of the address was not found in time; its name servers may be slow: try again");
  auto found = answer.get();
  if (!found)
    return refuse(FailureCode::kInvalidWebhookUrl,
                  "the host of the address cannot be found: " + found.error());
  return std::move(*found);
}

}  // namespace storey::service
