// The coroutine of the HTTP layer: `Task<T>` is started by `co_await` and gives a T back.
//
// A task belongs to the event loop that started it: everything it awaits resumes it on that loop's one
// thread. Hence nothing in here is atomic, and two tasks of one connection never run at the same time.
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace storey::http {

template <class T = void>
class Task;

namespace detail {

// When a task ends, go on with whoever awaits it. None does if it ended before its awaiter was suspended.
struct FinalAwaiter {
  bool await_ready() const noexcept { return false; }
  template <class Promise>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) const noexcept {
    const std::coroutine_handle<> awaiter = ended.promise().awaiter;
    return awaiter ? awaiter : std::noop_coroutine();
  }
  void await_resume() const noexcept {}
};

struct PromiseBase {
  std::coroutine_handle<> awaiter;
  std::exception_ptr failure;

  std::suspend_always initial_suspend() const noexcept { return {}; }
  FinalAwaiter final_suspend() const noexcept { return {}; }
  void unhandled_exception() noexcept { failure = std::current_exception(); }
};

template <class T>
struct Promise : PromiseBase {
  std::optional<T> value;

  Task<T> get_return_object();
  template <class U>
  void return_value(U&& result) {
    value.emplace(std::forward<U>(result));
  }
  T take() {
    if (failure) std::rethrow_exception(failure);
    return std::move(*value);
  }
};

template <>
struct Promise<void> : PromiseBase {
  Task<void> get_return_object();
  void return_void() const noexcept {}
  void take() const {
    if (failure) std::rethrow_exception(failure);
  }
};

}  // namespace detail

/// A coroutine that runs when it is awaited, once. An exception it throws is thrown to its awaiter.
template <class T>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::Promise<T>;

  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const noexcept { return false; }
  // The task runs here, on its awaiter's stack, until it first suspends. Where it ends at once, so does this
  // call: a loop over tasks that never wait needs no deeper stack than one of them.
  bool await_suspend(std::coroutine_handle<> awaiter) {
    handle_.resume();
    if (handle_.done()) return false;
    handle_.promise().awaiter = awaiter;
    return true;
  }
  T await_resume() { return handle_.promise().take(); }

 private:
  std::coroutine_handle<promise_type> handle_;
};

namespace detail {

template <class T>
Task<T> Promise<T>::get_return_object() {
  return Task<T>(std::coroutine_handle<Promise>::from_promise(*this));
}
inline Task<void> Promise<void>::get_return_object() {
  return Task<void>(std::coroutine_handle<Promise>::from_promise(*this));
}

// A coroutine that nobody awaits; it frees itself when it ends.
struct Detached {
  struct promise_type {
    Detached get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }
  };
};

}  // namespace detail

/// Runs a task that nobody waits for. It must not throw.
inline void start(Task<> task) {
  [](Task<> owned) -> detail::Detached { co_await owned; }(std::move(task));
}

}  // namespace storey::http
