// Stage 4: what shows behind an upright plane, held against what stands before it.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/faces/find_faces.h"
#include "engine/glass/mirror_plane.h"
#include "engine/glass/mirrors/coarse_cells.h"
#include "engine/scan/sight_lines.h"
#include "engine/storeys/storey_raster.h"

namespace storey {

/// What a station sees behind a plane.
struct Sighting {
  enum class Kind { kImage, kOther, kEither };  ///< either: says nothing
  Kind kind = Kind::kOther;
  Crossing at;
  double foot = 0;  ///< m along the plane, of what is seen
};

/// Holds what stations see behind a plane against what stands before it. Looks at one surfel of the storey in
/// `every`, about the planes that will be asked about.
class Reflection {
 public:
  Reflection(const LevelCloud& cloud, const StoreyRaster& raster, const std::vector<WallFace>& faces,
             std::span<const MirrorPlane> planes, std::size_t every, int threads);

  /// What stations saw behind the plane through its extent, within kMirrorReach, in no order. \pre one of the
  /// planes
  std::vector<Sighting> sightings_behind(const MirrorPlane& plane) const;

 private:
  /// The surfels over a cell of the plan, or beyond it if it is at an edge.
  struct Clump : Seen {
    std::size_t first = 0, last = 0;  ///< of those looked at; `last` is past the end
  };

  /// Is it at a height where rooms are?
  bool in_rooms(const Surfel& surfel) const;
  /// Where something of the storey may be shown or show itself in one of the planes.
  Mask about(std::span<const MirrorPlane> planes) const;
  void fill_clumps(const LevelCloud& cloud, const Mask& asked, std::size_t every, int threads);
  void describe(Clump& clump) const;
  void sum_up_blocks();
  /// May something of it show behind the plane, through its extent?
  bool may_show(const Seen& seen, const MirrorPlane& plane) const;
  template <class Visit>
  void visit_clumps(const MirrorPlane& plane, const Visit& visit) const;
  void look_at(const Surfel& surfel, const MirrorPlane& plane, std::vector<Sighting>& sightings) const;
  bool in_sight(const Vec2& plan, const Line2& line) const;
  Sighting::Kind kind_of(const Eigen::Vector3d& p, bool only_through, const Line2& line) const;

  std::shared_ptr<const StationSets> station_sets_;
  std::vector<Surfel> looked_at_;  ///< clump by clump: each plane goes through them anew
  Grid<Clump> clumps_;             ///< few of them show behind a plane
  Grid<Seen> blocks_;              ///< of kBlock clumps each way
  const StoreyRaster& raster_;
  SightLines sight_lines_;
  Mask walls_;  ///< cells of structural faces: what hides them from the stations, a mirror may look behind
  Mask about_walls_;  ///< those and cells near them
};

}  // namespace storey
