// Random numbers for the hash of a position: one per colour, bug and cell; the level turns it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "hive/cells.h"
#include "hive/pieces.h"

namespace skep::hive {

constexpr uint64_t splitmix(uint64_t& state) {
    uint64_t z = (state += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

template <int N>
struct Zobrist {
    std::array<std::array<uint64_t, N * N>, 2 * BugCount> piece;
    std::array<uint64_t, N * N> just_moved;

    constexpr Zobrist() : piece{}, just_moved{} {
        uint64_t state = 0x5EE9 + N;
        for (auto& row : piece)
            for (auto& key : row) key = splitmix(state);
        for (auto& key : just_moved) key = splitmix(state);
    }
};

extern const Zobrist<16> zobrist_narrow;
extern const Zobrist<32> zobrist_wide;

template <int N>
inline __attribute__((always_inline)) const Zobrist<N>& zobrist() {
    if constexpr (N == 16)
        return zobrist_narrow;
    else
        return zobrist_wide;
}

inline constexpr uint64_t BlackToMove = 0xA5C1D3E97B2F4861;

// Pieces of the same bug and colour share their keys.
inline constexpr std::array<uint8_t, PieceCount> KindOf = [] {
    std::array<uint8_t, PieceCount> kinds{};
    for (int piece = 0; piece < PieceCount; ++piece)
        kinds[piece] = static_cast<uint8_t>(color_of(piece) * BugCount + BugOf[piece]);
    return kinds;
}();

// Levels turn the key by an odd number of bits, so that a stack's order counts.
template <int N>
inline __attribute__((always_inline)) uint64_t piece_key(int piece, int cell, int level) {
    return std::rotl(zobrist<N>().piece[KindOf[piece]][cell], level * 11);
}

}  // namespace skep::hive
