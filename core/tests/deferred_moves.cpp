// A move that is left to another thread is not punished when a later one cuts off.
#include <cstdio>
#include <memory>
#include <random>
#include <vector>

#define SKEP_KERNEL baseline
#include "clock.h"
#include "hive/kernel/search_root.h"
#include "hive/start.h"

using namespace skep::hive;
using namespace skep::hive::baseline;

namespace {

constexpr int Depth = Tuning::DeferDepth;

struct Reply {
    int score;
    BoardExperience<16> learned;
};

// Searches a board, nothing pruned, with all of `busy` in other hands; says what was learned.
Reply search(const Board<16>& board, int alpha, int beta, int depth, BusyPositions* busy) {
    TranspositionTable table(1);
    SearchShared shared{.table = &table,
                        .busy = busy,
                        .weights = default_weights.data(),
                        .network = nullptr,
                        .limits = {.full_width = true},
                        .repetition_draws = true,
                        .lines = 1,
                        .now = &skep::steady_seconds,
                        .start = 0,
                        .history = nullptr,
                        .history_size = 0,
                        .excluded = nullptr,
                        .excluded_count = 0};
    const auto experience = std::make_unique<Experience>();
    SearchThread thread{*experience, true};
    const auto searcher = std::make_unique<Searcher<16>>(board, shared, thread);
    const int score = searcher->search(alpha, beta, depth, 1, false, Move::pass());
    return {score, experience->narrow};
}

// Some position in the middle of a game.
Board<16> random_board(unsigned seed) {
    Board<16> board = start_board<16>({.mosquito = true, .ladybug = true, .pillbug = true});
    std::mt19937 random(seed);
    for (int ply = 0; ply < 20; ++ply) {
        Move moves[MaxMoves];
        const int count = generate(board, moves);
        if (count == 0) break;
        make(board, moves[random() % static_cast<unsigned>(count)]);
    }
    return board;
}

// Everything but the first move and the best one is in other hands. Returns how many moves that
// nobody tried here have lost; -1 if the first move is the best, or no other one cuts off.
int punished_unsearched(const Board<16>& start) {
    Board<16> board = start;
    Move moves[MaxMoves];
    const int count = generate(board, moves);
    const AroundQueens<16> around(board);
    const auto nothing = std::make_unique<BoardExperience<16>>();
    const History<16> history(*nothing);
    const Killers killers;
    const MoveOrder<16> order{board,        history, QueenGains<16>(around),
                              Move::pass(), killers, Move::pass()};
    std::vector<ScoredMove> ranked;
    for (int i = 0; i < count; ++i) ranked.push_back(order.scored(moves[i]));
    std::sort(ranked.begin(), ranked.end(), std::greater<>());
    std::vector<uint64_t> keys;
    std::vector<int> scores;
    for (const ScoredMove& one : ranked) {
        const Undo undo = make(board, one.move());
        keys.push_back(key_of(board));
        scores.push_back(-search(board, -WinScore, WinScore, Depth - 1, nullptr).score);
        unmake(board, one.move(), undo);
    }
    if (count == 0) return -1;
    const auto best =
        static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
    if (best < 2 || scores[best] <= scores[0]) return -1;
    BusyPositions busy;
    for (const uint64_t key : keys) busy.enter(key);
    for (const uint64_t key : keys)
        if (!busy.holds(key)) return -1;  // it shares its slot with another
    busy.leave(keys[0]);
    busy.leave(keys[best]);
    const Reply reply = search(start, scores[best] - 1, scores[best], Depth, &busy);
    const Move first = ranked[0].move();
    int lost = 0;
    for (std::size_t i = 1; i < ranked.size(); ++i) {
        const Move move = ranked[i].move();
        const bool is_first = move.piece() == first.piece() && move.to() == first.to();
        lost += i != best && !is_first && reply.learned.history[move.piece()][move.to()] < 0;
    }
    const Move cutting = ranked[best].move();
    return reply.learned.history[cutting.piece()][cutting.to()] > 0 ? lost : -1;
}

}  // namespace

int test_deferred_moves() {
    int asked = 0, failures = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
        const int lost = punished_unsearched(random_board(seed));
        asked += lost >= 0;
        failures += lost > 0;
    }
    std::printf("deferred moves: %d positions, %d with moves punished unsearched\n", asked,
                failures);
    return asked >= 5 ? failures : 1;
}
