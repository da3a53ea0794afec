// What the shape of the hive says about all pieces at once: who is pinned, and which cells of the
// rim an ant outside can reach.
#pragma once

#include "hive/kernel/play.h"

namespace skep::hive::SKEP_KERNEL {

// For steps to E, NE and NW: the cells from which both flanks are occupied.
template <int N>
struct Narrows {
    Set<N> step[3];

    explicit SKEP_INLINE Narrows(const Surroundings<N>& around)
        : step{around.in[5] & around.in[1], around.in[0] & around.in[2],
               around.in[1] & around.in[3]} {}

    SKEP_INLINE bool any() const { return (step[0] | step[1] | step[2]).any(); }
    // Those of them whose step leads to an empty cell.
    SKEP_INLINE Set<N> gates(const Surroundings<N>& around) const {
        return step[0].without(around.in[0]) | step[1].without(around.in[1]) |
               step[2].without(around.in[2]);
    }
};

template <int N>
struct HiveShape {
    Set<N> occupied;
    Surroundings<N> around;
    bool has_holes;

    explicit SKEP_INLINE HiveShape(const Board<N>& board)
        : occupied(Set<N>::load(board.occupied)),
          around(occupied),
          has_holes(encloses(occupied, around)) {}

    // Does a connected set enclose cells that are not in it?
    //
    // Euler's formula on the graph of its cells: cells − edges + triangles = 1 − holes. Give
    // each cell its edges to E, NE, NW and the two triangles between them: what remains is +1 for a
    // cell with none of the three neighbours, −1 for one with E and NW but not NE, else 0.
    static SKEP_INLINE bool encloses(const Set<N>& set, const Surroundings<N>& set_around) {
        const auto& in = set_around.in;
        const Set<N> peaks = set.without(in[0] | in[1] | in[2]);
        const Set<N> saddles = (set & in[0] & in[2]).without(in[1]);
        return peaks.count() - saddles.count() != 1;
    }

    // Cells whose piece, alone there, holds the hive together.
    //
    // A cell is one that splits the hive exactly when some region of empty cells, the outside or a
    // hole, touches it in two separate arcs. Without holes all empty cells are outside.
    SKEP_INLINE Set<N> pinned() const {
        const Set<N> candidates = occupied & around.two_arcs();
        if (!candidates.any() || !has_holes) return candidates;
        return pinned_with_holes();
    }

    // The cells of the rim that a piece sliding outside the hive can reach without squeezing
    // through a gate.
    //
    // The wall of everything that cannot be reached from outside is one closed line, so a slider
    // that keeps to the wall gets to every rim cell on it. Most that is shut off are dead ends,
    // cells with one empty neighbour at most: as long as there are any, they are walled up. No step
    // between other cells gets narrower by that, for a dead end is not beside both its ends.
    SKEP_INLINE Set<N> outer_rim() const {
        const Set<N> rim = around.any().without(occupied);
        Set<N> walls = occupied;
        Surroundings<N> walls_around = around;
        bool holes = has_holes;
        for (;;) {
            const Narrows<N> narrows(walls_around);
            const Set<N> gates = narrows.gates(walls_around).without(walls);
            if (!gates.any() && !holes) return rim.without(walls);
            const Set<N> dead_ends = walls_around.five_neighbours().without(walls);
            if (!dead_ends.any()) return flood_outside(walls, narrows, gates) & rim;
            walls = walls | dead_ends;
            walls_around = Surroundings<N>(walls);
            holes = holes && encloses(walls, walls_around);
        }
    }

    // The same for this hive without the piece on one cell of the outer wall. Only what its leaving
    // opens has to be flooded, and along the rim, because the wall is one line again.
    __attribute__((noinline)) Set<N> outer_rim_without(const Set<N>& cell,
                                                       const Set<N>& rim) const {
        const Set<N> rest = occupied.without(cell);
        const Surroundings<N> rest_around(rest);
        const Set<N> rest_rim = rest_around.any().without(rest);
        return flood_open_space((rim & rest_rim) | cell, Narrows<N>(rest_around),
                                rest_rim.complement());
    }

  private:
    static __attribute__((noinline)) Set<N> flood_outside(const Set<N>& walls,
                                                          const Narrows<N>& narrows,
                                                          const Set<N>& gates) {
        // First without a look at gates, keeping off the cells beside them: that is quicker.
        const Set<N> wide = (walls | gates | neighbours(gates)).complement();
        const Set<N> most = flood(walls.empty_lines().without(gates), wide);
        return flood_open_space(most, narrows, walls);
    }

    // Everything that steps through open space reach; gates and occupied cells stop them.
    static __attribute__((noinline)) Set<N> flood_open_space(Set<N> reached,
                                                             const Narrows<N>& narrows,
                                                             const Set<N>& walls) {
        const auto& shut = narrows.step;
        for (;;) {
            // Steps to E, NE, NW from cells where they are wide enough, and back.
            const Set<N> e = reached.without(shut[0]).east();
            const Set<N> w = reached.west().without(shut[0]);
            const Set<N> ne = reached.without(shut[1]).east().up();
            const Set<N> sw = reached.west().down().without(shut[1]);
            const Set<N> nw = reached.without(shut[2]).up();
            const Set<N> se = reached.down().without(shut[2]);
            const Set<N> next = reached | (e | w | ne | sw | nw | se).without(walls);
            if (next == reached) return reached;
            reached = next;
        }
    }

    __attribute__((noinline)) Set<N> pinned_with_holes() const {
        const Set<N> empty = occupied.complement();
        Set<N> region = flood(occupied.empty_lines(), empty);
        Set<N> result = Surroundings<N>(region).two_arcs();
        Set<N> rest = empty.without(region);
        while (rest.any()) {
            region = flood(first_of(rest), empty);
            result = result | Surroundings<N>(region).two_arcs();
            rest = rest.without(region);
        }
        return result & occupied;
    }

    static Set<N> flood(Set<N> reached, const Set<N>& empty) {
        for (;;) {
            const Set<N> next = reached | (neighbours(reached) & empty);
            if (next == reached) return reached;
            reached = next;
        }
    }

    static Set<N> first_of(const Set<N>& set) {
        alignas(32) typename Torus<N>::Row rows[N];
        set.store(rows);
        bool found = false;
        for (auto& row : rows) {
            row = found ? 0 : static_cast<typename Torus<N>::Row>(row & -row);
            found = found || row;
        }
        return Set<N>::load(rows);
    }
};

}  // namespace skep::hive::SKEP_KERNEL
