#include "graphql/json_finite.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cmath>

namespace storey::graphql {

bool has_finite_numbers(const boost::json::value& value) {
  if (const auto* number = value.if_double()) return std::isfinite(*number);
  if (const auto* array = value.if_array())
    return std::all_of(array->begin(), array->end(), has_finite_numbers);
  if (const auto* object = value.if_object())
    return std::all_of(object->begin(), object->end(),
                       [](const auto& field) { return has_finite_numbers(field.value()); });
  return true;
}

}  // namespace storey::graphql
