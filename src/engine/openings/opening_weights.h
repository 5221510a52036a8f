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
