// Parts a list in two.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

namespace storey {

/// Takes out of a list what `goes` is true of. \return it; what is taken and what is left keep their order
template <class T, class Goes>
std::vector<T> take_out(std::vector<T>& list, const Goes& goes) {
  const auto first =
      std::stable_partition(list.begin(), list.end(), [&](const T& one) { return !goes(one); });
  std::vector<T> taken(std::make_move_iterator(first), std::make_move_iterator(list.end()));
  list.erase(first, list.end());
  return taken;
}

}  // namespace storey
