// Lengths in plan that many stages ask about: what hangs together, and what is large enough to count.
#pragma once

namespace storey {

inline constexpr double kRounding = 1e-6;  // m: no sum of coordinates in a building is off by as much
inline constexpr double kThinnestWall =
    0.03;  // m across: pieces of one face, or faces of one wall, are as near; faces of a sheet of glass, too
inline constexpr double kThickestWall = 0.80;  // m: old walls of stone; what is thicker has a room in it
inline constexpr double kOwnNoise =
    0.06;  // m about a face: of 20 mm of noise, as far as cells are alike; what is farther, it does not show
inline constexpr double kBesideLeaf =
    0.12;  // m to each side of a leaf: handles, and the wall that it slides along
inline constexpr double kBesideDoor = 0.5;  // m beside a door: there shows the wall that a leaf hides
inline constexpr double kCasing =
    0.10;  // m about the edges of an opening: linings and most casings lie within
inline constexpr double kUsualPartition = 0.10;  // m: most thin walls, be it that one face alone was seen
inline constexpr double kBulge = 0.010;      // m about a face: walls bulge as much, and cells are 20 mm wide
inline constexpr double kSmallGap = 0.10;    // m along: over less, something goes on
inline constexpr double kPlaster = 0.004;    // m: plaster is as uneven, and its edges as round
inline constexpr double kOneSurface = 0.04;  // m across: no partition is thinner, two lines show one surface
inline constexpr double kStandsOut =
    0.05;  // m across: casings and drift stand off a wall by less, its steps by more
inline constexpr double kThinSpacing = 0.06;  // m: within as much, a thin scan shows something
inline constexpr double kAtCorner =
    0.15;  // m: thin scans miss corners and jambs by as much, and casings are as wide
inline constexpr double kLeastGap = 0.30;  // m: less, along a wall or at its end, is what furniture hides
inline constexpr double kShortestWall =
    0.50;  // m: what furniture shows alone is as short; of a wall, several heights show in it
inline constexpr double kLongWall = 1.0;  // m of face: columns, and what stands in rooms, have shorter sides
inline constexpr double kNarrowestOpening = 0.40;  // m: narrower ones are gaps between furniture
inline constexpr double kWidestLeaf = 1.30;        // m: wider doors have two leaves
inline constexpr double kWidestDoor = 1.4;         // m: whose lintel may have been missed
inline constexpr double kWidestPassage = 3.0;      // m: two double doors
inline constexpr double kRoomDepth =
    6.0;  // m: a deep room, or two with a third between them; what spans more is in a hall
inline constexpr double kNarrowestRoom =
    0.50;  // m: narrower strips are no rooms but gaps, and reveals, none of which is deeper
inline constexpr double kBump = 0.25;       // m of wall over which deviations go together: plaster is as even
inline constexpr double kHiddenWall = 2.5;  // m by which walls go on unseen to their corners: two wardrobes
inline constexpr double kAroundBuilding = 1.0;  // m around the building: walls and their openings' reveals
inline constexpr double kLargestThing =
    1.5;  // m²: columns, soffits and lamps are smaller, parts of rooms are not

}  // namespace storey
