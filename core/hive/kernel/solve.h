// Forced wins. The side to move at the root attacks; how many moves it needs is counted in its own.
//
// Two searches take turns as the number grows. One lets the attacker fill sides of the queen
// as fast as the number allows, and assumes that the other side never fills one itself: it is
// quick, and what it finds is a win, but that it finds none proves nothing. The other one tries
// everything.
#pragma once

#include <algorithm>

#include "hive/kernel/ordering.h"
#include "hive/solve.h"

namespace skep::hive::SKEP_KERNEL {

template <int N>
class ProofSearch {
  public:
    ProofSearch(const Board<N>& board, SolveShared& shared)
        : board_(board), attacker_(board.turn), shared_(shared) {}

    void run(BoardProof& proof) {
        for (int moves = proof.none_within + 1; moves <= shared_.limits.max_moves; ++moves) {
            if (attack(moves, 0, Width::Filling) || attack(moves, 0, Width::All)) {
                if (stopped_) return;
                proof.wins_in = moves;
                write_line(proof, moves);
                return;
            }
            if (stopped_) return;
            proof.none_within = moves;
        }
    }

  private:
    enum class Width { Filling, All };

    // Can the attacker, who is to move, win within so many moves?
    bool attack(int moves, int ply, Width width) {
        if (should_stop()) return false;
        if (moves == 1) return wins_at_once();
        const uint64_t key = this->key();
        Proven known = shared_.table->probe(key);
        if (known.wins_in && known.wins_in <= moves) return true;
        if (known.none_within >= moves) return false;
        if (width == Width::Filling) {
            if (known.none_by_filling >= moves || sides_left() > moves) return false;
        }
        const uint64_t before = shared_.nodes;
        ScoredMove list[MaxMoves];
        const int count = ordered_moves(list, known.move, ply);
        bool found = false;
        const bool is_hopeless = moves == 2 && width == Width::All && comes_too_late(list, count);
        for (int i = 0; i < count && !found && !is_hopeless; ++i) {
            bring_best_forward(list, i, count);
            const Move move = list[i].move();
            const Undo undo = make(board_, move);
            found = is_won_after_attack(moves, ply, width, move);
            unmake(board_, move, undo);
            if (stopped_) return false;
            if (!found) continue;
            known.move = move;
            known.wins_in = static_cast<uint8_t>(moves);
            prefer(move, ply, moves);
        }
        if (!found) {
            uint8_t& within = width == Width::All ? known.none_within : known.none_by_filling;
            within = static_cast<uint8_t>(moves);
        }
        shared_.table->store(key, known, shared_.nodes - before);
        return found;
    }

    bool is_won_after_attack(int moves, int ply, Width width, Move move) {
        if (is_surrounded(board_, attacker_)) return false;
        if (is_surrounded(board_, attacker_ ^ 1)) return true;
        if (leaves_board() || is_drawn()) return false;
        if (width == Width::Filling && sides_left() > moves - 1) return false;
        return !can_be_met(moves - 1, ply + 1, width, move);
    }

    // Has the other side, which is to move, an answer after which so many moves do not suffice?
    bool can_be_met(int moves, int ply, Width width, Move attack_move) {
        if (should_stop()) return true;
        if (moves == 1 && is_met_by_waiting()) return true;
        ScoredMove list[MaxMoves];
        const int count = ordered_moves(list, history_.counter(attack_move), ply);
        for (int i = 0; i < count; ++i) {
            bring_best_forward(list, i, count);
            const Move move = list[i].move();
            const Undo undo = make(board_, move);
            bool is_met = is_surrounded(board_, attacker_) || leaves_board() || is_drawn();
            if (!is_met && !is_surrounded(board_, attacker_ ^ 1))
                is_met = !attack(moves, ply + 1, width);
            unmake(board_, move, undo);
            if (stopped_) return true;
            if (!is_met) continue;
            history_.set_counter(attack_move, move);
            prefer(move, ply, moves);
            return true;
        }
        return false;
    }

    // Two attacks are left for three free sides of the queen, and whatever the first one is, the
    // other side can place a piece that leaves them alone: an attack shuts off cells in one spot
    // only, and there are two such spots.
    bool comes_too_late(const ScoredMove* list, int count) const {
        // A throw needs a hole: both sides may fill one cell around it before.
        if (neighbours_of_queen(board_, attacker_ ^ 1) > 3 || holes_lack() < 3) return false;
        const Set<N> cells = waiting_cells();
        if (!cells.any()) return false;
        alignas(32) typename Torus<N>::Row spot[N] = {};
        int some_cell = 0;
        for_each_cell(cells, [&](int cell) { some_cell = cell; });
        insert<N>(spot, some_cell);
        Set<N> near = Set<N>::load(spot);
        // A piece and the cells around it; with a throw also the cell where a piece comes down.
        for (int i = 0; i < (board_.options.pillbug ? 3 : 2); ++i) near = near | neighbours(near);
        if (!cells.without(near).any()) return false;
        const AroundQueens<N> around(board_);
        for (int i = 0; i < count; ++i) {
            const Move move = list[i].move();
            if (!move.is_pass() && is_thrower(move.piece()) && contains<N>(around.enemy, move.to()))
                return false;  // it may throw the queen next
        }
        return true;
    }

    // Where the other side can place a piece without filling a side of its queen.
    Set<N> waiting_cells() const {
        const int defender = attacker_ ^ 1;
        uint64_t hand;
        std::memcpy(&hand, board_.hand[defender], sizeof hand);
        if (hand == 0 || board_.at[queen_of(defender)] == NoCell) return Set<N>::none();
        const Set<N> occupied = Set<N>::load(board_.occupied), white = Set<N>::load(board_.white);
        const Set<N> beside_white = neighbours(white),
                     beside_black = neighbours(occupied.without(white));
        const Set<N> cells = defender == White ? beside_white.without(beside_black)
                                               : beside_black.without(beside_white);
        alignas(32) typename Torus<N>::Row sides[N] = {};
        add_ring<N>(sides, board_.at[queen_of(defender)], RingAll);
        return cells.without(occupied).without(Set<N>::load(sides));
    }

    // One attack is left and two sides of the queen are free at least: to place a piece elsewhere
    // will do, and so will most moves that leave her sides alone, of which a few are looked at
    // before all are put in order.
    bool is_met_by_waiting() {
        constexpr int Enough = 4;
        const int lacks = holes_lack();
        if (neighbours_of_queen(board_, attacker_ ^ 1) > 4 || lacks == 0) return false;
        if (lacks > 1 && waiting_cells().any()) return true;
        Move moves[MaxMoves];
        const int count = generate(board_, moves);
        for (int i = 0; i < count && i < Enough; ++i) {
            const Undo undo = make(board_, moves[i]);
            ++shared_.nodes;
            const bool is_safe = is_surrounded(board_, attacker_) ||
                                 (neighbours_of_queen(board_, attacker_ ^ 1) <= 4 &&
                                  holes_lack() > 0 && !leaves_board());
            unmake(board_, moves[i], undo);
            if (is_safe) return true;
        }
        return false;
    }

    bool wins_at_once() {
        const int ring = neighbours_of_queen(board_, attacker_ ^ 1);
        if (ring < 5 && holes_lack() > 0) return false;
        const AroundQueens<N> around(board_);
        Move moves[MaxMoves];
        const int count = generate(board_, moves);
        for (int i = 0; i < count; ++i) {
            if (moves[i].is_pass()) continue;
            if (!fills_a_side(board_, moves[i], around) &&
                moves[i].piece() != queen_of(attacker_ ^ 1))
                continue;
            const Undo undo = make(board_, moves[i]);
            ++shared_.nodes;
            const bool wins =
                is_surrounded(board_, attacker_ ^ 1) && !is_surrounded(board_, attacker_);
            unmake(board_, moves[i], undo);
            if (wins) return true;
        }
        return false;
    }

    // The attacker's Pillbug, or Mosquito as one, may throw the other queen into a hole: how many
    // cells around such a hole are still free, at least. Six where nobody can throw her.
    SKEP_INLINE int holes_lack() const {
        int least = 6;
        const int queen = board_.at[queen_of(attacker_ ^ 1)];
        if (!board_.options.pillbug || queen == NoCell) return least;
        for (unsigned ring = ring_at<N>(board_.occupied, queen) & RingAll; ring; ring &= ring - 1) {
            const int thrower = Torus<N>::Neighbour[queen][std::countr_zero(ring)];
            const int piece = board_.top[thrower];
            if (color_of(piece) != attacker_ || !is_thrower(piece)) continue;
            for (int side = 0; side < 6; ++side) {
                const int hole = Torus<N>::Neighbour[thrower][side];
                if (board_.top[hole] != NoPiece) continue;
                int lacks = 6 - std::popcount(ring_at<N>(board_.occupied, hole) & RingAll);
                for (int other = 0; other < 6; ++other)  // she leaves her own cell free
                    lacks += Torus<N>::Neighbour[hole][other] == queen;
                if (lacks < least) least = lacks;
            }
        }
        return least;
    }
    static SKEP_INLINE bool is_thrower(int piece) {
        return BugOf[piece] == Pillbug || BugOf[piece] == Mosquito;
    }

    SKEP_INLINE int sides_left() const {
        return std::min(6 - neighbours_of_queen(board_, attacker_ ^ 1), holes_lack() + 1);
    }

    int ordered_moves(ScoredMove* list, Move first, int ply) {
        Move moves[MaxMoves];
        const int count = generate(board_, moves);
        const AroundQueens<N> around(board_);
        const MoveOrder<N> order{board_, history_,      QueenGains<N>(around),
                                 first,  killers_[ply], Move::pass()};
        for (int i = 0; i < count; ++i) list[i] = order.scored(moves[i]);
        return count;
    }

    void prefer(Move move, int ply, int moves) {
        if (move.is_pass()) return;
        killers_[ply].add(move);
        history_.reward(move, moves + 1);
    }

    // The quickest win against the longest defence, as far as it can be told from what is known.
    void write_line(BoardProof& proof, int moves) {
        Undo undone[BoardProof::MaxLine];
        while (moves > 0 && proof.length + 2 <= BoardProof::MaxLine) {
            const Move move = winning_move(moves);
            if (stopped_) break;
            undone[proof.length] = make(board_, move);
            proof.line[proof.length++] = move;
            if (--moves == 0 || is_over(board_)) break;
            const Move answer = longest_defence(moves);
            if (stopped_) break;
            undone[proof.length] = make(board_, answer);
            proof.line[proof.length++] = answer;
            if (is_over(board_)) break;
        }
        for (int i = proof.length; i-- > 0;) unmake(board_, proof.line[i], undone[i]);
    }

    Move winning_move(int moves) {
        Move list[MaxMoves];
        const int count = generate(board_, list);
        const Move known = shared_.table->probe(key()).move;
        for (int i = -1; i < count; ++i) {
            const Move move = i < 0 ? known : list[i];
            if (i < 0 ? std::find(list, list + count, known) == list + count : move == known)
                continue;
            const Undo undo = make(board_, move);
            const bool wins = (moves > 1 || is_surrounded(board_, attacker_ ^ 1)) &&
                              is_won_after_attack(moves, 0, Width::All, move);
            unmake(board_, move, undo);
            if (wins || stopped_) return move;
        }
        stopped_ = true;  // cannot be: the win was proven
        return Move::pass();
    }

    // All answers lose within `moves`; one that lasts longest is looked for.
    Move longest_defence(int moves) {
        Move list[MaxMoves];
        const int count = generate(board_, list);
        Move best = list[0];
        int longest = -1;
        for (int i = 0; i < count && longest < moves; ++i) {
            const Undo undo = make(board_, list[i]);
            int lasts = 0;
            if (!is_over(board_))
                while (lasts < moves && !stopped_) {
                    ++lasts;
                    if (lasts == moves || attack(lasts, 0, Width::All)) break;
                }
            unmake(board_, list[i], undo);
            if (lasts > longest) {
                longest = lasts;
                best = list[i];
            }
        }
        return best;
    }

    SKEP_INLINE bool leaves_board() {
        if constexpr (N == 16) {
            if (spans_too_far(board_)) {
                shared_.outgrown = stopped_ = true;
                return true;
            }
        }
        return false;
    }
    SKEP_INLINE bool is_drawn() const {
        for (int i = 0; i < shared_.drawn_count; ++i)
            if (shared_.drawn[i] == board_.hash) return true;
        return false;
    }
    SKEP_INLINE uint64_t key() const { return key_of(board_); }
    bool should_stop() {
        const uint64_t nodes = ++shared_.nodes;
        if (shared_.limits.max_nodes && nodes > shared_.limits.max_nodes) stopped_ = true;
        if ((nodes & 1023) == 0 && (shared_.stop.load(std::memory_order_relaxed) ||
                                    (shared_.limits.max_seconds > 0 &&
                                     shared_.now() - shared_.start >= shared_.limits.max_seconds)))
            stopped_ = true;
        return stopped_;
    }

    static constexpr int MaxDepth = 256;

    Board<N> board_;
    const int attacker_;
    SolveShared& shared_;
    bool stopped_ = false;
    BoardExperience<N> experience_;
    History<N> history_{experience_};
    Killers killers_[MaxDepth];
};

}  // namespace skep::hive::SKEP_KERNEL
