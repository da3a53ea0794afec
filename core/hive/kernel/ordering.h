// In which order moves are tried: what has cut off before, and what goes at a queen.
#pragma once

#include "hive/kernel/threats.h"
#include "hive/search.h"

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

template <int N>
class MoveOrdering {
  public:
    static constexpr int TableMove = 1 << 30;
    static constexpr int Winning = 1 << 29;
    static constexpr int Killer = 1 << 22;

    explicit MoveOrdering(BoardExperience<N>& experience)
        : history_(experience.history), counters_(experience.counters) {}

    SKEP_INLINE int score(const Board<N>& board, Move move, const QueenGains<N>& gains,
                          Move table_move, const Move* killers, Move counter) const {
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
        int value = history_[piece][to];
        value += gains.enemy[1 + at_enemy - leaves_enemy] + gains.own[1 + at_own - leaves_own];
        if (to == around.enemy_cell) value += 6000;
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

    int16_t (&history_)[PieceCount][N * N];
    Move (&counters_)[PieceCount][N * N];
};

}  // namespace skep::hive::SKEP_KERNEL
