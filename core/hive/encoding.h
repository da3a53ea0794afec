// Positions as numbers for learning programs: an index of actions and planes of cells. Described in
// docs/batch.md; whoever changes what a number means raises EncodingVersion.
//
// Everything is seen by the side to move: its own pieces come first, whatever their colour.
#pragma once

#include <cstdint>
#include <vector>

#include "hive/position.h"

namespace skep::hive {

inline constexpr int EncodingVersion = 1;

// An action is (piece that moves, piece beside or under its target, direction from that one). The
// pair of pieces and the direction need no board, so there is no edge to fall off.
inline constexpr int ActionDirections = 7;  // six, and on top
inline constexpr int OnTop = 6;
inline constexpr int PassAction = PieceCount * PieceCount * ActionDirections;
inline constexpr int ActionCount = PassAction + 1;

struct Action {
    uint16_t index;
    Move move;  // on the board that the position stands on now
};

// All legal moves with their indices, each once; none when a queen is surrounded. Whether a game is
// drawn is not asked.
void list_actions(const Position& position, std::vector<Action>& actions);

// Which cell lies in the middle of the planes. While that queen is in the reserve, the hive's own
// middle does: the piece nearest to the mean of all, the first of them if several are.
enum class Centre : uint8_t { Mine, Theirs, Hive };

inline constexpr int PlaneCount = 23;
inline constexpr int MostRadius = 28;
inline constexpr int ReserveCount = 2 * BugCount;

// Writes PlaneCount planes of (2 * radius + 1)² bytes, rows of r, the cells farther than `radius`
// from the middle left at zero, so that each of the twelve symmetries maps planes onto planes.
void write_planes(const Position& position, Centre centre, int radius, uint8_t* planes);

// How many of each bug are left to place: mine, then theirs.
void write_reserves(const Position& position, uint8_t* reserves);

}  // namespace skep::hive
