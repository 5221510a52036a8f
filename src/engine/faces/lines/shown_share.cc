#include "engine/faces/lines/shown_share.h"

#include <algorithm>
#include <cmath>

#include "engine/scan/majority.h"

namespace storey {

double fill_about_hits(const std::vector<int>& hits, int reach, double bins) {
  const int size = static_cast<int>(hits.size());
  int filled = 0, about = 0, counted = 0;  // steps before `counted` are in `about`, or hidden
  for (int i = 0; i < size; ++i) {
    if (hits[static_cast<std::size_t>(i)] == 0) continue;
    const int next = std::min(i + reach + 1, size);
    filled += hits[static_cast<std::size_t>(i)];
    about += next - std::max(counted, i - reach);
    counted = next;
  }
  return about > 0 ? filled / (bins * about) : 1;
}

int steps_to_show(double density, double bins, double step) {
  constexpr double kLongest = 0.20;  // m: points of a thin scan 20 m away are as far apart
  const double steps = std::log(kHardlyAny) / (bins * std::log(1 - std::min(density, kFullest)));
  return std::max(1, static_cast<int>(std::min(std::ceil(steps), std::round(kLongest / step))));
}

double share_shown(const std::vector<bool>& hit, int gap) {
  int sum = 0, next = -1;  // next: the step after the last that was hit; none yet
  for (int i = 0; i < static_cast<int>(hit.size()); ++i) {
    if (!hit[static_cast<std::size_t>(i)]) continue;
    sum += next >= 0 && i - next <= gap ? i + 1 - next : 1;
    next = i + 1;
  }
  return static_cast<double>(sum) / static_cast<double>(hit.size());
}

}  // namespace storey
