// Made by tools/learn_walls.py; do not edit.
#pragma once

#include "engine/learned/logistic.h"

namespace storey {

// clang-format off
inline constexpr LearnedWeights<2> kWallWeights = {
    -1.683,
    {
        0.974,  // likelier_face_logit
        2.908,  // shown
    }};
// clang-format on

}  // namespace storey
