// Making and unmaking moves on a board.
#pragma once

#include <cassert>

#include "hive/board.h"
#include "hive/kernel/consistency.h"
#include "hive/kernel/rings.h"
#include "hive/zobrist.h"

namespace skep::hive::SKEP_KERNEL {

template <int N>
SKEP_INLINE void color_cell(Board<N>& board, int cell, int piece) {
    if (color_of(piece) == White)
        insert<N>(board.white, cell);
    else
        erase<N>(board.white, cell);
}

// Tells apart what the hash does not: which piece may not be moved again at once.
template <int N>
SKEP_INLINE uint64_t key_of(const Board<N>& board) {
    return board.just_moved == NoPiece
               ? board.hash
               : board.hash ^ zobrist<N>().just_moved[board.at[board.just_moved]];
}

// Lifting and dropping say how the hash changes; where nobody listens, the keys are not looked up.
template <int N>
SKEP_INLINE uint64_t lift(Board<N>& board, int piece, int cell) {
    assert(board.top[cell] == piece);
    const uint8_t under = board.under[piece];
    board.top[cell] = under;
    if (under == NoPiece) {
        erase<N>(board.occupied, cell);
        erase<N>(board.white, cell);
    } else {
        color_cell(board, cell, under);
        if (board.level[piece] == 1) {
            erase<N>(board.tall, cell);
            --board.tall_count;
        }
    }
    return piece_key<N>(piece, cell, board.level[piece]);
}

template <int N>
SKEP_INLINE uint64_t drop(Board<N>& board, int piece, int cell) {
    const uint8_t under = board.top[cell];
    const uint8_t level = under == NoPiece ? 0 : static_cast<uint8_t>(board.level[under] + 1);
    board.under[piece] = under;
    board.level[piece] = level;
    board.top[cell] = static_cast<uint8_t>(piece);
    board.at[piece] = static_cast<uint16_t>(cell);
    insert<N>(board.occupied, cell);
    color_cell(board, cell, piece);
    if (level == 1) {
        insert<N>(board.tall, cell);
        ++board.tall_count;
    }
    return piece_key<N>(piece, cell, level);
}

// Most moves neither leave a piece nor come to one: then levels and stacks stay as they are.
template <int N>
SKEP_INLINE uint64_t carry(Board<N>& board, int piece, int from, int to) {
    if (board.under[piece] == NoPiece && board.top[to] == NoPiece) {
        board.top[from] = NoPiece;
        board.top[to] = static_cast<uint8_t>(piece);
        board.at[piece] = static_cast<uint16_t>(to);
        replace<N>(board.occupied, from, to);
        if (color_of(piece) == White) replace<N>(board.white, from, to);
        return piece_key<N>(piece, from, 0) ^ piece_key<N>(piece, to, 0);
    }
    const uint64_t lifted = lift(board, piece, from);
    return lifted ^ drop(board, piece, to);
}

// Random games have no use for keys.
enum class Hashing { Update, Leave };

template <Hashing Hash = Hashing::Update, int N>
SKEP_INLINE Undo make(Board<N>& board, Move move) {
    const Undo undo{board.hash, board.just_moved};
    uint64_t change = BlackToMove;
    uint8_t just_moved = NoPiece;
    if (!move.is_pass()) {
        const int piece = move.piece();
        if (move.is_placement()) {
            assert(board.at[piece] == NoCell);
            --board.hand[color_of(piece)][BugOf[piece]];
            change ^= drop(board, piece, move.to());
        } else {
            change ^= carry(board, piece, move.from(), move.to());
            if (board.options.pillbug) just_moved = static_cast<uint8_t>(piece);
        }
    }
    if constexpr (Hash == Hashing::Update) board.hash = undo.hash ^ change;
    board.just_moved = just_moved;
    board.turn ^= 1;
    ++board.ply;
    assert_consistent(board, Hash == Hashing::Update);
    return undo;
}

template <int N>
SKEP_INLINE void unmake(Board<N>& board, Move move, const Undo& undo) {
    if (!move.is_pass()) {
        const int piece = move.piece();
        if (move.is_placement()) {
            lift(board, piece, move.to());
            board.at[piece] = NoCell;
            board.under[piece] = NoPiece;
            board.level[piece] = 0;
            ++board.hand[color_of(piece)][BugOf[piece]];
        } else {
            carry(board, piece, move.to(), move.from());
        }
    }
    board.hash = undo.hash;
    board.just_moved = undo.just_moved;
    board.turn ^= 1;
    --board.ply;
    assert_consistent(board, true);
}

// Does the hive span so many rows or columns that its rims would meet around the torus?
template <int N>
SKEP_INLINE bool spans_too_far(const Board<N>& board) {
    const Set<N> occupied = Set<N>::load(board.occupied);
    return std::popcount(occupied.row_mask()) > N - 2 ||
           std::popcount(occupied.column_mask()) > N - 2;
}

template <int N>
SKEP_INLINE bool is_surrounded(const Board<N>& board, int color) {
    const int cell = board.at[queen_of(color)];
    return cell != NoCell && (ring_at<N>(board.occupied, cell) & RingAll) == RingAll;
}

}  // namespace skep::hive::SKEP_KERNEL
