// Games of random moves, in bulk.
#pragma once

#include "hive/kernel/count_leaves.h"
#include "hive/kernel/kernel.h"
#include "hive/start.h"

namespace skep::hive::SKEP_KERNEL {

// Gathers destinations with their counts, so that one move can be picked without a list.
template <int N>
struct PickSink {
    static constexpr bool WritesCells = false;

    struct Entry {
        uint32_t base;
        int count;
        const CellList<N>* list;  // or, without one, `targets`
        unsigned but;             // ring of the cells of the list that are left out
        unsigned ring;            // or the targets are around the piece
        bool is_set;
        Set<N> targets;
    };
    // Each piece has one entry, or, if it jumps, one per direction.
    Entry entries[PieceCount + BugCount + 6 * 3];
    int size = 0;
    int total = 0;

    SKEP_INLINE void move(int piece, int from, int to) {
        add(Move::of(piece, from, to).bits, 1, nullptr, 0, 0);
    }
    SKEP_INLINE void steps(int piece, int from, unsigned ring) {
        add(Move::of(piece, from, 0).bits, std::popcount(ring), nullptr, 0, ring);
    }

    SKEP_INLINE void moves(int piece, int from, const Set<N>& targets) {
        entries[size].targets = targets;
        add(Move::of(piece, from, 0).bits, targets.count(), nullptr, 0, 0);
        entries[size - 1].is_set = true;
    }
    SKEP_INLINE void placements(int piece, const CellList<N>& cells) {
        add(Move::of(piece, NoCell, 0).bits, cells.count, &cells, 0, 0);
    }
    SKEP_INLINE void moves_but(int piece, int from, const CellList<N>& cells, unsigned but) {
        add(Move::of(piece, from, 0).bits, cells.count - std::popcount(but), &cells, but, 0);
    }
    SKEP_INLINE Move pick(uint32_t index) const {
        const Entry* entry = entries;
        while (index >= static_cast<uint32_t>(entry->count))
            index -= static_cast<uint32_t>((entry++)->count);
        if (entry->is_set) return {entry->base | nth_of(entry->targets, index)};
        if (!entry->list) return {entry->base | nth_step(*entry, index)};
        uint64_t words[Set<N>::Words];
        std::memcpy(words, entry->list->words, sizeof words);
        for (unsigned but = entry->but; but; but &= but - 1) {
            const int cell = Torus<N>::Neighbour[Move{entry->base}.from()][std::countr_zero(but)];
            words[cell >> 6] &= ~(uint64_t{1} << (cell & 63));
        }
        return {entry->base | nth_of(words, index)};
    }

  private:
    SKEP_INLINE void add(uint32_t base, int count, const CellList<N>* list, unsigned but,
                         unsigned ring) {
        entries[size].base = base;
        entries[size].count = count;
        entries[size].list = list;
        entries[size].but = but;
        entries[size].ring = ring;
        entries[size++].is_set = false;
        total += count;
    }
    static SKEP_INLINE uint32_t nth_step(const Entry& entry, uint32_t index) {
        if (!entry.ring) return 0;  // a single move, whose target is in the base
        unsigned ring = entry.ring;
        for (; index; --index) ring &= ring - 1;
        return Torus<N>::Neighbour[Move{entry.base}.from()][std::countr_zero(ring)];
    }
    static SKEP_INLINE uint32_t nth_of(const Set<N>& set, uint32_t index) {
        uint64_t words[Set<N>::Words];
        set.store_words(words);
        return nth_of(words, index);
    }
    static SKEP_INLINE uint32_t nth_of(uint64_t* words, uint32_t index) {
        int k = 0;
        for (int here; index >= static_cast<uint32_t>(here = std::popcount(words[k])); ++k)
            index -= static_cast<uint32_t>(here);
        for (; index; --index) words[k] &= words[k] - 1;
        return static_cast<uint32_t>(k * 64 + std::countr_zero(words[k]));
    }
};

// False when the game is over.
template <int N>
bool play_random_move(Board<N>& board, uint64_t& random, Move& played) {
    PickSink<N> sink;
    Generator<N> generator(board);
    generator.generate(sink);
    if (sink.total == 0) {
        if (is_over(board)) return false;
        played = Move::pass();
        make<Hashing::Leave>(board, played);
        return true;
    }
    const uint64_t number = splitmix(random) >> 32;
    played = sink.pick(static_cast<uint32_t>(number * static_cast<uint64_t>(sink.total) >> 32));
    make<Hashing::Leave>(board, played);
    return true;
}

inline bool fits_narrow(const Board<32>& board) {
    const Set<32> occupied = Set<32>::load(board.occupied);
    return std::popcount(occupied.row_mask()) <= 14 && std::popcount(occupied.column_mask()) <= 14;
}

// Plays on from one of the two boards, handing over between them as the hive grows and shrinks.
inline RandomGame play_randomly(Board<16>& small, Board<32>& wide, bool is_wide, uint64_t random,
                                int max_plies) {
    splitmix(random);
    bool running = true;
    int ply = 0;
    Move first = Move::pass(), played = first;
    for (; running && ply < max_plies; ++ply) {
        if (!is_wide && spans_too_far(small)) {
            widen(small, wide);
            is_wide = true;
        } else if (is_wide && ply > 0 && fits_narrow(wide)) {
            narrow(wide, small);
            is_wide = false;
        }
        running = is_wide ? play_random_move(wide, random, played)
                          : play_random_move(small, random, played);
        if (ply == 0) first = played;
    }
    const bool white = is_wide ? is_surrounded(wide, White) : is_surrounded(small, White);
    const bool black = is_wide ? is_surrounded(wide, Black) : is_surrounded(small, Black);
    return {static_cast<int8_t>(black - white), white || black, running ? ply : ply - 1, first};
}

// Each game of a seed has chances of its own.
SKEP_INLINE uint64_t chances_of(uint64_t seed, uint64_t game) {
    return seed * 0x9E3779B97F4A7C15 + game;
}

template <int N>
RandomGame random_game(const Board<N>& start, uint64_t seed, uint64_t game, int max_plies) {
    Board<16> small;
    Board<32> wide;
    if constexpr (N == 16)
        small = start;
    else
        wide = start;
    return play_randomly(small, wide, N == 32, chances_of(seed, game), max_plies);
}

inline Playouts random_playouts(const Options& options, uint64_t first, uint64_t count,
                                uint64_t seed, int max_plies) {
    Playouts result;
    const Board<16> start = start_board<16>(options);
    for (uint64_t number = first; number < first + count; ++number) {
        const RandomGame game = random_game(start, seed, number, max_plies);
        result.moves += static_cast<uint64_t>(game.plies);
        if (!game.finished)
            ++result.unfinished;
        else if (game.result == 0)
            ++result.draws;
        else if (game.result < 0)
            ++result.black_wins;
        else
            ++result.white_wins;
    }
    return result;
}

}  // namespace skep::hive::SKEP_KERNEL
