// A position of a game: a board of the right size, where the pieces stand in the plane, and how it
// came about.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "hive/board.h"
#include "hive/kernel/kernel.h"
#include "interruption.h"

namespace skep::hive {

struct Place {
    int16_t q = 0;
    int16_t r = 0;
    friend constexpr bool operator==(Place, Place) = default;
};

// A move in the plane, independent of any board. `piece` is NoPiece for a pass.
struct PlaneMove {
    uint8_t piece = NoPiece;
    bool is_placement = false;
    Place from;
    Place to;

    bool is_pass() const { return piece == NoPiece; }
    friend constexpr bool operator==(const PlaneMove&, const PlaneMove&) = default;
};

// The legal moves of one moment; a move is unwrapped into the plane only when it is looked at.
class LegalMoves {
  public:
    LegalMoves(std::vector<Move> moves, Place corner, int size)
        : moves_(std::move(moves)), corner_(corner), size_(size) {}

    std::size_t size() const { return moves_.size(); }
    PlaneMove at(std::size_t index) const;
    bool contains(const PlaneMove& move) const;

  private:
    std::vector<Move> moves_;
    Place corner_;  // the plane cell of the torus' unwrapped corner
    int size_;      // of the torus
};

// A move that was meant for another position.
struct StrayMove : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

struct Placed {
    uint8_t piece;
    Place place;
};

class Position {
    template <class F>
    decltype(auto) with_board(F f) const {
        return is_wide_ ? f(wide_) : f(narrow_);
    }

  public:
    explicit Position(const Options& options);
    // A set-up: pieces from bottom to top on each cell. The caller has checked that it makes sense.
    Position(const Options& options, const std::vector<Placed>& pieces, int turn, uint32_t ply,
             uint8_t just_moved);

    // Whether the game is over when a position stands for the third time. That is the game's
    // business: perft and the search have rules of their own for it.
    bool repetition_draws() const { return repetition_draws_; }
    void let_repetition_draw(bool draws) { repetition_draws_ = draws; }

    const Options& options() const { return is_wide_ ? wide_.options : narrow_.options; }
    uint32_t ply() const {
        return with_board([](const auto& b) { return b.ply; });
    }
    int turn() const {
        return with_board([](const auto& b) { return b.turn; });
    }
    uint8_t just_moved() const {
        return with_board([](const auto& b) { return b.just_moved; });
    }
    bool is_wide() const { return is_wide_; }
    bool is_surrounded(int color) const;
    bool is_drawn_by_repetition() const { return repetition_draws_ && occurrences() >= 3; }
    bool is_over() const {
        return is_surrounded(White) || is_surrounded(Black) || is_drawn_by_repetition();
    }
    // Pieces, cells, side to move and, with the Pillbug, the piece that just moved.
    uint64_t hash() const;

    std::optional<Place> place_of(int piece) const {
        if (with_board([&](const auto& b) { return b.at[piece]; }) == NoCell) return std::nullopt;
        return places_[piece];
    }
    std::vector<uint8_t> stack_at(Place place) const;  // bottom to top
    int in_hand(int color, int bug) const {
        return with_board([&](const auto& b) { return b.hand[color][bug]; });
    }
    std::vector<Place> pinned() const;
    std::vector<Place> placement_places() const;

    LegalMoves legal_moves() const;
    bool is_legal(const PlaneMove& move) const { return legal_moves().contains(move); }

    // `play` trusts the rules of the move, but not that it belongs here: it throws StrayMove when
    // the piece is not there to be taken, or when the hive would not be one afterwards.
    void play(const PlaneMove& move);
    // A move that was generated for this very position, on the board that it stands on.
    void play_generated(Move move) { make(in_plane(move), move); }
    void undo();
    std::size_t plies_played() const { return history_.size(); }
    PlaneMove played(std::size_t index) const { return history_[index].move; }
    // How often this position, up to translation and numbers, has stood so far, now included.
    int occurrences() const;

    // Calls f(board, functions of that board's size).
    template <class F>
    decltype(auto) with_functions(F f) const {
        return is_wide_ ? f(wide_, kernel_->wide) : f(narrow_, kernel_->narrow);
    }
    Move on_board(const PlaneMove& move) const;
    PlaneMove in_plane(Move move) const;
    // Of a line, move by move. Where the hive outgrows the narrow board that it was found on, it
    // goes on as long as it is clear which move is meant.
    std::vector<PlaneMove> in_plane(const Move* line, int length) const {
        return in_plane(line, length, is_wide_);
    }
    std::vector<PlaneMove> in_plane(const Move* line, int length, bool on_wide) const;
    // Hashes of the positions since the last placement, this one last.
    std::vector<uint64_t> recent_hashes() const;

    // The same on the wide board, which no hive outgrows.
    Board<32> widened() const;
    std::vector<uint64_t> recent_wide_hashes() const;

    PerftResult perft(int depth, PerftMode mode, int threads,
                      Interruption interrupted = nullptr) const;
    std::size_t bytes() const;
    // Moves by chance from here on; repetition does not end such a game.
    RandomGame random_game(uint64_t seed, uint64_t game, int max_plies) const {
        return with_functions([&](const auto& board, const auto& functions) {
            return functions.random_game(board, seed, game, max_plies);
        });
    }
    // The plane cell one step outside of the hive, from which the torus is unwrapped.
    Place corner() const;

    // The arrangement only: not how it came about.
    friend bool operator==(const Position& a, const Position& b);

  private:
    // On a hive that is too wide for the narrow torus two cells may look like one there.
    std::optional<PlaneMove> only_move_like(Move narrow) const;

    struct Ply {
        PlaneMove move;
        uint8_t just_moved;       // before the move
        bool was_wide;            // the board that it was made on
        uint32_t last_placement;  // the first of keys_ that can come again after the move
        uint64_t hash;            // before the move, on that board
    };

    uint8_t top_at(Place place) const;
    uint64_t hash_before(const PlaneMove& move) const;
    void check_belongs_here(const PlaneMove& move) const;
    void check_stays_one_hive(const PlaneMove& move) const;
    PerftResult count_leaves(int depth, PerftMode mode, std::atomic<bool>& given_up,
                             Interruption interrupted);
    void make(const PlaneMove& move, Move board_move);
    std::vector<Place> opening_places() const;
    void choose_board();
    template <class Rows>
    std::vector<Place> places_in(const Rows& rows) const;
    uint64_t repetition_key() const;

    const Kernel* kernel_;
    Board<16> narrow_;
    Board<32> wide_;
    bool is_wide_ = false;
    bool repetition_draws_ = false;
    Place places_[PieceCount];
    std::vector<Ply> history_;
    std::vector<uint64_t> keys_;  // of repetition: of the start, then after each ply
};

}  // namespace skep::hive
