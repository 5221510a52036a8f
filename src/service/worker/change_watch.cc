#include "service/worker/change_watch.h"

#include <algorithm>
#include <utility>

#include "service/domain/try.h"

namespace storey::service {
namespace {

/// A transaction that was begun before others may be committed after them by so much, not more: stores end
/// those that take longer.
constexpr std::chrono::seconds kLatest{60};
constexpr std::size_t kMostMissing = 10'000;
/// So many numbers before the last one are looked at when the watch begins.
constexpr std::int64_t kLookBack = 100;
constexpr int kBatch = 500;

}  // namespace

Outcome<std::unique_ptr<ChangeWatch>> ChangeWatch::start(Store& store, std::chrono::milliseconds interval,
                                                         Listeners listeners) {
  // The counters first: what is logged in between is looked for again.
  STOREY_TRY(const StoreChanges changes, store.changes());
  STOREY_TRY(const std::int64_t last, store.read([](Session& session) -> Outcome<std::int64_t> {
    STOREY_TRY(const auto number, session.events().last_number());
    return number;
  }));
  return std::unique_ptr<ChangeWatch>(new ChangeWatch(store, interval, std::move(listeners),
                                                      std::max<std::int64_t>(0, last - kLookBack), changes));
}

ChangeWatch::ChangeWatch(Store& store, std::chrono::milliseconds interval, Listeners listeners,
                         std::int64_t last_event, StoreChanges changes)
    : store_(store),
      interval_(interval),
      listeners_(std::move(listeners)),
      last_event_(last_event),
      seen_(changes),
      background_([this](const std::stop_token&) { return look(); }) {}

std::chrono::milliseconds ChangeWatch::look() {
  const auto changes = store_.changes();
  if (!changes) return interval_;
  if (listeners_.on_events && changes->events != seen_.events && !pass_on_events())
    return interval_;  // the counter stays unseen: the next look reads again
  const StoreChanges before = std::exchange(seen_, *changes);
  if (changes->jobs != before.jobs) listeners_.on_jobs();
  if (changes->deliveries != before.deliveries) listeners_.on_deliveries();
  return interval_;
}

/// One state of the log is looked at for both, and what is late goes first: of one subject it is what came
/// first.
Outcome<ChangeWatch::News> ChangeWatch::read_news() {
  std::vector<std::int64_t> numbers;
  for (const auto& [number, since] : missing_) numbers.push_back(number);
  return store_.read([&](Session& session) -> Outcome<News> {
    News news;
    STOREY_TRY(news.late, session.events().read_numbers(numbers));
    STOREY_TRY(news.fresh, session.events().read_after(last_event_, kBatch));
    return news;
  });
}

Outcome<void> ChangeWatch::pass_on_events() {
  while (true) {
    STOREY_TRY(const News news, read_news());
    for (const LoggedEvent& logged : news.late) missing_.erase(logged.number);
    if (!news.late.empty()) listeners_.on_events(news.late);
    note_gaps(news.fresh);
    if (!news.fresh.empty()) listeners_.on_events(news.fresh);
    if (news.fresh.size() < static_cast<std::size_t>(kBatch)) return {};
  }
}

void ChangeWatch::note_gaps(const std::vector<LoggedEvent>& events) {
  const Steady::time_point now = Steady::now();
  for (const LoggedEvent& logged : events) {
    while (++last_event_ < logged.number)
      if (missing_.size() < kMostMissing) missing_.emplace(last_event_, now);
  }
  std::erase_if(missing_, [&](const auto& entry) { return now - entry.second > kLatest; });
}

}  // namespace storey::service
