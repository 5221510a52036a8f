// Resolvers: turning a C++ callable with checked parameter and result types into what execution calls.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "graphql/arena.h"
#include "graphql/input_reader.h"
#include "graphql/schema.h"
#include "graphql/value_reader.h"

namespace storey::graphql {

template <class T>
using Awaitable = boost::asio::awaitable<T>;

/// What a resolver may return instead of a T: the value, or what went wrong.
template <class T>
using FieldResult = tl::expected<T, FieldError>;

/// The events of a subscription, in order. Destroying the stream ends the subscription.
template <class T>
class SourceStream {
 public:
  virtual ~SourceStream() = default;
  /// The next event; nothing once the stream has ended. An exception ends the stream with an error.
  virtual Awaitable<std::optional<T>> next() = 0;
};

/// The source of fields that belong to no object: those of the root types.
struct NoSource {};

/// One call of a resolver.
struct Invocation {
  const void* source = nullptr;
  const boost::json::object* arguments = nullptr;
  const Field* field = nullptr;
  const Schema* schema = nullptr;
  void* context = nullptr;
  Arena* arena = nullptr;  ///< keeps what has to live until the response is written
};

/// Takes the result of a resolver that does not wait. One of the two is called, once.
class ResultSink {
 public:
  virtual ~ResultSink() = default;
  virtual void accept(const void* value) = 0;
  virtual void fail(FieldError error) = 0;
};

/// The result of a resolver that waits. The value lives as long as the arena of its call.
struct Resolved {
  const void* value = nullptr;
  std::optional<FieldError> error;
};

/// The events of a subscription, without their type.
class EventSource {
 public:
  virtual ~EventSource() = default;
  /// The next event, kept in `arena`; null once the stream has ended.
  virtual Awaitable<const void*> next(Arena& arena) = 0;
};

struct OpenedSource {
  std::unique_ptr<EventSource> source;
  std::optional<FieldError> error;
};

/// How a field is resolved. One of the functions is set.
struct FieldBinding {
  const ValueReader* result = nullptr;
  std::function<void(const Invocation&, ResultSink&)> resolve;
  std::function<Awaitable<Resolved>(const Invocation&)> resolve_async;
  std::function<Awaitable<OpenedSource>(const Invocation&)> subscribe;
};

/// Is told of exceptions that resolvers let out; the response only says "Internal error".
using ExceptionHook = std::function<void(std::exception_ptr, const Field&)>;

namespace detail {

/// The arguments of a schema field that a resolver takes, in the order of its parameters.
struct ArgumentSlots {
  struct Slot {
    std::string name;
    const InputShape* shape = nullptr;
    const InputValue* input = nullptr;  ///< set when the binding is attached to a schema
  };
  std::vector<Slot> slots;
  bool takes_all = false;  ///< the resolver takes the whole object of arguments
  TypeTag context = nullptr;
  std::shared_ptr<const ExceptionHook> on_exception;

  /// To be called while an exception is handled.
  FieldError report_exception(const Invocation& call) const;
};

template <class T>
inline constexpr bool kIsAwaitable = false;
template <class T>
inline constexpr bool kIsAwaitable<Awaitable<T>> = true;

template <class T>
struct Unwrapped {
  using type = T;
};
template <class T>
struct Unwrapped<Awaitable<T>> {
  using type = T;
};
template <class T, class E>
struct Unwrapped<tl::expected<T, E>> {
  using type = T;
};

/// Whether values have no fields, so that nobody needs them once they are written.
template <class T>
constexpr bool is_leaf_only() {
  if constexpr (kIsOptional<T> || kIsVector<T> || kIsResult<T>) {
    return is_leaf_only<typename T::value_type>();
  } else {
    return std::is_enum_v<T> || reader_of_is_builtin<T>();
  }
}

template <class F>
struct Signature : Signature<decltype(&F::operator())> {};
template <class R, class... P>
struct Signature<R (*)(P...)> {
  using Result = R;
  using Parameters = std::tuple<P...>;
};
template <class R, class C, class... P>
struct Signature<R (C::*)(P...) const> : Signature<R (*)(P...)> {};

/// What a parameter of a resolver is for.
enum class ParameterKind { kSource, kSchema, kContext, kAllArguments, kArgument };

template <class Source, class P, std::size_t Index>
constexpr ParameterKind parameter_kind() {
  using Bare = std::remove_cvref_t<P>;
  constexpr bool is_const_reference =
      std::is_lvalue_reference_v<P> && std::is_const_v<std::remove_reference_t<P>>;
  if constexpr (Index == 0 && std::is_same_v<Bare, Source> && is_const_reference) {
    return ParameterKind::kSource;
  } else if constexpr (std::is_same_v<Bare, Schema>) {
    return ParameterKind::kSchema;
  } else if constexpr (std::is_lvalue_reference_v<P> && !is_const_reference) {
    return ParameterKind::kContext;
  } else if constexpr (std::is_same_v<Bare, boost::json::object>) {
    return ParameterKind::kAllArguments;
  } else {
    return ParameterKind::kArgument;
  }
}

/// Calls a callable with what its parameters ask for.
template <class Source, class Callable>
class Caller {
 public:
  using Result = typename Signature<Callable>::Result;

  Caller(Callable callable, std::shared_ptr<ArgumentSlots> slots, std::vector<std::string> names)
      : callable_(std::move(callable)), slots_(std::move(slots)) {
    std::size_t next = 0;
    [&]<std::size_t... I>(std::index_sequence<I...>) { (add_slot<I>(names, next), ...); }
    (Indices());
    slots_->slots.resize(std::max(next, names.size()));
    for (; next < names.size(); ++next) slots_->slots[next].name = names[next];  // more names than parameters
  }

  const ArgumentSlots& slots() const { return *slots_; }

  /// The parameters, each by value or as the reference that it is.
  auto arguments(const Invocation& call) const {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple<Stored<I>...>{argument<I>(call)...};
    }
    (Indices());
  }
  template <class Arguments>
  Result operator()(Arguments& arguments) const {
    return [&]<std::size_t... I>(std::index_sequence<I...>)->Result {
      return callable_(std::get<I>(arguments)...);
    }
    (Indices());
  }

 private:
  using Parameters = typename Signature<Callable>::Parameters;
  using Indices = std::make_index_sequence<std::tuple_size_v<Parameters>>;
  template <std::size_t I>
  using Parameter = std::tuple_element_t<I, Parameters>;
  template <std::size_t I>
  static constexpr ParameterKind kKind = parameter_kind<Source, Parameter<I>, I>();
  template <std::size_t I>
  using Stored = std::conditional_t<kKind<I> == ParameterKind::kArgument, std::remove_cvref_t<Parameter<I>>,
                                    Parameter<I>>;

  template <std::size_t I>
  static constexpr std::size_t slot_of() {
    return []<std::size_t... J>(std::index_sequence<J...>) {
      return (std::size_t{0} + ... + (kKind<J> == ParameterKind::kArgument ? 1 : 0));
    }
    (std::make_index_sequence<I>());
  }

  template <std::size_t I>
  void add_slot(const std::vector<std::string>& names, std::size_t& next) {
    if constexpr (kKind<I> == ParameterKind::kArgument) {
      std::string name = next < names.size() ? names[next] : "";
      slots_->slots.push_back(
          {std::move(name), &input_shape_of<std::remove_cvref_t<Parameter<I>>>(), nullptr});
      ++next;
    } else if constexpr (kKind<I> == ParameterKind::kAllArguments) {
      slots_->takes_all = true;
    } else if constexpr (kKind<I> == ParameterKind::kContext) {
      slots_->context = &typeid(std::remove_cvref_t<Parameter<I>>);
    }
  }

  template <std::size_t I>
  Stored<I> argument(const Invocation& call) const {
    using Bare = std::remove_cvref_t<Parameter<I>>;
    if constexpr (kKind<I> == ParameterKind::kSource) {
      return *static_cast<const Source*>(call.source);
    } else if constexpr (kKind<I> == ParameterKind::kSchema) {
      return *call.schema;
    } else if constexpr (kKind<I> == ParameterKind::kContext) {
      return *static_cast<Bare*>(call.context);
    } else if constexpr (kKind<I> == ParameterKind::kAllArguments) {
      return *call.arguments;
    } else {
      const InputValue& input = *slots_->slots[slot_of<I>()].input;
      return read_input<Bare>(call.arguments->if_contains(input.name), *input.type);
    }
  }

  Callable callable_;
  std::shared_ptr<ArgumentSlots> slots_;
};

/// Resolves at once.
template <class C>
void resolve_now(const C& caller, const Invocation& call, ResultSink& sink) {
  using Result = typename C::Result;
  if constexpr (std::is_lvalue_reference_v<Result>) {
    const void* value = nullptr;
    try {
      auto arguments = caller.arguments(call);
      value = &caller(arguments);
    } catch (...) {
      return sink.fail(caller.slots().report_exception(call));
    }
    sink.accept(value);
  } else {
    std::optional<Result> value;
    try {
      auto arguments = caller.arguments(call);
      value.emplace(caller(arguments));
    } catch (...) {
      return sink.fail(caller.slots().report_exception(call));
    }
    if constexpr (is_leaf_only<Result>()) {
      sink.accept(&*value);
    } else {
      sink.accept(call.arena->make<Result>(std::move(*value)));
    }
  }
}

/// Resolves in its own time. `caller` outlives the coroutine, as the schema owns it.
template <class C>
Awaitable<Resolved> resolve_later(const C* caller, Invocation call) {
  using Value = typename Unwrapped<typename C::Result>::type;
  Resolved resolved;
  try {
    auto arguments = caller->arguments(call);
    resolved.value = call.arena->make<Value>(co_await (*caller)(arguments));
  } catch (...) {
    resolved.error = caller->slots().report_exception(call);
  }
  co_return resolved;
}

template <class T>
class TypedEventSource final : public EventSource {
 public:
  explicit TypedEventSource(std::unique_ptr<SourceStream<T>> stream) : stream_(std::move(stream)) {}

  Awaitable<const void*> next(Arena& arena) override {
    std::optional<T> event = co_await stream_->next();
    if (!event) co_return nullptr;
    co_return arena.make<T>(std::move(*event));
  }

 private:
  std::unique_ptr<SourceStream<T>> stream_;
};

template <class T>
OpenedSource open(std::unique_ptr<SourceStream<T>> stream) {
  return {std::make_unique<TypedEventSource<T>>(std::move(stream)), std::nullopt};
}
template <class T, class E>
OpenedSource open(tl::expected<T, E> stream) {
  if (stream) return open(std::move(*stream));
  return {nullptr, to_field_error(stream.error())};
}

template <class C>
Awaitable<OpenedSource> open_source(const C* caller, Invocation call) {
  OpenedSource opened;
  try {
    auto arguments = caller->arguments(call);
    if constexpr (kIsAwaitable<typename C::Result>) {
      opened = open(co_await (*caller)(arguments));
    } else {
      opened = open((*caller)(arguments));
    }
  } catch (...) {
    opened.error = caller->slots().report_exception(call);
  }
  co_return opened;
}

/// The event type of what a subscription's resolver returns.
template <class T>
struct EventOf : EventOf<typename Unwrapped<T>::type> {};
template <class T>
struct EventOf<std::unique_ptr<SourceStream<T>>> {
  using type = T;
};

}  // namespace detail
}  // namespace storey::graphql
