// Sheets of glass for the tests of stages.
#pragma once

#include <cmath>

#include "engine/glass/find_sheets.h"

namespace storey {

/// Pieces from `a` to `b` that show `low` and `high` nats each.
inline GlassSheet sheet_between(const Vec2& a, const Vec2& b, double low, double high) {
  GlassSheet sheet;
  sheet.line = {a, (b - a).normalized()};
  sheet.pieces.assign(static_cast<std::size_t>(std::lround((b - a).norm() / kSheetPiece)),
                      {low, high, true, false});
  return sheet;
}

/// The same nats in both halves.
inline GlassSheet sheet_between(const Vec2& a, const Vec2& b, double each = 1) {
  return sheet_between(a, b, each, each);
}

}  // namespace storey
