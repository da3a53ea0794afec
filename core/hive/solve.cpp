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
    std::vector<uint64_t> drawn;
    table_.clear();
    SolveShared shared{
        .table = &table_,
        .limits = limits,
        .now = &steady_seconds,
        .start = steady_seconds(),
    };
    BoardProof proof;
    bool on_wide = position.is_wide();
    const auto work_on = [&](const auto& board, const auto& functions,
                             const std::vector<uint64_t>& hashes) {
        if (repetition_draws) drawn = twice_in(hashes);
        shared.drawn = drawn.data();
        shared.drawn_count = static_cast<int>(drawn.size());
        run_in_threads(
            1, interrupted, [&](int) { functions.solve(board, shared, proof); },
            [&] { shared.stop = true; });
    };
    position.with_functions([&](const auto& board, const auto& functions) {
        work_on(board, functions, position.recent_hashes());
    });
    if (shared.outgrown) {
        // What the narrow board has proven stays; the wide one goes on from there.
        on_wide = true;
        proof.length = 0;
        if (proof.wins_in) proof.none_within = proof.wins_in - 1;
        work_on(position.widened(), kernel().wide, position.recent_wide_hashes());
    }
    SolveReport report;
    report.wins_in = proof.wins_in;
    report.none_within = proof.wins_in ? proof.wins_in - 1 : proof.none_within;
    report.line = position.in_plane(proof.line, proof.length, on_wide);
    report.nodes = shared.nodes;
    report.seconds = steady_seconds() - shared.start;
    return report;
}

}  // namespace skep::hive
