// The functions that exist once per CPU family, behind one table.
#pragma once

#include <atomic>

#include "hive/board.h"
#include "hive/evaluation.h"
#include "hive/network.h"
#include "hive/perft.h"

namespace skep::hive {

struct SearchShared;
struct SearchThread;
struct SearchListener;
struct SolveShared;
struct BoardProof;

struct RandomGame {
    int8_t result;  // 1: white wins, -1: black does, 0: neither
    bool finished;
    int32_t plies;
    Move first;
};

template <int N>
struct BoardFunctions {
    Undo (*make)(Board<N>&, Move);
    void (*unmake)(Board<N>&, Move, const Undo&);
    int (*generate)(const Board<N>&, Move*);
    bool (*spans_too_far)(const Board<N>&);
    bool (*is_surrounded)(const Board<N>&, int color);
    // Sets of cells are written as N rows.
    void (*pinned)(const Board<N>&, typename Board<N>::Row*);
    void (*placement_cells)(const Board<N>&, int color, typename Board<N>::Row*);
    // Where a piece that may be lifted gets to if it moves as this bug.
    void (*reached_as)(const Board<N>&, int piece, Bug, typename Board<N>::Row*);
    PerftResult (*count_leaves)(Board<N>&, int depth, PerftMode);
    // Without a network: the hand-written evaluation alone.
    int (*evaluate)(const Board<N>&, const Weight*, const Network*);
    void (*weigh_pieces)(const Board<N>&, const Weight*, const Network&, int* shares);
    void (*network_inputs)(const Board<N>&, const Weight*, NetworkInputs&);
    void (*count_terms)(const Board<N>&, int16_t* white, int16_t* black);
    void (*solve)(const Board<N>&, SolveShared&, BoardProof&);
    void (*search)(const Board<N>&, SearchShared&, SearchThread&, SearchListener*);
    // Game number `game` of a seed, from this board on.
    RandomGame (*random_game)(const Board<N>&, uint64_t seed, uint64_t game, int max_plies);
};

struct Playouts {
    uint64_t moves = 0;
    uint64_t white_wins = 0;
    uint64_t black_wins = 0;
    uint64_t draws = 0;
    uint64_t unfinished = 0;

    Playouts& operator+=(const Playouts& other) {
        moves += other.moves;
        white_wins += other.white_wins;
        black_wins += other.black_wins;
        draws += other.draws;
        unfinished += other.unfinished;
        return *this;
    }
};

struct Kernel {
    const char* name;
    BoardFunctions<16> narrow;
    BoardFunctions<32> wide;
    // Build the same position on the other board; cells[piece] is where each piece stands there.
    void (*to_wide)(const Board<16>&, Board<32>&, const uint16_t* cells);
    void (*to_narrow)(const Board<32>&, Board<16>&, const uint16_t* cells);
    // The games number `first` and following of a seed.
    Playouts (*random_playouts)(const Options&, uint64_t first, uint64_t count, uint64_t seed,
                                int max_plies);
};

// The fastest that this CPU can run, or the one that SKEP_CPU names. Throws std::runtime_error
// when SKEP_CPU asks for what is unknown or cannot run here.
const Kernel& kernel();

extern const Kernel baseline_kernel;
#if defined(__x86_64__)
extern const Kernel avx2_kernel;
#endif

}  // namespace skep::hive
