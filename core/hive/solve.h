// Forced wins, exactly: what is asked of the solver, and what it answers.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "hive/position.h"
#include "hive/solve_table.h"
#include "interruption.h"

namespace skep::hive {

struct SolveLimits {
    int max_moves = 3;       // of the side to move
    uint64_t max_nodes = 0;  // 0: none
    double max_seconds = 0;  // 0: none
};

struct SolveReport {
    int wins_in = 0;      // moves of the side to move; 0: no win was found
    int none_within = 0;  // so many moves do not suffice, whatever is tried
    std::vector<PlaneMove> line;
    uint64_t nodes = 0;
    double seconds = 0;
};

// What the search for a proof and those who wait for it share.
struct SolveShared {
    SolveTable* table;
    SolveLimits limits;
    double (*now)();
    double start;
    std::atomic<bool> stop{false};
    // Positions that have stood twice: once more is a draw.
    const uint64_t* drawn = nullptr;
    int drawn_count = 0;
    uint64_t nodes = 0;
    bool outgrown = false;  // the hive would leave this board
};

// What was proven on a board, and the line with the longest defence.
struct BoardProof {
    static constexpr int MaxLine = 64;

    int wins_in = 0;
    int none_within = 0;
    int length = 0;
    Move line[MaxLine];
};

class Solver {
  public:
    explicit Solver(std::size_t hash_mebibytes) : table_(hash_mebibytes) {}

    // Blocks until it is decided or a limit is reached. One question at a time.
    SolveReport solve(const Position& position, const SolveLimits& limits, bool repetition_draws,
                      Interruption interrupted = nullptr);

  private:
    SolveTable table_;
    std::mutex turn_;
};

}  // namespace skep::hive
