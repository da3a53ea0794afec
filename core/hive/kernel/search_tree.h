// One position of the tree: what is pruned, which moves are tried and how deep.
#pragma once

#include "hive/kernel/quiescence.h"

namespace skep::hive::SKEP_KERNEL {

template <int N>
int Searcher<N>::search(int alpha, int beta, int depth, int ply, bool is_pv, Move previous) {
    pv_length_[ply] = 0;
    timing_.count_node();
    if (timing_.should_stop()) return 0;
    int score = 0;
    if (is_over(ply, score)) return score;
    if constexpr (N == 16) {
        if (spans_too_far(board_)) {
            timing_.discount_node();
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

    Node node{alpha, beta, depth, ply, is_pv, previous, danger};
    const uint64_t position_key = key();
    TableEntry entry{Move::pass(), 0, 0, NoBound};
    const bool known = use_table_ && shared_.table->probe(position_key, entry);
    if (known && !is_pv && is_answered_by(entry, node, score)) return score;
    if (!known && depth >= 4 && !full_width_)
        --node.depth;  // without a table move the order is poor: look shallower

    node.may_prune = !is_pv && !danger && alpha > -SureWin && beta < SureWin && !full_width_;
    if (node.may_prune && is_good_enough_unmoved(node, own_ring, score)) return score;
    const Found found = try_moves(node, entry.move);
    if (timing_.is_stopped() || !found.has_moves) return 0;
    const Bound bound = found.score >= beta   ? LowerBound
                        : found.score > alpha ? ExactBound
                                              : UpperBound;
    // Another thread that comes here with the same depth in mind is to be content with this.
    const int stored_depth = shared_.busy ? depth : node.depth;
    if (use_table_)
        shared_.table->store(position_key,
                             {found.move, static_cast<int16_t>(to_table(found.score, ply)),
                              static_cast<uint8_t>(stored_depth), bound});
    return found.score;
}

// Is the game over here, by a queen or by repetition?
template <int N>
SKEP_INLINE bool Searcher<N>::is_over(int ply, int& score) {
    const bool own_lost = is_surrounded(board_, board_.turn);
    const bool enemy_lost = is_surrounded(board_, board_.turn ^ 1);
    if (own_lost || enemy_lost) {
        score = own_lost && enemy_lost ? 0 : own_lost ? -(WinScore - ply) : WinScore - ply;
        return true;
    }
    path_[ply] = board_.hash;
    score = 0;
    return repeats(ply);
}

template <int N>
SKEP_INLINE bool Searcher<N>::is_answered_by(const TableEntry& entry, const Node& node,
                                             int& score) const {
    const bool is_deep_enough =
        full_width_ ? entry.depth == node.depth : entry.depth >= node.depth || is_proven(entry);
    if (!is_deep_enough) return false;
    score = from_table(entry.score, node.ply);
    return entry.bound == ExactBound || (entry.bound == LowerBound && score >= node.beta) ||
           (entry.bound == UpperBound && score <= node.alpha);
}

// Does the position suffice as it stands, or even if the enemy may move twice?
template <int N>
SKEP_INLINE bool Searcher<N>::is_good_enough_unmoved(Node& node, int own_ring, int& score) {
    const int standing = node.standing = standing_score();
    if (node.depth <= Tuning::ReverseFutilityDepth &&
        standing - Tuning::ReverseFutilityMargin * node.depth >= node.beta) {
        score = standing;
        return true;
    }
    const bool queen_in_play = board_.at[queen_of(board_.turn)] != NoCell;
    if (node.depth < Tuning::NullMoveDepth || standing < node.beta || node.previous.is_pass() ||
        !queen_in_play || own_ring >= Tuning::NullMoveRing)
        return false;
    // To pass is allowed to nobody who has a move, but if even that is good enough, a move is too.
    // It lifts the ban on the piece that just moved, which only helps the enemy.
    const int reduced = node.depth - 1 - Tuning::NullMoveReduction - node.depth / 4;
    const Undo undo = make(board_, Move::pass());
    placement_[node.ply + 1] = true;
    score = -search(-node.beta, -node.beta + 1, reduced, node.ply + 1, false, Move::pass());
    unmake(board_, Move::pass(), undo);
    if (timing_.is_stopped()) {
        score = 0;
        return true;
    }
    if (score > SureWin) score = node.beta;
    return score >= node.beta;
}

template <int N>
SKEP_INLINE typename Searcher<N>::Found Searcher<N>::try_moves(const Node& node, Move table_move) {
    Move list[MaxMoves];
    const int count = generate(board_, list);
    ScoredMove moves[MaxMoves];
    const AroundQueens<N> around(board_);
    const MoveOrder<N> order{board_,     history_,           QueenGains<N>(around),
                             table_move, killers_[node.ply], history_.counter(node.previous)};
    for (int i = 0; i < count; ++i) moves[i] = order.scored(list[i]);

    Found found{-WinScore, Move::pass(), count > 0};
    int alpha = node.alpha;
    Move tried[MaxMoves];
    int tried_count = 0;
    int16_t deferred[MaxMoves];
    int deferred_count = 0;
    BusyPositions* const busy = node.depth >= Tuning::DeferDepth ? shared_.busy : nullptr;
    for (int step = 0; step < count + deferred_count; ++step) {
        const int i = step < count ? step : deferred[step - count];
        if (step < count) bring_best_forward(moves, i, count);
        const Move move = moves[i].move();
        const bool at_queen = !move.is_pass() && (contains<N>(around.enemy, move.to()) ||
                                                  move.to() == around.enemy_cell);
        if (node.may_prune && i > 0 && found.score > -SureWin && !at_queen &&
            is_left_out(node, alpha, i, found.score))
            continue;
        const Undo undo = make(board_, move);
        placement_[node.ply + 1] = !move.is_pass() && move.is_placement();
        const uint64_t child = key();
        if (busy) {
            if (tried_count > 0 && step < count && busy->holds(child)) {
                unmake(board_, move, undo);
                deferred[deferred_count++] = static_cast<int16_t>(i);
                continue;
            }
            busy->enter(child);
        }
        const int reduction = reduction_for(node, move, i, at_queen);
        const int extension = count == 1 && node.ply < 2 * root_depth_ && !full_width_ ? 1 : 0;
        const int next = node.depth - 1 + extension;
        if (next - reduction > 0) shared_.table->prefetch(child);  // leaves do not ask the table
        const int score = score_of_child(node, alpha, next, reduction, tried_count == 0, move);
        unmake(board_, move, undo);
        if (busy) busy->leave(child);
        if (timing_.is_stopped()) return found;
        tried[tried_count++] = move;
        if (score <= found.score) continue;
        found.score = score;
        found.move = move;
        if (score <= alpha) continue;
        alpha = score;
        keep_line(node.ply, move);
        if (alpha < node.beta) continue;
        if (!move.is_pass()) learn_from_cutoff(node, tried, tried_count);
        break;
    }
    return found;
}

// Is a late move, or one that could not help even if it gained a lot, not to be looked at?
template <int N>
SKEP_INLINE bool Searcher<N>::is_left_out(const Node& node, int alpha, int index, int& best) {
    const int depth = node.depth;
    const int hoped_for = node.standing + Tuning::FutilityMargin * depth;
    const bool is_futile = depth <= Tuning::FutilityDepth && index > 3 && hoped_for <= alpha;
    // What was left out might still be worth so much: the table must not say less.
    if (is_futile && hoped_for > best) best = hoped_for;
    return is_futile || (depth <= Tuning::LateMoveDepth &&
                         index >= Tuning::LateMoveBase + Tuning::LateMovePerDepth * depth * depth);
}

// How much shallower a move of this place in the order is looked at first.
template <int N>
SKEP_INLINE int Searcher<N>::reduction_for(const Node& node, Move move, int index,
                                           bool at_queen) const {
    if (node.depth < 2 || index < Tuning::ReductionFromMove || node.is_in_danger || full_width_)
        return 0;
    int reduction = reduction_of(node.depth, index + 1);
    if (node.is_pv || at_queen) --reduction;
    if (!move.is_pass() && history_.of(move) > 4000) --reduction;
    if (!move.is_pass() && history_.of(move) < -2000) ++reduction;
    if (reduction < 0) reduction = 0;
    return reduction > node.depth - 1 ? node.depth - 1 : reduction;
}

// The first move with the whole window; of the others only whether they are better, as long as
// they are not.
template <int N>
SKEP_INLINE int Searcher<N>::score_of_child(const Node& node, int alpha, int next, int reduction,
                                            bool is_first, Move move) {
    const int ply = node.ply + 1;
    if (is_first) return -search(-node.beta, -alpha, next, ply, node.is_pv, move);
    int score = -search(-alpha - 1, -alpha, next - reduction, ply, false, move);
    if (score > alpha && reduction > 0) score = -search(-alpha - 1, -alpha, next, ply, false, move);
    if (score > alpha && score < node.beta)
        score = -search(-node.beta, -alpha, next, ply, true, move);
    return score;
}

template <int N>
SKEP_INLINE void Searcher<N>::keep_line(int ply, Move move) {
    pv_[ply][0] = move;
    std::memcpy(&pv_[ply][1], pv_[ply + 1],
                sizeof(Move) * static_cast<size_t>(pv_length_[ply + 1]));
    pv_length_[ply] = pv_length_[ply + 1] + 1;
}

// The last of the moves that were tried cut off. Those left out or deferred have earned nothing.
template <int N>
SKEP_INLINE void Searcher<N>::learn_from_cutoff(const Node& node, const Move* tried, int count) {
    const Move move = tried[count - 1];
    killers_[node.ply].add(move);
    history_.set_counter(node.previous, move);
    history_.reward(move, node.depth);
    for (int i = 0; i < count - 1; ++i)
        if (!tried[i].is_pass()) history_.punish(tried[i], node.depth);
}

}  // namespace skep::hive::SKEP_KERNEL
