// What stands around the queens, and who is about to be closed in.
#pragma once

#include "hive/kernel/moves.h"

namespace skep::hive::SKEP_KERNEL {

template <int N>
SKEP_INLINE int neighbours_of_queen(const Board<N>& board, int color) {
    const int cell = board.at[queen_of(color)];
    return cell == NoCell ? 0 : std::popcount(ring_at<N>(board.occupied, cell) & RingAll);
}

// From the view of the side to move.
template <int N>
struct AroundQueens {
    alignas(32) typename Torus<N>::Row enemy[N] = {};  // cells beside the enemy queen
    alignas(32) typename Torus<N>::Row own[N] = {};
    int enemy_count;  // how many of them are occupied
    int own_count;
    int enemy_cell = NoCell;

    explicit SKEP_INLINE AroundQueens(const Board<N>& board)
        : enemy_count(neighbours_of_queen(board, board.turn ^ 1)),
          own_count(neighbours_of_queen(board, board.turn)) {
        const int own_cell = board.at[queen_of(board.turn)];
        enemy_cell = board.at[queen_of(board.turn ^ 1)];
        if (enemy_cell != NoCell) add_ring<N>(enemy, enemy_cell, RingAll);
        if (own_cell != NoCell) add_ring<N>(own, own_cell, RingAll);
    }
};

// Does a move take a free side of the enemy queen without leaving another one? The queen herself,
// thrown by a Pillbug, does not.
template <int N>
SKEP_INLINE bool fills_a_side(const Board<N>& board, Move move, const AroundQueens<N>& around) {
    if (move.is_pass() || !contains<N>(around.enemy, move.to()) || board.top[move.to()] != NoPiece)
        return false;
    if (move.piece() == queen_of(board.turn ^ 1)) return false;
    return move.is_placement() || board.level[move.piece()] > 0 ||
           !contains<N>(around.enemy, move.from());
}

// With five neighbours around the queen of the side to move: could the enemy bring the sixth if it
// were its turn? Five alone are no danger: the last side is often out of everybody's reach.
template <int N>
__attribute__((noinline)) bool is_about_to_be_closed_in(Board<N>& board) {
    const Undo undo = make(board, Move::pass());
    const AroundQueens<N> around(board);
    Move moves[MaxMoves];
    const int count = generate(board, moves);
    bool found = false;
    for (int i = 0; i < count && !found; ++i) found = fills_a_side(board, moves[i], around);
    unmake(board, Move::pass(), undo);
    return found;
}

}  // namespace skep::hive::SKEP_KERNEL
