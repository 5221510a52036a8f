// Stage 4: what shows behind an upright plane, held against what stands before it.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "engine/stages/face_grid.h"
#include "engine/stages/sight_lines.h"

namespace storey {

/// Where a mirror may be; the stations that look into it are to its left.
struct MirrorPlane {
  Line2 line;
  Interval extent;  ///< along the line, m
};

/// m from what may be a mirror, behind it and past its ends, within which images are looked for, and before
/// it what they show: few rooms are as deep. Without it, each plane would be held against the whole storey.
inline constexpr double kMirrorReach = 20;

/// m from it, from where on things before it and images behind it tell something: what is nearer is the wall
/// itself, its cladding, and its other face.
inline constexpr double kMirrorDepth = 0.3;

/// What a station sees behind a plane.
struct Sighting {
  enum class Kind { kImage, kOther, kEither };  // either: says nothing
  Kind kind = Kind::kOther;
  Crossing at;
  double foot = 0;  ///< m along the plane, of what is seen
};

class SquareFaces;

/// Holds what stations see behind a plane against what stands before it. Looks at one surfel of the storey in
/// `every`.
class Reflection {
 public:
  Reflection(const LevelCloud& cloud, const StoreyRaster& raster, const std::vector<WallFace>& faces,
             std::size_t every);

  /// What stations saw behind the plane through its extent, within kMirrorReach, in no order.
  std::vector<Sighting> sightings_behind(const MirrorPlane& plane) const;

 private:
  /// Surfels that follow each other and lie together.
  struct Clump {
    std::size_t first = 0, last = 0;  ///< of the storey's; `last` is past the end
    Eigen::AlignedBox2d plan;
    std::vector<std::uint32_t> stations;  ///< all that saw one of them, in ascending order
  };

  /// Is it at a height where rooms are?
  bool in_rooms(const Surfel& surfel) const;
  void add_to_clumps(std::size_t index);
  void sort_clumps();
  template <class Visit>
  void visit_clumps(const Eigen::AlignedBox2d& plan, const Visit& visit) const;
  void look_at(const Surfel& surfel, const MirrorPlane& plane, const SquareFaces& square,
               std::vector<Sighting>& sightings) const;
  bool in_sight(const Vec2& plan, const Line2& line) const;
  Sighting::Kind kind_of(const Eigen::Vector3d& p, bool only_through, const Line2& line,
                         const SquareFaces& square) const;
  template <class Visit>
  void visit_about(const Vec2& plan, const Visit& visit) const;

  const LevelCloud& cloud_;
  std::size_t every_;
  std::vector<Clump> clumps_;              ///< in the surfels' order: few of them show behind a plane
  Grid<std::vector<std::uint32_t>> near_;  ///< which clumps have their middle there, or beyond that edge
  const StoreyRaster& raster_;
  const std::vector<WallFace>& faces_;
  FaceGrid face_grid_;
  SightLines sight_lines_;
  Mask walls_;  ///< cells of structural faces: what hides them from the stations, a mirror may look behind
};

}  // namespace storey
