// Made by tools/learn_openings.py; do not edit.
#pragma once

#include "engine/learned/logistic.h"

namespace storey {

// clang-format off
inline constexpr LearnedWeights<12> kOpeningWeights = {
    -14.637,
    {
        -2.202,  // inside_shown
        8.053,  // rim_shown
        1.695,  // other_face_void
        -0.409,  // hidden
        0.181,  // floor_within
        -2.948,  // shown_past_rim
        -3.303,  // deep_within
        0.455,  // log_wall
        4.239,  // head
        1.440,  // log_width
        2.474,  // wall_shown
        0.304,  // between_rooms
    }};
// clang-format on

}  // namespace storey
