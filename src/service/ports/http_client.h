// Calls to addresses that clients name: webhooks and scans to fetch.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "service/domain/failure.h"
#include "service/domain/webhook.h"
#include "storey/result.h"

namespace storey::service {

/// Whether an address may be called: its form, and where its name leads now.
class AddressCheck {
 public:
  virtual ~AddressCheck() = default;
  /// On behalf of `client`, within seconds. Refuses with INVALID_WEBHOOK_URL.
  virtual Outcome<void> check(const std::string& url, const ClientId& client) = 0;
};

struct WebhookCall {
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

/// Makes many calls at a time without a thread for each.
class WebhookCaller {
 public:
  virtual ~WebhookCaller() = default;
  /// POSTs; `done` is called once, from a thread of the caller.
  virtual void post(WebhookCall call, std::function<void(const AttemptResult&)> done) = 0;
};

/// Takes the body of an answer piece by piece. `size` is 0 where the sender did not announce it. False ends
/// the call.
using BodySink = std::function<bool(std::span<const char> bytes, std::uint64_t size)>;

/// Asked about once a second for as long as a call goes on, also while nothing comes. False ends the call.
using KeepGoing = std::function<bool()>;

class FileFetcher {
 public:
  virtual ~FileFetcher() = default;
  /// GETs `url` and returns when all of it went into `sink`; where the connection broke, the rest is asked
  /// for. `traceparent` is sent along unless it is empty.
  virtual Result<void> fetch(const std::string& url, const std::string& traceparent, const BodySink& sink,
                             const KeepGoing& keep_going) = 0;
};

}  // namespace storey::service
