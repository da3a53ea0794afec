// Where generated moves go: into a list, or only into a count.
#pragma once

#include "hive/kernel/sets.h"

namespace skep::hive::SKEP_KERNEL {

// Writes every move into an array.
template <int N>
struct ListSink {
    static constexpr bool WritesCells = true;

    Move* end;

    SKEP_INLINE void move(int piece, int from, int to) { *end++ = Move::of(piece, from, to); }
    SKEP_INLINE void steps(int piece, int from, unsigned ring) {
        const uint32_t base = Move::of(piece, from, 0).bits;
        Move* out = end;
        for (; ring; ring &= ring - 1)
            out++->bits = base | Torus<N>::Neighbour[from][std::countr_zero(ring)];
        end = out;
    }
    SKEP_INLINE void moves(int piece, int from, const Set<N>& targets) {
        end = reinterpret_cast<Move*>(
            write_cells(targets, Move::of(piece, from, 0).bits, reinterpret_cast<uint32_t*>(end)));
    }
    SKEP_INLINE void placements(int piece, const CellList<N>& cells) {
        write(Move::of(piece, NoCell, 0).bits, cells);
    }
    // To all cells of a list but some around the piece.
    SKEP_INLINE void moves_but(int piece, int from, const CellList<N>& cells, unsigned but) {
        Move* const start = end;
        write(Move::of(piece, from, 0).bits, cells);
        // The last move takes the place of one that is left out, from the highest index down, so
        // that the last is never one that is left out as well. Away from the edges of the torus
        // that is the order SE, SW, E, W, NE, NW.
        const int q = Torus<N>::q_of(from), r = Torus<N>::r_of(from);
        if (q == 0 || q == N - 1 || r == 0 || r == N - 1)
            return leave_out_sorted(start, from, cells, but);
        for (const int bit : {6, 5, 2, 0, 4, 3})
            if (but >> bit & 1) leave_out(start, cells, Torus<N>::Neighbour[from][bit]);
    }

  private:
    SKEP_INLINE void leave_out(Move* start, const CellList<N>& cells, int cell) {
        start[cells.index_of(cell)] = *--end;
    }
    __attribute__((noinline)) void leave_out_sorted(Move* start, int from, const CellList<N>& cells,
                                                    unsigned but) {
        int around[6];
        int count = 0;
        for (; but; but &= but - 1) {
            const int cell = Torus<N>::Neighbour[from][std::countr_zero(but)];
            int slot = count++;
            for (; slot > 0 && around[slot - 1] < cell; --slot) around[slot] = around[slot - 1];
            around[slot] = cell;
        }
        for (int i = 0; i < count; ++i) leave_out(start, cells, around[i]);
    }
    SKEP_INLINE void write(uint32_t base, const CellList<N>& cells) {
        Move* const __restrict out = end;
        const uint32_t* const __restrict from = cells.cells;
        end = out + cells.count;
        for (int i = 0, count = cells.count; i < count; i += 16)
            for (int k = 0; k < 16; ++k) out[i + k].bits = base | from[i + k];
    }
};

struct CountSink {
    static constexpr bool WritesCells = false;

    int count = 0;

    SKEP_INLINE void move(int, int, int) { ++count; }
    SKEP_INLINE void steps(int, int, unsigned ring) { count += std::popcount(ring); }

    template <int N>
    SKEP_INLINE void moves(int, int, const Set<N>& targets) {
        count += targets.count();
    }
    template <int N>
    SKEP_INLINE void placements(int, const CellList<N>& cells) {
        count += cells.count;
    }
    template <int N>
    SKEP_INLINE void moves_but(int, int, const CellList<N>& cells, unsigned but) {
        count += cells.count - std::popcount(but);
    }
};

}  // namespace skep::hive::SKEP_KERNEL
