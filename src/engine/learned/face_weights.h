// Made by tools/learn_faces.py; do not edit.
#pragma once

#include "engine/learned/logistic.h"

namespace storey {

// clang-format off
inline constexpr LearnedWeights<8> kFaceWeights = {
    -0.348,
    {
        1.232,  // log_length
        2.597,  // partner
        -6.891,  // surface_behind
        -4.949,  // scatter
        1.168,  // least_band
        -1.170,  // free_behind
        0.227,  // density
        0.958,  // top_contact
    }};
// clang-format on

}  // namespace storey
