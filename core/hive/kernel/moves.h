// Generation of all legal moves: one function per way of moving.
//
// Each piece's destinations are gathered in one set, so that no destination comes twice: whatever
// a mosquito copies, and a throw that equals the piece's own move, fall together.
#pragma once

#include "hive/kernel/hive_shape.h"

namespace skep::hive::SKEP_KERNEL {

template <int N>
class Generator {
  public:
    using Row = typename Torus<N>::Row;
    struct alignas(32) Rows {
        Row row[N];
    };

    explicit SKEP_INLINE Generator(Board<N>& board) : board_(board), shape_(board) {}

    // Calls sink.moves(piece, from, targets) and sink.placements(piece, cells); a pass is left to
    // the caller, who knows it by an empty list.
    template <class Sink>
    SKEP_INLINE void generate(Sink& sink) {
        if (board_.ply < 2) return generate_opening(sink);
        if (is_surrounded(board_, White) || is_surrounded(board_, Black)) return;
        const int us = board_.turn;
        const bool queen_in_play = board_.at[queen_of(us)] != NoCell;
        generate_placements(sink, queen_in_play);
        if (queen_in_play) generate_movements(sink);
    }

    SKEP_INLINE Set<N> placement_cells() const {
        const Set<N> white = Set<N>::load(board_.white);
        const Set<N> black = shape_.occupied.without(white);
        const Set<N> beside_white = neighbours(white), beside_black = neighbours(black);
        return (board_.turn == White ? beside_white.without(beside_black)
                                     : beside_black.without(beside_white))
            .without(shape_.occupied);
    }

  private:
    template <class Sink>
    void generate_opening(Sink& sink) {
        Rows cells{};
        if (board_.ply == 0) {
            insert<N>(cells.row, 0);
        } else {
            for (int cell = 0; cell < Torus<N>::Cells; ++cell)
                if (contains<N>(board_.occupied, cell)) add_ring<N>(cells.row, cell, RingAll);
        }
        cells_.fill(Set<N>::load(cells.row));
        const int first_bug = board_.options.opening_queen_allowed ? Queen : Queen + 1;
        for (int bug = first_bug; bug < BugCount; ++bug) place(sink, bug);
    }

    template <class Sink>
    SKEP_INLINE void place(Sink& sink, int bug) {
        const int left = board_.hand[board_.turn][bug];
        if (left == 0) return;
        const int piece = board_.turn * PiecesPerSide + FirstOf[bug] + CopiesOf[bug] - left;
        sink.placements(piece, cells_);
    }

    template <class Sink>
    SKEP_INLINE void generate_placements(Sink& sink, bool queen_in_play) {
        uint64_t hand;
        static_assert(sizeof board_.hand[0] == sizeof hand);
        std::memcpy(&hand, board_.hand[board_.turn], sizeof hand);
        if (hand == 0) return;
        cells_.fill(placement_cells());
        if (!queen_in_play && board_.ply >= 6) return place(sink, Queen);
        for (; hand; hand &= ~(uint64_t{0xFF} << (std::countr_zero(hand) & ~7)))
            place(sink, std::countr_zero(hand) >> 3);
    }

    template <class Sink>
    SKEP_INLINE void generate_movements(Sink& sink) {
        const Set<N> pinned = shape_.pinned();
        pinned.store(pinned_.row);
        if (board_.options.pillbug) find_throws();
        const Set<N> white = Set<N>::load(board_.white);
        const Set<N> ours = board_.turn == White ? white : shape_.occupied.without(white);
        const Set<N> movable = ours.without(pinned) | (ours & Set<N>::load(board_.tall));
        uint32_t cells[PiecesPerSide];
        const uint32_t* const end = write_cells(movable, 0, cells);
        for (const uint32_t* cell = cells; cell != end; ++cell) {
            const int piece = board_.top[*cell];
            if (piece != board_.just_moved) generate_moves_of(sink, piece, static_cast<int>(*cell));
        }
        const int theirs = (board_.turn ^ 1) * PiecesPerSide;
        for (uint32_t left = thrown_ >> theirs & 0x3FFF; left; left &= left - 1) {
            const int piece = theirs + std::countr_zero(left);
            sink.moves(piece, board_.at[piece], Set<N>::load(throws_[piece].row));
        }
    }

    // Most pieces have few targets and none of them twice: they go to the sink at once. The others,
    // and pieces that may be thrown as well, gather them in a set first.
    template <class Sink>
    SKEP_INLINE void generate_moves_of(Sink& sink, int piece, int cell) {
        const int below = board_.level[piece];
        if (thrown_ >> piece & 1) {
            targets_ = Rows{};
            add_moves_of(below ? Beetle : BugOf[piece], cell, below);
            return sink.moves(piece, cell,
                              Set<N>::load(targets_.row) | Set<N>::load(throws_[piece].row));
        }
        if (below) return sink.steps(piece, cell, climbs(cell, below));
        switch (BugOf[piece]) {
            case Queen:
            case Pillbug:
                return sink.steps(piece, cell, slides(cell));
            case Beetle:
                return sink.steps(piece, cell, climbs(cell, 0));
            case Grasshopper:
                return for_each_jump(cell, [&](int target) { sink.move(piece, cell, target); });
            case Ant: {
                const unsigned ring = ring_at<N>(board_.occupied, cell);
                if (!ring_tables::Slides[ring]) return;
                if (reaches_outer_rim_only(cell, ring))
                    return sink.moves_but(piece, cell, rim_list_, only_touching(cell, ring));
                break;
            }
            default:
                break;
        }
        targets_ = Rows{};
        add_moves_of(BugOf[piece], cell, 0);
        sink.moves(piece, cell, Set<N>::load(targets_.row));
    }

    // As a bug on the ground, or as a beetle on top of `below` others.
    void add_moves_of(Bug bug, int cell, int below) {
        switch (bug) {
            case Queen:
            case Pillbug:
                return add_ring<N>(targets_.row, cell, slides(cell));
            case Beetle:
                return add_ring<N>(targets_.row, cell, climbs(cell, below));
            case Grasshopper:
                return for_each_jump(cell, [&](int target) { insert<N>(targets_.row, target); });
            case Spider:
                return add_three_slides(cell);
            case Ant:
                return add_runs(cell);
            case Ladybug:
                return add_walk_over(cell);
            case Mosquito:
                return add_copied_moves(cell);
        }
    }

    void add_copied_moves(int cell) {
        unsigned bugs = 0;
        for (unsigned ring = ring_at<N>(board_.occupied, cell) & RingAll; ring; ring &= ring - 1)
            bugs |= 1u << BugOf[board_.top[step(cell, std::countr_zero(ring))]];
        // A pillbug slides like a queen: once is enough. A mosquito lends nothing.
        if (bugs & 1u << Pillbug) bugs |= 1u << Queen;
        bugs &= ~(1u << Pillbug | 1u << Mosquito);
        for (; bugs; bugs &= bugs - 1)
            add_moves_of(static_cast<Bug>(std::countr_zero(bugs)), cell, 0);
    }

    SKEP_INLINE unsigned slides(int cell) const {
        return ring_tables::Slides[ring_at<N>(board_.occupied, cell)];
    }

    // One step of a beetle that stands on `below` other pieces.
    SKEP_INLINE unsigned climbs(int cell, int below) const {
        const unsigned ring = ring_at<N>(board_.occupied, cell) & RingAll;
        const unsigned steps = below ? RingAll : ring | ring_tables::Slides[ring];
        return board_.tall_count > 1 ? steps & ~blocked_on_top(cell, below) : steps;
    }

    // Steps off the ground, at either end, that two taller stacks forbid. The mover is lifted:
    // `height` is what remains on its cell.
    SKEP_INLINE unsigned blocked_on_top(int cell, int height) const {
        const unsigned suspects = ring_tables::BothFlanks[ring_at<N>(board_.tall, cell)];
        return suspects ? blocked_by_height(cell, height, suspects) : 0;
    }

    __attribute__((noinline)) unsigned blocked_by_height(int cell, int height,
                                                         unsigned suspects) const {
        int heights[6];
        for (int d = 0; d < 6; ++d) heights[d] = board_.height(step(cell, RingBitOf[d]));
        unsigned blocked = 0;
        for (int d = 0; d < 6; ++d) {
            if (!(suspects >> RingBitOf[d] & 1)) continue;
            const int highest = heights[d] > height ? heights[d] : height;
            if (heights[(d + 5) % 6] > highest && heights[(d + 1) % 6] > highest)
                blocked |= 1u << RingBitOf[d];
        }
        return blocked;
    }

    template <class F>
    SKEP_INLINE void for_each_jump(int cell, F f) const {
        for (unsigned ring = ring_at<N>(board_.occupied, cell) & RingAll; ring; ring &= ring - 1) {
            const int bit = std::countr_zero(ring);
            int landing = step(cell, bit);
            do landing = step(landing, bit);
            while (board_.top[landing] != NoPiece);
            f(landing);
        }
    }

    SKEP_INLINE void add_three_slides(int start) {
        erase<N>(board_.occupied, start);
        for (unsigned first = slides(start); first; first &= first - 1) {
            const int bit1 = std::countr_zero(first);
            const int cell1 = step(start, bit1);
            for (unsigned second = slides(cell1) & ~back(bit1); second; second &= second - 1) {
                const int bit2 = std::countr_zero(second);
                const int cell2 = step(cell1, bit2);
                add_ring<N>(targets_.row, cell2, slides(cell2) & ~back(bit2));
            }
        }
        insert<N>(board_.occupied, start);
        erase<N>(targets_.row, start);
    }

    static SKEP_INLINE unsigned back(int bit) { return 1u << ring_tables::Opposite[bit]; }

    // An ant's run, from the one flood of the rim that serves all of them.
    //
    // An ant that is lifted off the outer rim reaches all of it, but the cells that touched nothing
    // else, and whatever its leaving opens. It can only open a way to empty cells beside it that
    // were shut off before; if there are none, nothing has to be flooded again.
    SKEP_INLINE void add_runs(int cell) {
        const unsigned ring = ring_at<N>(board_.occupied, cell);
        if (!ring_tables::Slides[ring]) return;
        Set<N> reached;
        if (reaches_outer_rim_only(cell, ring)) {
            Rows alone{};
            add_ring<N>(alone.row, cell, only_touching(cell, ring));
            reached = Set<N>::load(rim_.row).without(Set<N>::load(alone.row));
        } else if (ring_tables::Loose[ring] & ring_at<N>(rim_.row, cell)) {
            Rows own{};
            insert<N>(own.row, cell);
            const Set<N> own_cell = Set<N>::load(own.row);
            reached = shape_.outer_rim_without(own_cell, Set<N>::load(rim_.row)).without(own_cell);
        } else {
            return add_runs_inside(cell);
        }
        (Set<N>::load(targets_.row) | reached).store(targets_.row);
    }

    SKEP_INLINE bool reaches_outer_rim_only(int cell, unsigned ring) {
        if (!rim_known_) find_outer_rim();
        return !(ring_tables::Loose[ring] & ~ring_at<N>(rim_.row, cell));
    }

    // The cells of the outer rim that touch the piece on this cell and no other.
    SKEP_INLINE unsigned only_touching(int cell, unsigned ring) const {
        return RingAll & ~ring & ~ring_at<N>(shared_.row, cell) & ring_at<N>(rim_.row, cell);
    }

    void find_outer_rim() {
        const Set<N> rim = shape_.outer_rim();
        rim.store(rim_.row);
        rim_list_.fill(rim);
        shape_.around.two_neighbours().store(shared_.row);
        rim_known_ = true;
    }

    // In a hole or behind a gate the wall may be in several parts: step by step.
    __attribute__((noinline)) void add_runs_inside(int start) {
        erase<N>(board_.occupied, start);
        const Set<N> occupied = Set<N>::load(board_.occupied);
        insert<N>(board_.occupied, start);
        const Surroundings<N> around(occupied);
        const auto& in = around.in;
        const Set<N> empty = occupied.complement();
        // Cells from which a slide to E, NE, NW keeps touch on exactly one side.
        const Set<N> open[3] = {in[5] ^ in[1], in[0] ^ in[2], in[1] ^ in[3]};
        Rows seed{};
        insert<N>(seed.row, start);
        const Set<N> start_cell = Set<N>::load(seed.row);
        Set<N> reached = start_cell;
        for (;;) {
            const Set<N> e = (reached & open[0]).east(), w = reached.west() & open[0];
            const Set<N> ne = (reached & open[1]).east().up();
            const Set<N> sw = reached.west().down() & open[1];
            const Set<N> nw = (reached & open[2]).up(), se = reached.down() & open[2];
            const Set<N> next = reached | ((e | w | ne | sw | nw | se) & empty);
            if (next == reached) break;
            reached = next;
        }
        (Set<N>::load(targets_.row) | reached.without(start_cell)).store(targets_.row);
    }

    // Up, one step on top, down: with the ladybug lifted, its own cell is no part of the hive.
    SKEP_INLINE void add_walk_over(int cell) {
        if (board_.tall_count > 1) return add_walk_over_stacks(cell);
        const unsigned ring = ring_at<N>(board_.occupied, cell) & RingAll;
        Rows first{};
        add_ring<N>(first.row, cell, ring);
        Rows rest = rows_of(shape_.occupied);
        erase<N>(rest.row, cell);
        const Set<N> second = neighbours(Set<N>::load(first.row)) & Set<N>::load(rest.row);
        (Set<N>::load(targets_.row) | neighbours(second).without(shape_.occupied))
            .store(targets_.row);
    }

    __attribute__((noinline)) void add_walk_over_stacks(int start) {
        erase<N>(board_.occupied, start);
        for (unsigned up = ring_at<N>(board_.occupied, start) & RingAll & ~blocked_on_top(start, 0);
             up; up &= up - 1) {
            const int cell1 = step(start, std::countr_zero(up));
            for (unsigned over = ring_at<N>(board_.occupied, cell1) & RingAll &
                                 ~blocked_on_top(cell1, board_.height(cell1));
                 over; over &= over - 1) {
                const int cell2 = step(cell1, std::countr_zero(over));
                const unsigned down = ~ring_at<N>(board_.occupied, cell2) & RingAll &
                                      ~blocked_on_top(cell2, board_.height(cell2));
                add_ring<N>(targets_.row, cell2, down);
            }
        }
        insert<N>(board_.occupied, start);
        erase<N>(targets_.row, start);
    }

    void find_throws() {
        const int first = board_.turn * PiecesPerSide;
        const int pillbug = first + FirstOf[Pillbug], mosquito = first + FirstOf[Mosquito];
        if (can_throw(pillbug)) add_throws(board_.at[pillbug]);
        if (can_throw(mosquito) && board_.level[mosquito] == 0 &&
            touches_pillbug(board_.at[mosquito]))
            add_throws(board_.at[mosquito]);
    }

    SKEP_INLINE bool can_throw(int piece) const {
        const int cell = board_.at[piece];
        return cell != NoCell && board_.top[cell] == piece && piece != board_.just_moved;
    }

    SKEP_INLINE bool touches_pillbug(int cell) const {
        for (unsigned ring = ring_at<N>(board_.occupied, cell) & RingAll; ring; ring &= ring - 1)
            if (BugOf[board_.top[step(cell, std::countr_zero(ring))]] == Pillbug) return true;
        return false;
    }

    void add_throws(int cell) {
        const unsigned ring = ring_at<N>(board_.occupied, cell);
        const unsigned tall = ring_at<N>(board_.tall, cell);
        const unsigned narrow = ring_tables::BothFlanks[tall];
        const unsigned landing = RingAll & ~ring & ~narrow;
        unsigned liftable = RingAll & ring & ~tall & ~narrow & ~ring_at<N>(pinned_.row, cell);
        if (!landing) return;
        for (; liftable; liftable &= liftable - 1) {
            const int piece = board_.top[step(cell, std::countr_zero(liftable))];
            if (piece == board_.just_moved) continue;
            if (!(thrown_ >> piece & 1)) throws_[piece] = Rows{};
            thrown_ |= 1u << piece;
            add_ring<N>(throws_[piece].row, cell, landing);
        }
    }

    static SKEP_INLINE int step(int cell, int ring_bit) {
        return Torus<N>::Neighbour[cell][ring_bit];
    }
    static SKEP_INLINE Rows rows_of(const Set<N>& set) {
        Rows rows;
        set.store(rows.row);
        return rows;
    }

    Board<N>& board_;  // changed while a piece is lifted, and restored
    HiveShape<N> shape_;
    Rows pinned_;
    Rows targets_;
    CellList<N> cells_;     // where pieces are placed
    Rows rim_;              // the outer rim, once an ant has asked for it; likewise:
    CellList<N> rim_list_;  // its cells
    Rows shared_;           // cells that touch two pieces or more
    bool rim_known_ = false;
    uint32_t thrown_ = 0;
    Rows throws_[PieceCount];  // where each piece of thrown_ may be thrown to
};

// Writes every move into an array.
template <int N>
struct ListSink {
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
        // The last move takes the place of one that is left out. From the highest index down, so
        // that the last is never one that is left out as well.
        int leave_out[6];
        int count = 0;
        for (; but; but &= but - 1) {
            const int cell = Torus<N>::Neighbour[from][std::countr_zero(but)];
            int slot = count++;
            const int index = cells.index_of(cell);
            for (; slot > 0 && leave_out[slot - 1] < index; --slot)
                leave_out[slot] = leave_out[slot - 1];
            leave_out[slot] = index;
        }
        for (int i = 0; i < count; ++i) start[leave_out[i]] = *--end;
    }

  private:
    SKEP_INLINE void write(uint32_t base, const CellList<N>& cells) {
        Move* const out = end;
        const int count = cells.count;
        end = out + count;
        for (int i = 0; i < count; i += 8)
            for (int k = 0; k < 8; ++k) out[i + k].bits = base | cells.cells[i + k];
    }
};

struct CountSink {
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

template <int N>
SKEP_INLINE bool is_over(const Board<N>& board) {
    return is_surrounded(board, White) || is_surrounded(board, Black);
}

// All legal moves, a forced pass among them; none when the game is over. The board comes back as
// it was.
template <int N>
SKEP_INLINE int generate(Board<N>& board, Move* list) {
    ListSink<N> sink{list};
    Generator<N> generator(board);
    generator.generate(sink);
    if (sink.end == list && !is_over(board)) *sink.end++ = Move::pass();
    return static_cast<int>(sink.end - list);
}

template <int N>
SKEP_INLINE int count_moves(Board<N>& board) {
    CountSink sink;
    Generator<N> generator(board);
    generator.generate(sink);
    return sink.count == 0 && !is_over(board) ? 1 : sink.count;
}

}  // namespace skep::hive::SKEP_KERNEL
