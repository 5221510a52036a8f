#include "service/worker/change_watch.h"

#include "service/domain/try.h"

namespace storey::service {

ChangeWatch::ChangeWatch(Store& store, std::chrono::milliseconds interval, Listeners listeners)
    : store_(store),
      interval_(interval),
      listeners_(std::move(listeners)),
      last_event_(store
                      .read([](Session& session) -> Outcome<std::int64_t> {
                        STOREY_TRY(const auto number, session.events().last_number());
                        return number;
                      })
                      .value_or(0)),
      last_counter_(store.change_counter().value_or(0)),
      background_([this](const std::stop_token&) { return look(); }) {}

std::chrono::milliseconds ChangeWatch::look() {
  const auto counter = store_.change_counter();
  if (!counter || *counter == last_counter_) return interval_;
  last_counter_ = *counter;
  pass_on_events();
  listeners_.on_change();
  return interval_;
}

void ChangeWatch::pass_on_events() {
  constexpr int kBatch = 500;
  while (true) {
    const auto events = store_.read([&](Session& session) -> Outcome<std::vector<LoggedEvent>> {
      STOREY_TRY(auto found, session.events().read_after(last_event_, kBatch));
      return found;
    });
    if (!events || events->empty()) return;
    last_event_ = events->back().number;
    listeners_.on_events(*events);
    if (events->size() < static_cast<std::size_t>(kBatch)) return;
  }
}

}  // namespace storey::service
