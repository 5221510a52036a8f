// Numbers that stand for the same thing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace storey {

/// Numbers from 0 on, of which some are joined (disjoint sets; Galler and Fischer 1964).
class JoinedNumbers {
 public:
  explicit JoinedNumbers(std::size_t count) : before_(count) { std::iota(before_.begin(), before_.end(), 0); }

  /// The least of those that a number is joined with; itself, if with none.
  int first_of(int number) const {
    while (before(number) != number) number = before(number);
    return number;
  }
  void join(int a, int b) {
    const auto [first, second] = std::minmax({first_of(a), first_of(b)});
    before_[static_cast<std::size_t>(second)] = first;
  }

 private:
  int before(int number) const { return before_[static_cast<std::size_t>(number)]; }

  std::vector<int> before_;  // one that it is joined with, less than itself or itself
};

}  // namespace storey
