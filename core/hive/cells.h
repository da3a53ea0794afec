// Cells of the wrapped board and the six directions.
//
// A board is a torus of N×N cells in axial coordinates; cell = r * N + q. A hive that spans at most
// N - 2 rows and columns never touches itself around the torus, so everything on it is exact.
//
// What lies around a cell is gathered in seven bits, a *ring*, in the order in which three rows of
// a bitboard give them up: W, the cell itself, E, NW, NE, SW, SE.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

namespace skep::hive {

inline constexpr uint16_t NoCell = 0x7FF;

// Counterclockwise from the east, as in skep/geometry/cells.py.
inline constexpr std::array<int, 6> StepQ = {1, 1, 0, -1, -1, 0};
inline constexpr std::array<int, 6> StepR = {0, -1, -1, 0, 1, 1};

inline constexpr std::array<uint8_t, 6> RingBitOf = {2, 4, 3, 0, 5, 6};          // by direction
inline constexpr std::array<uint8_t, 7> DirectionOf = {3, 0xFF, 0, 2, 1, 4, 5};  // by ring bit
inline constexpr unsigned RingAll = 0b1111101;

template <int N>
struct Torus {
    using Row = std::conditional_t<N == 16, uint16_t, uint32_t>;
    static constexpr int Cells = N * N;
    static constexpr int Shift = N == 16 ? 4 : 5;
    static constexpr int Mask = N - 1;

    static constexpr int cell(int q, int r) { return ((r & Mask) << Shift) | (q & Mask); }
    static constexpr int q_of(int cell) { return cell & Mask; }
    static constexpr int r_of(int cell) { return cell >> Shift; }

    using Index = std::conditional_t<N == 16, uint8_t, uint16_t>;
    // Neighbours by ring bit.
    static constexpr std::array<std::array<Index, 8>, Cells> Neighbour = [] {
        std::array<std::array<Index, 8>, Cells> table{};
        for (int c = 0; c < Cells; ++c)
            for (int bit = 0; bit < 7; ++bit) {
                const int d = DirectionOf[bit];
                table[c][bit] = static_cast<Index>(
                    d == 0xFF ? c : cell(q_of(c) + StepQ[d], r_of(c) + StepR[d]));
            }
        return table;
    }();
};

namespace ring_tables {

constexpr bool occupied(unsigned ring, int direction) {
    return ring >> RingBitOf[(direction + 6) % 6] & 1;
}

// By ring of occupied cells: where a piece on the ground may slide to (exactly one flank occupied).
inline constexpr std::array<uint8_t, 128> Slides = [] {
    std::array<uint8_t, 128> table{};
    for (unsigned ring = 0; ring < 128; ++ring)
        for (int d = 0; d < 6; ++d)
            if (!occupied(ring, d) && occupied(ring, d - 1) != occupied(ring, d + 1))
                table[ring] |= static_cast<uint8_t>(1 << RingBitOf[d]);
    return table;
}();

// By ring of some set: the directions whose two flanks both belong to it. With the ring of tall
// stacks these are the steps on top of the hive that may be too narrow.
inline constexpr std::array<uint8_t, 128> BothFlanks = [] {
    std::array<uint8_t, 128> table{};
    for (unsigned ring = 0; ring < 128; ++ring)
        for (int d = 0; d < 6; ++d)
            if (occupied(ring, d - 1) && occupied(ring, d + 1))
                table[ring] |= static_cast<uint8_t>(1 << RingBitOf[d]);
    return table;
}();

// By ring of occupied cells: the empty cells beside another empty one. Lifting the piece in the
// middle can open a way to them.
inline constexpr std::array<uint8_t, 128> Loose = [] {
    std::array<uint8_t, 128> table{};
    for (unsigned ring = 0; ring < 128; ++ring)
        for (int d = 0; d < 6; ++d)
            if (!occupied(ring, d) && (!occupied(ring, d - 1) || !occupied(ring, d + 1)))
                table[ring] |= static_cast<uint8_t>(1 << RingBitOf[d]);
    return table;
}();

inline constexpr std::array<uint8_t, 7> Opposite = {2, 1, 0, 6, 5, 4, 3};  // of a ring bit

// By the ring bits of two steps: where the first began, in the ring of the cell where the second
// ends; nothing if these two are no neighbours.
inline constexpr std::array<std::array<uint8_t, 8>, 7> TwoStepsBack = [] {
    std::array<std::array<uint8_t, 8>, 7> table{};
    for (int d = 0; d < 6; ++d)
        for (const int turn : {2, 4}) {
            const int back = turn == 2 ? d + 4 : d + 2;
            table[RingBitOf[d]][RingBitOf[(d + turn) % 6]] =
                static_cast<uint8_t>(1 << RingBitOf[back % 6]);
        }
    return table;
}();

}  // namespace ring_tables

}  // namespace skep::hive
