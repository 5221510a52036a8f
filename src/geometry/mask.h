// What is done with masks: lines drawn on them, and their connected parts.
#pragma once

#include <vector>

#include "geometry/grid.h"
#include "geometry/line.h"

namespace storey {

/// Marks the cell that holds `p`, if there is one.
inline void mark(Mask& mask, const Vec2& p) {
  if (std::uint8_t* const cell = mask.find(p)) *cell = 1;
}

/// Marks every cell that the stretch from `a` to `b` touches, without diagonal leaks.
void draw(Mask& mask, const Vec2& a, const Vec2& b);

/// Marks the cells whose centres lie within the rings: inside of an odd number of them.
void fill(Mask& mask, const std::vector<std::vector<Vec2>>& rings);

/// Cells of `mask` that share edges get one label, from 1 on; returns the sizes (index 0 unused).
std::vector<int> label_components(const Mask& mask, Grid<std::int32_t>& labels);

/// `mask` with its holes up to 2 `radius` (m) wide closed; never across `barrier`, beside which they close as
/// well.
Mask closed(const Mask& mask, double radius, const Mask& barrier);

/// Cells of `mask` farther than half of `width` (m) from all others: what is narrower has none.
Mask cores(const Mask& mask, double width);

/// What of `mask` is at least `width` (m) wide: its morphological opening (Serra 1982).
Mask opened(const Mask& mask, double width);

}  // namespace storey
