// Stage 4: from where a scanner saw what it saw.
#pragma once

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

/// Where the sight line from `station` to `p` (m) passes the upright plane on `line`; nothing if `p` does not
/// lie behind it, to its right, or the station not before it.
std::optional<Crossing> crossing(const Line2& line, const Eigen::Vector3d& station, const Eigen::Vector3d& p);

/// The positions behind each bit of Surfel::stations.
class Observers {
 public:
  explicit Observers(const std::vector<Station>& stations) {
    for (const Station& station : stations)
      positions_[static_cast<std::size_t>(station.bit)].push_back(station.position.cast<double>());
  }

  /// Calls `visit` for all who may have seen `surfel`; true if each call is. False if nobody is known who
  /// did.
  template <class Visit>
  bool all_that_saw(const Surfel& surfel, const Visit& visit) const {
    for (std::uint64_t bits = surfel.stations; bits != 0; bits &= bits - 1) {
      const auto& those = positions_[static_cast<std::size_t>(std::countr_zero(bits))];
      if (those.empty() || !std::all_of(those.begin(), those.end(), visit)) return false;
    }
    return surfel.stations != 0;
  }

 private:
  std::array<std::vector<Eigen::Vector3d>, 64> positions_;
};

}  // namespace storey
