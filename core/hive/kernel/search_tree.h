// One position of the tree: what is pruned, in which order moves are tried, and the leaves.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "hive/kernel/searcher.h"

namespace skep::hive::SKEP_KERNEL {

inline constexpr int Unsearched = -(1 << 30);  // instead of the score of a move that was left out

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

template <int N>
int Searcher<N>::quiesce(int alpha, int beta, int ply) {
    const int standing = standing_score();
    if (ply >= MaxPly || neighbours_of_queen(board_, board_.turn ^ 1) < 5) return standing;
    const AroundQueens<N> around(board_);
    // One cell is left beside the enemy queen: whoever gets there wins.
    Move moves[MaxMoves];
    const int count = generate(board_, moves);
    for (int i = 0; i < count; ++i) {
        const Move move = moves[i];
        if (!fills_a_side(board_, move, around)) continue;
        const Undo undo = make(board_, move);
        const bool own_too = is_surrounded(board_, board_.turn ^ 1);
        unmake(board_, move, undo);
        const int score = own_too ? 0 : WinScore - ply - 1;
        if (score > alpha) alpha = score;
        if (alpha >= beta) return alpha;
    }
    return standing > alpha ? standing : alpha;
}

template <int N>
int Searcher<N>::search(int alpha, int beta, int depth, int ply, bool is_pv, Move previous) {
    pv_length_[ply] = 0;
    ++own_nodes_;
    if (should_stop()) return 0;
    const bool own_lost = is_surrounded(board_, board_.turn);
    const bool enemy_lost = is_surrounded(board_, board_.turn ^ 1);
    if (own_lost || enemy_lost)
        return own_lost && enemy_lost ? 0 : own_lost ? -(WinScore - ply) : WinScore - ply;
    path_[ply] = board_.hash;
    if (repeats(ply)) return 0;
    if constexpr (N == 16) {
        if (spans_too_far(board_)) {
            --own_nodes_;
            return hand_over(alpha, beta, depth, ply, is_pv, previous);
        }
    }
    if (ply >= MaxPly - 1) return quiesce(alpha, beta, ply);
    // A quicker win is known already, or a quicker loss cannot be avoided.
    if (alpha < -(WinScore - ply)) alpha = -(WinScore - ply);
    if (beta > WinScore - ply - 1) beta = WinScore - ply - 1;
    if (alpha >= beta) return alpha;

    const int own_ring = neighbours_of_queen(board_, board_.turn);
    const bool danger = own_ring >= 5 && is_about_to_be_closed_in(board_);
    if (danger && depth <= 0 && ply <= root_depth_ + Tuning::DangerPlies && !full_width_) depth = 1;
    if (depth <= 0) return quiesce(alpha, beta, ply);

    const uint64_t position_key = key();
    TableEntry entry{Move::pass(), 0, 0, NoBound};
    const bool known = use_table_ && shared_.table->probe(position_key, entry);
    const bool is_deep_enough =
        full_width_ ? entry.depth == depth : entry.depth >= depth || is_proven(entry);
    if (known && !is_pv && is_deep_enough) {
        const int score = from_table(entry.score, ply);
        if (entry.bound == ExactBound || (entry.bound == LowerBound && score >= beta) ||
            (entry.bound == UpperBound && score <= alpha))
            return score;
    }
    const int asked_depth = depth;
    if (!known && depth >= 4 && !full_width_)
        --depth;  // without a table move the order is poor: look shallower

    const bool may_prune = !is_pv && !danger && alpha > -SureWin && beta < SureWin && !full_width_;
    int standing = 0;
    if (may_prune) {
        standing = standing_score();
        if (depth <= Tuning::ReverseFutilityDepth &&
            standing - Tuning::ReverseFutilityMargin * depth >= beta)
            return standing;
        const bool queen_in_play = board_.at[queen_of(board_.turn)] != NoCell;
        if (depth >= Tuning::NullMoveDepth && standing >= beta && !previous.is_pass() &&
            queen_in_play && own_ring < Tuning::NullMoveRing) {
            // To pass is allowed to nobody who has a move, but if even that is good enough, a move
            // is too. It lifts the ban on the piece that just moved, which only helps the enemy.
            const int reduced = depth - 1 - Tuning::NullMoveReduction - depth / 4;
            const Undo undo = make(board_, Move::pass());
            placement_[ply + 1] = true;
            const int score = -search(-beta, -beta + 1, reduced, ply + 1, false, Move::pass());
            unmake(board_, Move::pass(), undo);
            if (stopped_) return 0;
            if (score >= beta) return score > SureWin ? beta : score;
        }
    }
    Move list[MaxMoves];
    const int count = generate(board_, list);
    ScoredMove moves[MaxMoves];
    const AroundQueens<N> around(board_);
    const QueenGains<N> gains(around);
    const Move counter = ordering_.counter(previous);
    for (int i = 0; i < count; ++i)
        moves[i] = {list[i], list[i].is_pass() ? 0
                                               : ordering_.score(board_, list[i], gains, entry.move,
                                                                 killers_[ply], counter)};

    const int old_alpha = alpha;
    int best = -WinScore;
    Move best_move = Move::pass();
    int tried = 0;
    int16_t deferred[MaxMoves];
    int deferred_count = 0;
    BusyPositions* const busy = depth >= Tuning::DeferDepth ? shared_.busy : nullptr;
    for (int step = 0; step < count + deferred_count; ++step) {
        const int i = step < count ? step : deferred[step - count];
        if (step < count) bring_best_forward(moves, i, count);
        const Move move = moves[i].move();
        const bool at_queen = !move.is_pass() && (contains<N>(around.enemy, move.to()) ||
                                                  move.to() == around.enemy_cell);
        if (may_prune && i > 0 && best > -SureWin && !at_queen) {
            const int hoped_for = standing + Tuning::FutilityMargin * depth;
            const bool is_futile = depth <= Tuning::FutilityDepth && i > 3 && hoped_for <= alpha;
            if (is_futile ||
                (depth <= Tuning::LateMoveDepth &&
                 i >= Tuning::LateMoveBase + Tuning::LateMovePerDepth * depth * depth)) {
                // What was left out might still be worth so much: the table must not say less.
                if (is_futile && hoped_for > best) best = hoped_for;
                moves[i] = {move, Unsearched};
                continue;
            }
        }
        const Undo undo = make(board_, move);
        placement_[ply + 1] = !move.is_pass() && move.is_placement();
        const uint64_t child = key();
        if (busy) {
            if (tried > 0 && step < count && busy->holds(child)) {
                unmake(board_, move, undo);
                deferred[deferred_count++] = static_cast<int16_t>(i);
                continue;
            }
            busy->enter(child);
        }
        int reduction = 0;
        if (depth >= 2 && i >= Tuning::ReductionFromMove && !danger && !full_width_) {
            reduction = reduction_of(depth, i + 1);
            if (is_pv || at_queen) --reduction;
            if (!move.is_pass() && ordering_.history(move) > 4000) --reduction;
            if (!move.is_pass() && ordering_.history(move) < -2000) ++reduction;
            if (reduction < 0) reduction = 0;
            if (reduction > depth - 1) reduction = depth - 1;
        }
        const int extension = count == 1 && ply < 2 * root_depth_ && !full_width_ ? 1 : 0;
        const int next = depth - 1 + extension;
        if (next - reduction > 0) shared_.table->prefetch(child);  // leaves do not ask the table
        int score;
        if (tried == 0) {
            score = -search(-beta, -alpha, next, ply + 1, is_pv, move);
        } else {
            score = -search(-alpha - 1, -alpha, next - reduction, ply + 1, false, move);
            if (score > alpha && reduction > 0)
                score = -search(-alpha - 1, -alpha, next, ply + 1, false, move);
            if (score > alpha && score < beta)
                score = -search(-beta, -alpha, next, ply + 1, true, move);
        }
        unmake(board_, move, undo);
        if (busy) busy->leave(child);
        if (stopped_) return 0;
        ++tried;
        if (score <= best) continue;
        best = score;
        best_move = move;
        if (score <= alpha) continue;
        alpha = score;
        pv_[ply][0] = move;
        std::memcpy(&pv_[ply][1], pv_[ply + 1],
                    sizeof(Move) * static_cast<size_t>(pv_length_[ply + 1]));
        pv_length_[ply] = pv_length_[ply + 1] + 1;
        if (alpha < beta) continue;
        if (!move.is_pass()) {
            if (killers_[ply][0] != move) {
                killers_[ply][1] = killers_[ply][0];
                killers_[ply][0] = move;
            }
            ordering_.set_counter(previous, move);
            ordering_.reward(move, depth);
            for (int j = 0; j < i; ++j)
                if (!moves[j].move().is_pass() && moves[j].score() != Unsearched)
                    ordering_.punish(moves[j].move(), depth);
        }
        break;
    }
    if (count == 0) return 0;
    const Bound bound = best >= beta ? LowerBound : best > old_alpha ? ExactBound : UpperBound;
    // Another thread that comes here with the same depth in mind is to be content with this.
    const int stored_depth = shared_.busy ? asked_depth : depth;
    if (use_table_)
        shared_.table->store(position_key, {best_move, static_cast<int16_t>(to_table(best, ply)),
                                            static_cast<uint8_t>(stored_depth), bound});
    return best;
}

}  // namespace skep::hive::SKEP_KERNEL
