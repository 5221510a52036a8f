// Input of the tests about mirrors: what may show again behind a wall, and who sees it.
#pragma once

#include <cstdint>

#include "engine/test_inputs/stage_test_inputs.h"

namespace storey {

/// Sets of the stations of `furnished_room`; united, both.
inline constexpr StationSet kInside = 1, kNextDoor = 2;

/// A room of 4 x 3 m, 2.5 m high, with a cupboard; one station stands in it and one to the right of it.
inline LevelCloud furnished_room() {
  LevelCloud cloud;
  cloud.station_sets = sets_of_two();
  cloud.stations = {{"inside", {2, 1.5f, 1.5f}, 0}, {"next door", {6, 1.5f, 1.5f}, 1}};
  add_room(cloud, {0, 0, 0}, {4, 3, 2.5});
  add_box(cloud, {1, 0.2, 0}, {0.6, 0.4, 1.2});
  return cloud;
}

}  // namespace storey
