// Made by tools/learn_walls.py; do not edit.
#pragma once

#include "engine/learned/logistic.h"

namespace storey {

// clang-format off
inline constexpr LearnedWeights<2> kWallWeights = {
    -4.806,
    {
        6.415,  // likelier_face
        2.257,  // shown
    }};
// clang-format on

}  // namespace storey
