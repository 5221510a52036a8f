// How many it takes: hits to say something, rounds to settle.
#pragma once

#include <cstddef>

namespace storey {

inline constexpr int kFewestHits = 8;     // points: fewer are stray
inline constexpr int kFewestVoxels = 20;  // voxels of a surface: fewer are strays, and tell no scatter
inline constexpr int kManyPoints = 30;  // points, or patches: a median to a third of the noise, a plane to 2°
inline constexpr int kMostRounds = 10;  // rounds: what has not settled by then goes back and forth
inline constexpr std::size_t kMostAsked = 1'000'000;  // voxels: of more, a sample tells scatter and spacing

}  // namespace storey
