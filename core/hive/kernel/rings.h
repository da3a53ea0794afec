// Rings (see cells.h) and sets of cells: from the one to the other.
#pragma once

#include "hive/kernel/sets.h"

namespace skep::hive::SKEP_KERNEL {

template <class Row>
SKEP_INLINE Row rotate_right(Row row, int by) {
    constexpr int bits = sizeof(Row) * 8;
    return static_cast<Row>(row >> (by & (bits - 1)) | row << (-by & (bits - 1)));
}

// The ring of a cell in rows kept in memory; the cell's own bit is part of it.
template <int N>
SKEP_INLINE unsigned ring_at(const typename Torus<N>::Row* rows, int cell) {
    const int west = Torus<N>::q_of(cell) - 1, r = Torus<N>::r_of(cell);
    const unsigned middle = rotate_right(rows[r], west) & 7u;
    const unsigned above = rotate_right(rows[(r - 1) & Torus<N>::Mask], west) & 6u;
    const unsigned below = rotate_right(rows[(r + 1) & Torus<N>::Mask], west) & 3u;
    return middle | above << 2 | below << 5;
}

// The same for a set that is asked often: each row stands twice in its lane, with a copy of the
// last row before the first and of the first after the last, so that nothing has to be wrapped.
template <int N>
struct RingRows {
    using Lane = std::conditional_t<N == 16, uint32_t, uint64_t>;
    Lane lane[1 + N + 1];

    RingRows() = default;
    explicit SKEP_INLINE RingRows(const Set<N>& set) { fill(set); }

    SKEP_INLINE void fill(const Set<N>& set) {
        alignas(32) typename Torus<N>::Row plain[N];
        set.store(plain);
        for (int r = 0; r < N; ++r) lane[1 + r] = plain[r] | static_cast<Lane>(plain[r]) << N;
        close();
    }
    SKEP_INLINE unsigned ring(int cell) const {
        const int west = (cell - 1) & Torus<N>::Mask;
        const Lane* const row = lane + 1 + Torus<N>::r_of(cell);
        const unsigned middle = static_cast<unsigned>(row[0] >> west) & 7u;
        const unsigned above = static_cast<unsigned>(row[-1] >> west) & 6u;
        const unsigned below = static_cast<unsigned>(row[1] >> west) & 3u;
        return middle | above << 2 | below << 5;
    }
    SKEP_INLINE void flip(int cell) {
        constexpr Lane Twice = Lane{1} | Lane{1} << N;
        lane[1 + Torus<N>::r_of(cell)] ^= Twice << Torus<N>::q_of(cell);
        close();
    }

  private:
    SKEP_INLINE void close() {
        lane[0] = lane[N];
        lane[N + 1] = lane[1];
    }
};

#if defined(__AVX2__)
// Here a lane holds all that the rings of its row need: from bit 0 the row itself, from Above the
// row above it, from Below the one below. Each is turned so that its part of the ring of column q
// starts at bit q, and its first columns follow again after the last.
template <>
struct RingRows<16> {
    static constexpr int Above = 18, Below = 35;

    alignas(16) uint64_t lane[16];

    RingRows() = default;
    explicit SKEP_INLINE RingRows(const Set<16>& set) { fill(set); }

    SKEP_INLINE void fill(const Set<16>& set) {
        const __m256i middle = set.east().v, above = set.down().v, below = set.east().up().v;
        const __m256i above_2 = _mm256_slli_epi16(above, 2), below_3 = _mm256_slli_epi16(below, 3);
        const __m256i above_turned = _mm256_or_si256(above_2, _mm256_srli_epi16(above, 14));
        // The four words of a lane, for all sixteen rows.
        const __m256i word0 = middle;
        const __m256i word1 =
            _mm256_or_si256(_mm256_and_si256(middle, _mm256_set1_epi16(3)), above_2);
        const __m256i word2 =
            _mm256_or_si256(_mm256_and_si256(above_turned, _mm256_set1_epi16(7)), below_3);
        const __m256i word3 = _mm256_or_si256(below_3, _mm256_srli_epi16(below, 13));
        const __m256i low01 = _mm256_unpacklo_epi16(word0, word1);
        const __m256i high01 = _mm256_unpackhi_epi16(word0, word1);
        const __m256i low23 = _mm256_unpacklo_epi16(word2, word3);
        const __m256i high23 = _mm256_unpackhi_epi16(word2, word3);
        store(0, _mm256_unpacklo_epi32(low01, low23));
        store(2, _mm256_unpackhi_epi32(low01, low23));
        store(4, _mm256_unpacklo_epi32(high01, high23));
        store(6, _mm256_unpackhi_epi32(high01, high23));
    }
    SKEP_INLINE unsigned ring(int cell) const {
        constexpr uint64_t Window = 7 | uint64_t{3} << Above | uint64_t{3} << Below;
        // Brings the three parts together in the seven highest bits.
        constexpr uint64_t Gather =
            uint64_t{1} << 57 | uint64_t{1} << (60 - Above) | uint64_t{1} << (62 - Below);
        const unsigned place = static_cast<unsigned>(cell);
        return static_cast<unsigned>((lane[place >> 4] >> (place & 15) & Window) * Gather >> 57);
    }
    SKEP_INLINE void flip(int cell) {
        const unsigned q = Torus<16>::q_of(cell), east = (q + 1) & 15;
        const int r = Torus<16>::r_of(cell);
        lane[r] ^= uint64_t{1} << east | uint64_t{east < 2} << (east + 16);
        lane[(r + 1) & 15] ^= (uint64_t{1} << q | uint64_t{q < 1} << 16) << Above;
        lane[(r - 1) & 15] ^= (uint64_t{1} << east | uint64_t{east < 1} << 16) << Below;
    }

  private:
    SKEP_INLINE void store(int row, __m256i lanes) {
        _mm_store_si128(reinterpret_cast<__m128i*>(lane + row), _mm256_castsi256_si128(lanes));
        _mm_store_si128(reinterpret_cast<__m128i*>(lane + row + 8),
                        _mm256_extracti128_si256(lanes, 1));
    }
};
#endif

// Add the cells of a ring to rows kept in memory: the inverse of ring_at.
template <int N>
SKEP_INLINE void add_ring(typename Torus<N>::Row* rows, int cell, unsigned ring) {
    using Row = typename Torus<N>::Row;
    const int q = Torus<N>::q_of(cell), r = Torus<N>::r_of(cell);
    rows[r] |= rotate_right(static_cast<Row>(ring & 7), 1 - q);
    rows[(r - 1) & Torus<N>::Mask] |= rotate_right(static_cast<Row>(ring >> 2 & 6), 1 - q);
    rows[(r + 1) & Torus<N>::Mask] |= rotate_right(static_cast<Row>(ring >> 5), 1 - q);
}

// A cell alone, and the six around it. The small board has them in tables.
struct alignas(32) SmallRows {
    uint16_t row[16];
};
struct CellRows {
    SmallRows own, around;
};
inline constexpr std::array<CellRows, Torus<16>::Cells> RowsOfCell = [] {
    std::array<CellRows, Torus<16>::Cells> table{};
    for (int c = 0; c < Torus<16>::Cells; ++c)
        for (int bit = 0; bit < 7; ++bit) {
            const int cell = Torus<16>::Neighbour[c][bit];
            auto& rows = cell == c ? table[c].own : table[c].around;
            rows.row[Torus<16>::r_of(cell)] |= static_cast<uint16_t>(1 << Torus<16>::q_of(cell));
        }
    return table;
}();

template <int N>
SKEP_INLINE Set<N> cell_alone(int cell) {
    if constexpr (N == 16) {
        return Set<N>::load(RowsOfCell[cell].own.row);
    } else {
        alignas(32) typename Torus<N>::Row rows[N] = {};
        insert<N>(rows, cell);
        return Set<N>::load(rows);
    }
}
template <int N>
SKEP_INLINE Set<N> cells_around(int cell) {
    if constexpr (N == 16) {
        return Set<N>::load(RowsOfCell[cell].around.row);
    } else {
        alignas(32) typename Torus<N>::Row rows[N] = {};
        add_ring<N>(rows, cell, RingAll);
        return Set<N>::load(rows);
    }
}

}  // namespace skep::hive::SKEP_KERNEL
