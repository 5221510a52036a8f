// Things in and around the building that are no part of it.
#pragma once

#include "mesh.h"

namespace storey::simulator {

/// Adds a piece of furniture; `floor` is the height of the storey's floor, `height` its clear height.
void add_furniture(Mesh& mesh, const FurnitureSpec& furniture, double floor, double height, int storey);

/// Adds the ground and a few houses and trees around the rectangle, what is seen through windows.
void add_outside(Mesh& mesh, const Point2& low, const Point2& high, double ground);

}  // namespace storey::simulator
