// Shapes of hexagons in which many touch.
#pragma once

#include <vector>

#include "laruche/solver.h"

namespace skep::laruche {

// All connected shapes of so many cells (1 to 30) with exactly so many pairs that touch, each once
// up to rotations and shifts; a shape and its mirror image are two. Throws std::invalid_argument.
std::vector<std::vector<Cell>> shapes_with_joins(int cells, int joins);

}  // namespace skep::laruche
