#include "engine/openings/transoms.h"

#include <algorithm>
#include <cstddef>

#include "engine/scan/lengths.h"
#include "engine/scan/majority.h"

namespace storey {
namespace {

bool lies_over(const FoundOpening& upper, const FoundOpening& lower) {
  return upper.wall == lower.wall && 2 * upper.sill > lower.sill + lower.head &&
         upper.sill - lower.head < kCasing &&
         overlap(upper.span, lower.span) > kHalf * std::min(upper.span.length(), lower.span.length());
}

}  // namespace

void join_over_transoms(std::vector<FoundOpening>& openings) {
  for (std::size_t i = 0; i < openings.size();) {
    const auto lower = std::ranges::find_if(
        openings, [&](const FoundOpening& other) { return lies_over(openings[i], other); });
    if (lower == openings.end()) {
      ++i;
      continue;
    }
    lower->head = openings[i].head;
    lower->head_sigma = openings[i].head_sigma;
    openings.erase(openings.begin() + static_cast<std::ptrdiff_t>(i));
    i = 0;  // what it went to may lie over others
  }
}

}  // namespace storey
