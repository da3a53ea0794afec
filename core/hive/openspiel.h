// The numbers of OpenSpiel's game `hive`, for programs that were made for it. docs/batch.md says
// what they mean and where its rules are not those of Hive.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hive/encoding.h"
#include "hive/position.h"

namespace skep::hive {

inline constexpr int OpenSpielRadius = 8;
inline constexpr int OpenSpielSide = 2 * OpenSpielRadius + 1;

// Which of OpenSpiel's tiles each of our pieces is. Ours are placed in the order of their numbers,
// theirs in any, so that its second ant may be our first.
using OpenSpielTiles = std::array<uint8_t, PieceCount>;
OpenSpielTiles openspiel_tiles(const Position& position);  // of the same numbers

// A move has a number for each piece beside its target, and a placement for each copy in hand.
void list_openspiel_actions(const Position& position, const OpenSpielTiles& tiles,
                            std::vector<Action>& actions);
constexpr uint8_t openspiel_mover(int action) {
    return static_cast<uint8_t>(action / (PieceCount * ActionDirections));
}

int openspiel_planes(const Options& options);
// The cells of the first piece and of radius 8 around it, seen by the side to move.
void write_openspiel_tensor(const Position& position, uint8_t* tensor);

}  // namespace skep::hive
