// Where scenes lie on the rasters of the engine: as they are, and moved by parts of a cell.
#pragma once

#include <array>
#include <cstddef>

#include "scenario.h"

namespace storey {

/// m along x and y, before the scene's own turn. Cells are 20 mm, and of x and y each quarter of one comes
/// once.
inline constexpr std::array<std::array<double, 2>, 4> kRasterPositions = {
    {{0, 0}, {0.005, 0.010}, {0.010, 0.015}, {0.015, 0.005}}};

/// The scenario at position number `position`.
inline simulator::Scenario at_position(simulator::Scenario scenario, std::size_t position) {
  const auto& [x, y] = kRasterPositions.at(position);
  scenario.world.shift += Eigen::Vector3d(x, y, 0);
  return scenario;
}

}  // namespace storey
