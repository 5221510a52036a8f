// Stage 6: where walls end, and where they go on unseen.
#pragma once

#include <vector>

#include "engine/faces/face_grid.h"
#include "engine/faces/find_faces.h"
#include "geometry/grid.h"

namespace storey {

/// Does the wall, at `p`, come to another that goes on beside it for longer than walls are thick, be it past
/// an opening up to `opening` m wide?
bool comes_to_corner(const FacesInPlan& faces, const WallFace& wall, const Vec2& p, double opening = 0);

/// What lines do at the corners that their walls have come to.
enum class AtCorners { kStop, kGoOn };

/// Walls, and where they are on the plan.
struct WallsOnPlan {
  const std::vector<WallFace>& faces;
  const Mask& barrier;  ///< where structural faces stand, and lintels hang
};

/// Draws on, in `drawn`, from the ends of structural faces along their lines, where another face is met
/// before long.
void draw_on(const WallsOnPlan& walls, AtCorners at_corners, Mask& drawn);

}  // namespace storey
