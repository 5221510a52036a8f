#include "engine/stages/sight_lines.h"

namespace storey {

SightLines::SightLines(const std::vector<Station>& stations) : without_poses_(stations.empty()) {
  for (const Station& station : stations)
    positions_[static_cast<std::size_t>(station.bit)].push_back(station.position.cast<double>());
}

std::optional<Crossing> SightLines::crossing(const Line2& line, const Eigen::Vector3d& station,
                                             const Eigen::Vector3d& p) {
  constexpr double kGlancing = 0.1;  // m: who stands in the plane sees nothing in it
  const double before = line.offset(station.head<2>()), behind = -line.offset(p.head<2>());
  if (before < kGlancing) return std::nullopt;
  const Eigen::Vector3d at = station + before / (before + behind) * (p - station);
  return Crossing{line.along(at.head<2>()), at.z()};
}

}  // namespace storey
