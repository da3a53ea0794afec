// One thread's search: iterative deepening, principal variation search, quiescence.
#pragma once

#include "hive/kernel/evaluation.h"
#include "hive/kernel/ordering.h"
#include "hive/kernel/resize.h"
#include "hive/kernel/timing.h"

namespace skep::hive::SKEP_KERNEL {

template <int N>
class Searcher {
  public:
    Searcher(const Board<N>& board, SearchShared& shared, SearchThread& thread)
        : board_(board),
          shared_(shared),
          thread_(thread),
          evaluation_(shared.weights, shared.network),
          full_width_(shared.limits.full_width),
          use_table_(shared.limits.use_table),
          timing_(shared, thread),
          history_(thread.experience.on_board<N>()) {}
    ~Searcher() { delete wide_; }
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;

    void iterate(SearchListener* listener);

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

    // A position under search, and what is known of it before its moves are tried.
    struct Node {
        int alpha, beta, depth, ply;
        bool is_pv;
        Move previous;
        bool is_in_danger;  // the own queen can be closed in
        bool may_prune = false;
        int standing = 0;  // its score as it stands, where it may be pruned
    };
    // The best of its moves.
    struct Found {
        int score;
        Move move;
        bool has_moves;
    };

    void rank_root_moves();
    int search_root(int alpha, int beta, int depth, int first);
    bool search_line(BoardLine& line, int depth, int index);
    void keep_line(int ply, Move move);

    // What `search` is made of. Those that say yes have set the score.
    bool is_over(int ply, int& score);
    bool is_answered_by(const TableEntry& entry, const Node& node, int& score) const;
    bool is_good_enough_unmoved(Node& node, int own_ring, int& score);
    Found try_moves(const Node& node, Move table_move);
    static bool is_left_out(const Node& node, int alpha, int index, int& best);
    int reduction_for(const Node& node, Move move, int index, bool at_queen) const;
    int score_of_child(const Node& node, int alpha, int next, int reduction, bool is_first,
                       Move move);
    void learn_from_cutoff(const Node& node, const Move* tried, int count);

    int quiesce(int alpha, int beta, int ply);
    int standing_score();
    int hand_over(int alpha, int beta, int depth, int ply, bool is_pv, Move previous);
    bool repeats(int ply) const;
    void save_line(BoardLine& line, int score, int depth) const;

    // What the network has seen is nothing to a search without it that shares the table.
    SKEP_INLINE uint64_t key() const { return key_of(board_) ^ (shared_.network ? NetworkKey : 0); }
    static SKEP_INLINE int to_table(int score, int ply) {
        return score > SureWin ? score + ply : score < -SureWin ? score - ply : score;
    }
    static SKEP_INLINE int from_table(int score, int ply) {
        return score > SureWin ? score - ply : score < -SureWin ? score + ply : score;
    }
    // A win or loss that the table has proven holds at any depth.
    static SKEP_INLINE bool is_proven(const TableEntry& entry) {
        return (entry.score > SureWin && entry.bound != UpperBound) ||
               (entry.score < -SureWin && entry.bound != LowerBound);
    }

    static constexpr uint64_t NetworkKey = 0x9E3779B97F4A7C15;

    Board<N> board_;
    SearchShared& shared_;
    SearchThread& thread_;
    Evaluation<N> evaluation_;
    const bool full_width_;
    const bool use_table_;
    Timing timing_;
    int first_ply_ = 0;  // where the path starts
    int root_depth_ = 0;
    History<N> history_;
    // Evaluations by the hash: its upper 48 bits, then the score. Lines that differ in the order of
    // moves, and the same line in the next iteration, end in the same positions.
    static constexpr std::size_t KnownScores = 1 << 14;
    uint64_t known_scores_[KnownScores] = {};
    Killers killers_[MaxPly + 2];
    uint64_t path_[MaxPly + 2];   // hash at each ply of the line being searched
    bool placement_[MaxPly + 2];  // whether the move that led there placed a piece
    int pv_length_[MaxPly + 2] = {};
    Move pv_[MaxPly + 2][MaxPly + 2];
    RootMove root_[MaxMoves];
    int root_count_ = 0;
    Searcher<32>* wide_ = nullptr;
};

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
        if (!wide_) wide_ = new Searcher<32>(board, shared_, thread_);
        wide_->board_ = board;
        wide_->timing_.go_on_from(timing_);
        wide_->first_ply_ = ply;
        wide_->root_depth_ = root_depth_;
        // Only its piece and where that went are looked at.
        const Move wide_previous =
            previous.is_pass() ? previous
                               : Move::of(previous.piece(), NoCell, board.at[previous.piece()]);
        const int score = wide_->search(alpha, beta, depth, ply, is_pv, wide_previous);
        timing_.go_on_from(wide_->timing_);
        pv_length_[ply] = wide_->pv_length_[ply];
        for (int i = 0; i < pv_length_[ply]; ++i) pv_[ply][i] = on_narrow_torus(wide_->pv_[ply][i]);
        return score;
    }
    return 0;
}

}  // namespace skep::hive::SKEP_KERNEL
