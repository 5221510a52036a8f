// Lengths in plan that many stages ask about: what hangs together, and what is large enough to count.
#pragma once

namespace storey {

inline constexpr double kInOnePlane = 0.03;  // m across, between pieces of one face, or faces of one wall
inline constexpr double kAtCorner =
    0.15;  // m: thin scans miss corners and jambs by as much, and casings are as wide
inline constexpr double kLeastGap = 0.30;      // m: less, along a wall or at its end, is what furniture hides
inline constexpr double kShortestWall = 0.50;  // m: what furniture shows alone is as short
inline constexpr double kNarrowestRoom = 0.50;  // m: narrower strips are not rooms but reveals and gaps
inline constexpr double kBump = 0.25;       // m of wall over which deviations go together: plaster is as even
inline constexpr double kHiddenWall = 2.5;  // m by which walls go on unseen to their corners: two wardrobes
inline constexpr double kLargestThing =
    1.5;  // m²: columns, soffits and lamps are smaller, parts of rooms are not

}  // namespace storey
