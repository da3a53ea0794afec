// Sets of cells on an N×N torus: one bit per cell, one row per lane.
//
// `Set<N>` here works everywhere; for N = 16 the AVX2 build has a version that holds all 256 cells
// in one register. Both are included inside the namespace of the kernel that is being compiled.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "hive/board.h"
#include "hive/cells.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#define SKEP_INLINE inline __attribute__((always_inline))

namespace skep::hive::SKEP_KERNEL {

template <int N>
struct Set {
    using Row = typename Torus<N>::Row;
    static constexpr int Words = N * N / 64;

    Row rows[N];

    static SKEP_INLINE Set load(const Row* from) {
        Set set;
        std::memcpy(set.rows, from, sizeof set.rows);
        return set;
    }
    static SKEP_INLINE Set none() {
        Set set;
        std::memset(set.rows, 0, sizeof set.rows);
        return set;
    }
    SKEP_INLINE void store(Row* to) const { std::memcpy(to, rows, sizeof rows); }
    SKEP_INLINE void store_words(uint64_t* to) const { std::memcpy(to, rows, sizeof rows); }

    template <class F>
    static SKEP_INLINE Set each_row(F f) {
        Set set;
        for (int r = 0; r < N; ++r) set.rows[r] = static_cast<Row>(f(r));
        return set;
    }
    friend SKEP_INLINE Set operator&(const Set& a, const Set& b) {
        return each_row([&](int r) { return a.rows[r] & b.rows[r]; });
    }
    friend SKEP_INLINE Set operator|(const Set& a, const Set& b) {
        return each_row([&](int r) { return a.rows[r] | b.rows[r]; });
    }
    friend SKEP_INLINE Set operator^(const Set& a, const Set& b) {
        return each_row([&](int r) { return a.rows[r] ^ b.rows[r]; });
    }
    friend SKEP_INLINE bool operator==(const Set& a, const Set& b) {
        return std::memcmp(a.rows, b.rows, sizeof a.rows) == 0;
    }
    // The members of this set that are not in `other`.
    SKEP_INLINE Set without(const Set& other) const {
        return each_row([&](int r) { return rows[r] & ~other.rows[r]; });
    }
    SKEP_INLINE Set complement() const {
        return each_row([&](int r) { return ~rows[r]; });
    }
    SKEP_INLINE bool any() const {
        Row all = 0;
        for (int r = 0; r < N; ++r) all |= rows[r];
        return all != 0;
    }
    SKEP_INLINE int count() const {
        uint64_t words[Words];
        store_words(words);
        int total = 0;
        for (const uint64_t word : words) total += std::popcount(word);
        return total;
    }
    // Every member moved one column to the east or west, one row up (north) or down.
    SKEP_INLINE Set east() const {
        return each_row([&](int r) { return rows[r] << 1 | rows[r] >> (N - 1); });
    }
    SKEP_INLINE Set west() const {
        return each_row([&](int r) { return rows[r] >> 1 | rows[r] << (N - 1); });
    }
    SKEP_INLINE Set up() const {
        Set set;
        std::memcpy(set.rows, rows + 1, sizeof(Row) * (N - 1));
        set.rows[N - 1] = rows[0];
        return set;
    }
    SKEP_INLINE Set down() const {
        Set set;
        std::memcpy(set.rows + 1, rows, sizeof(Row) * (N - 1));
        set.rows[0] = rows[N - 1];
        return set;
    }
    // A bit per row that has members; a bit per column that has members.
    SKEP_INLINE uint32_t row_mask() const {
        uint32_t mask = 0;
        for (int r = 0; r < N; ++r) mask |= static_cast<uint32_t>(rows[r] != 0) << r;
        return mask;
    }
    SKEP_INLINE uint32_t column_mask() const {
        Row all = 0;
        for (int r = 0; r < N; ++r) all |= rows[r];
        return all;
    }
    // All cells of the rows and columns that have no member here.
    SKEP_INLINE Set empty_lines() const {
        const Row columns = static_cast<Row>(~column_mask());
        return each_row([&](int r) { return rows[r] ? columns : static_cast<Row>(~Row{0}); });
    }
};

#if defined(__AVX2__)
template <>
struct Set<16> {
    using Row = uint16_t;
    static constexpr int Words = 4;

    __m256i v;

    static SKEP_INLINE Set load(const Row* from) {
        return {_mm256_load_si256(reinterpret_cast<const __m256i*>(from))};
    }
    static SKEP_INLINE Set none() { return {_mm256_setzero_si256()}; }
    SKEP_INLINE void store(Row* to) const { _mm256_store_si256(reinterpret_cast<__m256i*>(to), v); }
    SKEP_INLINE void store_words(uint64_t* to) const {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v);
    }
    friend SKEP_INLINE Set operator&(Set a, Set b) { return {_mm256_and_si256(a.v, b.v)}; }
    friend SKEP_INLINE Set operator|(Set a, Set b) { return {_mm256_or_si256(a.v, b.v)}; }
    friend SKEP_INLINE Set operator^(Set a, Set b) { return {_mm256_xor_si256(a.v, b.v)}; }
    friend SKEP_INLINE bool operator==(Set a, Set b) { return !(a ^ b).any(); }
    SKEP_INLINE Set without(Set other) const { return {_mm256_andnot_si256(other.v, v)}; }
    SKEP_INLINE Set complement() const { return {_mm256_xor_si256(v, _mm256_set1_epi32(-1))}; }
    SKEP_INLINE bool any() const { return !_mm256_testz_si256(v, v); }
    SKEP_INLINE int count() const {
        uint64_t words[Words];
        store_words(words);
        int total = 0;
        for (const uint64_t word : words) total += static_cast<int>(_mm_popcnt_u64(word));
        return total;
    }
    SKEP_INLINE Set east() const {
        return {_mm256_or_si256(_mm256_slli_epi16(v, 1), _mm256_srli_epi16(v, 15))};
    }
    SKEP_INLINE Set west() const {
        return {_mm256_or_si256(_mm256_srli_epi16(v, 1), _mm256_slli_epi16(v, 15))};
    }
    SKEP_INLINE Set up() const { return {_mm256_alignr_epi8(halves_swapped(), v, 2)}; }
    SKEP_INLINE Set down() const { return {_mm256_alignr_epi8(v, halves_swapped(), 14)}; }
    SKEP_INLINE uint32_t row_mask() const {
        const __m256i empty = _mm256_cmpeq_epi16(v, _mm256_setzero_si256());
        return _pext_u32(~static_cast<uint32_t>(_mm256_movemask_epi8(empty)), 0x55555555);
    }
    SKEP_INLINE uint32_t column_mask() const {
        __m128i all = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
        all = _mm_or_si128(all, _mm_srli_si128(all, 8));
        const uint64_t word = static_cast<uint64_t>(_mm_cvtsi128_si64(all));
        const uint64_t half = word | word >> 32;
        return static_cast<uint16_t>(half | half >> 16);
    }
    SKEP_INLINE Set empty_lines() const {
        const __m256i rows = _mm256_cmpeq_epi16(v, _mm256_setzero_si256());
        const __m256i columns = _mm256_set1_epi16(static_cast<short>(~column_mask()));
        return {_mm256_or_si256(rows, columns)};
    }

  private:
    SKEP_INLINE __m256i halves_swapped() const { return _mm256_permute2x128_si256(v, v, 1); }
};
#endif

// All cells that have a neighbour in the set.
template <int N>
SKEP_INLINE Set<N> neighbours(const Set<N>& set) {
    const Set<N> east = set.east();
    const Set<N> west = set.west();
    return east | west | (set | east).up() | (set | west).down();
}

// For each direction the cells whose neighbour in that direction is in the set.
template <int N>
struct Surroundings {
    Set<N> in[6];

    explicit SKEP_INLINE Surroundings(const Set<N>& set) {
        in[0] = set.west();
        in[1] = in[0].down();
        in[2] = set.down();
        in[3] = set.east();
        in[4] = in[3].up();
        in[5] = set.up();
    }
    SKEP_INLINE Set<N> any() const { return in[0] | in[1] | in[2] | in[3] | in[4] | in[5]; }
    // Cells around which the set forms two separate arcs or more.
    SKEP_INLINE Set<N> two_arcs() const {
        Set<N> once = in[0].without(in[1]);
        Set<N> twice = Set<N>::none();
        for (int d = 1; d < 6; ++d) {
            const Set<N> arc_end = in[d].without(in[(d + 1) % 6]);
            twice = twice | (once & arc_end);
            once = once | arc_end;
        }
        return twice;
    }
    // Cells with a neighbour outside of the set that has exactly one of its flanks in it.
    SKEP_INLINE Set<N> with_room_to_slide() const {
        Set<N> result = Set<N>::none();
        for (int d = 0; d < 6; ++d)
            result = result | (in[(d + 5) % 6] ^ in[(d + 1) % 6]).without(in[d]);
        return result;
    }
    // Cells with two or more neighbours in the set.
    SKEP_INLINE Set<N> two_neighbours() const {
        Set<N> once = in[0];
        Set<N> twice = Set<N>::none();
        for (int d = 1; d < 6; ++d) {
            twice = twice | (once & in[d]);
            once = once | in[d];
        }
        return twice;
    }
    // Cells with five or six neighbours in the set.
    SKEP_INLINE Set<N> five_neighbours() const {
        Set<N> all = in[0];
        Set<N> but_one = all.complement();
        for (int d = 1; d < 6; ++d) {
            but_one = (but_one & in[d]) | all.without(in[d]);
            all = all & in[d];
        }
        return all | but_one;
    }
};

template <int N>
SKEP_INLINE bool contains(const typename Torus<N>::Row* rows, int cell) {
    return rows[Torus<N>::r_of(cell)] >> Torus<N>::q_of(cell) & 1;
}
// In words of 64 cells, as make and unmake spend most of their time here.
template <class Row>
SKEP_INLINE void update_word(Row* rows, int cell, auto change) {
    const std::size_t index = static_cast<unsigned>(cell) >> 6;
    auto* const at = reinterpret_cast<unsigned char*>(rows) + index * sizeof(uint64_t);
    uint64_t word;
    std::memcpy(&word, at, sizeof word);
    word = change(word, uint64_t{1} << (cell & 63));
    std::memcpy(at, &word, sizeof word);
}
template <int N>
SKEP_INLINE void insert(typename Torus<N>::Row* rows, int cell) {
    update_word(rows, cell, [](uint64_t word, uint64_t bit) { return word | bit; });
}
template <int N>
SKEP_INLINE void erase(typename Torus<N>::Row* rows, int cell) {
    update_word(rows, cell, [](uint64_t word, uint64_t bit) { return word & ~bit; });
}

#if defined(__AVX2__)
// By cell: the set of that cell alone.
struct alignas(32) SingleCell {
    uint64_t words[4];
};
inline constexpr std::array<SingleCell, 256> SingleCells = [] {
    std::array<SingleCell, 256> table{};
    for (int cell = 0; cell < 256; ++cell)
        table[cell].words[cell >> 6] = uint64_t{1} << (cell & 63);
    return table;
}();
#endif

// Takes a member out and puts another in.
template <int N>
SKEP_INLINE void replace(typename Torus<N>::Row* rows, int from, int to) {
#if defined(__AVX2__)
    if constexpr (N == 16) {
        const auto single = [](int cell) {
            return Set<16>{_mm256_load_si256(
                reinterpret_cast<const __m256i*>(SingleCells[static_cast<unsigned>(cell)].words))};
        };
        (Set<16>::load(rows) ^ single(from) ^ single(to)).store(rows);
        return;
    }
#endif
    erase<N>(rows, from);
    insert<N>(rows, to);
}

template <int N, class F>
SKEP_INLINE void for_each_cell(const Set<N>& set, F f) {
    uint64_t words[Set<N>::Words];
    set.store_words(words);
    for (int k = 0; k < Set<N>::Words; ++k)
        for (uint64_t word = words[k]; word; word &= word - 1) f(k * 64 + std::countr_zero(word));
}

#if defined(__AVX2__)
// By byte: the places of its set bits, one after another, as eight bytes.
inline constexpr std::array<uint64_t, 256> BitsOfByte = [] {
    std::array<uint64_t, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte)
        for (unsigned bit = 0, count = 0; bit < 8; ++bit)
            if (byte >> bit & 1) table[byte] |= uint64_t{bit} << (8 * count++);
    return table;
}();

// By place of a byte in a set of 256 cells: its first cell, eight times.
struct alignas(32) EightCells {
    uint32_t cell[8];
};
inline constexpr std::array<EightCells, 32> FirstCellOfByte = [] {
    std::array<EightCells, 32> table{};
    for (unsigned k = 0; k < 32; ++k)
        for (auto& cell : table[k].cell) cell = 8 * k;
    return table;
}();
#endif

// Writes base + cell for every cell and returns the end of what was written; up to seven more
// places after it may be overwritten.
template <int N>
SKEP_INLINE uint32_t* write_cells(const Set<N>& set, uint32_t base, uint32_t* out) {
#if defined(__AVX2__)
    if constexpr (N == 16) {
        // Eight cells at a time: a loop over bits would be the most expensive part of all.
        alignas(32) uint8_t bytes[32];
        _mm256_store_si256(reinterpret_cast<__m256i*>(bytes), set.v);
        const __m256i bases = _mm256_set1_epi32(static_cast<int>(base));
        const __m256i empty = _mm256_cmpeq_epi8(set.v, _mm256_setzero_si256());
        for (uint32_t left = ~static_cast<uint32_t>(_mm256_movemask_epi8(empty)); left;
             left &= left - 1) {
            const uint64_t k = _tzcnt_u32(left);
            const uint64_t byte = bytes[k];
            const __m128i bits =
                _mm_loadl_epi64(reinterpret_cast<const __m128i*>(&BitsOfByte[byte]));
            const __m256i first =
                _mm256_load_si256(reinterpret_cast<const __m256i*>(FirstCellOfByte[k].cell));
            const __m256i cells = _mm256_add_epi32(_mm256_cvtepu8_epi32(bits), first);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_add_epi32(cells, bases));
            out += _mm_popcnt_u64(byte);
        }
        return out;
    }
#endif
    uint64_t words[Set<N>::Words];
    set.store_words(words);
    for (int k = 0; k < Set<N>::Words; ++k, base += 64)
        for (uint64_t word = words[k]; word; word &= word - 1)
            *out++ = base + static_cast<uint32_t>(std::countr_zero(word));
    return out;
}

// The cells of a set written down once, for moves that many pieces share.
template <int N>
struct CellList {
    int count;
    uint64_t words[Set<N>::Words];
    uint8_t before[Set<N>::Words];  // members in earlier words
    uint32_t cells[MaxRim + 16];    // room to read sixteen at a time

    // Who only counts has no use for the cells themselves.
    template <bool WriteCells>
    SKEP_INLINE void fill(const Set<N>& set) {
        set.store_words(words);
        int total = 0;
        for (int k = 0; k < Set<N>::Words; ++k) {
            before[k] = static_cast<uint8_t>(total);
            total += std::popcount(words[k]);
        }
        count = total;
        if constexpr (WriteCells) write_cells(set, 0, cells);
    }
    SKEP_INLINE int index_of(int cell) const {
        const uint64_t below = words[cell >> 6] & ((uint64_t{1} << (cell & 63)) - 1);
        return before[cell >> 6] + std::popcount(below);
    }
};

}  // namespace skep::hive::SKEP_KERNEL
