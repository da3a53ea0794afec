// In which order moves are tried: what has cut off before, and what goes at a queen.
#pragma once

#include "hive/kernel/threats.h"
#include "hive/search.h"

namespace skep::hive::SKEP_KERNEL {

struct ScoredMove {
    Move move;
    int score;
};

template <int N>
class MoveOrdering {
  public:
    static constexpr int TableMove = 1 << 30;
    static constexpr int Winning = 1 << 29;
    static constexpr int Killer = 1 << 22;

    void clear() { std::memset(static_cast<void*>(this), 0, sizeof *this); }

    // Half of what was learned stays for the next iteration or move.
    void age() {
        for (auto& row : history_)
            for (auto& value : row) value = static_cast<int16_t>(value / 2);
    }

    SKEP_INLINE int score(const Board<N>& board, Move move, const AroundQueens<N>& around,
                          Move table_move, const Move* killers, Move counter) const {
        if (move == table_move) return TableMove;
        const int to = move.to(), piece = move.piece();
        int value = history_[piece][to];
        const bool onto_empty = board.top[to] == NoPiece;
        const bool at_enemy = contains<N>(around.enemy, to) && onto_empty;
        const bool leaves_enemy = !move.is_placement() && board.level[piece] == 0 &&
                                  contains<N>(around.enemy, move.from());
        if (at_enemy && !leaves_enemy) {
            if (around.enemy_count == 5) return Winning;
            value += 2000 + 1500 * around.enemy_count;
        } else if (leaves_enemy && !at_enemy) {
            value -= 1500 * around.enemy_count;
        }
        if (to == around.enemy_cell) value += 6000;
        const bool leaves_own =
            !move.is_placement() && board.level[piece] == 0 && contains<N>(around.own, move.from());
        const bool at_own = contains<N>(around.own, to) && onto_empty;
        if (leaves_own && !at_own)
            value += 1000 * around.own_count;
        else if (at_own && !leaves_own)
            value -= 1500 * around.own_count;
        if (piece % PiecesPerSide == 0 && !move.is_placement()) value += 800 * around.own_count;
        if (move == killers[0]) return value + Killer + 1;
        if (move == killers[1]) return value + Killer;
        if (move == counter) value += 12000;
        return value;
    }

    void reward(Move move, int depth) { update(move, depth * depth * 8); }
    void punish(Move move, int depth) { update(move, -depth * depth * 8); }
    int history(Move move) const { return history_[move.piece()][move.to()]; }

    Move counter(Move previous) const {
        return previous.is_pass() ? previous : counters_[previous.piece()][previous.to()];
    }
    void set_counter(Move previous, Move reply) {
        if (!previous.is_pass()) counters_[previous.piece()][previous.to()] = reply;
    }

  private:
    // Pulls towards ±16384, the quicker the farther away.
    void update(Move move, int by) {
        int16_t& value = history_[move.piece()][move.to()];
        const int bounded = by > 4096 ? 4096 : by < -4096 ? -4096 : by;
        const int size = bounded < 0 ? -bounded : bounded;
        value = static_cast<int16_t>(value + bounded - value * size / 16384);
    }

    int16_t history_[PieceCount][N * N];
    Move counters_[PieceCount][N * N];
};

}  // namespace skep::hive::SKEP_KERNEL
