#include "swept.h"
#line 1
#include "engine/faces/lines/shown_share.h"

#include <algorithm>
#include <cmath>

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
static constexpr auto kMissed = []() -> double { static sweep::Swept<double> it("shown_share.cc:kMissed", sweep::Scale::kShare); return it([] { return double(0.02); }); }; 
static constexpr auto kLongest = []() -> double { static sweep::Swept<double> it("shown_share.cc:kLongest", sweep::Scale::kPlain); return it([] { return double(0.20); }); }; 
static constexpr auto kFullest = []() -> double { static sweep::Swept<double> it("shown_share.cc:kFullest", sweep::Scale::kShare); return it([] { return double(0.95); }); }; 
  const double steps = std::log(kMissed()) / (bins * std::log(1 - std::min(density, kFullest())));
  return std::max(1, static_cast<int>(std::min(std::ceil(steps), std::round(kLongest() / step))));
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
