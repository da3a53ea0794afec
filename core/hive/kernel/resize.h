// Handing a position over from one board size to the other.
#pragma once

#include "hive/kernel/play.h"

namespace skep::hive::SKEP_KERNEL {

// Builds `to` from `from`; cells[piece] is where each piece in play stands on the new board. The
// hash is made anew, because keys belong to a board size.
template <int From, int To>
void resize(const Board<From>& from, Board<To>& to, const uint16_t* cells) {
    std::memset(to.occupied, 0, sizeof to.occupied);
    std::memset(to.white, 0, sizeof to.white);
    std::memset(to.tall, 0, sizeof to.tall);
    std::memset(to.top, NoPiece, sizeof to.top);
    std::memcpy(to.hand, from.hand, sizeof to.hand);
    std::memset(to.under, NoPiece, sizeof to.under);
    std::memset(to.level, 0, sizeof to.level);
    to.hash = from.turn == Black ? BlackToMove : 0;
    to.ply = from.ply;
    to.turn = from.turn;
    to.just_moved = from.just_moved;
    to.tall_count = 0;
    to.options = from.options;
    for (auto& cell : to.at) cell = NoCell;
    for (int level = 0, placed = 1; placed; ++level) {
        placed = 0;
        for (int piece = 0; piece < PieceCount; ++piece)
            if (from.at[piece] != NoCell && from.level[piece] == level) {
                to.hash ^= drop(to, piece, cells[piece]);
                ++placed;
            }
    }
}

// The first line of a run that may wrap around: set, with the one before it clear.
template <int N>
int first_line(uint32_t lines) {
    for (int line = 0; line < N; ++line)
        if ((lines >> line & 1) && !(lines >> ((line - 1) & (N - 1)) & 1)) return line;
    return 0;
}

// The 16×16 hive may stand across the edge of its torus: unwrap it first.
SKEP_INLINE void widen(const Board<16>& from, Board<32>& to) {
    const Set<16> occupied = Set<16>::load(from.occupied);
    const int q0 = first_line<16>(occupied.column_mask());
    const int r0 = first_line<16>(occupied.row_mask());
    uint16_t cells[PieceCount];
    for (int piece = 0; piece < PieceCount; ++piece) {
        const int q = Torus<16>::q_of(from.at[piece]), r = Torus<16>::r_of(from.at[piece]);
        cells[piece] =
            static_cast<uint16_t>(Torus<32>::cell(q0 + ((q - q0) & 15), r0 + ((r - r0) & 15)));
    }
    resize(from, to, cells);
}

SKEP_INLINE void narrow(const Board<32>& from, Board<16>& to) {
    uint16_t cells[PieceCount];
    for (int piece = 0; piece < PieceCount; ++piece)
        cells[piece] = static_cast<uint16_t>(
            Torus<16>::cell(Torus<32>::q_of(from.at[piece]), Torus<32>::r_of(from.at[piece])));
    resize(from, to, cells);
}

// The other way round, for a move on a hive that was widened.
SKEP_INLINE Move on_narrow_torus(Move wide) {
    if (wide.is_pass()) return wide;
    const auto cell = [](int at) {
        return Torus<16>::cell(Torus<32>::q_of(at), Torus<32>::r_of(at));
    };
    return Move::of(wide.piece(), wide.is_placement() ? NoCell : cell(wide.from()),
                    cell(wide.to()));
}

}  // namespace skep::hive::SKEP_KERNEL
