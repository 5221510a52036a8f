#include "engine/openings/find_sill.h"

#include <algorithm>

#include "engine/openings/voids/elevation.h"
#include "engine/scan/majority.h"
#include "engine/storeys/storey_raster.h"

namespace storey {
namespace {

/// How much of a jamb shows, in rows.
struct JambRows {
  int first = 0;  ///< the lowest that shows; the void's head if none does
  int shown = 0;
};

JambRows rows_of_jamb(const Elevation& elevation, const ElevationBox& box, int edge) {
  JambRows rows{box.r1, 0};
  for (int r = box.r1 - 1; r >= box.r0; --r)
    if (elevation.shows_about(edge, r, kThinColumns, 0, kInside)) {
      rows.first = r;
      ++rows.shown;
    }
  return rows;
}

/// Is it a jamb, from its lowest row on, and not a few hits below a head?
bool is_jamb(const JambRows& rows, const ElevationBox& box) {
  return box.r1 - rows.first >= kHalf * (box.r1 - box.r0) && rows.shown > kHalf * (box.r1 - rows.first);
}

/// Does anything inside of the wall show below a row: a threshold, a leaf, frames?
bool shows_below(const Elevation& elevation, const ElevationBox& box, int row) {
  return elevation.share({.c0 = box.c0, .c1 = box.c1, .r0 = 0, .r1 = row}, kInside) > kHardlyAny;
}

}  // namespace

ElevationBox up_to_sill(const Elevation& elevation, ElevationBox box) {
  if (!elevation.outer || box.r0 * elevation.rise >= kKnee) return box;
  const JambRows left = rows_of_jamb(elevation, box, box.c0),
                 right = rows_of_jamb(elevation, box, box.c1 - 1);
  const int sill = std::min(left.first, right.first);
  if (sill * elevation.rise < kKnee || shows_below(elevation, box, sill)) return box;
  if (is_jamb(left, box) || is_jamb(right, box)) box.r0 = sill;
  return box;
}

}  // namespace storey
