#include "geometry/intervals.h"

#include <algorithm>

namespace storey {

double covered_length(const Interval& whole, std::vector<Interval> parts) {
  for (Interval& part : parts) part = shared(whole, part);
  std::ranges::sort(parts, {}, &Interval::from);
  double length = 0, reached = whole.from;
  for (const Interval& part : parts) {
    length += std::max(0.0, part.to - std::max(part.from, reached));
    reached = std::max(reached, part.to);
  }
  return length;
}

}  // namespace storey
