// Weights that simulated scans have taught: tools/learn_*.py write them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace storey {

/// Of a logistic regression (Cox 1958): the logit of what has no cue, and what it grows by for each unit of a
/// cue.
template <std::size_t Count>
struct LearnedWeights {
  double bias;
  std::array<double, Count> of_cues;
};

/// How likely it is, 0…1.
template <std::size_t Count>
double chance(const LearnedWeights<Count>& weights, const std::array<double, Count>& cues) {
  double logit = weights.bias;
  for (std::size_t i = 0; i < Count; ++i) logit += weights.of_cues[i] * cues[i];
  return 1 / (1 + std::exp(-logit));
}

/// The logarithm of a chance's odds, for a chance that is a cue itself: near 0 and 1, where chances hardly
/// differ, odds do. Within 1 % of either all count alike, as some thousand examples tell no more.
inline double logit(double chance) {
  const double told = std::clamp(chance, 0.01, 0.99);
  return std::log(told / (1 - told));
}

}  // namespace storey
