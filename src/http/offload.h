// Work that would hold up an event loop, done elsewhere: disk, database, checksums.
#pragma once

#include <coroutine>
#include <exception>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "http/task.h"

namespace storey::http {

/// What the time of offloaded work goes to.
enum class Effort {
  kWaits,     ///< disk, locks, other machines; it computes little
  kComputes,  ///< much, perhaps: its threads stand back behind all others
};

namespace detail {

// Runs `work` on a thread for that, then `done` on the event loop that this was called from.
void run_elsewhere(Effort effort, std::string_view party, std::function<void()> work,
                   std::function<void()> done);

template <class T>
struct OffloadAwaiter {
  Effort effort;
  std::string_view party;
  std::function<T()> work;
  std::optional<std::conditional_t<std::is_void_v<T>, std::monostate, T>> value = {};
  std::exception_ptr failure = {};

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> awaiter) {
    run_elsewhere(
        effort, party, [this] { run(); }, [awaiter] { awaiter.resume(); });
  }
  T await_resume() {
    if (failure) std::rethrow_exception(failure);
    if constexpr (!std::is_void_v<T>) return std::move(*value);
  }
  void run() noexcept {
    try {
      if constexpr (std::is_void_v<T>) {
        work();
      } else {
        value.emplace(work());
      }
    } catch (...) {
      failure = std::current_exception();
    }
  }
};

template <class T>
Task<T> offload(Effort effort, std::string_view party, std::function<T()> work) {
  OffloadAwaiter<T> awaiter{effort, party, std::move(work)};
  co_return co_await awaiter;
}

}  // namespace detail

/// `co_await offload(work)` in a handler: runs the function on one of `ServerOptions::blocking_threads` and
/// goes on with its result, or its exception, on the event loop. Called outside of a server's event loop (a
/// unit test of a handler), it runs the function at once. A lambda that captures more than references and
/// numbers must have a name, `const auto work = [order] {…};`: g++ 12 destroys the captures of one written
/// inside of a co_await twice.
///
/// Parties take turns, and each has `ServerOptions::blocking_threads_of_party` threads at a time: what one of
/// them asks for does not hold up the others. The text must live until the work is done; the empty one may
/// have all threads. What computes for long runs on `ServerOptions::computing_threads`, which leave the cores
/// to all else that wants them, one for each party.
template <class Work>
Task<std::invoke_result_t<Work&>> offload(std::string_view party, Work&& work,
                                          Effort effort = Effort::kWaits) {
  using Function = std::remove_cvref_t<Work>;
  static_assert(std::is_lvalue_reference_v<Work> || std::is_trivially_copyable_v<Function>,
                "give the function a name before the co_await: g++ 12 destroys its captures twice");
  return detail::offload(effort, party,
                         std::function<std::invoke_result_t<Work&>()>(std::forward<Work>(work)));
}

}  // namespace storey::http
