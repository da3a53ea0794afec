// The search: what it is asked, what it answers, and the threads that do the work.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "hive/evaluation.h"
#include "hive/experience.h"
#include "hive/network.h"
#include "hive/position.h"
#include "hive/transposition.h"
#include "interruption.h"

namespace skep::hive {

inline constexpr int WinScore = 30000;
inline constexpr int MaxPly = 120;
// Anything above is a win in a known number of plies.
inline constexpr int SureWin = WinScore - MaxPly;

struct SearchLimits {
    int max_depth = 0;  // 0: none, as for all limits
    uint64_t max_nodes = 0;
    double soft_seconds = 0;  // no new iteration after this
    double hard_seconds = 0;  // stop wherever it is
    // Every move to the full depth: nothing is pruned, reduced or extended, and the table answers
    // for exactly the depth asked. For proofs, and to check the rest against.
    bool full_width = false;
    bool use_table = true;
    bool use_network = true;
};

struct SearchLine {
    int score = 0;
    int depth = 0;
    std::vector<PlaneMove> moves;
};

struct SearchReport {
    std::vector<SearchLine> lines;
    int depth = 0;
    uint64_t nodes = 0;
    double seconds = 0;
};

// The positions that some thread is searching just now, so that another takes those first that
// nobody works on. Two positions may share a slot; the older is then forgotten, which costs time
// and nothing else.
class BusyPositions {
  public:
    void enter(uint64_t key) { slot(key).store(key, std::memory_order_relaxed); }
    void leave(uint64_t key) {
        slot(key).compare_exchange_strong(key, 0, std::memory_order_relaxed);
    }
    bool holds(uint64_t key) { return slot(key).load(std::memory_order_relaxed) == key; }

  private:
    std::atomic<uint64_t>& slot(uint64_t key) { return slots_[key % slots_.size()]; }

    std::vector<std::atomic<uint64_t>> slots_ = std::vector<std::atomic<uint64_t>>(1 << 14);
};

// What all threads of one search share.
struct SearchShared {
    TranspositionTable* table;
    BusyPositions* busy;  // null for one thread
    const Weight* weights;
    const Network* network;  // null for the hand-written evaluation
    SearchLimits limits;
    bool repetition_draws;
    int lines;
    double (*now)();
    double start;
    std::atomic<bool> stop{false};
    // Hashes of the game's positions since the last placement, the newest last.
    const uint64_t* history;
    int history_size;
    // Root moves that must not be played.
    const Move* excluded;
    int excluded_count;
};

// A line on the searched board, as a thread hands it over.
struct BoardLine {
    int score = 0;
    int depth = 0;
    int length = 0;
    Move moves[MaxPly];
};

// What a thread thought best when it ended, and in which iteration it found that.
struct Conclusion {
    BoardLine line;
    int iteration = 0;
    bool is_whole = true;  // all moves were looked at to this depth
};

// What is one thread's own.
struct SearchThread {
    Experience& experience;
    bool is_main;
    std::atomic<uint64_t> nodes{0};  // read by others
    Conclusion conclusion{};
};

// Of two threads that kept out of each other's way one may have found what the other has not come
// to: is what this one says to be played instead?
bool is_better_founded(const Conclusion& one, const Conclusion& other);

// How a thread tells what it has found: once per finished iteration, from the main thread only.
struct SearchListener {
    virtual void iteration(const BoardLine* lines, int count, int depth) = 0;

  protected:
    ~SearchListener() = default;
};

class Search {
  public:
    explicit Search(std::size_t hash_mebibytes, std::shared_ptr<const Network> network = nullptr);

    // Blocks until done. One thing at a time: all but the four after this throw meanwhile.
    SearchReport run(const Position& position, const SearchLimits& limits, int threads, int lines,
                     bool repetition_draws, const std::vector<PlaneMove>& excluded,
                     Interruption interrupted = nullptr);

    // These may be called from any thread at any time. A stop is for the run under way, or else
    // for the one that was announced, which then ends as soon as it begins; without either it
    // does nothing, so that one that comes too late does not end a later run.
    void stop();
    void announce_run();
    void withdraw_run();
    SearchReport report() const;

    void clear();
    void resize(std::size_t mebibytes);
    void set_weights(const std::vector<Weight>& weights);

  private:
    class Turn;
    class Run;

    Experience& experience_of(int thread, bool with_network);

    void forget();

    TranspositionTable table_;
    std::optional<Options> options_;  // of the games that it remembers: hashes do not know the set
    // Of each thread, without and with the network: what one has seen is nothing to the other.
    std::vector<std::unique_ptr<Experience>> experience_;
    std::vector<Weight> weights_;
    const std::shared_ptr<const Network> network_;
    mutable std::mutex mutex_;  // of all below
    SearchReport report_;
    bool is_busy_ = false;
    SearchShared* running_ = nullptr;
    bool is_announced_ = false;
    bool stop_requested_ = false;  // for the announced run
};

struct TermShare {
    const char* name;
    int white;
    int black;
};

// Without a network: the hand-written evaluation alone.
int evaluate(const Position& position, const Network* network = nullptr);
// Of each piece: what the network would say less without it, for the side to move. Both queens are
// in play here and below.
std::vector<int> weigh_pieces(const Position& position, const Network& network);
// For training.
NetworkInputs network_inputs(const Position& position);
std::vector<TermShare> evaluation_terms(const Position& position);
// How often each term holds, white less black; for training.
std::vector<int16_t> term_counts(const Position& position);

}  // namespace skep::hive
