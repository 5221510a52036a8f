// Made by tools/learn_walls.py; do not edit.
#pragma once

#include "engine/learned/logistic.h"

namespace storey {

// clang-format off
inline constexpr LearnedWeights<2> kWallWeights = {
    -4.823,
    {
        6.431,  // likelier_face
        2.764,  // shown
    }};
// clang-format on

}  // namespace storey
