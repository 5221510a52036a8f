// Binding a schema to C++: resolvers by the names of their fields, types by theirs. All names and types are
// checked when the schema is built; what is missing or does not fit is an error then, not at a request.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graphql/resolver.h"

namespace storey::graphql {

class Bindings;

namespace detail {

/// A field that a resolver was given for.
struct FieldEntry {
  std::string name;
  FieldBinding binding;
  std::shared_ptr<ArgumentSlots> slots;
};

/// An object type that a C++ type was given for.
struct ObjectEntry {
  std::string name;  ///< empty: the root type of `root`
  ast::OperationType root = ast::OperationType::kQuery;
  TypeTag tag = nullptr;
  bool is_from_json = false;  ///< fields without a resolver are read from the JSON object that is the source
  std::deque<FieldEntry> fields;
};

/// A scalar, enum or input object that a C++ type was given for.
struct CodecEntry {
  std::string name;
  TypeKind kind = TypeKind::kScalar;
  std::shared_ptr<TypeCodec> codec;
  std::vector<std::string> members;       ///< kEnum: bound values; kInputObject: bound fields
  std::vector<const InputShape*> shapes;  ///< kInputObject: of the members
};

}  // namespace detail

/// Adds the resolvers of one object type, whose values are of C++ type `Source`.
template <class Source>
class ObjectBinding {
 public:
  /// `resolver` is a data member or a callable. A callable takes, in this order and each only if it wants:
  /// `const Source&`; the request's context as a non-const reference; the arguments named in
  /// `argument_names`. It returns the value, by value or as a const reference that lives as long as the
  /// source; or FieldResult or Result of it; or an Awaitable of any of these, which runs concurrently with
  /// its siblings.
  template <class Resolver, class... Names>
  ObjectBinding& field(std::string name, Resolver resolver, Names... argument_names) {
    if constexpr (std::is_member_object_pointer_v<Resolver>) {
      detail::FieldEntry& entry = add(std::move(name));
      using Member = std::remove_cvref_t<decltype(std::declval<const Source&>().*resolver)>;
      entry.binding.result = &reader_of<Member>();
      entry.binding.resolve = [resolver](const Invocation& call, ResultSink& sink) {
        sink.accept(&(static_cast<const Source*>(call.source)->*resolver));
      };
    } else {
      add_callable(std::move(name), std::move(resolver), {std::string(argument_names)...});
    }
    return *this;
  }

 private:
  friend class Bindings;
  ObjectBinding(detail::ObjectEntry& entry, std::shared_ptr<const ExceptionHook> hook)
      : entry_(entry), hook_(std::move(hook)) {}

  detail::FieldEntry& add(std::string name) {
    entry_.fields.push_back({std::move(name), {}, std::make_shared<detail::ArgumentSlots>()});
    entry_.fields.back().slots->on_exception = hook_;
    return entry_.fields.back();
  }

  template <class Callable>
  void add_callable(std::string name, Callable callable, std::vector<std::string> names) {
    using Caller = detail::Caller<Source, Callable>;
    using Result = typename Caller::Result;
    detail::FieldEntry& entry = add(std::move(name));
    auto caller = std::make_shared<const Caller>(std::move(callable), entry.slots, std::move(names));
    if constexpr (detail::kIsAwaitable<Result>) {
      entry.binding.result = &reader_of<typename detail::Unwrapped<Result>::type>();
      entry.binding.resolve_async = [caller](const Invocation& call) {
        return detail::resolve_later(caller.get(), call);
      };
    } else {
      entry.binding.result = &reader_of<Result>();
      entry.binding.resolve = [caller](const Invocation& call, ResultSink& sink) {
        detail::resolve_now(*caller, call, sink);
      };
    }
  }

  detail::ObjectEntry& entry_;
  std::shared_ptr<const ExceptionHook> hook_;
};

/// Adds the source streams of the subscription type.
class SubscriptionBinding {
 public:
  /// `resolver` takes what ObjectBinding::field() describes and returns a std::unique_ptr<SourceStream<T>>,
  /// or FieldResult or Result of it, or an Awaitable of any. Each event is the value of the field.
  template <class Callable, class... Names>
  SubscriptionBinding& field(std::string name, Callable resolver, Names... argument_names) {
    using Caller = detail::Caller<NoSource, Callable>;
    using Event = typename detail::EventOf<typename Caller::Result>::type;
    entry_.fields.push_back({std::move(name), {}, std::make_shared<detail::ArgumentSlots>()});
    detail::FieldEntry& entry = entry_.fields.back();
    entry.slots->on_exception = hook_;
    auto caller = std::make_shared<const Caller>(std::move(resolver), entry.slots,
                                                 std::vector<std::string>{std::string(argument_names)...});
    entry.binding.result = &reader_of<Event>();
    entry.binding.subscribe = [caller](const Invocation& call) {
      return detail::open_source(caller.get(), call);
    };
    return *this;
  }

 private:
  friend class Bindings;
  SubscriptionBinding(detail::ObjectEntry& entry, std::shared_ptr<const ExceptionHook> hook)
      : entry_(entry), hook_(std::move(hook)) {}

  detail::ObjectEntry& entry_;
  std::shared_ptr<const ExceptionHook> hook_;
};

/// Adds the members of an input object type, which is read into the C++ aggregate `T`.
template <class T>
class InputBinding {
 public:
  template <class Member>
  InputBinding& field(const std::string& name, Member T::*member) {
    entry_.members.push_back(name);
    entry_.shapes.push_back(&detail::input_shape_of<Member>());
    readers_->push_back([name, member](const boost::json::object& json, const NamedType& type, T& object) {
      object.*member = detail::read_input<Member>(json.if_contains(name), *type.inputs.find(name)->type);
    });
    return *this;
  }

 private:
  friend class Bindings;
  using Readers = std::vector<std::function<void(const boost::json::object&, const NamedType&, T&)>>;

  explicit InputBinding(detail::CodecEntry& entry) : entry_(entry), readers_(std::make_shared<Readers>()) {
    entry_.codec->read = [readers = readers_](const boost::json::value& json, const NamedType& type,
                                              void* to) {
      for (const auto& read : *readers) read(json.get_object(), type, *static_cast<T*>(to));
    };
  }

  detail::CodecEntry& entry_;
  std::shared_ptr<Readers> readers_;
};

/// What a schema text is bound to.
class Bindings {
 public:
  Bindings() : hook_(std::make_shared<ExceptionHook>()) {}

  /// The object type `name` has values of C++ type `Source`.
  template <class Source>
  ObjectBinding<Source> object(std::string name) {
    return {add_object({std::move(name), {}, &typeid(Source), false, {}}), hook_};
  }
  /// The object type `name` has JSON objects as values; members of the same name are its fields, unless a
  /// resolver says otherwise.
  ObjectBinding<boost::json::value> json_object(std::string name) {
    return {add_object({std::move(name), {}, &typeid(boost::json::value), true, {}}), hook_};
  }
  ObjectBinding<NoSource> query() { return root(ast::OperationType::kQuery); }
  ObjectBinding<NoSource> mutation() { return root(ast::OperationType::kMutation); }
  SubscriptionBinding subscription() {
    return {add_object({"", ast::OperationType::kSubscription, &typeid(NoSource), false, {}}), hook_};
  }

  /// The enum `name` is the C++ enum T; every value has to be named.
  template <class T>
  void enumeration(std::string name, std::vector<std::pair<std::string, T>> values) {
    detail::CodecEntry& entry = add_codec(std::move(name), TypeKind::kEnum, &typeid(T));
    for (const auto& [value_name, value] : values) entry.members.push_back(value_name);
    auto shared = std::make_shared<const std::vector<std::pair<std::string, T>>>(std::move(values));
    entry.codec->write = [shared](const void* value, std::string& out) {
      for (const auto& [value_name, candidate] : *shared) {
        if (candidate != *static_cast<const T*>(value)) continue;
        append_json_string(out, value_name);
        return true;
      }
      return false;
    };
    entry.codec->read = [shared](const boost::json::value& json, const NamedType&, void* to) {
      for (const auto& [value_name, candidate] : *shared) {
        if (json.get_string() == value_name) *static_cast<T*>(to) = candidate;
      }
    };
  }

  /// The scalar `name` is the C++ type T. `to_json` takes a `const T&` and gives a text or a
  /// boost::json::value; `parse` gives the value, or says what is wrong with the input.
  template <class T, class ToJson>
  void scalar(std::string name, ToJson to_json,
              std::function<tl::expected<T, std::string>(const boost::json::value&)> parse) {
    detail::CodecEntry& entry = add_codec(std::move(name), TypeKind::kScalar, &typeid(T));
    entry.codec->find_error = [parse](const boost::json::value& json) -> std::optional<std::string> {
      const tl::expected<T, std::string> value = parse(json);
      return value ? std::nullopt : std::optional<std::string>(value.error());
    };
    entry.codec->read = [parse](const boost::json::value& json, const NamedType&, void* to) {
      *static_cast<T*>(to) = *parse(json);
    };
    entry.codec->write = [to_json](const void* value, std::string& out) {
      if constexpr (std::is_convertible_v<std::invoke_result_t<ToJson, const T&>, std::string_view>) {
        append_json_string(out, to_json(*static_cast<const T*>(value)));
      } else {
        append_json(out, to_json(*static_cast<const T*>(value)));
      }
      return true;
    };
  }

  /// The scalar `name` is any JSON value, unchecked.
  void json_scalar(std::string name) {
    add_codec(std::move(name), TypeKind::kScalar, &typeid(boost::json::value));
  }

  /// The input object type `name` is read into the aggregate T; every field has to be bound.
  template <class T>
  InputBinding<T> input(std::string name) {
    return InputBinding<T>(add_codec(std::move(name), TypeKind::kInputObject, &typeid(T)));
  }

  /// Is told of exceptions that resolvers let out.
  void on_exception(ExceptionHook hook) { *hook_ = std::move(hook); }

  /// Builds the schema and binds everything. The errors are those of Schema::from_sdl(), or all bindings that
  /// are missing, unknown or of the wrong type.
  tl::expected<std::unique_ptr<const Schema>, Schema::Errors> build(std::string_view sdl) &&;

 private:
  friend class Binder;

  ObjectBinding<NoSource> root(ast::OperationType operation) {
    return {add_object({"", operation, &typeid(NoSource), false, {}}), hook_};
  }
  detail::ObjectEntry& add_object(detail::ObjectEntry entry);
  detail::CodecEntry& add_codec(std::string name, TypeKind kind, TypeTag tag);

  std::deque<detail::ObjectEntry> objects_;
  std::deque<detail::CodecEntry> codecs_;
  std::shared_ptr<ExceptionHook> hook_;
};

}  // namespace storey::graphql
