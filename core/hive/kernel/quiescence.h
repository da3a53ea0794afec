// The leaves: the standing score, unless a queen can be closed in at once.
#pragma once

#include "hive/kernel/searcher.h"

namespace skep::hive::SKEP_KERNEL {

template <int N>
int Searcher<N>::standing_score() {
    uint64_t& known = known_scores_[board_.hash % KnownScores];
    if ((known ^ board_.hash) >> 16 != 0) {
        const int score = evaluation_.score(board_);
        known = (board_.hash & ~uint64_t{0xFFFF}) | static_cast<uint16_t>(score);
    }
    return static_cast<int16_t>(known);
}

template <int N>
int Searcher<N>::quiesce(int alpha, int beta, int ply) {
    const int standing = standing_score();
    if (ply >= MaxPly || neighbours_of_queen(board_, board_.turn ^ 1) < 5) return standing;
    const AroundQueens<N> around(board_);
    // One cell is left beside the enemy queen: whoever gets there wins.
    Move moves[MaxMoves];
    const int count = generate(board_, moves);
    for (int i = 0; i < count; ++i) {
        const Move move = moves[i];
        if (!fills_a_side(board_, move, around)) continue;
        const Undo undo = make(board_, move);
        const bool own_too = is_surrounded(board_, board_.turn ^ 1);
        unmake(board_, move, undo);
        const int score = own_too ? 0 : WinScore - ply - 1;
        if (score > alpha) alpha = score;
        if (alpha >= beta) return alpha;
    }
    return standing > alpha ? standing : alpha;
}

}  // namespace skep::hive::SKEP_KERNEL
