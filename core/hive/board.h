// The plain state of a board and the moves on it. Functions that work on it live in kernel/, where
// they are compiled once per CPU family; nothing here may be a function with a body of weight.
#pragma once

#include <array>
#include <cstdint>

#include "hive/cells.h"
#include "hive/pieces.h"

namespace skep::hive {

// A move on a board: piece, from (NoCell for a placement), to; packed so that lists stay small.
struct Move {
    uint32_t bits;  // left open by default: lists of moves are long

    static constexpr Move pass() { return {0xFFFFFFFF}; }
    static constexpr Move of(int piece, int from, int to) {
        return {static_cast<uint32_t>(piece) << 24 | static_cast<uint32_t>(from) << 12 |
                static_cast<uint32_t>(to)};
    }
    constexpr bool is_pass() const { return bits == 0xFFFFFFFF; }
    constexpr bool is_placement() const { return from() == NoCell; }
    constexpr int piece() const { return static_cast<int>(bits >> 24); }
    constexpr int from() const { return static_cast<int>(bits >> 12 & 0xFFF); }
    constexpr int to() const { return static_cast<int>(bits & 0xFFF); }
    friend constexpr bool operator==(Move, Move) = default;
};

// The first piece has six cells around it; each further one takes one of them and adds three at
// most. So the rim of a hive of 28 has at most 60 cells.
inline constexpr int MaxRim = 64;
// Eight kinds to place and fewer than 28 pieces to move; lists are written sixteen at a time.
inline constexpr int MaxMoves = (BugCount + PieceCount) * MaxRim + 16;

template <int N>
struct Board {
    using Row = typename Torus<N>::Row;

    alignas(32) Row occupied[N];
    alignas(32) Row white[N];  // cells whose top piece is white
    alignas(32) Row tall[N];   // cells with two pieces or more
    uint64_t hash;             // kinds, colours, cells, levels and side to move
    uint32_t ply;
    uint16_t at[PieceCount];  // NoCell in hand
    uint8_t under[PieceCount];
    uint8_t level[PieceCount];
    uint8_t hand[2][BugCount];
    uint8_t turn;
    uint8_t just_moved;  // a piece; only kept when the Pillbug is in the set
    uint8_t tall_count;
    Options options;
    uint8_t top[N * N];

    int height(int cell) const { return top[cell] == NoPiece ? 0 : level[top[cell]] + 1; }
};

struct Undo {
    uint64_t hash;
    uint8_t just_moved;
};

}  // namespace skep::hive
