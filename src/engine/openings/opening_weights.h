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
    -14.071,
    {
        -2.378,  // inside_shown
        6.908,  // rim_shown
        1.231,  // other_face_void
        -2.438,  // hidden
        0.253,  // floor_within
        -3.350,  // shown_past_rim
        -2.962,  // deep_within
        0.556,  // log_wall
        4.929,  // head
        2.015,  // log_width
        2.168,  // wall_shown
        -0.266,  // between_rooms
    }};
// clang-format on

}  // namespace storey
