#include "hive/encoding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>

namespace skep::hive {

namespace {

// Of white's pieces for black, and the other way round.
constexpr int seen_by(int turn, int piece) {
    if (turn == White) return piece;
    return piece < PiecesPerSide ? piece + PiecesPerSide : piece - PiecesPerSide;
}

constexpr uint16_t action_index(int piece, int reference, int direction) {
    return static_cast<uint16_t>((piece * PieceCount + reference) * ActionDirections + direction);
}

// Lists the numbers of moves. For every cell the first two pieces that a move there can be named by
// are written down, so that one remains when the other is lifted.
template <int N>
class ActionLister {
  public:
    // From the last piece to the first, so that the first has the last word.
    explicit ActionLister(const Board<N>& board) : board_(board) {
        for (int seen = PieceCount - 1; seen >= 0; --seen) {
            const int cell = cell_of_top(seen);
            if (cell == NoCell) continue;
            for (int direction = 0; direction < 6; ++direction) {
                const int beside = Torus<N>::Neighbour[cell][RingBitOf[direction]];
                second_[beside] = first_[beside];
                first_[beside] = name_of(seen, direction);
            }
        }
        for (int seen = 0; seen < PieceCount; ++seen)
            if (const int cell = cell_of_top(seen); cell != NoCell)
                first_[cell] = name_of(seen, OnTop);
    }

    // The moves of a piece follow one another, so what they share is asked once.
    void list(const Move* moves, int count, Action* actions) const {
        for (int i = 0; i < count;) {
            const int piece = moves[i].piece();
            if (moves[i].is_pass() || board_.ply == 0 || board_.under[piece] != NoPiece) {
                actions[i] = {index_of_special(moves[i]), moves[i]};
                ++i;
                continue;
            }
            const int mover = seen_by(board_.turn, piece);
            for (; i < count && moves[i].piece() == piece; ++i) {
                const int first = first_[moves[i].to()], second = second_[moves[i].to()];
                actions[i] = {index_by(mover, first >> 3 == mover ? second : first), moves[i]};
            }
        }
    }

  private:
    // A piece as it is seen and a direction from it.
    static constexpr uint8_t name_of(int seen, int direction) {
        return static_cast<uint8_t>(seen << 3 | direction);
    }
    static constexpr uint16_t index_by(int mover, int name) {
        static_assert(ActionDirections == 7);  // eight to a piece here, seven there
        return static_cast<uint16_t>(action_index(mover, 0, 0) + name - (name >> 3));
    }

    int cell_of_top(int seen) const {
        const int piece = seen_by(board_.turn, seen), cell = board_.at[piece];
        return cell != NoCell && board_.top[cell] == piece ? cell : NoCell;
    }

    // A pass; the very first piece, which has no other beside it; or one that leaves another
    // behind.
    uint16_t index_of_special(Move move) const {
        if (move.is_pass()) return PassAction;
        const int piece = move.piece(), mover = seen_by(board_.turn, piece);
        if (board_.ply == 0) return action_index(mover, mover, OnTop);
        if (board_.top[move.to()] != NoPiece) return index_by(mover, first_[move.to()]);
        int first = PieceCount << 3;
        for (int direction = 0; direction < 6; ++direction) {
            int top = board_.top[Torus<N>::Neighbour[move.to()][RingBitOf[direction]]];
            if (top == piece) top = board_.under[piece];
            if (top != NoPiece)
                first =
                    std::min<int>(first, name_of(seen_by(board_.turn, top), (direction + 3) % 6));
        }
        return index_by(mover, first);
    }

    const Board<N>& board_;
    uint8_t first_[N * N];  // left open where no move leads
    uint8_t second_[N * N];
};

// The piece nearest to the mean of all: with squares of distances no mean is needed. Turning the
// hive turns its middle, because only distances and numbers of pieces decide.
Place middle_of(const Position& position) {
    Place places[PieceCount];
    int count = 0, q_sum = 0, r_sum = 0;
    for (int seen = 0; seen < PieceCount; ++seen)
        if (const auto place = position.place_of(seen_by(position.turn(), seen))) {
            places[count++] = *place;
            q_sum += place->q;
            r_sum += place->r;
        }
    Place best{};
    int64_t least = INT64_MAX;
    for (int i = 0; i < count; ++i) {
        const int64_t q = int64_t{count} * places[i].q - q_sum;
        const int64_t r = int64_t{count} * places[i].r - r_sum;
        const int64_t distance = q * q + q * r + r * r;
        if (distance < least) {
            least = distance;
            best = places[i];
        }
    }
    return best;
}

Place centre_place(const Position& position, Centre centre) {
    if (centre != Centre::Hive) {
        const int color = centre == Centre::Mine ? position.turn() : position.turn() ^ 1;
        if (const auto place = position.place_of(queen_of(color))) return *place;
    }
    return middle_of(position);
}

// The order of the planes; docs/batch.md says what stands in each.
enum Plane {
    PieceLevels = 0,  // sixteen: a bit for each level on which such a piece stands
    MineOnTop = 16,
    TheirsOnTop,
    Height,
    Pinned,
    MinePlaceable,
    TheirsPlaceable,
    JustMoved,
};
static_assert(JustMoved + 1 == PlaneCount);

class PlaneWriter {
  public:
    PlaneWriter(const Position& position, Centre centre, int radius, uint8_t* planes)
        : position_(position),
          middle_(centre_place(position, centre)),
          corner_(position.corner()),
          radius_(radius),
          side_(2 * radius + 1),
          planes_(planes) {}

    void write() {
        std::memset(planes_, 0, static_cast<std::size_t>(PlaneCount) * side_ * side_);
        position_.with_functions([&](const auto& board, const auto& functions) {
            write_pieces(board);
            write_sets(board, functions);
        });
    }

  private:
    // Null outside of the hexagon.
    uint8_t* at(int plane, Place place) const {
        const int q = place.q - middle_.q, r = place.r - middle_.r;
        if (std::abs(q) > radius_ || std::abs(r) > radius_ || std::abs(q + r) > radius_)
            return nullptr;
        return planes_ + (plane * side_ + r + radius_) * side_ + q + radius_;
    }
    void mark(int plane, Place place) const {
        if (uint8_t* const byte = at(plane, place)) *byte = 1;
    }

    template <int N>
    void write_pieces(const Board<N>& board) const {
        const std::size_t plane_size = static_cast<std::size_t>(side_) * side_;
        for (int piece = 0; piece < PieceCount; ++piece) {
            if (board.at[piece] == NoCell) continue;
            uint8_t* const first = at(0, *position_.place_of(piece));
            if (!first) continue;
            const bool mine = color_of(piece) == board.turn;
            const int level = board.level[piece];
            const int plane = PieceLevels + (mine ? 0 : BugCount) + BugOf[piece];
            first[static_cast<std::size_t>(plane) * plane_size] |= static_cast<uint8_t>(1 << level);
            if (board.top[board.at[piece]] != piece) continue;
            first[(mine ? MineOnTop : TheirsOnTop) * plane_size] = 1;
            first[Height * plane_size] = static_cast<uint8_t>(level + 1);
            if (piece == board.just_moved) first[JustMoved * plane_size] = 1;
        }
    }

    template <int N>
    void write_sets(const Board<N>& board, const BoardFunctions<N>& functions) const {
        using Row = typename Board<N>::Row;
        Row rows[N];
        if (board.ply >= 2) {
            functions.pinned(board, rows);
            mark_all<N>(Pinned, rows);
        }
        if (board.ply < 2) {
            for (const Place place : position_.placement_places()) mark(MinePlaceable, place);
        } else {
            functions.placement_cells(board, board.turn, rows);
            mark_all<N>(MinePlaceable, rows);
        }
        if (board.ply == 0) return;
        functions.placement_cells(board, board.turn ^ 1, rows);
        mark_all<N>(TheirsPlaceable, rows);
    }

    // Row by row of the hexagon: the columns that it has in a row are the lowest bits of the torus'
    // row, once that is turned to where they begin.
    template <int N>
    void mark_all(int plane, const typename Board<N>::Row* rows) const {
        const int height = corner_.r - middle_.r, width = corner_.q - middle_.q;
        for (int row = 0; row < N; ++row) {
            const auto cells = rows[(corner_.r + row) & (N - 1)];
            const int r = height + row;
            if (cells == 0 || std::abs(r) > radius_) continue;
            auto left = std::rotr(cells, corner_.q & (N - 1));
            uint8_t* const line = planes_ + (plane * side_ + r + radius_) * side_ + radius_;
            const int least = std::max(-radius_, -radius_ - r),
                      most = std::min(radius_, radius_ - r);
            for (; left; left &= static_cast<decltype(left)>(left - 1)) {
                const int q = width + std::countr_zero(left);
                if (q >= least && q <= most) line[q] = 1;
            }
        }
    }

    const Position& position_;
    const Place middle_;
    const Place corner_;
    const int radius_;
    const int side_;
    uint8_t* const planes_;
};

}  // namespace

void list_actions(const Position& position, std::vector<Action>& actions) {
    position.with_functions([&]<int N>(const Board<N>& board, const BoardFunctions<N>& functions) {
        Move moves[MaxMoves];
        const int count = functions.generate(board, moves);
        const ActionLister<N> lister(board);
        actions.resize(static_cast<std::size_t>(count));
        lister.list(moves, count, actions.data());
    });
}

void write_planes(const Position& position, Centre centre, int radius, uint8_t* planes) {
    PlaneWriter(position, centre, radius, planes).write();
}

void write_reserves(const Position& position, uint8_t* reserves) {
    const int turn = position.turn();
    for (int bug = 0; bug < BugCount; ++bug) {
        reserves[bug] = static_cast<uint8_t>(position.in_hand(turn, bug));
        reserves[BugCount + bug] = static_cast<uint8_t>(position.in_hand(turn ^ 1, bug));
    }
}

}  // namespace skep::hive
