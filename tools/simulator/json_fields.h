// Reading JSON objects whose every key is known.
#pragma once

#include <boost/json.hpp>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scene.h"

namespace storey::simulator {

/// What is wrong with a value and where. Thrown while reading a scene file and caught where that began.
struct FieldError {
  std::string path, message;
};

/// An object under reading. Each call reads one key into its target and leaves the target alone if there is
/// no such key; `finish` refuses keys that no call asked for.
class Fields {
 public:
  Fields(const boost::json::value& value, std::string path) : path_(std::move(path)) {
    if (!value.is_object()) wrong("should be an object");
    object_ = &value.get_object();
  }

  bool has(std::string_view key) const { return object_->contains(key); }

  Fields& number(std::string_view key, double& target) {
    if (const auto* value = take(key)) target = number_of(*value, key);
    return *this;
  }
  Fields& number(std::string_view key, std::optional<double>& target) {
    if (const auto* value = take(key)) target = number_of(*value, key);
    return *this;
  }
  template <class Integer>
  Fields& integer(std::string_view key, Integer& target) {
    const auto* value = take(key);
    if (value == nullptr) return *this;
    const double number = number_of(*value, key);
    if (number != std::floor(number) || number < 0 || number > 1e9) wrong("should be a whole number", key);
    target = static_cast<Integer>(number);
    return *this;
  }
  Fields& flag(std::string_view key, bool& target) {
    const auto* value = take(key);
    if (value == nullptr) return *this;
    if (!value->is_bool()) wrong("should be true or false", key);
    target = value->get_bool();
    return *this;
  }
  Fields& text(std::string_view key, std::string& target) {
    const auto* value = take(key);
    if (value == nullptr) return *this;
    if (!value->is_string()) wrong("should be text", key);
    target = std::string(value->get_string());
    return *this;
  }
  Fields& point(std::string_view key, Point2& target) {
    if (const auto* value = take(key)) target = point_of(*value, within(key));
    return *this;
  }
  Fields& point(std::string_view key, std::optional<Point2>& target) {
    if (const auto* value = take(key)) target = point_of(*value, within(key));
    return *this;
  }
  Fields& points(std::string_view key, std::vector<Point2>& target) {
    each(key, [&](const boost::json::value& item, const std::string& path) {
      target.push_back(point_of(item, path));
    });
    return *this;
  }
  template <class Enum>
  Fields& choice(std::string_view key, Enum& target,
                 std::initializer_list<std::pair<std::string_view, Enum>> names) {
    const auto* value = take(key);
    if (value == nullptr) return *this;
    std::string known;
    for (const auto& [name, meaning] : names) {
      if (value->is_string() && value->get_string() == name) {
        target = meaning;
        return *this;
      }
      known += (known.empty() ? "" : ", ") + std::string(name);
    }
    wrong("should be one of " + known, key);
  }

  /// Calls `read(value, path)` for the value, or for each item of the list.
  template <class Read>
  Fields& one(std::string_view key, const Read& read) {
    if (const auto* value = take(key)) read(*value, within(key));
    return *this;
  }
  template <class Read>
  Fields& each(std::string_view key, const Read& read) {
    const auto* value = take(key);
    if (value == nullptr) return *this;
    if (!value->is_array()) wrong("should be a list", key);
    for (std::size_t i = 0; i < value->get_array().size(); ++i)
      read(value->get_array()[i], within(key) + "[" + std::to_string(i) + "]");
    return *this;
  }

  void finish() const {
    for (const auto& item : *object_)
      if (!known_.contains(item.key())) wrong("has no meaning here", item.key());
  }

  [[noreturn]] void wrong(const std::string& message, std::string_view key = {}) const {
    throw FieldError{key.empty() ? path_ : within(key), message};
  }

  static Point2 point_of(const boost::json::value& value, const std::string& path) {
    if (!value.is_array() || value.get_array().size() != 2 || !value.get_array()[0].is_number() ||
        !value.get_array()[1].is_number())
      throw FieldError{path, "should be [x, y]"};
    return {value.get_array()[0].to_number<double>(), value.get_array()[1].to_number<double>()};
  }

 private:
  const boost::json::value* take(std::string_view key) {
    known_.emplace(key);
    return object_->if_contains(key);
  }
  double number_of(const boost::json::value& value, std::string_view key) const {
    if (!value.is_number()) wrong("should be a number", key);
    return value.to_number<double>();
  }
  std::string within(std::string_view key) const {
    return path_ + (path_.empty() ? "" : ".") + std::string(key);
  }

  const boost::json::object* object_ = nullptr;
  std::string path_;
  std::set<std::string, std::less<>> known_;
};

}  // namespace storey::simulator
