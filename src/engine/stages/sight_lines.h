// Stage 4: from where a scanner saw what it saw.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <vector>

#include "engine/stages/gather.h"
#include "geometry/line.h"

namespace storey {

/// Where a sight line passes a plane: along it, and its height.
struct Crossing {
  double s = 0, z = 0;
};

/// From where each surfel was seen. Where no poses are known, it is as if all were seen square to each plane.
class SightLines {
 public:
  explicit SightLines(const std::vector<Station>& stations);

  bool without_poses() const { return without_poses_; }

  /// Calls `visit` with where each sight line to `surfel` passes the upright plane on `line`; true if all
  /// come from before the plane, its left, to behind it, and each call returns true. False if who saw it is
  /// not known.
  template <class Visit>
  bool all_pass(const Line2& line, const Surfel& surfel, const Visit& visit) const {
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    if (line.offset(p.head<2>()) >= 0) return false;
    if (without_poses_) return visit(Crossing{line.along(p.head<2>()), p.z()});
    for (std::uint64_t bits = surfel.stations; bits != 0; bits &= bits - 1) {
      const auto& those = positions_[static_cast<std::size_t>(std::countr_zero(bits))];
      if (those.empty() || !std::all_of(those.begin(), those.end(), [&](const Eigen::Vector3d& station) {
            const auto at = crossing(line, station, p);
            return at && visit(*at);
          }))
        return false;
    }
    return surfel.stations != 0;
  }

  /// False if no sight line to anything in the upright box over `plan` passes the plane on `line` within
  /// `extent`. `stations` are the bits of all who saw something there.
  bool may_pass(const Line2& line, const Interval& extent, const Eigen::AlignedBox2d& plan,
                std::uint64_t stations) const;

 private:
  static std::optional<Crossing> crossing(const Line2& line, const Eigen::Vector3d& station,
                                          const Eigen::Vector3d& p);

  bool without_poses_;
  std::array<std::vector<Eigen::Vector3d>, 64> positions_;  ///< behind each bit of Surfel::stations
};

}  // namespace storey
