// Generation of all legal moves: one function per way of moving.
//
// Each piece's destinations are gathered in one set, so that no destination comes twice: whatever
// a mosquito copies, and a throw that equals the piece's own move, fall together.
#pragma once

#include "hive/kernel/bounds.h"
#include "hive/kernel/hive_shape.h"
#include "hive/kernel/sinks.h"

namespace skep::hive::SKEP_KERNEL {

// A bit for each bug, by piece in its lowest five bits; none for no piece.
inline constexpr std::array<uint8_t, 32> BugBit = [] {
    std::array<uint8_t, 32> table{};
    for (int piece = 0; piece < PieceCount; ++piece)
        table[piece] = static_cast<uint8_t>(1 << BugOf[piece]);
    return table;
}();

// Where a side may place: beside its own and not beside the other's.
template <int N>
SKEP_INLINE Set<N> placement_cells(const Board<N>& board, const Set<N>& occupied, int color) {
    const Set<N> white = Set<N>::load(board.white);
    const Set<N> black = occupied.without(white);
    const Set<N> beside_white = neighbours(white), beside_black = neighbours(black);
    return (color == White ? beside_white.without(beside_black)
                           : beside_black.without(beside_white))
        .without(occupied);
}

template <int N>
class Generator {
  public:
    using Row = typename Torus<N>::Row;
    struct alignas(32) Rows {
        Row row[N];
    };

    explicit SKEP_INLINE Generator(const Board<N>& board)
        : board_(board), shape_(board), occupied_(shape_.occupied) {}

    // Calls sink.moves(piece, from, targets) and sink.placements(piece, cells); a pass is left to
    // the caller, who knows it by an empty list.
    template <class Sink>
    SKEP_INLINE void generate(Sink& sink) {
        if (board_.ply < 2) return generate_opening(sink);
        if (is_over()) return;
        generate_placements(sink);
        if (may_move()) generate_movements(sink);
    }

    // For who wants one move by chance: calls most(piece, count) for each piece in play that may be
    // moved, with a number that its moves do not exceed.
    template <class F>
    SKEP_INLINE void bound_movements(F most) {
        const Set<N> movable = find_movable();
        const int rim = shape_.around.any().without(shape_.occupied).count();
        // What a bug can do beyond its ring, if its ring lets it.
        int far[bounds::Ways] = {};
        far[Ant] = far[Ladybug] = rim;
        far[Mosquito] = mosquito_bugs_ & bounds::FarBugs ? rim + 6 : 12;
        uint8_t throws[PieceCount] = {};
        for (uint32_t left = thrown_; left; left &= left - 1)
            throws[std::countr_zero(left)] = most_throws(std::countr_zero(left));
        uint32_t cells[PiecesPerSide + 8];
        const uint32_t* const end = write_cells(movable, 0, cells);
        for (const uint32_t* at = cells; at != end; ++at) {
            const int cell = static_cast<int>(*at);
            const int piece = board_.top[cell];
            const int way = board_.level[piece] ? bounds::OnTop : BugOf[piece];
            const bounds::Bound bound = bounds::ByRing[way][occupied_.ring(cell)];
            const int count = bound.near + (far[way] & -bound.goes_far) + throws[piece];
            most(piece, piece == board_.just_moved ? 0 : count);
        }
        for_each_enemy_thrown([&](int piece)
                                  __attribute__((always_inline)) { most(piece, throws[piece]); });
    }

    SKEP_INLINE bool is_over() const { return is_closed_in(White) || is_closed_in(Black); }

    // Not before the queen is in play.
    SKEP_INLINE bool may_move() const { return board_.at[queen_of(board_.turn)] != NoCell; }

    // A bit in the byte of each kind that may be placed now.
    SKEP_INLINE uint64_t kinds_in_hand() const {
        uint64_t hand;
        static_assert(sizeof board_.hand[0] == sizeof hand);
        std::memcpy(&hand, board_.hand[board_.turn], sizeof hand);
        const uint64_t kinds = (hand + 0x7F7F7F7F7F7F7F7F) & 0x8080808080808080;
        return may_move() || board_.ply < 6 ? kinds : kinds & 0xFF;
    }

    // The piece of this kind that is placed next.
    SKEP_INLINE int next_of(int bug) const {
        const int left = board_.hand[board_.turn][bug];
        return board_.turn * PiecesPerSide + FirstOf[bug] + CopiesOf[bug] - left;
    }

    // The moves of a piece that bound_movements has named.
    template <class Sink>
    SKEP_INLINE void generate_one(Sink& sink, int piece) {
        if (color_of(piece) != board_.turn) return generate_throws(sink, piece);
        generate_moves_of(sink, piece, board_.at[piece]);
    }

    SKEP_INLINE Set<N> placement_cells() const {
        return SKEP_KERNEL::placement_cells(board_, shape_.occupied, board_.turn);
    }

    // Where an uncovered piece gets to if it moves as this bug, not asking whether it may be
    // lifted.
    __attribute__((noinline)) Set<N> reached_as(int piece, Bug bug) {
        look_for_narrow_tops();
        targets_ = Rows{};
        if (bug == Ant && !rim_known_) find_outer_rim<false>();
        add_moves_of(bug, board_.at[piece], board_.level[piece]);
        return Set<N>::load(targets_.row);
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
        cells_.template fill<Sink::WritesCells>(Set<N>::load(cells.row));
        const int first_bug = board_.options.opening_queen_allowed ? Queen : Queen + 1;
        for (int bug = first_bug; bug < BugCount; ++bug) place(sink, bug);
    }

    SKEP_INLINE bool is_closed_in(int color) const {
        const int cell = board_.at[queen_of(color)];
        return cell != NoCell && (occupied_.ring(cell) & RingAll) == RingAll;
    }

    template <class Sink>
    SKEP_INLINE void place(Sink& sink, int bug) {
        if (board_.hand[board_.turn][bug]) sink.placements(next_of(bug), cells_);
    }

    template <class Sink>
    SKEP_INLINE void generate_placements(Sink& sink) {
        uint64_t kinds = kinds_in_hand();
        if (kinds == 0) return;
        cells_.template fill<Sink::WritesCells>(placement_cells());
        for (; kinds; kinds &= kinds - 1) place(sink, std::countr_zero(kinds) >> 3);
    }

    // Two tall stacks with one cell between them: only then can a step on top be too narrow.
    SKEP_INLINE void look_for_narrow_tops() {
        narrow_on_top_ =
            board_.tall_count > 1 && Narrows<N>(Surroundings<N>(Set<N>::load(board_.tall))).any();
    }

    template <class Sink>
    SKEP_INLINE void generate_movements(Sink& sink) {
        for_each_cell(find_movable(), [&](int cell) __attribute__((always_inline)) {
            const int piece = board_.top[cell];
            if (piece != board_.just_moved) generate_moves_of(sink, piece, cell);
        });
        for_each_enemy_thrown([&](int piece)
                                  __attribute__((always_inline)) { generate_throws(sink, piece); });
    }

    // Looks at the hive as a whole; then each piece can be asked. Our own that may be lifted.
    SKEP_INLINE Set<N> find_movable() {
        look_for_narrow_tops();
        const Set<N> pinned = shape_.pinned();
        pinned.store(pinned_.row);
        const int mosquito = board_.turn * PiecesPerSide + FirstOf[Mosquito];
        if (is_uncovered(mosquito) && board_.level[mosquito] == 0)
            mosquito_bugs_ = copied_bugs(board_.at[mosquito]);
        if (board_.options.pillbug) find_throws(mosquito);
        const Set<N> white = Set<N>::load(board_.white);
        const Set<N> ours = board_.turn == White ? white : shape_.occupied.without(white);
        return ours.without(pinned) | (ours & Set<N>::load(board_.tall));
    }

    template <class F>
    SKEP_INLINE void for_each_enemy_thrown(F f) const {
        const int theirs = (board_.turn ^ 1) * PiecesPerSide;
        for (uint32_t left = thrown_ >> theirs & 0x3FFF; left; left &= left - 1)
            f(theirs + std::countr_zero(left));
    }

    // Most pieces have few targets and none of them twice: they go to the sink at once. The others,
    // and pieces that may be thrown as well, gather them in a set first.
    template <class Sink>
    SKEP_INLINE void generate_moves_of(Sink& sink, int piece, int cell) {
        const bool thrown = thrown_ >> piece & 1;
        const int below = board_.level[piece];
        const Bug bug = below ? Beetle : BugOf[piece];
        if (!thrown) {
            switch (bug) {
                case Queen:
                case Pillbug:
                    return sink.steps(piece, cell, slides(cell));
                case Beetle:
                    return sink.steps(piece, cell, climbs(cell, below));
                case Grasshopper:
                    return for_each_jump(cell, [&](int target) { sink.move(piece, cell, target); });
                case Ant: {
                    const unsigned ring = occupied_.ring(cell);
                    if (!ring_tables::Slides[ring]) return;
                    const unsigned rim = rim_ring<Sink>(cell), loose = ring_tables::Loose[ring];
                    if (!(loose & rim) || !are_dead_ends(cell, loose & ~rim)) break;
                    sink.moves_but(piece, cell, rim_list_, only_touching(cell));
                    return sink.steps(piece, cell, loose & ~rim);
                }
                case Spider:
                    targets_ = Rows{};
                    add_three_slides(cell);
                    return sink.moves(piece, cell, Set<N>::load(targets_.row));
                case Ladybug:
                    if (narrow_on_top_) break;
                    return sink.moves(piece, cell, walk_over(cell));
                default:
                    break;
            }
        }
        generate_gathered(sink, piece, cell, bug, thrown);
    }

    template <class Sink>
    __attribute__((noinline)) void generate_gathered(Sink& sink, int piece, int cell, Bug bug,
                                                     bool thrown) {
        unsigned bugs = bug == Mosquito ? mosquito_bugs_ : 1u << bug;
        Set<N> listed = Set<N>::none();
        if (bugs & 1u << Ant) {
            // What else slides gets nowhere that an ant does not.
            bugs &= ~(1u << Queen | 1u << Pillbug | 1u << Spider);
            const unsigned ring = occupied_.ring(cell);
            if (!ring_tables::Slides[ring]) {
                bugs &= ~(1u << Ant);
            } else {
                const unsigned rim = rim_ring<Sink>(cell), loose = ring_tables::Loose[ring];
                if (loose & rim) {
                    sink.moves_but(piece, cell, rim_list_, only_touching(cell));
                    listed = Set<N>::load(rim_.row).without(cells_around<N>(cell) &
                                                            Set<N>::load(touching_one_.row));
                }
                if (!(loose & ~rim)) bugs &= ~(1u << Ant);
            }
        }
        if (!bugs && !thrown) return;
        targets_ = Rows{};
        for (; bugs; bugs &= bugs - 1)
            add_moves_of(static_cast<Bug>(std::countr_zero(bugs)), cell, board_.level[piece]);
        if (thrown) add_throws(piece);
        sink.moves(piece, cell, Set<N>::load(targets_.row).without(listed));
    }

    // As a bug on the ground, or as a beetle on top of `below` others.
    SKEP_INLINE void add_moves_of(Bug bug, int cell, int below) {
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
                return;
        }
    }

    // The bugs around a mosquito on the ground; another mosquito lends nothing.
    SKEP_INLINE unsigned copied_bugs(int cell) const {
        unsigned bugs = 0;
        for (const int bit : RingBitOf) bugs |= BugBit[board_.top[step(cell, bit)] & 31];
        return bugs & ~(1u << Mosquito);
    }

    SKEP_INLINE unsigned slides(int cell) const {
        return ring_tables::Slides[occupied_.ring(cell)];
    }

    // One step of a beetle that stands on `below` other pieces.
    SKEP_INLINE unsigned climbs(int cell, int below) const {
        const unsigned ring = occupied_.ring(cell) & RingAll;
        const unsigned steps = below ? RingAll : ring | ring_tables::Slides[ring];
        return narrow_on_top_ ? steps & ~blocked_on_top(cell, below) : steps;
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
        for (unsigned ring = occupied_.ring(cell) & RingAll; ring; ring &= ring - 1) {
            const int bit = std::countr_zero(ring);
            int landing = step(cell, bit);
            do landing = step(landing, bit);
            while (board_.top[landing] != NoPiece);
            f(landing);
        }
    }

    // The spider is lifted: where its own cell is seen from, it is empty, and no place to go back
    // to.
    SKEP_INLINE void add_three_slides(int start) {
        for (unsigned first = slides(start); first; first &= first - 1) {
            const int bit1 = std::countr_zero(first);
            const int cell1 = step(start, bit1);
            for (unsigned second = slides_but(cell1, back(bit1)); second; second &= second - 1) {
                const int bit2 = std::countr_zero(second);
                const int cell2 = step(cell1, bit2);
                const unsigned start_seen = ring_tables::TwoStepsBack[bit1][bit2];
                add_ring<N>(targets_.row, cell2, slides_but(cell2, start_seen) & ~back(bit2));
            }
        }
    }
    SKEP_INLINE unsigned slides_but(int cell, unsigned lifted) const {
        return ring_tables::Slides[occupied_.ring(cell) & ~lifted] & ~lifted;
    }

    static SKEP_INLINE unsigned back(int bit) { return 1u << ring_tables::Opposite[bit]; }

    // An ant's run where its leaving opens something, or where it starts inside.
    //
    // An ant that is lifted off the outer rim reaches all of it, but the cells that touched nothing
    // else, and whatever its leaving opens. It can only open a way to empty cells beside it that
    // were shut off before; if there are none, the one flood of the outer rim serves all ants.
    __attribute__((noinline)) void add_runs(int cell) {
        const unsigned ring = occupied_.ring(cell);
        if (!(ring_tables::Loose[ring] & ring_at<N>(rim_.row, cell))) return add_runs_inside(cell);
        const Set<N> own_cell = cell_alone<N>(cell);
        const Set<N> reached =
            shape_.outer_rim_without(own_cell, Set<N>::load(rim_.row)).without(own_cell);
        (Set<N>::load(targets_.row) | reached).store(targets_.row);
    }

    // The cells around this one that belong to the outer rim.
    template <class Sink>
    SKEP_INLINE unsigned rim_ring(int cell) {
        if (!rim_known_) find_outer_rim<Sink::WritesCells>();
        return ring_at<N>(rim_.row, cell);
    }

    // Those of them that touch the piece on this cell and no other.
    SKEP_INLINE unsigned only_touching(int cell) const {
        return ring_at<N>(touching_one_.row, cell);
    }

    // Cells with one empty neighbour. Once the piece beside such a cell is gone, nothing is to be
    // reached from there but that neighbour and where the piece came from.
    SKEP_INLINE bool are_dead_ends(int cell, unsigned ring) const {
        for (; ring; ring &= ring - 1) {
            const unsigned around = occupied_.ring(step(cell, std::countr_zero(ring)));
            if (std::popcount(around & RingAll) < 5) return false;
        }
        return true;
    }

    template <bool WriteCells>
    void find_outer_rim() {
        const Set<N> rim = shape_.outer_rim();
        rim.store(rim_.row);
        rim_list_.template fill<WriteCells>(rim);
        rim.without(shape_.around.two_neighbours()).store(touching_one_.row);
        rim_known_ = true;
    }

    // In a hole or behind a gate the wall may be in several parts: step by step.
    __attribute__((noinline)) void add_runs_inside(int start) {
        const Set<N> start_cell = cell_alone<N>(start);
        const Set<N> occupied = shape_.occupied.without(start_cell);
        const Surroundings<N> around(occupied);
        const auto& in = around.in;
        const Set<N> empty = occupied.complement();
        // Cells from which a slide to E, NE, NW keeps touch on exactly one side.
        const Set<N> open[3] = {in[5] ^ in[1], in[0] ^ in[2], in[1] ^ in[3]};
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
    SKEP_INLINE Set<N> walk_over(int cell) const {
        const Set<N> first = cells_around<N>(cell) & shape_.occupied;
        const Set<N> rest = shape_.occupied.without(cell_alone<N>(cell));
        const Set<N> second = neighbours(first) & rest;
        return neighbours(second).without(shape_.occupied);
    }

    void add_walk_over(int cell) {
        if (narrow_on_top_) return add_walk_over_stacks(cell);
        (Set<N>::load(targets_.row) | walk_over(cell)).store(targets_.row);
    }

    __attribute__((noinline)) void add_walk_over_stacks(int start) {
        occupied_.flip(start);
        for (unsigned up = occupied_.ring(start) & RingAll & ~blocked_on_top(start, 0); up;
             up &= up - 1) {
            const int cell1 = step(start, std::countr_zero(up));
            for (unsigned over =
                     occupied_.ring(cell1) & RingAll & ~blocked_on_top(cell1, board_.height(cell1));
                 over; over &= over - 1) {
                const int cell2 = step(cell1, std::countr_zero(over));
                const unsigned down =
                    ~occupied_.ring(cell2) & RingAll & ~blocked_on_top(cell2, board_.height(cell2));
                add_ring<N>(targets_.row, cell2, down);
            }
        }
        occupied_.flip(start);
        erase<N>(targets_.row, start);
    }

    SKEP_INLINE void find_throws(int mosquito) {
        const int pillbug = board_.turn * PiecesPerSide + FirstOf[Pillbug];
        if (is_uncovered(pillbug) && pillbug != board_.just_moved)
            find_throws_of(throws_[0], board_.at[pillbug]);
        if (mosquito_bugs_ >> Pillbug & 1 && mosquito != board_.just_moved)
            find_throws_of(throws_[1], board_.at[mosquito]);
        thrown_ = throws_[0].pieces | throws_[1].pieces;
    }

    SKEP_INLINE bool is_uncovered(int piece) const {
        return board_.at[piece] != NoCell && board_.top[board_.at[piece]] == piece;
    }

    // What one thrower lifts, and where it sets it down.
    struct Throws {
        uint32_t pieces = 0;
        unsigned landing = 0;  // ring
        int cell = 0;
    };

    __attribute__((noinline)) void find_throws_of(Throws& throws, int cell) {
        const unsigned ring = occupied_.ring(cell);
        const unsigned tall = board_.tall_count ? ring_at<N>(board_.tall, cell) : 0;
        const unsigned narrow = ring_tables::BothFlanks[tall];
        throws.landing = RingAll & ~ring & ~narrow;
        throws.cell = cell;
        if (!throws.landing) return;
        for (unsigned liftable = RingAll & ring & ~tall & ~narrow & ~ring_at<N>(pinned_.row, cell);
             liftable; liftable &= liftable - 1) {
            const int piece = board_.top[step(cell, std::countr_zero(liftable))];
            if (piece != board_.just_moved) throws.pieces |= 1u << piece;
        }
    }

    SKEP_INLINE void add_throws(int piece) {
        for (const Throws& throws : throws_)
            if (throws.pieces >> piece & 1) add_ring<N>(targets_.row, throws.cell, throws.landing);
    }
    template <class Sink>
    SKEP_INLINE void generate_throws(Sink& sink, int piece) {
        targets_ = Rows{};
        add_throws(piece);
        sink.moves(piece, board_.at[piece], Set<N>::load(targets_.row));
    }
    SKEP_INLINE uint8_t most_throws(int piece) const {
        int most = 0;
        for (const Throws& throws : throws_)
            if (throws.pieces >> piece & 1) most += std::popcount(throws.landing);
        return static_cast<uint8_t>(most);
    }

    static SKEP_INLINE int step(int cell, int ring_bit) {
        return Torus<N>::Neighbour[cell][ring_bit];
    }

    const Board<N>& board_;
    HiveShape<N> shape_;
    RingRows<N> occupied_;  // a piece that is lifted is taken out for a moment
    Rows pinned_;
    Rows targets_;
    CellList<N> cells_;  // where pieces are placed
    Rows rim_;           // the outer rim, once an ant has asked for it; likewise:
    CellList<N> rim_list_;
    Rows touching_one_;  // its cells that touch only one piece
    bool rim_known_ = false;
    bool narrow_on_top_ = false;
    unsigned mosquito_bugs_ = 0;  // what the own mosquito stands beside
    uint32_t thrown_ = 0;
    Throws throws_[2];  // of the pillbug and of a mosquito beside one
};

template <int N>
SKEP_INLINE bool is_over(const Board<N>& board) {
    return is_surrounded(board, White) || is_surrounded(board, Black);
}

// All legal moves, a forced pass among them; none when the game is over.
template <int N>
SKEP_INLINE int generate(const Board<N>& board, Move* list) {
    ListSink<N> sink{list};
    Generator<N> generator(board);
    generator.generate(sink);
    if (sink.end == list && !is_over(board)) *sink.end++ = Move::pass();
    return static_cast<int>(sink.end - list);
}

template <int N>
SKEP_INLINE int count_moves(const Board<N>& board) {
    CountSink sink;
    Generator<N> generator(board);
    generator.generate(sink);
    return sink.count == 0 && !is_over(board) ? 1 : sink.count;
}

}  // namespace skep::hive::SKEP_KERNEL
