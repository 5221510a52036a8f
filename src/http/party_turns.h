// Requests of several parties at one server: none has more of them under way than its share.
#pragma once

#include <chrono>
#include <coroutine>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>

namespace storey::http {

/// Turns of requests. While several parties ask, those that ask for more than they may have share all cores
/// but one: each has as many requests under way as that gives it, at least one, and the rest of what it asks
/// waits. So whoever asks little finds a server that is not busy with others, however much they ask. A party
/// that is alone, within the last second, has as many under way as it likes. From any thread.
class PartyTurns {
 public:
  using Clock = std::chrono::steady_clock;
  using Begin = std::function<void()>;

  explicit PartyTurns(int cores) : cores_(cores > 1 ? cores - 1 : 1) {}
  PartyTurns(const PartyTurns&) = delete;
  PartyTurns& operator=(const PartyTurns&) = delete;

  /// True where a request of the party may begin now. Else `later` is called when it may, from whichever
  /// thread then ends another; it must only hand on, and not call back. Those that go `on` with what they
  /// have begun come before others of their party.
  bool begin(const std::string& name, bool on, Begin later, Clock::time_point now = Clock::now());
  /// Of a request that had begun.
  void end(const std::string& name, Clock::time_point now = Clock::now());
  /// To be called now and then: begins what need not wait any more, because others have become silent.
  void look(Clock::time_point now = Clock::now());

 private:
  struct Party {
    std::size_t under_way = 0;
    std::deque<Begin> going_on, beginning;  ///< what waits
    Clock::time_point asked;
    std::list<std::string>::iterator place;  ///< in `recent_`
  };

  static bool waits(const Party& party) { return !party.going_on.empty() || !party.beginning.empty(); }
  void forget_silent(Clock::time_point now);
  /// How many requests of it may be under way.
  std::size_t most(const Party& party) const;
  void begin_waiting(Party& party);
  /// Calls `change`, which changes what waits or is under way of the party.
  template <class Change>
  void change(Party& party, const Change& change);

  const std::size_t cores_;  ///< for those that ask for more than they may have
  std::mutex mutex_;
  std::map<std::string, Party> parties_;  ///< that asked within the last second, or have something under way
  std::list<std::string> recent_;         ///< their names; whoever asked last is the last
  std::size_t waiting_ = 0;               ///< parties of which something waits
  std::size_t content_ = 0;               ///< what is under way of all others
};

class Loop;

/// The turn of one request, on the loop's thread. It ends with the object.
class PartyTurn {
 public:
  PartyTurn() = default;
  ~PartyTurn() { end(); }
  PartyTurn(const PartyTurn&) = delete;
  PartyTurn& operator=(const PartyTurn&) = delete;

  class Awaiter {
   public:
    Awaiter(PartyTurn& turn, bool on) : turn_(turn), on_(on) {}
    bool await_ready() const noexcept { return turn_.loop_ == nullptr || turn_.under_way_; }
    bool await_suspend(std::coroutine_handle<> awaiter);
    void await_resume() const noexcept {}

   private:
    PartyTurn& turn_;
    bool on_;
  };

  /// `co_await turn.begin(party)` on an event loop: goes on when it is the request's turn. The empty party,
  /// and whoever is on no event loop, does not wait. A turn that has begun is ended first.
  Awaiter begin(const std::string& party);
  /// While the client is waited for, others of its party may go on; `co_await turn.resume()` after it.
  void pause();
  Awaiter resume() { return {*this, true}; }
  void end();

 private:
  Loop* loop_ = nullptr;  ///< null where there is no turn
  std::string party_;
  bool under_way_ = false;
};

}  // namespace storey::http
