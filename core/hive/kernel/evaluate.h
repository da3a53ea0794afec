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
    SKEP_INLINE void stand(int, int, int, int, int) {}
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
    SKEP_INLINE void stand(int, int, int, int, int) {}
};

template <int N, class Terms>
class Evaluator {
  public:
    Evaluator(const Board<N>& board, const HiveShape<N>& shape, Terms& terms)
        : board_(board), shape_(shape), occupied_(shape.occupied), terms_(terms) {}

    void run() {
        const Set<N> loose = shape_.pinned().without(Set<N>::load(board_.tall)).complement();
        loose.store(freedom_[Lifts]);
        (loose & shape_.around.with_room_to_slide()).store(freedom_[Slides]);
        for (int color = 0; color < 2; ++color) queen_cell_[color] = board_.at[queen_of(color)];
        for (int color = 0; color < 2; ++color)
            ring_count_[color] = queen_cell_[color] == NoCell
                                     ? 0
                                     : std::popcount(occupied_.ring(queen_cell_[color]) & RingAll);
        look_at_pieces<White>();
        look_at_pieces<Black>();
        look_at_queens();
        terms_.add(board_.turn, Tempo);
    }

  private:
    // Whether a piece is free is as good as random, so nothing here branches on it.
    template <int Color>
    SKEP_INLINE void look_at_pieces() {
        int free_ants = 0;
        for (int i = 0; i < PiecesPerSide; ++i) {
            const int piece = Color * PiecesPerSide + i;
            const Bug bug = BugOf[i];
            const int cell = board_.at[piece];
            if (cell == NoCell) {
                if (board_.options.has(bug)) terms_.add(Color, InHand + static_cast<int>(bug));
                continue;
            }
            const int uncovered = board_.top[cell] == piece;
            const int free = uncovered & is_free(bug, cell);
            static_assert(Stuck - Free == BugCount && Covered - Stuck == BugCount);
            terms_.add(Color, Free + BugCount * (2 - uncovered - free) + static_cast<int>(bug));
            terms_.stand(piece, cell, uncovered, free, board_.level[piece] > 0);
            auto& row = free_[Torus<N>::r_of(cell)];
            row = static_cast<typename Torus<N>::Row>(row | free << Torus<N>::q_of(cell));
            free_ants += free & static_cast<int>(bug == Ant);
        }
        if (queen_cell_[Color ^ 1] == NoCell) return;
        terms_.add(Color, AntAgainst0 + against(Color), free_ants);
        for (int i = FirstOf[Beetle]; i < FirstOf[Beetle] + CopiesOf[Beetle]; ++i)
            look_at_climber(Color, Color * PiecesPerSide + i);
        const int mosquito = Color * PiecesPerSide + FirstOf[Mosquito];
        if (board_.level[mosquito] > 0) look_at_climber(Color, mosquito);
    }

    SKEP_INLINE void look_at_climber(int color, int piece) {
        const int cell = board_.at[piece];
        if (!is_uncovered(piece)) return;
        const int distance = distance_between(cell, queen_cell_[color ^ 1]);
        if (distance == 0)
            terms_.add(color ^ 1, EnemyOnQueen);
        else if (distance <= 3 && contains<N>(freedom_[Lifts], cell))
            terms_.add(color, ClimberNear1 + distance - 1);
        if (cell == queen_cell_[color]) terms_.add(color, OwnOnQueen);
    }

    enum Freedom : uint8_t { Lifts, Slides };
    // Jumpers and climbers get away from wherever they may be lifted, sliders need room.
    static constexpr std::array<Freedom, BugCount> FreedomOf = {Slides, Slides, Lifts, Lifts,
                                                                Slides, Lifts,  Lifts, Slides};

    SKEP_INLINE int is_free(Bug bug, int cell) const {
        return freedom_[FreedomOf[bug]][Torus<N>::r_of(cell)] >> Torus<N>::q_of(cell) & 1;
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
    // By kind of moving: the cells whose uncovered piece is free.
    alignas(32) typename Torus<N>::Row freedom_[2][N];
    alignas(32) typename Torus<N>::Row free_[N] = {};
    int queen_cell_[2];
    int ring_count_[2];
};

// For white, by how many pieces are in play.
SKEP_INLINE int tapered(const TermSum& sum, int in_play) {
    const int phase = in_play > LatePhase ? LatePhase : in_play;
    return (sum.early * (LatePhase - phase) + sum.late * phase) / LatePhase;
}

// From the view of the side to move; both queens stand free.
template <int N>
int evaluate(const Board<N>& board, const HiveShape<N>& shape, const Weight* weights) {
    TermSum sum{weights};
    Evaluator<N, TermSum>(board, shape, sum).run();
    int in_play = 0;
    for (const uint16_t cell : board.at) in_play += cell != NoCell;
    const int score = tapered(sum, in_play);
    return board.turn == White ? score : -score;
}

}  // namespace skep::hive::SKEP_KERNEL
