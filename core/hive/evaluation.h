// What the evaluation looks at, and how much each thing counts.
//
// The evaluation is a sum of terms: how often something is so for white less how often for black,
// times a weight that shifts from the opening to the end game. That makes it a linear model, which
// training/ fits to the results of games.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "hive/pieces.h"

namespace skep::hive {

enum Term : uint8_t {
    // The own queen has this many occupied neighbours.
    QueenRing0,
    QueenRing1,
    QueenRing2,
    QueenRing3,
    QueenRing4,
    QueenRing5,
    EnemyAtQueen,     // enemy pieces among them
    HelperAtQueen,    // own ones that are free to leave
    QueenShut,        // the own queen has no move of its own
    EnemyOnQueen,     // an enemy stands on the own queen
    OwnOnQueen,       // an own piece does
    OpenLiberty,      // empty cells beside the own queen that sliders outside can reach
    EnemyDropsThere,  // ... on which the enemy may place
    // Own ants that are free, by how many neighbours of the enemy queen are occupied.
    AntAgainst0,
    AntAgainst1,
    AntAgainst2,
    AntAgainst3,
    AntAgainst4,
    AntAgainst5,
    ClimberNear1,  // own beetles and climbed mosquitoes, by distance to the enemy queen
    ClimberNear2,
    ClimberNear3,
    PillbugGuard,   // the own pillbug stands uncovered beside the own queen
    MosquitoGuard,  // the own mosquito can throw for it
    Tempo,          // it is this side's turn
    // One each for the eight bugs, in their order.
    Free,                        // can move
    Stuck = Free + BugCount,     // uncovered, but pinned or walled in
    Covered = Stuck + BugCount,  // under another piece
    InHand = Covered + BugCount,
    TermCount = InHand + BugCount,
};

struct Weight {
    int16_t early;
    int16_t late;
};

// Names in the order of the terms, for people and for training.
std::span<const char* const> term_names();

extern const std::array<Weight, TermCount> default_weights;

// Pieces in play at which the late weights hold alone.
inline constexpr int LatePhase = 22;

}  // namespace skep::hive
