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

}  // namespace storey::service
