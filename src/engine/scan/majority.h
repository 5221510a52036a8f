// How much of a whole is so, in the few words that verdicts need.
#pragma once

namespace storey {

inline constexpr double kHardlyAny = 0.02;  // share: as little happens by chance
inline constexpr double kStrays = 0.1;      // share: as little is noise, mixed pixels, people
inline constexpr double kLittle = 0.25;     // share: as little are frames, posts, and what stands in openings
inline constexpr double kSome =
    0.3;  // share: as much hangs or stands before what is whole, or shows of what is hit thinly
inline constexpr double kNearlyHalf = 0.4;  // share: of what cornices, curtains and furniture hide the rest
inline constexpr double kHalf = 0.5;        // share: above it, most is so
inline constexpr double kClearly = 0.6;     // share: above it, most is so for certain
inline constexpr double kLargely = 0.7;     // share: furniture hides the rest
inline constexpr double kNearlyAll = 0.8;   // share: strays and what stands before it hide the rest
inline constexpr double kFullest = 0.95;    // share: of what shows whole, too: keeps logarithms finite

}  // namespace storey
