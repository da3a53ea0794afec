// The evaluation of a position from the shape of the hive.
#pragma once

#include "hive/evaluation.h"
#include "hive/kernel/moves.h"

namespace skep::hive::SKEP_KERNEL {

// Gathers terms, white's less black's.
struct TermCounts {
    int16_t white[TermCount] = {};
    int16_t black[TermCount] = {};

    SKEP_INLINE void add(int color, int term, int count = 1) {
        (color == White ? white : black)[term] += static_cast<int16_t>(count);
    }
};

// Adds up what the terms weigh.
struct TermSum {
    const Weight* weights;
    int early = 0;
    int late = 0;

    SKEP_INLINE void add(int color, int term, int count = 1) {
        const int signed_count = color == White ? count : -count;
        early += signed_count * weights[term].early;
        late += signed_count * weights[term].late;
    }
};

template <int N, class Terms>
class Evaluator {
  public:
    Evaluator(const Board<N>& board, const HiveShape<N>& shape, Terms& terms)
        : board_(board), shape_(shape), occupied_(shape.occupied), terms_(terms) {}

    void run() {
        shape_.pinned().without(Set<N>::load(board_.tall)).store(pinned_);
        for (int color = 0; color < 2; ++color) queen_cell_[color] = board_.at[queen_of(color)];
        for (int color = 0; color < 2; ++color)
            ring_count_[color] = queen_cell_[color] == NoCell
                                     ? 0
                                     : std::popcount(occupied_.ring(queen_cell_[color]) & RingAll);
        look_at_pieces();
        look_at_queens();
        terms_.add(board_.turn, Tempo);
    }

  private:
    void look_at_pieces() {
        for (int piece = 0; piece < PieceCount; ++piece) {
            const int color = color_of(piece);
            const Bug bug = BugOf[piece];
            const int cell = board_.at[piece];
            if (cell == NoCell) {
                if (board_.options.has(bug)) terms_.add(color, InHand + static_cast<int>(bug));
                continue;
            }
            if (board_.top[cell] != piece) {
                terms_.add(color, Covered + static_cast<int>(bug));
                continue;
            }
            const bool free = is_free(piece, bug, cell);
            terms_.add(color, (free ? Free : Stuck) + static_cast<int>(bug));
            if (free) insert<N>(free_, cell);
            const int enemy_queen = queen_cell_[color ^ 1];
            if (enemy_queen == NoCell) continue;
            if (free && bug == Ant) terms_.add(color, AntAgainst0 + against(color));
            if (bug == Beetle || (bug == Mosquito && board_.level[piece] > 0)) {
                const int distance = distance_between(cell, enemy_queen);
                if (distance == 0)
                    terms_.add(color ^ 1, EnemyOnQueen);
                else if (free && distance <= 3)
                    terms_.add(color, ClimberNear1 + distance - 1);
                if (cell == queen_cell_[color]) terms_.add(color, OwnOnQueen);
            }
        }
    }

    SKEP_INLINE bool is_free(int piece, Bug bug, int cell) const {
        if (board_.level[piece] > 0) return true;
        if (contains<N>(pinned_, cell)) return false;
        switch (bug) {
            case Queen:
            case Pillbug:
            case Spider:
            case Ant:
                return ring_tables::Slides[occupied_.ring(cell)] != 0;
            default:
                return true;
        }
    }

    SKEP_INLINE int against(int color) const {
        const int count = ring_count_[color ^ 1];
        return count > 5 ? 5 : count;
    }

    void look_at_queens() {
        if (queen_cell_[White] == NoCell && queen_cell_[Black] == NoCell) return;
        alignas(32) typename Torus<N>::Row rim[N];
        shape_.outer_rim().store(rim);
        const Set<N> white = Set<N>::load(board_.white);
        const Set<N> beside[2] = {neighbours(white), neighbours(shape_.occupied.without(white))};
        for (int color = 0; color < 2; ++color) {
            const int cell = queen_cell_[color];
            if (cell == NoCell) continue;
            const unsigned around = occupied_.ring(cell) & RingAll;
            const int count = ring_count_[color];
            terms_.add(color, QueenRing0 + (count > 5 ? 5 : count));
            const unsigned whites = ring_at<N>(board_.white, cell) & around;
            const unsigned own = color == White ? whites : around & ~whites;
            terms_.add(color, EnemyAtQueen, std::popcount(around & ~own));
            terms_.add(color, HelperAtQueen, std::popcount(own & ring_at<N>(free_, cell)));
            terms_.add(color, OpenLiberty,
                       std::popcount(~around & RingAll & ring_at<N>(rim, cell)));
            if (!contains<N>(free_, cell) || board_.top[cell] != queen_of(color))
                terms_.add(color, QueenShut);
            look_at_drops(color, cell, beside[color ^ 1].without(beside[color]));
            look_at_guards(color, cell);
        }
    }

    void look_at_drops(int color, int cell, const Set<N>& enemy_drops) {
        uint64_t hand;
        std::memcpy(&hand, board_.hand[color ^ 1], sizeof hand);
        if (hand == 0) return;
        alignas(32) typename Torus<N>::Row rows[N];
        enemy_drops.without(shape_.occupied).store(rows);
        terms_.add(color, EnemyDropsThere, std::popcount(ring_at<N>(rows, cell) & RingAll));
    }

    void look_at_guards(int color, int cell) {
        const int pillbug = color * PiecesPerSide + FirstOf[Pillbug];
        const int mosquito = color * PiecesPerSide + FirstOf[Mosquito];
        if (is_uncovered(pillbug) && distance_between(board_.at[pillbug], cell) == 1)
            terms_.add(color, PillbugGuard);
        if (!is_uncovered(mosquito) || board_.level[mosquito] > 0) return;
        if (distance_between(board_.at[mosquito], cell) != 1) return;
        for (int owner = 0; owner < 2; ++owner) {
            const int other = owner * PiecesPerSide + FirstOf[Pillbug];
            if (is_uncovered(other) &&
                distance_between(board_.at[other], board_.at[mosquito]) == 1) {
                terms_.add(color, MosquitoGuard);
                return;
            }
        }
    }

    SKEP_INLINE bool is_uncovered(int piece) const {
        return board_.at[piece] != NoCell && board_.top[board_.at[piece]] == piece;
    }

    // On the torus, so that both ways around are looked at.
    static SKEP_INLINE int distance_between(int a, int b) {
        constexpr int Half = N / 2;
        const int q = ((Torus<N>::q_of(a) - Torus<N>::q_of(b) + Half) & Torus<N>::Mask) - Half;
        const int r = ((Torus<N>::r_of(a) - Torus<N>::r_of(b) + Half) & Torus<N>::Mask) - Half;
        const int s = q + r;
        const int x = q < 0 ? -q : q, y = r < 0 ? -r : r, z = s < 0 ? -s : s;
        return x > y ? (x > z ? x : z) : (y > z ? y : z);
    }

    const Board<N>& board_;
    const HiveShape<N>& shape_;
    const RingRows<N> occupied_;
    Terms& terms_;
    alignas(32) typename Torus<N>::Row pinned_[N];
    alignas(32) typename Torus<N>::Row free_[N] = {};
    int queen_cell_[2];
    int ring_count_[2];
};

// From the view of the side to move; both queens stand free.
template <int N>
int evaluate(const Board<N>& board, const HiveShape<N>& shape, const Weight* weights) {
    TermSum sum{weights};
    Evaluator<N, TermSum>(board, shape, sum).run();
    int in_play = 0;
    for (const uint16_t cell : board.at) in_play += cell != NoCell;
    const int phase = in_play > LatePhase ? LatePhase : in_play;
    const int score = (sum.early * (LatePhase - phase) + sum.late * phase) / LatePhase;
    return board.turn == White ? score : -score;
}

}  // namespace skep::hive::SKEP_KERNEL
