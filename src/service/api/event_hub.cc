#include "service/api/event_hub.h"

#include <algorithm>

namespace storey::service {

EventHub::Watch::~Watch() {
  if (hub_ != nullptr) hub_->remove(subject_, number_);
}

EventHub::Watch EventHub::add(const std::string& subject, Listener listener) {
  const std::lock_guard lock(mutex_);
  entries_[subject].push_back({++last_number_, std::move(listener)});
  return {this, subject, last_number_};
}

void EventHub::remove(const std::string& subject, std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(subject);
  if (found == entries_.end()) return;
  std::erase_if(found->second, [&](const Entry& entry) { return entry.number == number; });
  if (found->second.empty()) entries_.erase(found);
}

void EventHub::publish(const LoggedEvent& logged) {
  const Event& event = logged.event;
  const std::string& subject = std::holds_alternative<StatusChange>(event)
                                   ? std::get<StatusChange>(event).order_id.text
                                   : std::get<UploadChange>(event).asset_id.text;
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(subject);
  if (found == entries_.end()) return;
  for (const Entry& entry : found->second) entry.listener(logged);
}

}  // namespace storey::service
