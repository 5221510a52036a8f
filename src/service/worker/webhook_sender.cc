#include "service/worker/webhook_sender.h"

#include <algorithm>

namespace storey::service {
namespace {

using std::chrono::milliseconds;

constexpr int kMaxUnderWay = 128;
constexpr milliseconds kLongestWait{1000};
constexpr milliseconds kShortestWait{20};

}  // namespace

WebhookSender::WebhookSender(Services& services, WebhookCaller& caller, const WorkObserver& observer)
    : services_(services),
      caller_(caller),
      observer_(observer),
      background_([this](const std::stop_token&) { return work(); }) {}

milliseconds WebhookSender::work() {
  note_answers();
  send_due();
  // What is due but not taken waits for calls to its receiver to end: their answers wake.
  const auto next = next_delivery(services_);
  if (!next) notify(observer_.failed, std::string("look into the outbox"), next.error());
  if (!next || !*next) return kLongestWait;
  return std::clamp<milliseconds>(**next - services_.clock.now(), kShortestWait, kLongestWait);
}

void WebhookSender::note_answers() {
  std::vector<Attempt> answers;
  {
    const std::lock_guard lock(mutex_);
    answers.swap(answers_);
  }
  if (answers.empty()) return;
  under_way_ -= static_cast<int>(answers.size());
  for (const Attempt& answer : answers) notify(observer_.webhook_attempted, answer.delivery, answer.result);
  const auto noted = note_attempts(services_, std::move(answers));
  if (!noted) notify(observer_.failed, std::string("note the outcome of deliveries"), noted.error());
}

void WebhookSender::send_due() {
  if (under_way_ >= kMaxUnderWay) return;
  auto due = take_due_deliveries(services_, kMaxUnderWay - under_way_);
  if (!due) {
    notify(observer_.failed, std::string("take deliveries from the outbox"), due.error());
    return;
  }
  for (PreparedDelivery& prepared : *due) {
    ++under_way_;
    caller_.post(std::move(prepared.call),
                 [this, delivery = std::move(prepared.delivery)](const AttemptResult& result) {
                   {
                     const std::lock_guard lock(mutex_);
                     answers_.push_back({delivery, result});
                   }
                   background_.wake();
                 });
  }
}

}  // namespace storey::service
