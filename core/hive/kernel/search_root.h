// The root: deeper and deeper, window by window, line by line.
#pragma once

#include "hive/kernel/search_tree.h"

namespace skep::hive::SKEP_KERNEL {

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
        if (timing_.is_stopped()) return best;
        root_[i].score = score > alpha || i == first ? score : -WinScore;
        if (score <= best) continue;
        best = score;
        if (score > alpha) {
            alpha = score;
            keep_line(0, move);
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

// The moves that may be played, the likeliest first.
template <int N>
void Searcher<N>::rank_root_moves() {
    Move list[MaxMoves];
    const int count = generate(board_, list);
    const AroundQueens<N> around(board_);
    TableEntry entry{Move::pass(), 0, 0, NoBound};
    shared_.table->probe(key(), entry);
    const MoveOrder<N> order{board_,     history_,    QueenGains<N>(around),
                             entry.move, killers_[0], Move::pass()};
    for (int i = 0; i < count; ++i) {
        bool excluded = false;
        for (int j = 0; j < shared_.excluded_count; ++j) excluded |= shared_.excluded[j] == list[i];
        if (excluded) continue;
        const RootMove move{list[i], order.scored(list[i]).score()};
        int at = root_count_++;
        for (; at > 0 && root_[at - 1].score < move.score; --at) root_[at] = root_[at - 1];
        root_[at] = move;
    }
}

// One line of an iteration, window by window. False if it was stopped before anything was found.
template <int N>
bool Searcher<N>::search_line(BoardLine& line, int depth, int index) {
    int window = Tuning::AspirationWindow;
    const int guess = line.score;
    int alpha = -WinScore, beta = WinScore;
    if (depth > 3 && guess > -SureWin && guess < SureWin) {
        alpha = guess - window;
        beta = guess + window;
    }
    for (;;) {
        const int score = search_root(alpha, beta, depth, index);
        if (timing_.is_stopped()) {
            // What was found in an unfinished iteration is better than what the last one said once
            // its first move has been searched.
            if (index > 0 || score <= alpha || score == -WinScore || pv_length_[0] == 0)
                return false;
            save_line(line, score, depth - 1);
            return true;
        }
        if (score <= alpha && alpha > -WinScore) {
            alpha = score < -SureWin || window > 500 ? -WinScore : score - window;
        } else if (score >= beta && beta < WinScore) {
            beta = score > SureWin || window > 500 ? WinScore : score + window;
        } else {
            save_line(line, score, depth);
            return true;
        }
        window *= 3;
    }
}

template <int N>
void Searcher<N>::iterate(SearchListener* listener) {
    rank_root_moves();
    if (root_count_ == 0) return;
    const int line_count = shared_.lines < root_count_ ? shared_.lines : root_count_;
    BoardLine* lines = new BoardLine[static_cast<size_t>(line_count)];
    // Whatever happens, there is a move to play.
    for (int i = 0; i < line_count; ++i) {
        lines[i].moves[0] = root_[i].move;
        lines[i].length = 1;
    }
    if (listener) listener->iteration(lines, line_count, 0);
    const int deepest = shared_.limits.max_depth ? shared_.limits.max_depth : MaxPly - 20;
    Move best_before = Move::pass();
    double unrest = 0;
    for (int depth = 1; depth <= deepest && depth < MaxPly - 20; ++depth) {
        int line = 0;
        while (line < line_count && !timing_.is_stopped())
            line += search_line(lines[line], depth, line);
        const bool is_cut_short = timing_.is_stopped();
        if (is_cut_short) keep_earlier_lines(lines, line, line_count);
        timing_.tell_nodes();
        if (listener) listener->iteration(lines, line_count, is_cut_short ? depth - 1 : depth);
        const bool has_found = line > 0;
        thread_.conclusion = {lines[0], has_found ? depth : depth - 1, !is_cut_short || !has_found};
        if (is_cut_short) break;
        unrest = unrest_after(unrest, depth > 1 && lines[0].moves[0] != best_before);
        best_before = lines[0].moves[0];
        if (!thread_.is_main) continue;
        if (!may_go_deeper(shared_.limits, timing_.seconds(), unrest)) break;
        // A proven win or loss within the searched depth will not change.
        const int size = lines[0].score < 0 ? -lines[0].score : lines[0].score;
        if (line_count == 1 && size > SureWin && WinScore - size <= depth) break;
    }
    timing_.tell_nodes();
    delete[] lines;
}

}  // namespace skep::hive::SKEP_KERNEL
