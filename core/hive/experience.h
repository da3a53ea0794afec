// What one thread has learned about moves, kept from search to search.
#pragma once

#include <cstdint>

#include "hive/board.h"

namespace skep::hive {

// By the piece that moves and the cell it goes to.
template <int N>
struct BoardExperience {
    int16_t history[PieceCount][N * N] = {};
    Move counters[PieceCount][N * N] = {};  // the reply that refuted a move

    // Half of it stays for the next search.
    void age() {
        for (auto& row : history)
            for (auto& value : row) value = static_cast<int16_t>(value / 2);
    }
};

struct Experience {
    BoardExperience<16> narrow;
    BoardExperience<32> wide;

    void age() {
        narrow.age();
        wide.age();
    }
    template <int N>
    BoardExperience<N>& on_board() {
        if constexpr (N == 16)
            return narrow;
        else
            return wide;
    }
};

}  // namespace skep::hive
