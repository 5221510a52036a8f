// Values by their rank.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace storey {

/// The value with `place` others before it in ascending order. \pre there are more than `place`
template <class T>
T ranked(std::vector<T> values, std::size_t place) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// The upper one of two in the middle. \pre there are values
template <class T>
T median(std::vector<T> values) {
  const std::size_t middle = values.size() / 2;
  return ranked(std::move(values), middle);
}

}  // namespace storey
