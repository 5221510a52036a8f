// Scenes drawn in text.
#pragma once

#include <string_view>

#include "scene.h"
#include "storey/result.h"

namespace storey::simulator {

/// Reads a plan that is drawn with characters. A character stands for a cell of the plan, the top line is the
/// far side (largest y), the origin is the lower left corner of the drawing. Walls are one cell wide; their
/// centrelines run through the middle of the cells, whatever their thickness.
///
///   #  wall                       *  station of a scanner
///   D  door, open                 1…9  points of the path of a handheld scanner, in order
///   d  door, closed               +  square column         c  round column
///   a  door, ajar                 w  wardrobe, to the ceiling
///   s  door, sliding              b  box, 0.9 m high       t  table
///   O  opening without a leaf     P  person, standing
///   V  the same, to the ceiling
///   W  window (0.9 to 2.2 m)      F  window down to the floor
///   G  glass partition                p  parapet, 1.1 m high
///
/// As many cells as an opening, column or piece of furniture has drawn, so large is it. Lines that begin with
/// a word set what follows; several storeys stand one under the other:
///
///   storey 2.8 2.4     floor and clear height of the next storey, m (0 2.5)
///   cell 0.25 0.5      width and height of a cell, m (this is the default; it looks right in most fonts)
///   walls 0.3 0.12     thickness of walls to the outside and of those inside, m (default)
///
/// Fails with the number of the line and what is wrong there.
Result<Scene> parse_drawing(std::string_view text);

}  // namespace storey::simulator
