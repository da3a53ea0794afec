#include "hive/openspiel.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace skep::hive {

namespace {

// Its order of bugs: queen, ants, grasshoppers, spiders, beetles, mosquito, ladybug, pillbug.
constexpr std::array<uint8_t, BugCount> BugOrder = {Queen,  Ant,      Grasshopper, Spider,
                                                    Beetle, Mosquito, Ladybug,     Pillbug};
constexpr std::array<uint8_t, BugCount> FirstTile = [] {
    std::array<uint8_t, BugCount> first{};
    uint8_t next = 0;
    for (const uint8_t bug : BugOrder) {
        first[bug] = next;
        next = static_cast<uint8_t>(next + CopiesOf[bug]);
    }
    return first;
}();
// By our direction: theirs go clockwise from the north-east.
constexpr std::array<uint8_t, 6> DirectionThere = {1, 0, 5, 4, 3, 2};

constexpr uint16_t action_index(int tile, int reference, int direction) {
    return static_cast<uint16_t>((tile * PieceCount + reference) * ActionDirections + direction);
}

template <int N>
class OpenSpielLister {
  public:
    OpenSpielLister(const Board<N>& board, const OpenSpielTiles& tiles,
                    std::vector<Action>& actions)
        : board_(board), tiles_(tiles), actions_(actions) {
        for (const uint8_t tile : tiles)
            if (tile != NoPiece) in_play_ |= 1u << tile;
    }

    void add(Move move) {
        if (move.is_pass()) return actions_.push_back({PassAction, move});
        const int piece = move.piece();
        if (!move.is_placement()) return add_as(tiles_[piece], move);
        const int first = color_of(piece) * PiecesPerSide + FirstTile[BugOf[piece]];
        for (int tile = first; tile < first + CopiesOf[BugOf[piece]]; ++tile)
            if (!(in_play_ >> tile & 1)) add_as(tile, move);
    }

  private:
    void add_as(int tile, Move move) {
        if (const int top = board_.top[move.to()]; top != NoPiece)
            return actions_.push_back({action_index(tile, tiles_[top], OnTop), move});
        bool found = false;
        for (int direction = 0; direction < 6; ++direction) {
            int top = board_.top[Torus<N>::Neighbour[move.to()][RingBitOf[direction]]];
            if (top != NoPiece && top == move.piece()) top = board_.under[top];
            if (top == NoPiece) continue;
            const int seen_from_there = DirectionThere[(direction + 3) % 6];
            actions_.push_back({action_index(tile, tiles_[top], seen_from_there), move});
            found = true;
        }
        if (!found) actions_.push_back({action_index(tile, tile, OnTop), move});
    }

    const Board<N>& board_;
    const OpenSpielTiles& tiles_;
    std::vector<Action>& actions_;
    uint32_t in_play_ = 0;
};

// Would the others fall apart without this cell, whatever stands on it?
template <int N>
bool holds_together(const Board<N>& board, int cell) {
    uint8_t seen[N * N] = {};
    int queue[PieceCount], size = 0, cells = 0;
    for (int piece = 0; piece < PieceCount; ++piece) {
        const int at = board.at[piece];
        if (at == NoCell || at == cell || board.top[at] != piece) continue;
        ++cells;
        if (size) continue;
        seen[at] = 1;
        queue[size++] = at;
    }
    for (int next = 0; next < size; ++next)
        for (int direction = 0; direction < 6; ++direction) {
            const int beside = Torus<N>::Neighbour[queue[next]][RingBitOf[direction]];
            if (beside == cell || seen[beside] || board.top[beside] == NoPiece) continue;
            seen[beside] = 1;
            queue[size++] = beside;
        }
    return size < cells;
}

class TensorWriter {
  public:
    TensorWriter(const Position& position, uint8_t* tensor)
        : position_(position), tensor_(tensor), corner_(position.corner()) {
        int next = 0;
        for (const uint8_t bug : BugOrder)
            if (position.options().has(bug)) plane_of_[bug] = next++;
        bugs_ = next;
    }

    void write() {
        const int planes = openspiel_planes(position_.options());
        std::memset(tensor_, 0, static_cast<std::size_t>(planes) * PlaneSize);
        position_.with_functions([&](const auto& board, const auto& functions) {
            write_pieces(board, functions);
            write_placements(board, functions);
        });
        std::memset(tensor_ + (planes - 1) * PlaneSize, position_.turn(), PlaneSize);
    }

  private:
    static constexpr std::size_t PlaneSize = OpenSpielSide * OpenSpielSide;

    void mark(int plane, Place place) const {
        if (std::abs(place.q) > OpenSpielRadius || std::abs(place.r) > OpenSpielRadius) return;
        tensor_[static_cast<std::size_t>(plane) * PlaneSize +
                static_cast<std::size_t>((place.r + OpenSpielRadius) * OpenSpielSide + place.q +
                                         OpenSpielRadius)] = 1;
    }

    template <int N>
    void write_pieces(const Board<N>& board, const BoardFunctions<N>& functions) const {
        typename Board<N>::Row pinned[N] = {};
        if (board.ply >= 2) functions.pinned(board, pinned);
        for (int piece = 0; piece < PieceCount; ++piece) {
            const int cell = board.at[piece];
            if (cell == NoCell) continue;
            const Place place = *position_.place_of(piece);
            const int theirs = color_of(piece) != board.turn;
            mark(plane_of_[BugOf[piece]] + theirs * bugs_, place);
            const bool covered = board.top[cell] != piece;
            // The piece at the bottom is pinned, if the whole stack holds the hive together.
            if (board.level[piece] == 0 &&
                (covered ? holds_together(board, cell)
                         : pinned[Torus<N>::r_of(cell)] >> Torus<N>::q_of(cell) & 1))
                mark(2 * bugs_ + theirs, place);
            if (covered) mark(2 * bugs_ + 4 + theirs, place);
        }
    }

    template <int N>
    void write_placements(const Board<N>& board, const BoardFunctions<N>& functions) const {
        if (board.ply == 0) return;
        for (int theirs = 0; theirs < 2; ++theirs) {
            typename Board<N>::Row rows[N];
            functions.placement_cells(board, board.turn ^ theirs, rows);
            for (int row = 0; row < N; ++row)
                for (auto left = rows[row]; left; left &= static_cast<decltype(left)>(left - 1)) {
                    const int column = std::countr_zero(left);
                    mark(2 * bugs_ + 2 + theirs,
                         {static_cast<int16_t>(corner_.q + ((column - corner_.q) & (N - 1))),
                          static_cast<int16_t>(corner_.r + ((row - corner_.r) & (N - 1)))});
                }
        }
    }

    const Position& position_;
    uint8_t* const tensor_;
    const Place corner_;
    std::array<int, BugCount> plane_of_{};
    int bugs_ = 0;
};

}  // namespace

OpenSpielTiles openspiel_tiles(const Position& position) {
    OpenSpielTiles tiles;
    for (int piece = 0; piece < PieceCount; ++piece) {
        const int color = color_of(piece), bug = BugOf[piece];
        const int copy = piece - color * PiecesPerSide - FirstOf[bug];
        tiles[piece] = position.place_of(piece)
                           ? static_cast<uint8_t>(color * PiecesPerSide + FirstTile[bug] + copy)
                           : NoPiece;
    }
    return tiles;
}

void list_openspiel_actions(const Position& position, const OpenSpielTiles& tiles,
                            std::vector<Action>& actions) {
    actions.clear();
    position.with_functions([&]<int N>(const Board<N>& board, const BoardFunctions<N>& functions) {
        Move moves[MaxMoves];
        const int count = functions.generate(board, moves);
        OpenSpielLister<N> lister(board, tiles, actions);
        for (int i = 0; i < count; ++i) lister.add(moves[i]);
    });
}

int openspiel_planes(const Options& options) {
    int bugs = 0;
    for (int bug = 0; bug < BugCount; ++bug) bugs += options.has(bug);
    return 2 * bugs + 7;
}

void write_openspiel_tensor(const Position& position, uint8_t* tensor) {
    TensorWriter(position, tensor).write();
}

}  // namespace skep::hive
