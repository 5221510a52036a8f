// Where an opening lies in its wall.
#pragma once

#include "export/drawing/drawing.h"
#include "storey/plan.h"

namespace storey::drawing {

/// The rectangle of an opening in plan: `start`-`end` along its wall, half the wall's thickness to both
/// sides.
struct OpeningPlace {
  Point2 start, end;
  Point2 along, across;  ///< unit vectors; `across` is to the left of start→end
  double width = 0, thickness = 0;

  /// `u` mm from start along the wall, `v` mm across it.
  Point2 at(double u, double v) const;
};

/// The wall of an opening; nothing if the plan does not have it.
const Wall* wall_of(const Storey& storey, const Opening& opening);

/// Does a drawing state how high its sill is? Of windows, and of hatches.
inline bool states_sill(const Opening& opening) {
  return opening.type == OpeningType::kWindow || opening.sill > 0;
}

/// Of a storey on the sheet. An opening without a wall lies in one of 200 mm.
OpeningPlace place_of(const Storey& storey, const Opening& opening);

}  // namespace storey::drawing
