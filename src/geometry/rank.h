// Values in order.
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

/// The value with the share `share` (0…1) of the others before it, rounded down. \pre there are values
template <class T>
T at_share(std::vector<T> values, double share) {
  const auto place = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1));
  return ranked(std::move(values), place);
}

/// The upper one of two in the middle. \pre there are values
template <class T>
T median(std::vector<T> values) {
  const std::size_t middle = values.size() / 2;
  return ranked(std::move(values), middle);
}

/// The values in ascending order, each once.
template <class T>
std::vector<T> each_once(std::vector<T> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// The value that half of the weight lies beyond; 0 for none. `values`: with their weights, e.g. lengths.
inline double weighted_median(std::vector<std::pair<double, double>> values) {
  std::ranges::sort(values);
  double all = 0, sum = 0;
  for (const auto& [value, weight] : values) all += weight;
  for (const auto& [value, weight] : values)
    if ((sum += weight) > all / 2) return value;
  return 0;
}

}  // namespace storey
