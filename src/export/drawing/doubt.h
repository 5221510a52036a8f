// Which things of a plan are drawn as doubted.
#pragma once

#include "storey/plan.h"

namespace storey::drawing {

/// Was it seen, but is it less likely to be there than not?
template <class Element>
bool is_doubted(const Element& element) {
  constexpr double kAsLikelyAsNot = 0.5;  // confidence
  return element.basis == Basis::kMeasured && element.confidence < kAsLikelyAsNot;
}

/// Was it seen, and is it likely to be there?
template <class Element>
bool is_sure(const Element& element) {
  return element.basis == Basis::kMeasured && !is_doubted(element);
}

}  // namespace storey::drawing
