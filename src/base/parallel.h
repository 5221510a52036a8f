// Loops over all cores whose result does not depend on how many there are.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <mutex>
#include <thread>
#include <vector>

namespace storey {

/// Calls `body(i)` once for every i in [0, count), on up to `threads` threads, in any order.
/// The body writes to places of its own index only; then the result is the same with any number of threads.
/// The first exception thrown is thrown on; the rest of the loop is then skipped.
template <class Body>
void parallel_for(std::size_t count, int threads, const Body& body) {
  const std::size_t workers = std::min<std::size_t>(count, static_cast<std::size_t>(std::max(1, threads)));
  if (workers <= 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    for (std::size_t i = 0; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;) {
      try {
        body(i);
      } catch (...) {
        next.store(count, std::memory_order_relaxed);
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> pool;
  pool.reserve(workers - 1);
  try {
    for (std::size_t i = 1; i < workers; ++i) pool.emplace_back(work);
  } catch (const std::exception&) {
    // Where the system or memory gives no more threads, those that there are do all of the work.
  }
  work();
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

/// All that `find(i)` returns, a list, for every i in [0, count); in the order of these. As parallel_for.
template <class Find>
auto parallel_collect(std::size_t count, int threads, const Find& find) {
  using List = decltype(find(std::size_t{}));
  std::vector<List> found(count);
  parallel_for(count, threads, [&](std::size_t i) { found[i] = find(i); });
  List all;
  for (List& some : found) std::ranges::move(some, std::back_inserter(all));
  return all;
}

/// Calls `body(first, past)` for strips of rows that make up all of them. As parallel_for, but a strip has as
/// many rows as there are threads for: nothing may hang on where it ends.
template <class Body>
void parallel_rows(int rows, int threads, const Body& body) {
  const int strips = std::max(1, threads);
  const auto first_of = [&](std::int64_t strip) { return static_cast<int>(rows * strip / strips); };
  parallel_for(static_cast<std::size_t>(strips), threads, [&](std::size_t i) {
    const auto strip = static_cast<std::int64_t>(i);
    body(first_of(strip), first_of(strip + 1));
  });
}

/// So many parts a loop is cut into where each of them has something of its own: the same with any number of
/// threads.
inline constexpr std::size_t kLoopParts = 64;

/// The same by kLoopParts parts that follow each other: calls `body(part, from, past)`.
template <class Body>
void parallel_parts(std::size_t count, int threads, const Body& body) {
  parallel_for(kLoopParts, threads, [&](std::size_t part) {
    body(part, part * count / kLoopParts, (part + 1) * count / kLoopParts);
  });
}

}  // namespace storey
