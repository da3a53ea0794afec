#include "hive/solve.h"

#include <algorithm>
#include <stdexcept>

#include "clock.h"
#include "hive/kernel/kernel.h"

namespace skep::hive {

namespace {

// The positions of a game that have stood twice since the last placement.
std::vector<uint64_t> twice_in(std::vector<uint64_t> hashes) {
    std::sort(hashes.begin(), hashes.end());
    std::vector<uint64_t> twice;
    for (std::size_t i = 1; i < hashes.size(); ++i)
        if (hashes[i] == hashes[i - 1]) twice.push_back(hashes[i]);
    return twice;
}

}  // namespace

SolveReport Solver::solve(const Position& position, const SolveLimits& limits,
                          bool repetition_draws, Interruption interrupted) {
    const std::unique_lock turn(turn_, std::try_to_lock);
    if (!turn) throw std::runtime_error("this solver is at work already");
    const std::vector<uint64_t> drawn =
        repetition_draws ? twice_in(position.recent_hashes()) : std::vector<uint64_t>{};
    table_.clear();
    SolveShared shared{
        .table = &table_,
        .limits = limits,
        .now = &steady_seconds,
        .start = steady_seconds(),
        .drawn = drawn.data(),
        .drawn_count = static_cast<int>(drawn.size()),
    };
    BoardProof proof;
    position.with_functions([&](const auto& board, const auto& functions) {
        run_in_threads(
            1, interrupted, [&](int) { functions.solve(board, shared, proof); },
            [&] { shared.stop = true; });
    });
    SolveReport report;
    report.wins_in = proof.wins_in;
    report.none_within = proof.wins_in ? proof.wins_in - 1 : proof.none_within;
    report.line = position.in_plane(proof.line, proof.length);
    report.nodes = shared.nodes;
    report.seconds = steady_seconds() - shared.start;
    return report;
}

}  // namespace skep::hive
