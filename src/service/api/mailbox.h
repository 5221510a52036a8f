// What has come for a subscriber and was not told yet.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace storey::service {

/// A change, and how far in the log of events one has come with it.
template <class Change>
struct Numbered {
  std::int64_t number = 0;
  Change change;
};

/// Lives on the loop of the subscriptions; only `loop` is read elsewhere.
template <class Change>
struct Mailbox {
  /// Of changes that nobody takes, no more are kept.
  static constexpr std::size_t kMaxWaiting = 64;

  explicit Mailbox(const boost::asio::any_io_executor& executor) : loop(executor), arrival(executor) {}

  boost::asio::any_io_executor loop;
  std::deque<Numbered<Change>> changes;
  std::int64_t seen = 0;  ///< the number up to which all has been in here
  bool ended = false;     ///< nothing comes after what is in here
  boost::asio::steady_timer arrival;

  /// `last`: nothing comes after it.
  void put(std::int64_t number, const Change& change, bool last) {
    if (ended || number <= seen) return;
    seen = number;
    ended = last;
    // Who is behind wants the latest progress, not each step on the way to it.
    if (!changes.empty() && changes.back().change.status == change.status) changes.pop_back();
    if (changes.size() >= kMaxWaiting) changes.pop_front();
    changes.push_back({number, change});
    wake();
  }
  void wake() { arrival.cancel(); }
};

}  // namespace storey::service
