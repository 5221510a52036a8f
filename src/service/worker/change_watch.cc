#include "service/worker/change_watch.h"

#include "service/domain/try.h"

namespace storey::service {

Outcome<std::unique_ptr<ChangeWatch>> ChangeWatch::start(Store& store, std::chrono::milliseconds interval,
                                                         Listeners listeners) {
  // The counter first: what is logged in between is looked for again.
  STOREY_TRY(const std::uint64_t counter, store.change_counter());
  STOREY_TRY(const std::int64_t last, store.read([](Session& session) -> Outcome<std::int64_t> {
    STOREY_TRY(const auto number, session.events().last_number());
    return number;
  }));
  return std::unique_ptr<ChangeWatch>(new ChangeWatch(store, interval, std::move(listeners), last, counter));
}

ChangeWatch::ChangeWatch(Store& store, std::chrono::milliseconds interval, Listeners listeners,
                         std::int64_t last_event, std::uint64_t counter)
    : store_(store),
      interval_(interval),
      listeners_(std::move(listeners)),
      last_event_(last_event),
      last_counter_(counter),
      background_([this](const std::stop_token&) { return look(); }) {}

std::chrono::milliseconds ChangeWatch::look() {
  const auto counter = store_.change_counter();
  if (!counter || *counter == last_counter_) return interval_;
  if (!pass_on_events()) return interval_;  // the counter stays unseen: the next look reads again
  last_counter_ = *counter;
  listeners_.on_change();
  return interval_;
}

Outcome<void> ChangeWatch::pass_on_events() {
  constexpr int kBatch = 500;
  while (true) {
    STOREY_TRY(const auto events, store_.read([&](Session& session) -> Outcome<std::vector<LoggedEvent>> {
      STOREY_TRY(auto found, session.events().read_after(last_event_, kBatch));
      return found;
    }));
    if (events.empty()) return {};
    last_event_ = events.back().number;
    listeners_.on_events(events);
    if (events.size() < static_cast<std::size_t>(kBatch)) return {};
  }
}

}  // namespace storey::service
