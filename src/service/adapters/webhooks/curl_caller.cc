#include "service/adapters/webhooks/curl_caller.h"

#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "base/trace.h"

namespace storey::service {
namespace {

/// Of an answer that nobody reads, no more than this is taken in.
constexpr std::size_t kMaxAnswerBytes = 64 * 1024;

/// One call under way. Stays where it is: curl points into it.
struct Transfer {
  WebhookCall call;
  std::function<void(const AttemptResult&)> done;
  CallGuard guard;
  HeaderList headers;
  std::size_t answered = 0;
  CurlHandle handle;
};

std::size_t discard(char*, std::size_t size, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  transfer.answered += size * count;
  return transfer.answered > kMaxAnswerBytes ? 0 : size * count;
}

void prepare(Transfer& transfer, const CallRules& rules, Seconds timeout) {
  transfer.handle = make_guarded_handle(transfer.call.url, rules, transfer.guard);
  CURL* handle = transfer.handle.get();
  for (const auto& [name, value] : transfer.call.headers)
    transfer.headers.reset(curl_slist_append(transfer.headers.release(), (name + ": " + value).c_str()));
  transfer.headers.reset(curl_slist_append(transfer.headers.release(), "Expect:"));
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, transfer.headers.get());
  curl_easy_setopt(handle, CURLOPT_POST, 1L);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(transfer.call.body.size()));
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, transfer.call.body.c_str());
  curl_easy_setopt(handle, CURLOPT_TIMEOUT, static_cast<long>(timeout.count()));
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, discard);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(handle, CURLOPT_PRIVATE, &transfer);
}

AttemptResult result_of(const Transfer& transfer, CURLcode code, Seconds timeout) {
  long status = 0;
  curl_easy_getinfo(transfer.handle.get(), CURLINFO_RESPONSE_CODE, &status);
  AttemptResult result;
  // A receiver whose answer is too long to read has answered all the same.
  if (code == CURLE_OK || (code == CURLE_WRITE_ERROR && status != 0)) {
    result.http_status = static_cast<int>(status);
    return result;
  }
  if (transfer.guard.refused)
    result.error = "the address leads to a private, local or reserved network";
  else if (code == CURLE_OPERATION_TIMEDOUT)
    result.error = "no answer within " + std::to_string(timeout.count()) + " s";
  else
    result.error = curl_easy_strerror(code);
  return result;
}

}  // namespace

class CurlWebhookCaller::Loop {
 public:
  Loop(CallRules rules, Seconds timeout)
      : rules_(std::move(rules)), timeout_(timeout), multi_(curl_multi_init()), thread_([this] { run(); }) {}

  ~Loop() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    curl_multi_wakeup(multi_);
    thread_.join();
    for (const auto& [handle, transfer] : running_) curl_multi_remove_handle(multi_, handle);
    running_.clear();
    curl_multi_cleanup(multi_);
  }

  void post(WebhookCall call, std::function<void(const AttemptResult&)> done) {
    auto transfer = std::make_unique<Transfer>();
    transfer->call = std::move(call);
    transfer->done = std::move(done);
    prepare(*transfer, rules_, timeout_);
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(transfer));
    }
    curl_multi_wakeup(multi_);
  }

 private:
  bool take_waiting() {
    const std::lock_guard lock(mutex_);
    for (auto& transfer : waiting_) {
      CURL* handle = transfer->handle.get();
      curl_multi_add_handle(multi_, handle);
      running_.emplace(handle, std::move(transfer));
    }
    waiting_.clear();
    return !stopping_;
  }

  void finish(CURL* handle, CURLcode code) {
    const auto found = running_.find(handle);
    const std::unique_ptr<Transfer> transfer = std::move(found->second);
    running_.erase(found);
    curl_multi_remove_handle(multi_, handle);
    transfer->done(result_of(*transfer, code, timeout_));
  }

  void run() {
    while (take_waiting()) {
      int active = 0;
      curl_multi_perform(multi_, &active);
      int left = 0;
      while (const CURLMsg* message = curl_multi_info_read(multi_, &left))
        if (message->msg == CURLMSG_DONE) finish(message->easy_handle, message->data.result);
      constexpr int kMaxWaitMs = 1000;
      curl_multi_poll(multi_, nullptr, 0, kMaxWaitMs, nullptr);
    }
  }

  CallRules rules_;
  Seconds timeout_;
  CURLM* multi_;
  std::mutex mutex_;
  std::deque<std::unique_ptr<Transfer>> waiting_;
  bool stopping_ = false;
  std::unordered_map<CURL*, std::unique_ptr<Transfer>> running_;
  std::thread thread_;
};

CurlWebhookCaller::CurlWebhookCaller(CallRules rules, Seconds timeout)
    : loop_(std::make_unique<Loop>(std::move(rules), timeout)) {}
CurlWebhookCaller::~CurlWebhookCaller() = default;

void CurlWebhookCaller::post(WebhookCall call, std::function<void(const AttemptResult&)> done) {
  loop_->post(std::move(call), std::move(done));
}

}  // namespace storey::service
