// How the engine reads what resolvers return: one static description for each C++ type.
#pragma once

#include <boost/json/value.hpp>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

#include "graphql/error.h"
#include "graphql/json_text.h"
#include "storey/result.h"

namespace storey::graphql {

/// The identity of a C++ type at run time, with its name for messages.
using TypeTag = const std::type_info*;

enum class Shape : std::uint8_t {
  kBoolean,
  kInt,  ///< integers of at most 32 bits
  kFloat,
  kString,
  kBound,     ///< an enum or class: what it stands for is said by Bindings
  kNullable,  ///< std::optional
  kPointer,   ///< smart and plain pointers
  kResult,    ///< tl::expected: a value or an error
  kList,
  kVariant,  ///< one of several classes, for interfaces and unions
  kJson      ///< checked when it is read, not before
};

struct ValueReader {
  Shape shape;
  TypeTag tag;
  const ValueReader* inner = nullptr;  ///< of the element or the value inside

  /// kBoolean to kString: appends the value as JSON; false for a number that JSON does not have.
  bool (*write)(const void* value, std::string& out) = nullptr;
  /// kNullable, kPointer: the value inside, or null. kResult: null means that `error` was set.
  const void* (*get)(const void* value, FieldError* error) = nullptr;
  /// kList
  std::size_t (*size)(const void* list) = nullptr;
  const void* (*element)(const void* list, std::size_t index) = nullptr;
  /// kVariant: the alternative it holds, an index into `alternatives`, and where it is.
  std::pair<std::size_t, const void*> (*active)(const void* variant) = nullptr;
  const std::vector<const ValueReader*>* alternatives = nullptr;
};

/// Turns the library's errors into those of a response.
FieldError to_field_error(const Error& error);
inline FieldError to_field_error(const FieldError& error) { return error; }

namespace detail {

template <class T>
inline constexpr bool kIsPointer = false;
template <class T>
inline constexpr bool kIsPointer<T*> = true;
template <class T>
inline constexpr bool kIsPointer<std::shared_ptr<T>> = true;
template <class T, class D>
inline constexpr bool kIsPointer<std::unique_ptr<T, D>> = true;

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
inline constexpr bool kIsVariant = false;
template <class... T>
inline constexpr bool kIsVariant<std::variant<T...>> = true;

template <class T>
inline constexpr bool kIsResult = false;
template <class T, class E>
inline constexpr bool kIsResult<tl::expected<T, E>> = true;

template <class T>
concept ListLike = requires(const T& list) {
  { list.size() } -> std::convertible_to<std::size_t>;
  list[0];
}
&&!std::is_convertible_v<T, std::string_view> && !std::is_same_v<T, boost::json::value>;

template <class T>
bool write_leaf(const void* value, std::string& out) {
  const T& leaf = *static_cast<const T*>(value);
  if constexpr (std::is_same_v<T, bool>) {
    out += leaf ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    char digits[16];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, leaf).ptr);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (leaf != leaf || leaf - leaf != 0) return false;
    append_json_number(out, leaf);
  } else {
    append_json_string(out, leaf);
  }
  return true;
}

template <class T>
const ValueReader& make_reader();

template <class... T>
const std::vector<const ValueReader*>* alternatives_of(const std::variant<T...>*) {
  static const std::vector<const ValueReader*> readers{&make_reader<T>()...};
  return &readers;
}

template <class T>
ValueReader describe_wrapper() {
  ValueReader reader{Shape::kBound, &typeid(T)};
  if constexpr (kIsOptional<T> || kIsPointer<T>) {
    reader.shape = kIsOptional<T> ? Shape::kNullable : Shape::kPointer;
    reader.inner = &make_reader<std::remove_cvref_t<decltype(*std::declval<const T&>())>>();
    reader.get = [](const void* value, FieldError*) -> const void* {
      const T& wrapper = *static_cast<const T*>(value);
      return wrapper ? static_cast<const void*>(&*wrapper) : nullptr;
    };
  } else if constexpr (kIsResult<T>) {
    reader.shape = Shape::kResult;
    reader.inner = &make_reader<typename T::value_type>();
    reader.get = [](const void* value, FieldError* error) -> const void* {
      const T& result = *static_cast<const T*>(value);
      if (result) return &*result;
      *error = to_field_error(result.error());
      return nullptr;
    };
  } else if constexpr (kIsVariant<T>) {
    reader.shape = Shape::kVariant;
    reader.alternatives = alternatives_of(static_cast<const T*>(nullptr));
    reader.active = [](const void* value) {
      const T& variant = *static_cast<const T*>(value);
      return std::visit(
          [&](const auto& held) {
            return std::pair<std::size_t, const void*>{variant.index(), &held};
          },
          variant);
    };
  } else if constexpr (ListLike<T>) {
    static_assert(std::is_reference_v<decltype(std::declval<const T&>()[0])>,
                  "elements must have an address: std::vector<bool> does not give any");
    reader.shape = Shape::kList;
    reader.inner = &make_reader<std::remove_cvref_t<decltype(std::declval<const T&>()[0])>>();
    reader.size = [](const void* list) -> std::size_t { return static_cast<const T*>(list)->size(); };
    reader.element = [](const void* list, std::size_t i) -> const void* {
      return &(*static_cast<const T*>(list))[i];
    };
  }
  return reader;
}

template <class T>
const ValueReader& make_reader() {
  if constexpr (std::is_same_v<T, bool>) {
    static const ValueReader reader{Shape::kBoolean, &typeid(T), nullptr, &write_leaf<T>};
    return reader;
  } else if constexpr (std::is_integral_v<T> && sizeof(T) <= 4 &&
                       !(std::is_unsigned_v<T> && sizeof(T) == 4)) {
    static const ValueReader reader{Shape::kInt, &typeid(T), nullptr, &write_leaf<T>};
    return reader;
  } else if constexpr (std::is_floating_point_v<T>) {
    static const ValueReader reader{Shape::kFloat, &typeid(T), nullptr, &write_leaf<T>};
    return reader;
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    static const ValueReader reader{Shape::kString, &typeid(T), nullptr, &write_leaf<T>};
    return reader;
  } else if constexpr (std::is_same_v<T, boost::json::value>) {
    static const ValueReader reader{Shape::kJson, &typeid(T)};
    return reader;
  } else {
    static_assert(!std::is_integral_v<T>,
                  "an Int of GraphQL has 32 bits: return std::int32_t, or a string or double");
    static const ValueReader reader = describe_wrapper<T>();
    return reader;
  }
}

}  // namespace detail

/// Whether T is a scalar that needs no binding.
template <class T>
constexpr bool reader_of_is_builtin() {
  return std::is_arithmetic_v<T> || std::is_convertible_v<const T&, std::string_view>;
}

/// The reader of values of type T.
template <class T>
const ValueReader& reader_of() {
  return detail::make_reader<std::remove_cvref_t<T>>();
}

}  // namespace storey::graphql
