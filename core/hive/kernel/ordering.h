// In which order moves are tried: what has cut off before, and what goes at a queen.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "hive/kernel/history.h"
#include "hive/kernel/threats.h"
#include "hive/kernel/tuning.h"

namespace skep::hive::SKEP_KERNEL {

// A score and the move in one number: the larger is tried first, of equal scores the move with
// fewer bits.
class ScoredMove {
  public:
    ScoredMove() = default;
    SKEP_INLINE ScoredMove(Move move, int score)
        : rank_(static_cast<int64_t>(static_cast<uint64_t>(score) << 32 | ~move.bits)) {}

    SKEP_INLINE Move move() const { return {~static_cast<uint32_t>(rank_)}; }
    SKEP_INLINE int score() const { return static_cast<int>(rank_ >> 32); }
    friend SKEP_INLINE bool operator>(ScoredMove a, ScoredMove b) { return a.rank_ > b.rank_; }

  private:
    int64_t rank_;
};

// What moves gain by where they lead and what they leave, beside either queen.
template <int N>
struct QueenGains {
    const AroundQueens<N>& around;
    // By whether the piece is then once less, as often or once more beside that queen.
    int enemy[3];
    int own[3];

    explicit SKEP_INLINE QueenGains(const AroundQueens<N>& queens)
        : around(queens),
          enemy{-1500 * queens.enemy_count, 0, 2000 + 1500 * queens.enemy_count},
          own{1000 * queens.own_count, 0, -1500 * queens.own_count} {}
};

// Of one position: what its moves are worth trying.
template <int N>
struct MoveOrder {
    static constexpr int TableMove = 1 << 30;
    static constexpr int Winning = 1 << 29;
    static constexpr int Killer = 1 << 22;

    const Board<N>& board;
    const History<N>& history;
    QueenGains<N> gains;
    Move table_move;
    const Killers& killers;
    Move counter;

    SKEP_INLINE ScoredMove scored(Move move) const {
        return {move, move.is_pass() ? 0 : score(move)};
    }

  private:
    SKEP_INLINE int score(Move move) const {
        if (move == table_move) return TableMove;
        const AroundQueens<N>& around = gains.around;
        const int to = move.to(), piece = move.piece();
        const int onto_empty = board.top[to] == NoPiece;
        const int at_enemy = onto_empty & contains<N>(around.enemy, to);
        const int at_own = onto_empty & contains<N>(around.own, to);
        int leaves_enemy = 0, leaves_own = 0;
        if (!move.is_placement()) {
            const int from_ground = board.level[piece] == 0;
            leaves_enemy = from_ground & contains<N>(around.enemy, move.from());
            leaves_own = from_ground & contains<N>(around.own, move.from());
        }
        if (around.enemy_count == 5 && at_enemy > leaves_enemy) return Winning;
        int value = history.of(move);
        value += gains.enemy[1 + at_enemy - leaves_enemy] + gains.own[1 + at_own - leaves_own];
        if (to == around.enemy_cell) value += 6000;
        if (piece % PiecesPerSide == 0 && !move.is_placement()) value += 800 * around.own_count;
        if (move == killers.moves[0]) return value + Killer + 1;
        if (move == killers.moves[1]) return value + Killer;
        if (move == counter) value += 12000;
        return value;
    }
};

// Most nodes are cut off by one of the first moves, so the rest is sorted only if it comes to that.
inline void bring_best_forward(ScoredMove* moves, int index, int count) {
    if (index < Tuning::SortAfter) {
        ScoredMove best = moves[index];
        int at = index;
        for (int i = index + 1; i < count; ++i) {
            const bool is_better = moves[i] > best;
            best = is_better ? moves[i] : best;
            at = is_better ? i : at;
        }
        std::swap(moves[index], moves[at]);
    } else if (index == Tuning::SortAfter) {
        std::sort(moves + index, moves + count, std::greater<>());
    }
}

}  // namespace skep::hive::SKEP_KERNEL
