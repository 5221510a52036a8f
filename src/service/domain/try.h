// Passes a failure on: `STOREY_TRY(const Order order, orders.find(id));` declares `order`, or returns the
// error.
#pragma once

#define STOREY_TRY_JOIN_(a, b) a##b
#define STOREY_TRY_NAME_(line) STOREY_TRY_JOIN_(try_result_, line)

/// Evaluates `expression` (a tl::expected); on failure returns its error, otherwise moves its value to
/// `target`.
#define STOREY_TRY(target, ...)                                                \
  auto STOREY_TRY_NAME_(__LINE__) = (__VA_ARGS__);                             \
  if (!STOREY_TRY_NAME_(__LINE__))                                             \
    return tl::make_unexpected(std::move(STOREY_TRY_NAME_(__LINE__)).error()); \
  target = std::move(*STOREY_TRY_NAME_(__LINE__))

/// The same for an expression whose value does not matter.
#define STOREY_TRY_VOID(...)                                                     \
  do {                                                                           \
    auto STOREY_TRY_NAME_(__LINE__) = (__VA_ARGS__);                             \
    if (!STOREY_TRY_NAME_(__LINE__))                                             \
      return tl::make_unexpected(std::move(STOREY_TRY_NAME_(__LINE__)).error()); \
  } while (false)
