// Perft in its three modes.
#pragma once

#include "hive/kernel/moves.h"
#include "hive/kernel/resize.h"
#include "hive/perft.h"

namespace skep::hive::SKEP_KERNEL {

// A list has room for sixteen more moves: with zeros there, both halves can be summed at a time,
// eight moves of each.
SKEP_INLINE uint64_t checksum_of(Move* moves, int count) {
    for (int k = 0; k < 16; ++k) moves[count + k].bits = 0;
    const int half = ((count + 15) & ~15) >> 1;
    uint32_t sum = 0;
    for (int i = 0; i < half; ++i) sum += moves[i].bits + moves[half + i].bits;
    return sum;
}

template <int N, PerftMode Mode>
PerftResult count_leaves(Board<N>& board, int depth) {
    if (depth == 0) return {1, 0};
    if constexpr (N == 16) {
        if (spans_too_far(board)) {
            Board<32> wide;
            widen(board, wide);
            return count_leaves<32, Mode>(wide, depth);
        }
    }
    if constexpr (Mode == PerftMode::Count) {
        if (depth == 1) return {static_cast<uint64_t>(count_moves(board)), 0};
    }
    Move moves[MaxMoves];
    const int count = generate(board, moves);
    if constexpr (Mode == PerftMode::List) {
        if (depth == 1) return {static_cast<uint64_t>(count), checksum_of(moves, count)};
    }
    PerftResult result;
    for (int i = 0; i < count; ++i) {
        const Undo undo = make(board, moves[i]);
        if (depth == 1)
            ++result.leaves;
        else
            result += count_leaves<N, Mode>(board, depth - 1);
        unmake(board, moves[i], undo);
    }
    return result;
}

template <int N>
PerftResult count_leaves(Board<N>& board, int depth, PerftMode mode) {
    switch (mode) {
        case PerftMode::List:
            return count_leaves<N, PerftMode::List>(board, depth);
        case PerftMode::Count:
            return count_leaves<N, PerftMode::Count>(board, depth);
        case PerftMode::Full:
            break;
    }
    return count_leaves<N, PerftMode::Full>(board, depth);
}

}  // namespace skep::hive::SKEP_KERNEL
