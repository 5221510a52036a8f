// Downloads by libcurl that go on where their connection broke.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "service/adapters/webhooks/guarded_call.h"

namespace storey::service {

class CurlFetcher final : public FileFetcher {
 public:
  /// `min_rate` in bytes/s, on average over `window`; `timeout`: of one fetch.
  CurlFetcher(CallRules rules, std::uint64_t min_rate, std::chrono::seconds timeout,
              std::chrono::seconds window = std::chrono::minutes(1))
      : rules_(std::move(rules)), min_rate_(min_rate), timeout_(timeout), window_(window) {}
  Result<void> fetch(const std::string& url, const std::string& traceparent, const BodySink& sink,
                     const KeepGoing& keep_going) override;

 private:
  CallRules rules_;
  std::uint64_t min_rate_;
  std::chrono::seconds timeout_;
  std::chrono::seconds window_;
};

}  // namespace storey::service
