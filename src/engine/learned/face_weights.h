// Made by tools/learn_faces.py; do not edit.
#pragma once

#include "engine/learned/logistic.h"

namespace storey {

// clang-format off
inline constexpr LearnedWeights<10> kFaceWeights = {
    -1.901,
    {
        0.999,  // log_length
        2.636,  // partner
        -5.900,  // surface_behind
        -2.405,  // scatter
        1.081,  // least_band
        -1.103,  // free_behind
        0.425,  // density
        0.671,  // top_contact
        1.030,  // square_to_it
        1.424,  // log_in_line
    }};
// clang-format on

}  // namespace storey
