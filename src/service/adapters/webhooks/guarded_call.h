// What all calls to addresses of clients have in common: where they may lead, and what they never do.
#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>

#include "service/adapters/webhooks/name_lookup.h"
#include "service/ports/http_client.h"

namespace storey::service {

struct CallRules {
  bool allow_private_addresses = false;
  std::string user_agent = "Storey";
};

struct CurlCloser {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
using CurlHandle = std::unique_ptr<CURL, CurlCloser>;

struct HeaderListCloser {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, HeaderListCloser>;

/// What curl reports while a socket is opened: whether the rules refused the address.
struct CallGuard {
  bool allow_private_addresses = false;
  bool refused = false;
};

/// A handle for `url` that follows no redirects, uses no proxy, knows only http and https, and asks `guard`
/// (which must live as long as the handle) before it connects to any address, whatever the name resolved to.
CurlHandle make_guarded_handle(const std::string& url, const CallRules& rules, CallGuard& guard);

/// Looks at an address and at what its name resolves to now.
class ResolvingAddressCheck final : public AddressCheck {
 public:
  explicit ResolvingAddressCheck(CallRules rules) : rules_(std::move(rules)) {}
  Outcome<void> check(const std::string& url, const ClientId& client) override;

 private:
  CallRules rules_;
  NameLookup lookup_;
};

}  // namespace storey::service
