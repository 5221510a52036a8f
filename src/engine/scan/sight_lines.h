// Stage 4: from where a scanner saw what it saw.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/scan/gather.h"
#include "geometry/line.h"

namespace storey {

inline constexpr double kGlancing = 0.3;  ///< m: nearer to a plane that hides anything no scanner stands

/// Where a sight line passes a plane: along it, and its height.
struct Crossing {
  double s = 0, z = 0;
};

/// From where each surfel was seen. Where no poses are known, it is as if all were seen square to each plane.
class SightLines {
 public:
  SightLines(const std::vector<Station>& stations, std::shared_ptr<const StationSets> sets);

  bool without_poses() const { return without_poses_; }

  /// Does each sight line to `surfel` pass the upright plane on `line` where `is` holds, coming from before
  /// it, its left, to behind it? False if who saw it is not known.
  template <class Is>
  bool all_pass(const Line2& line, const Surfel& surfel, const Is& is) const {
    return each_line(line, surfel, [&](const std::optional<Crossing>& at) { return at && is(*at); });
  }

  /// Calls `visit` with where each of those that do passes it, be they all or not; true if all do.
  template <class Visit>
  bool visit_passing(const Line2& line, const Surfel& surfel, const Visit& visit) const {
    bool all = true;
    const bool known = each_line(line, surfel, [&](const std::optional<Crossing>& at) {
      if (at) visit(*at);
      all = all && at.has_value();
      return true;
    });
    return known && all;
  }

  /// False if no sight line to anything in the upright box over `plan` passes the plane on `line` within
  /// `extent`. `stations` are all who saw something there.
  bool may_pass(const Line2& line, const Interval& extent, const Eigen::AlignedBox2d& plan,
                std::span<const std::uint32_t> stations) const;

 private:
  /// Asks `goes_on` about each sight line to what lies behind the plane, nothing where it does not pass that
  /// from before, until it says no. False then, and if nobody saw the surfel.
  template <class GoesOn>
  bool each_line(const Line2& line, const Surfel& surfel, const GoesOn& goes_on) const {
    const Eigen::Vector3d p = surfel.mean.cast<double>();
    if (line.offset(p.head<2>()) >= 0) return false;
    if (without_poses_) return goes_on(std::optional(Crossing{line.along(p.head<2>()), p.z()}));
    for (const std::uint32_t station : (*sets_)[surfel.stations]) {
      const std::optional<Eigen::Vector3f>& position = positions_.of(station);
      if (!goes_on(position ? crossing(line, position->cast<double>(), p) : std::nullopt)) return false;
    }
    return surfel.stations != 0;
  }
  static std::optional<Crossing> crossing(const Line2& line, const Eigen::Vector3d& station,
                                          const Eigen::Vector3d& p);

  bool without_poses_;
  StationPositions positions_;
  std::shared_ptr<const StationSets> sets_;
};

}  // namespace storey
