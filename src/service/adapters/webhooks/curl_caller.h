// Webhook calls by libcurl: all of them on one thread.
#pragma once

#include <memory>

#include "service/adapters/webhooks/guarded_call.h"

namespace storey::service {

class CurlWebhookCaller final : public WebhookCaller {
 public:
  explicit CurlWebhookCaller(CallRules rules, Seconds timeout = Seconds(15));
  /// Ends the calls under way without calling their `done`.
  ~CurlWebhookCaller() override;

  void post(WebhookCall call, std::function<void(const AttemptResult&)> done) override;

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

class CurlFetcher final : public FileFetcher {
 public:
  /// `min_rate` in bytes/s, on average over a minute; `timeout`: of one fetch.
  CurlFetcher(CallRules rules, std::uint64_t min_rate, std::chrono::seconds timeout)
      : rules_(std::move(rules)), min_rate_(min_rate), timeout_(timeout) {}
  Result<void> fetch(const std::string& url, const std::string& traceparent, const BodySink& sink,
                     const std::atomic<bool>& cancelled) override;

 private:
  CallRules rules_;
  std::uint64_t min_rate_;
  std::chrono::seconds timeout_;
};

}  // namespace storey::service
