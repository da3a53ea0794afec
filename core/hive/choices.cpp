#include "hive/choices.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <optional>

namespace skep::hive {

namespace {

template <int N>
bool contains(const typename Torus<N>::Row* rows, int cell) {
    return rows[Torus<N>::r_of(cell)] >> Torus<N>::q_of(cell) & 1;
}

// The ways of a mosquito on the ground, which may lead to one cell in several kinds.
template <int N>
class MosquitoWays {
  public:
    MosquitoWays(const Board<N>& board, const BoardFunctions<N>& functions, int piece)
        : board_(board), start_(board.at[piece]) {
        for (int bit = 0; bit < 7; ++bit)
            if (RingAll >> bit & 1)
                if (const int top = board.top[step(start_, bit)]; top != NoPiece)
                    bugs_ |= 1u << BugOf[top];
        bugs_ &= ~(1u << Mosquito);
        if (copies(Spider)) functions.reached_as(board, piece, Spider, three_slides_);
        if (copies(Ladybug)) functions.reached_as(board, piece, Ladybug, over_the_top_);
        if (copies(Grasshopper)) find_jumps();
        find_slides();
    }

    MoveKind kind_of(int target) const {
        if (board_.top[target] != NoPiece) return MoveKind::Climb;
        const int slides = slides_[target];
        if (slides == 1 && (copies(Queen) || copies(Beetle) || copies(Ant) || copies(Pillbug)))
            return MoveKind::Slide;
        const int none = N * N;
        const int spider = copies(Spider) && contains<N>(three_slides_, target) ? 3 : none;
        const int jump = jumps_[target] ? jumps_[target] : none;
        const int ant = copies(Ant) && slides ? slides : none;
        const int ladybug = copies(Ladybug) && contains<N>(over_the_top_, target) ? 3 : none;
        const int shortest = std::min({spider, jump, ant, ladybug});
        if (spider == shortest) return MoveKind::Slide;
        if (jump == shortest) return MoveKind::Jump;
        return ant == shortest ? MoveKind::Slide : MoveKind::Climb;
    }

  private:
    static int step(int cell, int ring_bit) { return Torus<N>::Neighbour[cell][ring_bit]; }
    bool copies(Bug bug) const { return bugs_ >> bug & 1; }
    bool is_occupied(int cell) const { return cell != start_ && board_.top[cell] != NoPiece; }

    void find_jumps() {
        for (int bit = 0; bit < 7; ++bit) {
            if (!(RingAll >> bit & 1) || !is_occupied(step(start_, bit))) continue;
            int cell = start_, length = 0;
            do cell = step(cell, bit), ++length;
            while (is_occupied(cell));
            jumps_[cell] = static_cast<uint8_t>(length);
        }
    }

    // How many slides each cell is away.
    void find_slides() {
        std::vector<int> queue = {start_};
        for (std::size_t next = 0; next < queue.size(); ++next) {
            const int cell = queue[next];
            unsigned ring = 0;
            for (int bit = 0; bit < 7; ++bit)
                if (RingAll >> bit & 1 && is_occupied(step(cell, bit))) ring |= 1u << bit;
            for (unsigned ways = ring_tables::Slides[ring]; ways; ways &= ways - 1) {
                const int neighbour = step(cell, std::countr_zero(ways));
                if (neighbour == start_ || slides_[neighbour]) continue;
                slides_[neighbour] = static_cast<uint8_t>(slides_[cell] + 1);
                queue.push_back(neighbour);
            }
        }
    }

    const Board<N>& board_;
    const int start_;
    unsigned bugs_ = 0;
    typename Torus<N>::Row three_slides_[N] = {};
    typename Torus<N>::Row over_the_top_[N] = {};
    std::array<uint8_t, N * N> jumps_{};  // steps to each cell, 0 if it is not reached
    std::array<uint8_t, N * N> slides_{};
};

template <int N>
std::vector<Move> generated(const Board<N>& board, const BoardFunctions<N>& functions) {
    std::vector<Move> moves(MaxMoves);
    moves.resize(static_cast<std::size_t>(functions.generate(board, moves.data())));
    return moves;
}

// What a piece reaches by itself; in no particular order but that of the numbers.
template <int N>
std::vector<uint32_t> moves_without_throws(const Board<N>& given,
                                           const BoardFunctions<N>& functions) {
    Board<N> board = given;
    board.options.pillbug = false;
    std::vector<uint32_t> bits;
    for (const Move move : generated(board, functions)) bits.push_back(move.bits);
    std::sort(bits.begin(), bits.end());
    return bits;
}

template <int N>
Choices choices_on(const Position& position, const Board<N>& given,
                   const BoardFunctions<N>& functions, bool ahead) {
    Board<N> board = given;
    if (ahead) functions.make(board, Move::pass());
    Choices found;
    const bool queen_in_play = board.at[queen_of(board.turn)] != NoCell;
    found.queen_due = !queen_in_play && board.ply >= 6 && !position.is_over();
    const std::vector<Move> moves = generated(board, functions);
    if (moves.size() == 1 && moves[0].is_pass()) {
        found.must_pass = !ahead;
        return found;
    }
    const std::vector<uint32_t> own =
        board.options.pillbug ? moves_without_throws(board, functions) : std::vector<uint32_t>{};
    const int mosquito = board.turn * PiecesPerSide + FirstOf[Mosquito];
    std::optional<MosquitoWays<N>> mosquito_ways;
    const auto kind_of = [&](Move move) {
        const int piece = move.piece(), level = board.level[piece];
        if (color_of(piece) != board.turn) return MoveKind::Throw;
        if (board.options.pillbug && !std::binary_search(own.begin(), own.end(), move.bits))
            return MoveKind::Throw;
        if (level) return MoveKind::Climb;
        switch (BugOf[piece]) {
            case Beetle:
                return board.top[move.to()] == NoPiece ? MoveKind::Slide : MoveKind::Climb;
            case Ladybug:
                return MoveKind::Climb;
            case Grasshopper:
                return MoveKind::Jump;
            case Mosquito:
                if (!mosquito_ways) mosquito_ways.emplace(board, functions, mosquito);
                return mosquito_ways->kind_of(move.to());
            default:
                return MoveKind::Slide;
        }
    };
    for (const Move move : moves) {
        const PlaneMove plane = position.in_plane(move);
        if (!plane.is_placement) {
            found.moves.push_back({plane.piece, kind_of(move), plane.to});
            continue;
        }
        if (found.placeable.empty() || found.placeable.back() != plane.piece)
            found.placeable.push_back(plane.piece);
        if (found.placeable.size() == 1) found.places.push_back(plane.to);
    }
    return found;
}

}  // namespace

Choices choices(const Position& position, bool ahead) {
    return position.with_functions([&](const auto& board, const auto& functions) {
        return choices_on(position, board, functions, ahead);
    });
}

}  // namespace skep::hive
