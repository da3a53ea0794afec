#include "hive/position.h"

#include <algorithm>
#include <atomic>
#include <cassert>

#include "hive/start.h"
#include "hive/zobrist.h"

namespace skep::hive {

namespace {

constexpr int unwrap(int corner, int wrapped, int size) {
    return corner + ((wrapped - corner) & (size - 1));
}

PlaneMove unwrapped(Move move, Place corner, int size) {
    if (move.is_pass()) return {};
    const int shift = size == 16 ? 4 : 5;
    const auto place = [&](int cell) {
        return Place{static_cast<int16_t>(unwrap(corner.q, cell & (size - 1), size)),
                     static_cast<int16_t>(unwrap(corner.r, cell >> shift, size))};
    };
    PlaneMove plane;
    plane.piece = static_cast<uint8_t>(move.piece());
    plane.is_placement = move.is_placement();
    if (!plane.is_placement) plane.from = place(move.from());
    plane.to = place(move.to());
    return plane;
}

template <int N>
constexpr int cell_at(Place place) {
    return Torus<N>::cell(place.q, place.r);
}

}  // namespace

PlaneMove LegalMoves::at(std::size_t index) const {
    return unwrapped(moves_[index], corner_, size_);
}

bool LegalMoves::contains(const PlaneMove& move) const {
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        const Move candidate = moves_[i];
        if (candidate.is_pass() ? move.is_pass() : candidate.piece() == move.piece && at(i) == move)
            return true;
    }
    return false;
}

Position::Position(const Options& options)
    : kernel_(&kernel()), narrow_(start_board<16>(options)), wide_() {
    keys_.push_back(repetition_key());
}

Position::Position(const Options& options, const std::vector<Placed>& pieces, int turn,
                   uint32_t ply, uint8_t just_moved)
    : kernel_(&kernel()), narrow_(), wide_(start_board<32>(options)), is_wide_(true) {
    // On the wide board first, because it takes any set-up.
    for (const auto& [piece, place] : pieces) {
        wide_.turn = static_cast<uint8_t>(color_of(piece));
        kernel_->wide.make(wide_, Move::of(piece, NoCell, cell_at<32>(place)));
        places_[piece] = place;
    }
    // Each placement has passed the turn on; what counts is whose turn it shall be.
    const bool black_in_hash = pieces.size() % 2 == 1;
    if (black_in_hash != (turn == Black)) wide_.hash ^= BlackToMove;
    wide_.turn = static_cast<uint8_t>(turn);
    wide_.ply = ply;
    wide_.just_moved = options.pillbug ? just_moved : NoPiece;
    choose_board();
    keys_.push_back(repetition_key());
}

bool Position::is_surrounded(int color) const {
    return is_wide_ ? kernel_->wide.is_surrounded(wide_, color)
                    : kernel_->narrow.is_surrounded(narrow_, color);
}

uint64_t Position::hash() const {
    const auto of = [&]<int N>(const Board<N>& board) {
        return board.just_moved == NoPiece
                   ? board.hash
                   : board.hash ^ zobrist<N>().just_moved[board.at[board.just_moved]];
    };
    return is_wide_ ? of(wide_) : of(narrow_);
}

std::vector<uint8_t> Position::stack_at(Place place) const {
    std::vector<uint8_t> stack;
    const auto look = [&]<int N>(const Board<N>& board) {
        uint8_t piece = board.top[cell_at<N>(place)];
        // Another cell of the plane may share the torus cell.
        if (piece == NoPiece || places_[piece] != place) return;
        for (; piece != NoPiece; piece = board.under[piece]) stack.push_back(piece);
    };
    is_wide_ ? look(wide_) : look(narrow_);
    std::reverse(stack.begin(), stack.end());
    return stack;
}

template <class Rows>
std::vector<Place> Position::places_in(const Rows& rows) const {
    const int size = is_wide_ ? 32 : 16;
    const Place base = corner();
    std::vector<Place> places;
    for (int r = 0; r < size; ++r)
        for (int q = 0; q < size; ++q)
            if (rows[r] >> q & 1)
                places.push_back({static_cast<int16_t>(unwrap(base.q, q, size)),
                                  static_cast<int16_t>(unwrap(base.r, r, size))});
    return places;
}

std::vector<Place> Position::pinned() const {
    if (is_wide_) {
        uint32_t rows[32];
        kernel_->wide.pinned(wide_, rows);
        return places_in(rows);
    }
    uint16_t rows[16];
    kernel_->narrow.pinned(narrow_, rows);
    return places_in(rows);
}

std::vector<Place> Position::placement_places() const {
    if (ply() < 2) return opening_places();
    if (is_wide_) {
        uint32_t rows[32];
        kernel_->wide.placement_cells(wide_, wide_.turn, rows);
        return places_in(rows);
    }
    uint16_t rows[16];
    kernel_->narrow.placement_cells(narrow_, narrow_.turn, rows);
    return places_in(rows);
}

std::vector<Place> Position::opening_places() const {
    if (ply() == 0) return {Place{}};
    std::vector<Place> places;
    for (int piece = 0; piece < PieceCount; ++piece)
        if (const auto place = place_of(piece))
            for (int d = 0; d < 6; ++d)
                places.push_back({static_cast<int16_t>(place->q + StepQ[d]),
                                  static_cast<int16_t>(place->r + StepR[d])});
    return places;
}

LegalMoves Position::legal_moves() const {
    if (is_drawn_by_repetition()) return {{}, corner(), is_wide_ ? 32 : 16};
    Move moves[MaxMoves];
    const int count =
        is_wide_ ? kernel_->wide.generate(wide_, moves) : kernel_->narrow.generate(narrow_, moves);
    return {{moves, moves + count}, corner(), is_wide_ ? 32 : 16};
}

Move Position::on_board(const PlaneMove& move) const {
    if (move.is_pass()) return Move::pass();
    const auto cell = [&](Place place) {
        return is_wide_ ? cell_at<32>(place) : cell_at<16>(place);
    };
    return Move::of(move.piece, move.is_placement ? NoCell : cell(move.from), cell(move.to));
}

PlaneMove Position::in_plane(Move move) const {
    return unwrapped(move, corner(), is_wide_ ? 32 : 16);
}

std::vector<PlaneMove> Position::in_plane(const Move* line, int length, bool on_wide) const {
    std::vector<PlaneMove> moves;
    Position position = *this;
    for (int i = 0; i < length; ++i) {
        const bool has_outgrown = !on_wide && position.is_wide();
        const std::optional<PlaneMove> move =
            has_outgrown ? position.only_move_like(line[i])
                         : unwrapped(line[i], position.corner(), on_wide ? 32 : 16);
        if (!move || !position.is_legal(*move)) break;
        moves.push_back(*move);
        position.play(*move);
    }
    return moves;
}

std::optional<PlaneMove> Position::only_move_like(Move narrow) const {
    if (narrow.is_pass()) return PlaneMove{};
    const LegalMoves legal = legal_moves();
    std::optional<PlaneMove> found;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        const PlaneMove move = legal.at(i);
        if (move.piece != narrow.piece() || cell_at<16>(move.to) != narrow.to()) continue;
        if (found) return std::nullopt;
        found = move;
    }
    return found;
}

std::vector<uint64_t> Position::recent_hashes() const {
    std::vector<uint64_t> hashes = {with_board([](const auto& b) { return b.hash; })};
    for (std::size_t i = history_.size(); i-- > 0 && !history_[i].move.is_placement;)
        hashes.push_back(history_[i].hash);
    std::reverse(hashes.begin(), hashes.end());
    return hashes;
}

Board<32> Position::widened() const {
    if (is_wide_) return wide_;
    uint16_t cells[PieceCount];
    for (int piece = 0; piece < PieceCount; ++piece)
        cells[piece] = static_cast<uint16_t>(cell_at<32>(places_[piece]));
    Board<32> board;
    kernel_->to_wide(narrow_, board, cells);
    return board;
}

std::vector<uint64_t> Position::recent_wide_hashes() const {
    Position position = *this;
    std::vector<uint64_t> hashes = {position.widened().hash};
    while (!position.history_.empty() && !position.history_.back().move.is_placement) {
        position.undo();
        hashes.push_back(position.widened().hash);
    }
    std::reverse(hashes.begin(), hashes.end());
    return hashes;
}

uint8_t Position::top_at(Place place) const {
    const uint8_t piece =
        is_wide_ ? wide_.top[cell_at<32>(place)] : narrow_.top[cell_at<16>(place)];
    // Another cell of the plane may share the torus cell.
    return piece != NoPiece && places_[piece] == place ? piece : NoPiece;
}

// A move that a program remembers from another position must do no worse than fail. These are the
// properties of a board that everything else takes for granted.
void Position::check_belongs_here(const PlaneMove& move) const {
    const int piece = move.piece, bug = BugOf[piece];
    if (move.is_placement) {
        const int left = in_hand(color_of(piece), bug);
        const int next = color_of(piece) * PiecesPerSide + FirstOf[bug] + CopiesOf[bug] - left;
        if (left == 0 || piece != next)
            throw StrayMove("the piece is not the next of its kind in the reserve");
        if (top_at(move.to) != NoPiece) throw StrayMove("the cell for the new piece is taken");
    } else {
        if (place_of(piece) != move.from)
            throw StrayMove("the piece does not stand where the move begins");
        if (top_at(move.from) != piece) throw StrayMove("the piece is covered");
        if (move.from == move.to) throw StrayMove("the piece would stay where it is");
        if (top_at(move.to) != NoPiece && bug != Beetle && bug != Mosquito)
            throw StrayMove("only a beetle or a mosquito goes on top of another piece");
    }
    check_stays_one_hive(move);
}

void Position::check_stays_one_hive(const PlaneMove& move) const {
    const auto under = with_board([&](const auto& board) { return board.under[move.piece]; });
    const bool leaves_a_gap = !move.is_placement && under == NoPiece;
    const auto is_taken = [&](Place place) {
        return top_at(place) != NoPiece && !(leaves_a_gap && place == move.from);
    };
    const auto step = [](Place place, int direction) {
        return Place{static_cast<int16_t>(place.q + StepQ[direction]),
                     static_cast<int16_t>(place.r + StepR[direction])};
    };
    bool touches = is_taken(move.to);
    for (int d = 0; d < 6 && !touches; ++d) touches = is_taken(step(move.to, d));
    if (!touches) {
        int others = 0;
        for (int piece = 0; piece < PieceCount; ++piece)
            others += piece != move.piece && place_of(piece).has_value();
        if (others) throw StrayMove("the piece would touch no other");
    }
    if (!leaves_a_gap) return;
    // Neighbours that all hang together around the gap cannot lose each other.
    int arcs = 0;
    for (int d = 0; d < 6; ++d)
        arcs += is_taken(step(move.from, d)) && !is_taken(step(move.from, (d + 5) % 6));
    if (arcs < 2) return;
    for (const Place place : pinned())
        if (place == move.from) throw StrayMove("the hive would fall apart without the piece");
}

void Position::play(const PlaneMove& move) {
    if (!move.is_pass()) check_belongs_here(move);
    make(move, on_board(move));
}

void Position::make(const PlaneMove& move, Move board_move) {
    Ply ply{move, just_moved(), is_wide_, 0, 0};
    const Undo undo = is_wide_ ? kernel_->wide.make(wide_, board_move)
                               : kernel_->narrow.make(narrow_, board_move);
    ply.hash = undo.hash;
    if (!move.is_pass()) places_[move.piece] = move.to;
    choose_board();
    if (move.is_placement)
        ply.last_placement = static_cast<uint32_t>(keys_.size());
    else if (!history_.empty())
        ply.last_placement = history_.back().last_placement;
    keys_.push_back(repetition_key());
    history_.push_back(ply);
}

// Keys belong to a board size, so the hash from the other one is of no use here.
uint64_t Position::hash_before(const PlaneMove& move) const {
    const auto of = [&]<int N>(const Board<N>& board) {
        uint64_t hash = board.hash ^ BlackToMove;
        if (move.is_pass()) return hash;
        hash ^= piece_key<N>(move.piece, cell_at<N>(move.to), board.level[move.piece]);
        const int from = cell_at<N>(move.from);
        return move.is_placement ? hash : hash ^ piece_key<N>(move.piece, from, board.height(from));
    };
    return is_wide_ ? of(wide_) : of(narrow_);
}

void Position::undo() {
    assert(!history_.empty());
    const Ply& ply = history_.back();
    const Move board_move = on_board(ply.move);
    const Undo undo{ply.was_wide == is_wide_ ? ply.hash : hash_before(ply.move), ply.just_moved};
    if (is_wide_)
        kernel_->wide.unmake(wide_, board_move, undo);
    else
        kernel_->narrow.unmake(narrow_, board_move, undo);
    if (!ply.move.is_pass() && !ply.move.is_placement) places_[ply.move.piece] = ply.move.from;
    history_.pop_back();
    keys_.pop_back();
    choose_board();
}

// The board is a function of the hive's span alone, so that undo comes back to the same one. A move
// changes the span by one at most, so the old board is still exact enough to be read.
void Position::choose_board() {
    if (!is_wide_) {
        if (!kernel_->narrow.spans_too_far(narrow_)) return;
        wide_ = widened();
        is_wide_ = true;
        return;
    }
    int q_min = INT16_MAX, q_max = INT16_MIN, r_min = INT16_MAX, r_max = INT16_MIN;
    for (int piece = 0; piece < PieceCount; ++piece)
        if (const auto place = place_of(piece)) {
            q_min = std::min<int>(q_min, place->q);
            q_max = std::max<int>(q_max, place->q);
            r_min = std::min<int>(r_min, place->r);
            r_max = std::max<int>(r_max, place->r);
        }
    if (q_max - q_min >= 14 || r_max - r_min >= 14) return;
    uint16_t cells[PieceCount];
    for (int piece = 0; piece < PieceCount; ++piece)
        cells[piece] = static_cast<uint16_t>(cell_at<16>(places_[piece]));
    kernel_->to_narrow(wide_, narrow_, cells);
    is_wide_ = false;
}

Place Position::corner() const {
    int q = INT16_MAX, r = INT16_MAX;
    with_board([&](const auto& board) {
        for (int piece = 0; piece < PieceCount; ++piece) {
            const bool in_hand = board.at[piece] == NoCell;
            q = std::min<int>(q, in_hand ? INT16_MAX : places_[piece].q);
            r = std::min<int>(r, in_hand ? INT16_MAX : places_[piece].r);
        }
    });
    if (q == INT16_MAX) return {-1, -1};
    return {static_cast<int16_t>(q - 1), static_cast<int16_t>(r - 1)};
}

// Pieces relative to the hive's own corner; numbers and the just-moved piece do not count.
uint64_t Position::repetition_key() const {
    const Place base = corner();
    return with_board([&](const auto& board) {
        uint64_t key = board.turn == Black ? BlackToMove : 0;
        for (int piece = 0; piece < PieceCount; ++piece)
            if (board.at[piece] != NoCell)
                key ^= piece_key<32>(
                    piece, Torus<32>::cell(places_[piece].q - base.q, places_[piece].r - base.r),
                    board.level[piece]);
        return key;
    });
}

int Position::occurrences() const {
    // No position before the last placement has this many pieces.
    const std::size_t first = history_.empty() ? 0 : history_.back().last_placement;
    return static_cast<int>(
        std::count(keys_.begin() + static_cast<std::ptrdiff_t>(first), keys_.end(), keys_.back()));
}

// The kernel counts a few plies in one go, some hundredths of a second at most; in between there is
// time to listen.
PerftResult Position::count_leaves(int depth, PerftMode mode, std::atomic<bool>& given_up,
                                   Interruption interrupted) {
    if (given_up) return {};
    const int in_one_go = mode == PerftMode::Full ? 2 : 3;
    if (depth <= in_one_go) {
        if (interrupted && interrupted()) given_up = true;
        return is_wide_ ? kernel_->wide.count_leaves(wide_, depth, mode)
                        : kernel_->narrow.count_leaves(narrow_, depth, mode);
    }
    PerftResult total;
    const LegalMoves moves = legal_moves();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        play(moves.at(i));
        total += count_leaves(depth - 1, mode, given_up, interrupted);
        undo();
    }
    return total;
}

PerftResult Position::perft(int depth, PerftMode mode, int threads,
                            Interruption interrupted) const {
    std::atomic<bool> given_up{false};
    Position root = *this;
    root.let_repetition_draw(false);  // lines go on through repeated positions
    if (threads <= 1 || depth < 2) return root.count_leaves(depth, mode, given_up, interrupted);
    const LegalMoves moves = root.legal_moves();
    std::atomic<std::size_t> next{0};
    std::vector<PerftResult> results(static_cast<std::size_t>(threads));
    const auto work = [&](int thread) {
        Position own = root;
        for (std::size_t i; (i = next++) < moves.size() && !given_up;) {
            own.play(moves.at(i));
            results[static_cast<std::size_t>(thread)] +=
                own.count_leaves(depth - 1, mode, given_up, nullptr);
            own.undo();
        }
    };
    run_in_threads(threads, interrupted, work, [&] { given_up = true; });
    PerftResult total;
    for (const auto& result : results) total += result;
    return total;
}

std::size_t Position::bytes() const {
    return sizeof *this + history_.capacity() * sizeof(Ply) + keys_.capacity() * sizeof(uint64_t);
}

bool operator==(const Position& a, const Position& b) {
    if (a.options() != b.options() || a.turn() != b.turn() || a.just_moved() != b.just_moved() ||
        a.ply() != b.ply())
        return false;
    for (int piece = 0; piece < PieceCount; ++piece) {
        if (a.place_of(piece) != b.place_of(piece)) return false;
        if (a.with_board([&](const auto& x) { return x.level[piece]; }) !=
            b.with_board([&](const auto& x) { return x.level[piece]; }))
            return false;
    }
    return true;
}

}  // namespace skep::hive
