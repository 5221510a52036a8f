// Made by tools/learn_openings.py; do not edit.
#pragma once

#include <array>

namespace storey {

/// Of a logistic regression: the logit of what has no cue, and what it grows by for each unit of a cue.
struct LearnedWeights {
  double bias;
  std::array<double, 12> of_cues;
};

// clang-format off
inline const LearnedWeights kOpeningWeights = {
    -15.753,
    {
        -2.469,  // inside_shown
        6.672,  // rim_shown
        1.081,  // other_face_void
        -2.409,  // hidden
        0.333,  // floor_within
        -3.065,  // shown_past_rim
        -2.941,  // deep_within
        0.659,  // log_wall
        5.598,  // head
        0.642,  // log_width
        2.800,  // wall_shown
        -0.300,  // between_rooms
    }};
// clang-format on

}  // namespace storey
