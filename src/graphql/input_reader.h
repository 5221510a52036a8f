// From coerced input (JSON that is known to fit its type) to the C++ types that resolvers take.
#pragma once

#include <boost/json/value.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graphql/schema.h"
#include "graphql/value_reader.h"

namespace storey::graphql {

/// What Bindings know of a bound leaf or input type: how to check, read and write values of its C++ type.
struct TypeCodec {
  TypeTag tag = nullptr;
  /// What is wrong with input for a custom scalar; nothing if it is a value of it.
  std::function<std::optional<std::string>(const boost::json::value&)> find_error;
  /// Reads a value into the C++ object at `to`.
  std::function<void(const boost::json::value&, const NamedType&, void* to)> read;
  /// Appends the C++ value as JSON; false if it stands for nothing of the type.
  std::function<bool(const void* value, std::string& out)> write;
};

namespace detail {

template <class T>
inline constexpr bool kIsVector = false;
template <class T>
inline constexpr bool kIsVector<std::vector<T>> = true;

/// Reads a value. `json` is null if none was given, which only std::optional can hold.
template <class T>
T read_input(const boost::json::value* json, const Type& type) {
  if constexpr (kIsOptional<T>) {
    using Inner = typename T::value_type;
    if (json == nullptr) return std::nullopt;
    if constexpr (kIsOptional<Inner>) return T(read_input<Inner>(json, type));
    if (json->is_null()) return std::nullopt;
    return T(read_input<Inner>(json, type));
  } else if constexpr (kIsVector<T>) {
    T list;
    for (const boost::json::value& item : json->get_array()) {
      list.push_back(read_input<typename T::value_type>(&item, *type.nullable().of));
    }
    return list;
  } else if constexpr (std::is_same_v<T, boost::json::value>) {
    return json == nullptr ? boost::json::value(nullptr) : *json;
  } else if constexpr (std::is_same_v<T, bool>) {
    return json->get_bool();
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(json->get_int64());
  } else if constexpr (std::is_floating_point_v<T>) {
    double number = 0;
    return static_cast<T>(*to_double(*json, number));
  } else if constexpr (std::is_same_v<T, std::string>) {
    return std::string(json->get_string());
  } else {
    T object{};
    type.named->codec->read(*json, *type.named, &object);
    return object;
  }
}

/// Describes for `check_input_type` what read_input<T> can read.
struct InputShape {
  Shape shape;
  TypeTag tag;
  const InputShape* inner = nullptr;
};

template <class T>
const InputShape& input_shape_of() {
  if constexpr (kIsOptional<T>) {
    static const InputShape shape{Shape::kNullable, &typeid(T), &input_shape_of<typename T::value_type>()};
    return shape;
  } else if constexpr (kIsVector<T>) {
    static const InputShape shape{Shape::kList, &typeid(T), &input_shape_of<typename T::value_type>()};
    return shape;
  } else {
    static_assert(!std::is_same_v<T, std::string_view>, "take std::string: the view would outlive its text");
    static const InputShape shape{reader_of<T>().shape, &typeid(T), nullptr};
    return shape;
  }
}

/// Why values of the GraphQL type cannot be read as the C++ type; empty if they can.
std::string check_input_type(const InputShape& shape, const Type& type);

}  // namespace detail
}  // namespace storey::graphql
