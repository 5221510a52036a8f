// Made by tools/learn_faces.py; do not edit.
#pragma once

#include "engine/learned/logistic.h"

namespace storey {

// clang-format off
inline constexpr LearnedWeights<8> kFaceWeights = {
    -0.349,
    {
        1.230,  // log_length
        2.603,  // partner
        -6.925,  // surface_behind
        -4.938,  // scatter
        1.165,  // least_band
        -1.161,  // free_behind
        0.229,  // density
        0.953,  // top_contact
    }};
// clang-format on

}  // namespace storey
