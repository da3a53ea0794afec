#include "hive/encoding.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace skep::hive {

namespace {

constexpr int NoReference = 0xFF;

// Of white's pieces for black, and the other way round.
constexpr int seen_by(int turn, int piece) {
    if (turn == White) return piece;
    return piece < PiecesPerSide ? piece + PiecesPerSide : piece - PiecesPerSide;
}

constexpr uint16_t action_index(int piece, int reference, int direction) {
    return static_cast<uint16_t>((piece * PieceCount + reference) * ActionDirections + direction);
}

// The first piece beside a cell and where the cell lies as seen from it.
struct Reference {
    uint8_t piece;
    uint8_t direction;
};

template <int N>
class ActionLister {
  public:
    // From the last piece to the first, so that the first has the last word.
    explicit ActionLister(const Board<N>& board) : board_(board) {
        std::memset(references_, NoReference, sizeof references_);
        for (int seen = PieceCount - 1; seen >= 0; --seen) {
            const int piece = seen_by(board.turn, seen), cell = board.at[piece];
            if (cell == NoCell || board.top[cell] != piece) continue;
            for (int direction = 0; direction < 6; ++direction)
                references_[Torus<N>::Neighbour[cell][RingBitOf[direction]]] = {
                    static_cast<uint8_t>(seen), static_cast<uint8_t>(direction)};
        }
    }

    uint16_t index_of(Move move) const {
        if (move.is_pass()) return PassAction;
        const int piece = move.piece(), mover = seen_by(board_.turn, piece);
        if (const int top = board_.top[move.to()]; top != NoPiece)
            return action_index(mover, seen_by(board_.turn, top), OnTop);
        Reference reference = references_[move.to()];
        // What the mover leaves behind is seen once it is lifted: nothing, or the piece below.
        if (reference.piece == mover || board_.under[piece] != NoPiece)
            reference = first_beside(move.to(), piece);
        // The very first piece has no other beside it.
        if (reference.piece == NoReference) return action_index(mover, mover, OnTop);
        return action_index(mover, reference.piece, reference.direction);
    }

  private:
    Reference first_beside(int cell, int lifted) const {
        Reference first{NoReference, 0};
        for (int direction = 0; direction < 6; ++direction) {
            int top = board_.top[Torus<N>::Neighbour[cell][RingBitOf[direction]]];
            if (top != NoPiece && top == lifted) top = board_.under[top];
            if (top == NoPiece) continue;
            const int seen = seen_by(board_.turn, top);
            if (seen < first.piece)
                first = {static_cast<uint8_t>(seen), static_cast<uint8_t>((direction + 3) % 6)};
        }
        return first;
    }

    const Board<N>& board_;
    Reference references_[N * N];
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

    template <int N>
    void mark_all(int plane, const typename Board<N>::Row* rows) const {
        for (int row = 0; row < N; ++row)
            for (auto left = rows[row]; left; left &= static_cast<decltype(left)>(left - 1)) {
                const int q = std::countr_zero(left);
                mark(plane, {static_cast<int16_t>(corner_.q + ((q - corner_.q) & (N - 1))),
                             static_cast<int16_t>(corner_.r + ((row - corner_.r) & (N - 1)))});
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
    actions.clear();
    position.with_functions([&]<int N>(const Board<N>& board, const BoardFunctions<N>& functions) {
        Move moves[MaxMoves];
        const int count = functions.generate(board, moves);
        const ActionLister<N> lister(board);
        actions.resize(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i)
            actions[static_cast<std::size_t>(i)] = {lister.index_of(moves[i]), moves[i]};
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
