// One text for all twelve forms of a position.
#pragma once

#include <string>

#include "hive/position.h"

namespace skep::hive {

// The cells with their stacks, in order, of the smallest of the rotated and mirrored forms, each
// moved to its own corner. Kinds, colours, stacks and the piece that just moved count.
std::string canonical_cells(const Position& position);

}  // namespace skep::hive
