// Games of random moves, in bulk.
#pragma once

#include <optional>

#include "hive/kernel/count_leaves.h"
#include "hive/kernel/kernel.h"
#include "hive/start.h"

namespace skep::hive::SKEP_KERNEL {

// The cell of a set by its place among the members.
template <int Words>
SKEP_INLINE uint32_t nth_cell(const uint64_t* words, uint32_t index) {
    uint32_t k = 0, before = 0, sum = 0;
    for (int word = 0; word < Words - 1; ++word) {
        sum += static_cast<uint32_t>(std::popcount(words[word]));
        k += sum <= index;
        before = sum <= index ? sum : before;
    }
    uint64_t word = words[k];
#if defined(__BMI2__)
    word = _pdep_u64(uint64_t{1} << (index - before), word);
#else
    for (index -= before; index; --index) word &= word - 1;
#endif
    return k * 64 + static_cast<uint32_t>(std::countr_zero(word));
}

// Keeps the move with a given number and counts them all.
template <int N>
struct PickSink {
    static constexpr bool WritesCells = false;

    const uint32_t wanted;
    uint32_t count = 0;
    Move picked = Move::pass();

    explicit SKEP_INLINE PickSink(uint32_t number) : wanted(number) {}

    SKEP_INLINE void move(int piece, int from, int to) {
        if (wanted == count++) picked = Move::of(piece, from, to);
    }
    SKEP_INLINE void steps(int piece, int from, unsigned ring) {
        const uint32_t base = Move::of(piece, from, 0).bits;
        for (; ring; ring &= ring - 1, ++count)
            if (wanted == count)
                picked.bits = base | Torus<N>::Neighbour[from][std::countr_zero(ring)];
    }
    SKEP_INLINE void moves(int piece, int from, const Set<N>& targets) {
        uint64_t words[Set<N>::Words];
        targets.store_words(words);
        add(Move::of(piece, from, 0).bits, words, targets.count());
    }
    SKEP_INLINE void placements(int piece, const CellList<N>& cells) {
        add(Move::of(piece, NoCell, 0).bits, cells.words, cells.count);
    }
    SKEP_INLINE void moves_but(int piece, int from, const CellList<N>& cells, unsigned but) {
        uint64_t words[Set<N>::Words];
        std::memcpy(words, cells.words, sizeof words);
        const int left = cells.count - std::popcount(but);
        for (; but; but &= but - 1) {
            const int cell = Torus<N>::Neighbour[from][std::countr_zero(but)];
            words[cell >> 6] &= ~(uint64_t{1} << (cell & 63));
        }
        add(Move::of(piece, from, 0).bits, words, left);
    }

  private:
    SKEP_INLINE void add(uint32_t base, const uint64_t* words, int here) {
        const uint32_t number = wanted - count, size = static_cast<uint32_t>(here);
        if (number < size) picked.bits = base | nth_cell<Set<N>::Words>(words, number);
        count += size;
    }
};

// What a move is drawn from: each lot stands for the moves of one piece, or for all placements, and
// holds as many as there can be at most.
class Lots {
  public:
    Lots() {
        for (auto& start : starts_) start = INT16_MAX;
    }
    SKEP_INLINE void add(int piece, int count) {
        pieces_[size_] = static_cast<uint8_t>(piece);
        starts_[size_++] = static_cast<int16_t>(total_);
        total_ += count;
    }
    SKEP_INLINE int total() const { return total_; }
    SKEP_INLINE int find(int number) const {
        const auto wanted = static_cast<int16_t>(number);
        int16_t lot = 0;
        for (const int16_t start : starts_) lot = static_cast<int16_t>(lot + (start <= wanted));
        return lot - 1;
    }
    SKEP_INLINE int start(int lot) const { return starts_[lot]; }
    SKEP_INLINE int piece(int lot) const { return pieces_[lot]; }
    // It turned out to have no more than `count`.
    SKEP_INLINE void lessen(int lot, int count) {
        const int end = lot + 1 < size_ ? starts_[lot + 1] : total_;
        const int by = end - starts_[lot] - count;
        for (int k = 0; k < Most; ++k)
            starts_[k] = static_cast<int16_t>(starts_[k] - (k > lot ? by : 0));
        total_ -= by;
    }

  private:
    // A side has fourteen pieces, two throwers have five more around each.
    static constexpr int Most = 32;
    alignas(32) int16_t starts_[Most];
    uint8_t pieces_[Most];
    int size_ = 0;
    int total_ = 0;
};

SKEP_INLINE uint32_t random_below(uint64_t& random, int count) {
    return static_cast<uint32_t>((splitmix(random) >> 32) * static_cast<uint64_t>(count) >> 32);
}

template <int N>
Move random_opening(const Board<N>& board, uint64_t& random) {
    PickSink<N> sink(random_below(random, count_moves(board)));
    Generator<N>(board).generate(sink);
    return sink.picked;
}

// Any of the legal moves, all with the same chance; none when the game is over.
//
// Counting all moves would take most of the time. It is enough to know how many each piece has at
// most: a number is drawn below the sum of these, and only the piece that it falls to is looked at.
// If it has fewer moves than that, what it really has is put in the place of the bound, and another
// number is drawn. In every draw all moves have the same chance, so they have it in the end.
template <int N>
std::optional<Move> random_move(const Board<N>& board, uint64_t& random) {
    if (board.ply < 2) return random_opening(board, random);
    Generator<N> generator(board);
    if (generator.is_over()) return std::nullopt;
    Lots lots;
    CellList<N> cells;
    const uint64_t kinds = generator.kinds_in_hand();
    if (kinds) {
        cells.template fill<false>(generator.placement_cells());
        lots.add(NoPiece, cells.count * std::popcount(kinds));
    }
    if (generator.may_move())
        generator.bound_movements([&](int piece, int count)
                                      __attribute__((always_inline)) { lots.add(piece, count); });
    while (lots.total() > 0) {
        const uint32_t number = random_below(random, lots.total());
        const int lot = lots.find(static_cast<int>(number));
        const uint32_t wanted = number - static_cast<uint32_t>(lots.start(lot));
        if (lots.piece(lot) == NoPiece) {
            uint64_t left = kinds;
            const uint32_t count = static_cast<uint32_t>(cells.count);
            for (uint32_t kind = wanted / count; kind; --kind) left &= left - 1;
            const int piece = generator.next_of(std::countr_zero(left) >> 3);
            return Move::of(piece, NoCell,
                            static_cast<int>(nth_cell<Set<N>::Words>(cells.words, wanted % count)));
        }
        PickSink<N> sink(wanted);
        generator.generate_one(sink, lots.piece(lot));
        if (wanted < sink.count) return sink.picked;
        lots.lessen(lot, static_cast<int>(sink.count));
    }
    return Move::pass();
}

// False when the game is over.
template <int N>
bool play_random_move(Board<N>& board, uint64_t& random, Move& played) {
    const auto move = random_move(board, random);
    if (!move) return false;
    played = *move;
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
