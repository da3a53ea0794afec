// What a side may choose from: where each of its pieces can be placed, moved or thrown, and how.
#pragma once

#include <vector>

#include "hive/position.h"

namespace skep::hive {

// As in skep/hive/rulebook/ways.py.
enum class MoveKind : uint8_t { Place, Slide, Climb, Jump, Throw };
inline constexpr int MoveKindCount = 5;

struct Choice {
    uint8_t piece;
    MoveKind kind;
    Place to;
};

struct Choices {
    std::vector<Choice> moves;  // of pieces in play; those of one piece stand together
    std::vector<uint8_t> placeable;
    std::vector<Place> places;  // where any of `placeable` may go
    bool must_pass = false;
    bool queen_due = false;
};

// Of the side to move; or, `ahead`, of the other one, as if the side to move passed. A move that a
// piece makes itself is no throw; if it has several ways, the kind is that of the shortest, and of
// equally short ones that of the bug that comes first.
Choices choices(const Position& position, bool ahead);

}  // namespace skep::hive
