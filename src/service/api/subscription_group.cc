#include "service/api/subscription_group.h"

#include <algorithm>
#include <unordered_set>

namespace storey::service {

void SubscriptionGroup::add(OperationSink sink, const std::shared_ptr<SubscriptionStop>& stop, Ticket ticket,
                            std::int64_t told) {
  const auto member = members_.insert(members_.end(), {std::move(sink), stop, std::move(ticket), told});
  stop->wake = [group = weak_from_this(), member] {
    if (const auto owner = group.lock()) owner->remove(member);
  };
}

OperationSink SubscriptionGroup::remove(Members::iterator member) {
  OperationSink sink = std::move(member->sink);
  member->stop->wake = nullptr;
  members_.erase(member);
  if (members_.empty()) source_stop_->stop();
  return sink;
}

void SubscriptionGroup::send(const std::string& body, std::int64_t event) {
  told_ = event;
  std::unordered_set<std::string> allowed;
  for (auto next = members_.begin(); next != members_.end();) {
    const auto member = next++;
    const OperationSink& sink = member->sink;
    if (member->told >= event) continue;
    member->told = event;
    const bool is_allowed = allowed.contains(sink.credential) || sink.still_allowed();
    if (is_allowed) allowed.insert(sink.credential);
    if (!is_allowed || !sink.next(body, event)) remove(member).complete();
  }
}

void SubscriptionGroup::join(SubscriptionGroup& other, std::int64_t told) {
  for (Member& member : members_)
    other.add(std::move(member.sink), member.stop, std::move(member.ticket), std::max(member.told, told));
  members_.clear();
}

void SubscriptionGroup::complete() {
  while (!members_.empty()) remove(members_.begin()).complete();
}

}  // namespace storey::service
