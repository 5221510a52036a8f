#include "service/adapters/webhooks/guarded_call.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>
#include <mutex>

#include "service/domain/address_rules.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

/// False for what is no internet address.
bool may_connect(const sockaddr* address, bool allow_private) {
  IpAddress ip{};
  if (address->sa_family == AF_INET) {
    std::array<std::uint8_t, 4> v4{};
    std::memcpy(v4.data(), &reinterpret_cast<const sockaddr_in*>(address)->sin_addr, v4.size());
    ip = mapped_ipv4(v4);
  } else if (address->sa_family == AF_INET6) {
    std::memcpy(ip.data(), &reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr, ip.size());
  } else {
    return false;
  }
  return allow_private || is_public_address(ip);
}

curl_socket_t open_socket(void* user, curlsocktype purpose, curl_sockaddr* address) {
  auto& guard = *static_cast<CallGuard*>(user);
  if (purpose != CURLSOCKTYPE_IPCXN || !may_connect(&address->addr, guard.allow_private_addresses)) {
    guard.refused = true;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void start_curl() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

}  // namespace

CurlHandle make_guarded_handle(const std::string& url, const CallRules& rules, CallGuard& guard) {
  start_curl();
  guard = {rules.allow_private_addresses, false};
  CurlHandle handle(curl_easy_init());
  if (!handle) throw std::bad_alloc();
  curl_easy_setopt(handle.get(), CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle.get(), CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle.get(), CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle.get(), CURLOPT_PROXY, "");
  curl_easy_setopt(handle.get(), CURLOPT_NOPROXY, "*");
  curl_easy_setopt(handle.get(), CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl_easy_setopt(handle.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle.get(), CURLOPT_FORBID_REUSE, 1L);  // a kept connection would not be checked again
  curl_easy_setopt(handle.get(), CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(handle.get(), CURLOPT_USERAGENT, rules.user_agent.c_str());
  curl_easy_setopt(handle.get(), CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(handle.get(), CURLOPT_OPENSOCKETDATA, &guard);
  return handle;
}

Outcome<void> ResolvingAddressCheck::check(const std::string& url, const ClientId& client) {
  STOREY_TRY(const CallTarget target, parse_call_target(url));
  STOREY_TRY(const auto addresses, lookup_.addresses_of(target.host, client));
  for (const sockaddr_storage& address : addresses)
    if (!may_connect(reinterpret_cast<const sockaddr*>(&address), rules_.allow_private_addresses))
      return refuse(
          FailureCode::kInvalidWebhookUrl,
          "the address leads to a private, local or reserved network, which this service does not call");
  return {};
}

}  // namespace storey::service
