// Walls with thickness out of centrelines: arcs as chains of chords, mitred corners.
#pragma once

#include <vector>

#include "polygons.h"
#include "scene.h"
#include "storey/result.h"

namespace storey::simulator {

/// A straight stretch of a wall. Its frame: s along the centreline in metres from the start of the whole
/// wall, n to the left.
struct WallRun {
  int wall = 0;  ///< index into StoreySpec::walls
  Point2 start{0, 0}, end{0, 0};
  double s_start = 0, s_end = 0;
  double thickness = 0;
  bool arc = false;
  Ring polygon;  ///< counter-clockwise, with mitred ends

  Point2 direction() const { return (end - start).normalized(); }
  Point2 left() const { return {-direction().y(), direction().x()}; }
  Point2 at(double s, double n) const { return start + direction() * (s - s_start) + left() * n; }
};

/// The walls of a storey as straight runs, in the order of the walls. Where an opening or a niche sits in an
/// arc the chord spans it. Fails if a wall is shorter than 1 cm or has no thickness, or if an opening or
/// niche names no wall or does not fit into it.
Result<std::vector<WallRun>> wall_runs(const StoreySpec& storey);

/// The part of a run with s_from <= s <= s_to and n_from <= n <= n_to, in convex pieces.
std::vector<Ring> run_pieces(const WallRun& run, double s_from, double s_to, double n_from = -1e3,
                             double n_to = 1e3);

}  // namespace storey::simulator
