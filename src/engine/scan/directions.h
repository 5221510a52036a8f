// What counts as parallel, what as crossing: of directions in plan.
#pragma once

namespace storey {

inline constexpr double kParallelFaces = 0.9994;  // cosine of 2°: the direction of 1 m of face is as sure
inline constexpr double kAskewFaces = 0.9986;  // cosine of 3°: short frames and sheets are fitted no better
inline constexpr double kNearlyParallel = 0.99;  // cosine of 8°: drift and few hits turn short faces as much
inline constexpr double kTurned =
    0.985;  // cosine of 10°: distant faces drift so far, leaves and goods stand askew
inline constexpr float kFewPoints =
    0.94f;  // cosine of 20°: planes through few points of one surface differ by as much
inline constexpr double kRoughly = 0.9;  // cosine of 26°: directions of walls in one building differ by more
inline constexpr double kLooksAlike = 0.7;   // cosine of 45°: what turns by more faces elsewhere
inline constexpr double kMeetsAcross = 0.5;  // sine of 30°: what meets a wall or lintel at less runs along it
inline constexpr double kLeastTurn = 0.035;  // sine of 2°: lines that turn by less are one
inline constexpr double kCrossing = 0.3;     // sine of 17°: lines that meet at less run along each other

}  // namespace storey
