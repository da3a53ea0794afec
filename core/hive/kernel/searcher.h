// One thread's search: iterative deepening, principal variation search, quiescence.
#pragma once

#include <algorithm>

#include "hive/kernel/evaluate.h"
#include "hive/kernel/ordering.h"
#include "hive/kernel/resize.h"

namespace skep::hive::SKEP_KERNEL {

// Tuned numbers of the search, in one place.
struct Tuning {
    static constexpr int AspirationWindow = 30;
    static constexpr int ReverseFutilityDepth = 4;
    static constexpr int ReverseFutilityMargin = 70;
    static constexpr int NullMoveDepth = 2;
    static constexpr int NullMoveReduction = 2;
    static constexpr int LateMoveDepth = 3;
    static constexpr int LateMoveBase = 10;
    static constexpr int LateMovePerDepth = 8;
    static constexpr int FutilityDepth = 3;
    static constexpr int FutilityMargin = 90;
    static constexpr int ReductionFromMove = 4;
    static constexpr int DangerPlies =
        3;  // how far past its depth a line with a queen in danger goes
    static constexpr int DeferDepth = 2;  // from here on threads keep out of each other's way
    static constexpr int SortAfter = 4;   // moves picked one by one before the rest is sorted
};

inline int reduction_of(int depth, int index) {
    // A quarter of log2(depth) * log2(index), rounded down.
    const int a = 31 - std::countl_zero(static_cast<uint32_t>(depth));
    const int b = 31 - std::countl_zero(static_cast<uint32_t>(index));
    return (2 + a * b * 2) / 4 + (index > 30);
}

// Most nodes are cut off by one of the first moves, so the rest is sorted only if it comes to that.
inline void bring_best_forward(ScoredMove* moves, int index, int count) {
    const auto better = [](const ScoredMove& a, const ScoredMove& b) {
        return a.score != b.score ? a.score > b.score : a.move.bits < b.move.bits;
    };
    if (index < Tuning::SortAfter)
        std::iter_swap(moves + index, std::min_element(moves + index, moves + count, better));
    else if (index == Tuning::SortAfter)
        std::sort(moves + index, moves + count, better);
}

template <int N>
class Searcher {
  public:
    Searcher(const Board<N>& board, SearchShared& shared, std::atomic<uint64_t>& nodes)
        : board_(board),
          shared_(shared),
          nodes_(nodes),
          full_width_(shared.limits.full_width),
          use_table_(shared.limits.use_table) {
        ordering_.clear();
    }
    ~Searcher() { delete wide_; }
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;

    void iterate(int thread, SearchListener* listener);

    // Also called for a hive that has outgrown the narrow board in the middle of a search.
    int search(int alpha, int beta, int depth, int ply, bool is_pv, Move previous);

  private:
    template <int>
    friend class Searcher;

    struct RootMove {
        Move move;
        int score;
        bool is_deferred = false;  // another thread was at it: to be looked at in the end
    };

    int search_root(int alpha, int beta, int depth, int first);
    int quiesce(int alpha, int beta, int ply);
    int hand_over(int alpha, int beta, int depth, int ply, bool is_pv, Move previous);
    bool repeats(int ply) const;
    bool should_stop();
    void save_line(BoardLine& line, int score, int depth) const;

    SKEP_INLINE uint64_t key() const {
        return board_.just_moved == NoPiece
                   ? board_.hash
                   : board_.hash ^ zobrist<N>().just_moved[board_.at[board_.just_moved]];
    }
    static SKEP_INLINE int to_table(int score, int ply) {
        return score > SureWin ? score + ply : score < -SureWin ? score - ply : score;
    }
    static SKEP_INLINE int from_table(int score, int ply) {
        return score > SureWin ? score - ply : score < -SureWin ? score + ply : score;
    }
    // The side to move is in danger when one more piece closes its queen in.
    SKEP_INLINE bool in_danger(int color) const {
        const int cell = board_.at[queen_of(color)];
        return cell != NoCell && std::popcount(ring_at<N>(board_.occupied, cell) & RingAll) >= 5;
    }

    Board<N> board_;
    SearchShared& shared_;
    std::atomic<uint64_t>& nodes_;  // of this thread, read by others
    const bool full_width_;
    const bool use_table_;
    uint64_t own_nodes_ = 0;
    bool stopped_ = false;
    int first_ply_ = 0;  // where the path starts
    int root_depth_ = 0;
    MoveOrdering<N> ordering_;
    Move killers_[MaxPly + 2][2] = {};
    uint64_t path_[MaxPly + 2];   // hash at each ply of the line being searched
    bool placement_[MaxPly + 2];  // whether the move that led there placed a piece
    int pv_length_[MaxPly + 2] = {};
    Move pv_[MaxPly + 2][MaxPly + 2];
    RootMove root_[MaxMoves];
    int root_count_ = 0;
    Searcher<32>* wide_ = nullptr;
};

template <int N>
bool Searcher<N>::should_stop() {
    if (stopped_) return true;
    const SearchLimits& limits = shared_.limits;
    if (limits.max_nodes && own_nodes_ >= limits.max_nodes) return stopped_ = true;
    if ((own_nodes_ & 511) == 0) {
        nodes_.store(own_nodes_, std::memory_order_relaxed);
        if (shared_.stop.load(std::memory_order_relaxed)) return stopped_ = true;
        if (limits.hard_seconds > 0 && shared_.now() - shared_.start >= limits.hard_seconds) {
            shared_.stop.store(true, std::memory_order_relaxed);
            return stopped_ = true;
        }
    }
    return false;
}

// The first recurrence inside the tree is a draw; together with the game's own positions it takes
// the third. Nothing can recur across a placement.
template <int N>
bool Searcher<N>::repeats(int ply) const {
    if (!shared_.repetition_draws) return false;
    const uint64_t hash = board_.hash;
    for (int earlier = ply; earlier > first_ply_; --earlier) {
        if (placement_[earlier]) return false;
        if (path_[earlier - 1] == hash && earlier - 1 > 0) return true;
    }
    int before = 0;
    if (ply > 0 && first_ply_ == 0) {
        // The root itself is the newest position of the game.
        for (int i = shared_.history_size - 1; i >= 0; --i) before += shared_.history[i] == hash;
    }
    return before >= 2;
}

template <int N>
int Searcher<N>::hand_over(int alpha, int beta, int depth, int ply, bool is_pv, Move previous) {
    if constexpr (N == 16) {
        Board<32> board;
        widen(board_, board);
        if (!wide_) wide_ = new Searcher<32>(board, shared_, nodes_);
        wide_->board_ = board;
        wide_->own_nodes_ = own_nodes_;
        wide_->stopped_ = stopped_;
        wide_->first_ply_ = ply;
        wide_->root_depth_ = root_depth_;
        const int score = wide_->search(alpha, beta, depth, ply, is_pv, Move::pass());
        own_nodes_ = wide_->own_nodes_;
        stopped_ = wide_->stopped_;
        pv_length_[ply] = 0;
        (void)previous;
        return score;
    }
    return 0;
}

template <int N>
int Searcher<N>::quiesce(int alpha, int beta, int ply) {
    const HiveShape<N> shape(board_);
    const int standing = evaluate(board_, shape, shared_.weights);
    if (ply >= MaxPly) return standing;
    const auto around = MoveOrdering<N>::queens(board_);
    if (around.enemy_count < 5) {
        return standing;
    }
    // One cell is left beside the enemy queen: whoever gets there wins.
    Move moves[MaxMoves];
    const int count = generate(board_, moves);
    for (int i = 0; i < count; ++i) {
        const Move move = moves[i];
        if (move.is_pass() || !contains<N>(around.enemy, move.to()) ||
            board_.top[move.to()] != NoPiece)
            continue;
        if (!move.is_placement() && contains<N>(around.enemy, move.from()) &&
            board_.level[move.piece()] == 0)
            continue;
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

    const bool danger = in_danger(board_.turn);
    if (danger && depth <= 0 && ply <= root_depth_ + Tuning::DangerPlies && !full_width_) depth = 1;
    if (depth <= 0) return quiesce(alpha, beta, ply);

    const uint64_t position_key = key();
    TableEntry entry{Move::pass(), 0, 0, NoBound};
    const bool known = use_table_ && shared_.table->probe(position_key, entry);
    if (known && !is_pv && (full_width_ ? entry.depth == depth : entry.depth >= depth)) {
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
        const HiveShape<N> shape(board_);
        standing = evaluate(board_, shape, shared_.weights);
        if (depth <= Tuning::ReverseFutilityDepth &&
            standing - Tuning::ReverseFutilityMargin * depth >= beta)
            return standing;
        const bool queen_in_play = board_.at[queen_of(board_.turn)] != NoCell;
        if (depth >= Tuning::NullMoveDepth && standing >= beta && !previous.is_pass() &&
            queen_in_play) {
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
    const auto around = MoveOrdering<N>::queens(board_);
    const Move counter = ordering_.counter(previous);
    for (int i = 0; i < count; ++i)
        moves[i] = {list[i], list[i].is_pass()
                                 ? 0
                                 : ordering_.score(board_, list[i], around, entry.move,
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
        const Move move = moves[i].move;
        const bool at_queen = !move.is_pass() && (contains<N>(around.enemy, move.to()) ||
                                                  move.to() == around.enemy_cell);
        if (may_prune && i > 0 && best > -SureWin && !at_queen) {
            if (depth <= Tuning::LateMoveDepth &&
                i >= Tuning::LateMoveBase + Tuning::LateMovePerDepth * depth * depth)
                continue;
            if (depth <= Tuning::FutilityDepth &&
                standing + Tuning::FutilityMargin * depth <= alpha && i > 3)
                continue;
        }
        const Undo undo = make(board_, move);
        placement_[ply + 1] = !move.is_pass() && move.is_placement();
        const uint64_t child = key();
        shared_.table->prefetch(child);
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
                if (!moves[j].move.is_pass()) ordering_.punish(moves[j].move, depth);
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

template <int N>
int Searcher<N>::search_root(int alpha, int beta, int depth, int first) {
    path_[0] = board_.hash;
    placement_[0] = true;
    root_depth_ = depth;
    int best = -WinScore;
    BusyPositions* const busy = depth >= Tuning::DeferDepth ? shared_.busy : nullptr;
    const int count = root_count_ - first;
    for (int step = 0; step < (busy ? 2 * count : count); ++step) {
        const int i = first + step % count;
        if (step >= count && !root_[i].is_deferred) continue;
        const Move move = root_[i].move;
        const Undo undo = make(board_, move);
        placement_[1] = !move.is_pass() && move.is_placement();
        const uint64_t child = key();
        if (busy) {
            root_[i].is_deferred = step > 0 && step < count && busy->holds(child);
            if (root_[i].is_deferred) {
                unmake(board_, move, undo);
                continue;
            }
            busy->enter(child);
        }
        int score;
        if (i == first) {
            score = -search(-beta, -alpha, depth - 1, 1, true, move);
        } else {
            const int reduction = depth >= 3 && i >= first + 8 && !full_width_ ? 1 : 0;
            score = -search(-alpha - 1, -alpha, depth - 1 - reduction, 1, false, move);
            if (score > alpha && reduction)
                score = -search(-alpha - 1, -alpha, depth - 1, 1, false, move);
            if (score > alpha && score < beta)
                score = -search(-beta, -alpha, depth - 1, 1, true, move);
        }
        unmake(board_, move, undo);
        if (busy) busy->leave(child);
        if (stopped_) return best;
        root_[i].score = score > alpha || i == first ? score : -WinScore;
        if (score <= best) continue;
        best = score;
        if (score > alpha) {
            alpha = score;
            pv_[0][0] = move;
            std::memcpy(&pv_[0][1], pv_[1], sizeof(Move) * static_cast<size_t>(pv_length_[1]));
            pv_length_[0] = pv_length_[1] + 1;
            // The best so far goes first, the others keep their order.
            const RootMove found = root_[i];
            for (int j = i; j > first; --j) root_[j] = root_[j - 1];
            root_[first] = found;
        }
        if (alpha >= beta) break;
    }
    return best;
}

template <int N>
void Searcher<N>::save_line(BoardLine& line, int score, int depth) const {
    line.score = score;
    line.depth = depth;
    line.length = pv_length_[0] < MaxPly ? pv_length_[0] : MaxPly;
    std::memcpy(line.moves, pv_[0], sizeof(Move) * static_cast<size_t>(line.length));
}

// The lines from `first` on stand as the last iteration left them; one that begins like a newer
// line has been overtaken by it and is dropped.
inline void keep_earlier_lines(BoardLine* lines, int first, int count) {
    for (int i = first; i < count; ++i)
        for (int j = 0; j < first; ++j)
            if (lines[i].moves[0] == lines[j].moves[0]) lines[i].length = 0;
}

template <int N>
void Searcher<N>::iterate(int thread, SearchListener* listener) {
    Move list[MaxMoves];
    const int count = generate(board_, list);
    for (int i = 0; i < count; ++i) {
        bool excluded = false;
        for (int j = 0; j < shared_.excluded_count; ++j) excluded |= shared_.excluded[j] == list[i];
        if (!excluded) root_[root_count_++] = {list[i], 0, false};
    }
    if (root_count_ == 0) return;
    const auto around = MoveOrdering<N>::queens(board_);
    TableEntry entry{Move::pass(), 0, 0, NoBound};
    shared_.table->probe(key(), entry);
    for (int i = 0; i < root_count_; ++i)
        root_[i].score = root_[i].move.is_pass()
                             ? 0
                             : ordering_.score(board_, root_[i].move, around, entry.move,
                                               killers_[0], Move::pass());
    for (int i = 1; i < root_count_; ++i) {
        const RootMove move = root_[i];
        int j = i;
        for (; j > 0 && root_[j - 1].score < move.score; --j) root_[j] = root_[j - 1];
        root_[j] = move;
    }

    const int line_count = shared_.lines < root_count_ ? shared_.lines : root_count_;
    BoardLine* lines = new BoardLine[static_cast<size_t>(line_count)];
    // Whatever happens, there is a move to play.
    for (int i = 0; i < line_count; ++i) {
        lines[i].moves[0] = root_[i].move;
        lines[i].length = 1;
    }
    if (listener) listener->iteration(lines, line_count, 0);
    const int deepest = shared_.limits.max_depth ? shared_.limits.max_depth : MaxPly - 20;
    int finished = 0;
    for (int depth = 1; depth <= deepest && depth < MaxPly - 20; ++depth) {
        for (int line = 0; line < line_count; ++line) {
            int window = Tuning::AspirationWindow;
            const int guess = lines[line].score;
            int alpha = -WinScore, beta = WinScore;
            if (depth > 3 && guess > -SureWin && guess < SureWin) {
                alpha = guess - window;
                beta = guess + window;
            }
            int score;
            for (;;) {
                score = search_root(alpha, beta, depth, line);
                if (stopped_) break;
                if (score <= alpha && alpha > -WinScore) {
                    alpha = score < -SureWin || window > 500 ? -WinScore : score - window;
                } else if (score >= beta && beta < WinScore) {
                    beta = score > SureWin || window > 500 ? WinScore : score + window;
                } else {
                    break;
                }
                window *= 3;
            }
            if (stopped_) {
                // What was found in an unfinished iteration is better than what the last one said
                // once its first move has been searched.
                if (line == 0 && score > alpha && score > -WinScore && pv_length_[0] > 0) {
                    save_line(lines[0], score, finished);
                    ++line;
                }
                keep_earlier_lines(lines, line, line_count);
                break;
            }
            save_line(lines[line], score, depth);
        }
        if (!stopped_) finished = depth;
        nodes_.store(own_nodes_, std::memory_order_relaxed);
        if (listener) listener->iteration(lines, line_count, finished);
        if (stopped_) break;
        if (thread == 0 && shared_.limits.soft_seconds > 0 &&
            shared_.now() - shared_.start >= shared_.limits.soft_seconds)
            break;
        // A proven win or loss within the searched depth will not change.
        const int size = lines[0].score < 0 ? -lines[0].score : lines[0].score;
        if (thread == 0 && line_count == 1 && size > SureWin && WinScore - size <= depth) break;
    }
    nodes_.store(own_nodes_, std::memory_order_relaxed);
    delete[] lines;
}

}  // namespace skep::hive::SKEP_KERNEL
