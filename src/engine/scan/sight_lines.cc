#include "engine/scan/sight_lines.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/scan/lengths.h"

namespace storey {
namespace {

/// The corners of a box in plan.
std::array<Vec2, 4> corners_of(const Eigen::AlignedBox2d& plan) {
  return {plan.min(), Vec2(plan.max().x(), plan.min().y()), plan.max(), Vec2(plan.min().x(), plan.max().y())};
}

}  // namespace

SightLines::SightLines(const std::vector<Station>& stations, std::shared_ptr<const StationSets> sets)
    : without_poses_(stations.empty()), positions_(stations), sets_(std::move(sets)) {}

std::optional<Crossing> SightLines::crossing(const Line2& line, const Eigen::Vector3d& station,
                                             const Eigen::Vector3d& p) {
  const double before = line.offset(station.head<2>()), behind = -line.offset(p.head<2>());
  if (before < kGlancing) return std::nullopt;
  const Eigen::Vector3d at = station + before / (before + behind) * (p - station);
  return Crossing{line.along(at.head<2>()), at.z()};
}

bool SightLines::may_pass(const Line2& line, const Interval& extent, const Eigen::AlignedBox2d& plan,
                          std::span<const std::uint32_t> stations) const {
  const std::array<Vec2, 4> corners = corners_of(plan);
  const auto [farthest, nearest] = std::ranges::minmax(std::array{
      line.offset(corners[0]), line.offset(corners[1]), line.offset(corners[2]), line.offset(corners[3])});
  if (farthest >= 0) return false;
  if (nearest > -kRounding) return true;  // the plane cuts the box
  // From before the plane, what is in the box is seen between two of its corners.
  const auto passes = [&](const std::array<double, 4>& seen) {
    const auto [from, to] = std::ranges::minmax(seen);
    return overlap({from, to}, extent) > -kRounding;
  };
  std::array<double, 4> seen{};
  if (without_poses_) {
    std::ranges::transform(corners, seen.begin(), [&](const Vec2& corner) { return line.along(corner); });
    return passes(seen);
  }
  for (const std::uint32_t number : stations) {
    const std::optional<Eigen::Vector3f>& position = positions_.of(number);
    if (!position) continue;
    const Eigen::Vector3d station = position->cast<double>();
    if (line.offset(station.head<2>()) < kGlancing) continue;
    std::ranges::transform(corners, seen.begin(), [&](const Vec2& corner) {
      return crossing(line, station, {corner.x(), corner.y(), 0})->s;
    });
    if (passes(seen)) return true;
  }
  return false;
}

}  // namespace storey
