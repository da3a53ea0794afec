// What must hold of a board before and after every move; checked in debug builds.
#pragma once

#include <cassert>

#include "hive/board.h"
#include "hive/kernel/sets.h"
#include "hive/zobrist.h"

namespace skep::hive::SKEP_KERNEL {

#ifdef NDEBUG
template <int N>
SKEP_INLINE void assert_consistent(const Board<N>&, bool) {}
#else
template <int N>
void assert_consistent(const Board<N>& board, bool with_hash) {
    uint64_t hash = 0;
    int tall = 0;
    for (int cell = 0; cell < N * N; ++cell) {
        const int height = board.height(cell);
        const int top = board.top[cell];
        assert(contains<N>(board.occupied, cell) == (height > 0));
        assert(contains<N>(board.tall, cell) == (height > 1));
        assert(contains<N>(board.white, cell) == (height > 0 && color_of(top) == White));
        tall += height > 1;
        int level = height;
        for (int piece = top; piece != NoPiece; piece = board.under[piece]) {
            assert(board.level[piece] == --level && board.at[piece] == cell);
            hash ^= piece_key<N>(piece, cell, level);
        }
        assert(level == 0);
    }
    assert(board.tall_count == tall);
    int in_hand[2][BugCount] = {};
    for (int piece = 0; piece < PieceCount; ++piece)
        if (board.at[piece] == NoCell && board.options.has(BugOf[piece]))
            ++in_hand[color_of(piece)][BugOf[piece]];
    for (int color = 0; color < 2; ++color)
        for (int bug = 0; bug < BugCount; ++bug)
            assert(board.hand[color][bug] == in_hand[color][bug]);
    assert(board.just_moved == NoPiece ||
           board.top[board.at[board.just_moved]] == board.just_moved);
    // A set-up changes the turn between its placements, so that the side alone is left open.
    assert(!with_hash || board.hash == hash || board.hash == (hash ^ BlackToMove));
}
#endif

}  // namespace skep::hive::SKEP_KERNEL
