#include "engine/measure/half_width.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace storey {
namespace {

constexpr double kStated = 0.95;  // share of truths that lie within what is stated
constexpr double kBehindFront =
    0.35;  // m, standard deviation: how far behind the front of casework its wall stands

/// Shares of a sum's normal distributions, by their variances.
using Mixture = std::map<double, double>;

/// Variances within 5 % of each other become one: the sum over `n` edges would have 2^n.
Mixture with_few_parts(const Mixture& mixture) {
  Mixture few;
  double from = 0, share = 0, sum = 0;
  const auto add_part = [&] {
    if (share > 0) few[sum / share] += share;
  };
  for (const auto& [variance, of_it] : mixture) {
    if (variance * kStated > from) {
      add_part();
      from = variance, share = 0, sum = 0;
    }
    share += of_it;
    sum += of_it * variance;
  }
  add_part();
  return few;
}

Mixture sum_of(const std::vector<Deviation>& deviations) {
  Mixture sum{{0, 1}};
  for (const Deviation& one : deviations) {
    Mixture next;
    for (const auto& [variance, share] : sum) {
      next[variance + one.sigma * one.sigma] += share * one.chance;
      next[variance + one.otherwise * one.otherwise] += share * (1 - one.chance);
    }
    sum = with_few_parts(next);
  }
  return sum;
}

}  // namespace

Deviation deviation_of(double sigma, double chance, double lever) {
  return {lever * sigma, lever * std::max(sigma, kBehindFront), chance};
}

double half_width(const std::vector<Deviation>& deviations) {
  const Mixture sum = sum_of(deviations);
  const auto share_within = [&](double half) {
    double share = 0;
    for (const auto& [variance, of_it] : sum) share += of_it * std::erf(half / std::sqrt(2 * variance));
    return share;
  };
  double within = 0, beyond = 2 * std::sqrt(sum.rbegin()->first);
  while (beyond - within > beyond / 1000) {
    const double half = (within + beyond) / 2;
    (share_within(half) < kStated ? within : beyond) = half;
  }
  return beyond;
}

}  // namespace storey
