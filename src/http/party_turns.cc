#include "http/party_turns.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "http/loop.h"

namespace storey::http {
namespace {

/// So long after it asked last, a party is reckoned with.
constexpr std::chrono::seconds kSilence{1};

}  // namespace

bool PartyTurns::begin(const std::string& name, bool on, Begin later, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = parties_.try_emplace(name);
  Party& party = entry->second;
  if (is_new) party.place = recent_.insert(recent_.end(), name);
  party.asked = now;
  recent_.splice(recent_.end(), recent_, party.place);
  forget_silent(now);
  const bool at_once = !waits(party) && party.under_way < most(party);
  change(party, [&] {
    if (at_once)
      ++party.under_way;
    else
      (on ? party.going_on : party.beginning).push_back(std::move(later));
  });
  return at_once;
}

void PartyTurns::end(const std::string& name, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  Party& party = parties_.find(name)->second;
  change(party, [&] { --party.under_way; });
  if (!waits(party)) return;
  forget_silent(now);
  begin_waiting(party);
}

void PartyTurns::look(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  forget_silent(now);
  if (waiting_ == 0) return;
  for (auto& [name, party] : parties_) begin_waiting(party);
}

template <class Change>
void PartyTurns::change(Party& party, const Change& change) {
  if (waits(party))
    --waiting_;
  else
    content_ -= party.under_way;
  change();
  if (waits(party))
    ++waiting_;
  else
    content_ += party.under_way;
}

std::size_t PartyTurns::most(const Party& party) const {
  if (recent_.size() == 1) return std::numeric_limits<std::size_t>::max();
  const std::size_t of_others = content_ - (waits(party) ? 0 : party.under_way);
  const std::size_t sharing = waiting_ + (waits(party) ? 0 : 1);
  return std::max<std::size_t>(1, (cores_ - std::min(cores_, of_others)) / sharing);
}

void PartyTurns::begin_waiting(Party& party) {
  while (waits(party) && party.under_way < most(party)) {
    std::deque<Begin>& first = party.going_on.empty() ? party.beginning : party.going_on;
    const Begin begin = std::move(first.front());
    change(party, [&] {
      first.pop_front();
      ++party.under_way;
    });
    begin();
  }
}

// Those that still have something under way stay. Each is looked at once a second.
void PartyTurns::forget_silent(Clock::time_point now) {
  while (!recent_.empty()) {
    const auto entry = parties_.find(recent_.front());
    Party& party = entry->second;
    if (now - party.asked <= kSilence) return;
    if (party.under_way == 0 && !waits(party)) {
      recent_.pop_front();
      parties_.erase(entry);
      continue;
    }
    party.asked = now;
    recent_.splice(recent_.end(), recent_, party.place);
  }
}

bool PartyTurn::Awaiter::await_suspend(std::coroutine_handle<> awaiter) {
  turn_.under_way_ = true;
  Loop* const loop = turn_.loop_;
  return !loop->turns().begin(turn_.party_, on_,
                              [loop, awaiter] { loop->post([awaiter] { awaiter.resume(); }); });
}

PartyTurn::Awaiter PartyTurn::begin(const std::string& party) {
  end();
  party_ = party;
  loop_ = party.empty() ? nullptr : Loop::current();
  return {*this, false};
}

void PartyTurn::pause() {
  if (std::exchange(under_way_, false)) loop_->turns().end(party_);
}

void PartyTurn::end() {
  pause();
  loop_ = nullptr;
}

}  // namespace storey::http
