// What cut off before: history by piece and cell, and the replies that refuted moves.
#pragma once

#include "hive/experience.h"
#include "hive/kernel/sets.h"

namespace skep::hive::SKEP_KERNEL {

// The two moves that cut off last at a ply, the newer one first.
struct Killers {
    Move moves[2] = {};

    SKEP_INLINE void add(Move move) {
        if (moves[0] == move) return;
        moves[1] = moves[0];
        moves[0] = move;
    }
};

template <int N>
class History {
  public:
    explicit History(BoardExperience<N>& experience)
        : history_(experience.history), counters_(experience.counters) {}

    SKEP_INLINE int of(Move move) const { return history_[move.piece()][move.to()]; }
    void reward(Move move, int depth) { update(move, depth * depth * 8); }
    void punish(Move move, int depth) { update(move, -depth * depth * 8); }

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
