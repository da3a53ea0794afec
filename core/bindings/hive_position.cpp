// Bindings of Position.
#include <algorithm>

#include "bindings/interrupts.h"
#include "bindings/module.h"
#include "bindings/python_values.h"
#include "hive/canonical.h"
#include "hive/choices.h"
#include "hive/start.h"

using namespace skep::bindings;
using namespace skep::hive;

namespace {

PerftMode mode_named(const std::string& name) {
    if (name == "list") return PerftMode::List;
    if (name == "count") return PerftMode::Count;
    if (name == "full") return PerftMode::Full;
    throw nb::value_error("a perft mode is list, count or full");
}

int checked(int number, int count, const char* what) {
    if (number >= 0 && number < count) return number;
    throw nb::value_error(
        (what + std::string(" has a number below ") + std::to_string(count)).c_str());
}

std::vector<Placed> placed_pieces(nb::iterable pieces) {
    std::vector<Placed> placed;
    for (nb::handle entry : pieces) {
        const nb::tuple pair = nb::cast<nb::tuple>(entry);
        placed.push_back({piece_index(pair[0]), place_of_cell(pair[1])});
    }
    return placed;
}

nb::list python_cells(const std::vector<Place>& places) {
    nb::list cells;
    for (const Place place : places) cells.append(python_cell(place));
    return cells;
}

// In an order that does not depend on the board or the CPU.
nb::tuple sorted_cells(std::vector<Place> places) {
    std::sort(places.begin(), places.end(),
              [](Place a, Place b) { return a.q != b.q ? a.q < b.q : a.r < b.r; });
    return nb::tuple(python_cells(places));
}

nb::handle python_kind(MoveKind kind) {
    static PyObject* const kinds = PySequence_Tuple(
        nb::object(nb::module_::import_("skep.hive.rulebook.ways").attr("MoveKind")).ptr());
    if (!kinds) throw nb::python_error();
    return PyTuple_GET_ITEM(kinds, static_cast<int>(kind));
}

nb::dict choices_by_piece(const std::vector<Choice>& choices) {
    nb::dict by_piece;
    std::vector<Place> by_kind[MoveKindCount];
    for (auto next = choices.begin(); next != choices.end();) {
        const uint8_t piece = next->piece;
        for (auto& cells : by_kind) cells.clear();
        for (; next != choices.end() && next->piece == piece; ++next)
            by_kind[static_cast<int>(next->kind)].push_back(next->to);
        nb::dict cells_by_kind;
        for (int kind = 0; kind < MoveKindCount; ++kind)
            if (!by_kind[kind].empty())
                cells_by_kind[python_kind(static_cast<MoveKind>(kind))] =
                    sorted_cells(by_kind[kind]);
        by_piece[python_piece(piece)] = cells_by_kind;
    }
    return by_piece;
}

nb::list pinned_pieces(const Position& position) {
    nb::list pieces;
    for (const Place place : position.pinned())
        pieces.append(python_piece(position.stack_at(place).back()));
    return pieces;
}

// The same position generated on the wide board, whatever its span: the tests hold the two equal.
LegalMoves legal_moves_on_wide_board(const Position& position) {
    std::vector<Placed> pieces;
    for (int piece = 0; piece < PieceCount; ++piece)
        if (const auto place = position.place_of(piece))
            if (const auto stack = position.stack_at(*place); stack.front() == piece)
                for (const uint8_t above : stack) pieces.push_back({above, *place});
    Board<32> board = start_board<32>(position.options());
    Place corner = pieces.empty() ? Place{} : pieces.front().place;
    for (const auto& [piece, place] : pieces) {
        kernel().wide.make(board, Move::of(piece, NoCell, Torus<32>::cell(place.q, place.r)));
        corner = {std::min(corner.q, place.q), std::min(corner.r, place.r)};
    }
    board.turn = static_cast<uint8_t>(position.turn());
    board.ply = position.ply();
    board.just_moved = position.just_moved();
    Move moves[MaxMoves];
    const int count = kernel().wide.generate(board, moves);
    --corner.q, --corner.r;
    return {{moves, moves + count}, corner, 32};
}

}  // namespace

void bind_hive_position(nb::module_& m) {
    m.def("cpu", [] { return kernel().name; }, "Which build of the hot code is in use.");

    m.def(
        "random_playouts",
        [](bool mosquito, bool ladybug, bool pillbug, bool opening_queen_allowed, uint64_t count,
           uint64_t seed, int max_plies) {
            const Options options{mosquito, ladybug, pillbug, opening_queen_allowed};
            const Playouts result = interruptibly([&](skep::Interruption interrupted) {
                constexpr uint64_t AtATime = 16;
                Playouts sum;
                for (uint64_t first = 0; first < count; first += AtATime) {
                    if (interrupted && interrupted()) break;
                    sum += kernel().random_playouts(
                        options, first, std::min(AtATime, count - first), seed, max_plies);
                }
                return sum;
            });
            return nb::make_tuple(result.moves, result.white_wins, result.black_wins, result.draws,
                                  result.unfinished);
        },
        nb::arg("mosquito"), nb::arg("ladybug"), nb::arg("pillbug"),
        nb::arg("opening_queen_allowed"), nb::arg("count"), nb::arg("seed"), nb::arg("max_plies"),
        nb::sig("def random_playouts(mosquito: bool, ladybug: bool, pillbug: bool, "
                "opening_queen_allowed: bool, count: int, seed: int, max_plies: int) -> "
                "tuple[int, int, int, int, int]"),
        "Play whole games of random moves: moves, white wins, black wins, draws, unfinished.");

    nb::class_<Position>(m, "Position", "A position of Hive; skep.hive.Position builds on it.")
        .def(
            "__init__",
            [](Position* self, bool mosquito, bool ladybug, bool pillbug,
               bool opening_queen_allowed, bool repetition_draws) {
                new (self) Position(Options{mosquito, ladybug, pillbug, opening_queen_allowed});
                self->let_repetition_draw(repetition_draws);
            },
            nb::arg("mosquito"), nb::arg("ladybug"), nb::arg("pillbug"),
            nb::arg("opening_queen_allowed"), nb::arg("repetition_draws"))
        .def(
            "_set_up",
            [](Position& self, nb::iterable pieces, int turn, uint32_t ply, nb::object moved) {
                const bool draws = self.repetition_draws();
                self = Position(self.options(), placed_pieces(pieces), turn, ply,
                                moved.is_none() ? NoPiece : piece_index(moved));
                self.let_repetition_draw(draws);
            },
            nb::arg("pieces"), nb::arg("turn"), nb::arg("ply"), nb::arg("just_moved").none(),
            nb::sig("def _set_up(self, pieces: collections.abc.Iterable[tuple["
                    "skep.hive.pieces.Piece, skep.geometry.cells.Cell]], turn: int, ply: int, "
                    "just_moved: skep.hive.pieces.Piece | None) -> None"),
            "Replace everything by a set-up that the caller has checked.")
        .def(
            "_become",
            [](Position& self, const Position& other) {
                const bool draws = self.repetition_draws();
                self = other;
                self.let_repetition_draw(draws);
            },
            "Take over pieces, turn and history from another position of the same set.")
        .def_prop_ro("legal_moves", &Position::legal_moves,
                     "All legal moves; none when the game is over.")
        .def("_legal_moves_on_wide_board", &legal_moves_on_wide_board)
        .def("is_legal", &Position::is_legal, nb::arg("move"), "Is this among the legal moves?")
        .def("play_unchecked", &Position::play, nb::arg("move"),
             "Play a move that is known to be legal. One that belongs to another position (the "
             "piece "
             "is elsewhere, or the hive would fall apart) is refused; the rules are not asked.")
        .def(
            "undo",
            [](Position& self) {
                if (self.plies_played() == 0) throw nb::index_error("there is no move to undo");
                const PlaneMove move = self.played(self.plies_played() - 1);
                self.undo();
                return move;
            },
            "Take the last move back and return it.")
        .def_prop_ro("ply", &Position::ply, "How many plies have been played.")
        .def_prop_ro("hash", &Position::hash,
                     "A 64-bit hash of pieces, cells, turn and, with the Pillbug, the piece that "
                     "just moved.")
        .def_prop_ro("occurrences", &Position::occurrences,
                     "How often this position has stood in the game so far, now included.")
        .def_prop_ro("_turn", &Position::turn)
        .def_prop_ro("_is_wide", &Position::is_wide)
        // The position itself lies inside the Python object, which counts it already.
        .def_prop_ro("_history_bytes",
                     [](const Position& self) { return self.bytes() - sizeof self; })
        .def_prop_ro("_plies_played", &Position::plies_played)
        .def("_played",
             [](const Position& self, std::size_t index) {
                 if (index >= self.plies_played()) throw nb::index_error("fewer were played");
                 return self.played(index);
             })
        .def_prop_ro(
            "just_moved",
            [](const Position& self) {
                return self.just_moved() == NoPiece ? nb::none()
                                                    : nb::borrow(python_piece(self.just_moved()));
            },
            nb::sig("def just_moved(self) -> skep.hive.pieces.Piece | None"),
            "The piece that the last ply moved or threw; None without the Pillbug.")
        .def("_is_surrounded",
             [](const Position& self, int color) {
                 return self.is_surrounded(checked(color, 2, "a colour"));
             })
        .def_prop_ro("_is_over", &Position::is_over)
        .def("_in_hand",
             [](const Position& self, int color, int bug) {
                 return self.in_hand(checked(color, 2, "a colour"),
                                     checked(bug, BugCount, "a bug"));
             })
        .def(
            "cell_of",
            [](const Position& self, nb::handle piece) {
                const auto place = self.place_of(named_piece_index(piece));
                return place ? python_cell(*place) : nb::none();
            },
            nb::arg("piece").none(),
            nb::sig("def cell_of(self, piece: skep.hive.pieces.Piece | str) -> "
                    "skep.geometry.cells.Cell | None"),
            "Where a piece stands, or one that is named; None while it is in the reserve.")
        .def(
            "stack_at",
            [](const Position& self, nb::handle cell) {
                nb::list pieces;
                for (const uint8_t piece : self.stack_at(place_of_cell(cell)))
                    pieces.append(python_piece(piece));
                return nb::tuple(pieces);
            },
            nb::arg("cell").none(),
            nb::sig("def stack_at(self, cell: skep.geometry.cells.Cell) -> "
                    "tuple[skep.hive.pieces.Piece, ...]"),
            "The pieces on a cell, from bottom to top.")
        .def("_pinned", &pinned_pieces,
             nb::sig("def _pinned(self) -> list[skep.hive.pieces.Piece]"))
        .def(
            "_choices",
            [](const Position& self, bool ahead) {
                const Choices found = choices(self, ahead);
                nb::list placeable;
                for (const uint8_t piece : found.placeable) placeable.append(python_piece(piece));
                return nb::make_tuple(choices_by_piece(found.moves), nb::tuple(placeable),
                                      sorted_cells(found.places), found.must_pass, found.queen_due);
            },
            nb::arg("ahead"),
            nb::sig("def _choices(self, ahead: bool) -> tuple[dict[skep.hive.pieces.Piece, "
                    "dict[skep.hive.rulebook.ways.MoveKind, tuple[skep.geometry.cells.Cell, ...]]],"
                    " tuple[skep.hive.pieces.Piece, ...], tuple[skep.geometry.cells.Cell, ...], "
                    "bool, bool]"))
        .def(
            "placement_cells",
            [](const Position& self) {
                return python_cells(self.is_over() ? std::vector<Place>{}
                                                   : self.placement_places());
            },
            nb::sig("def placement_cells(self) -> list[skep.geometry.cells.Cell]"),
            "Where the side to move may place a piece; nowhere when the game is over.")
        .def("_canonical_cells", &canonical_cells)
        .def("_perft",
             [](const Position& self, int depth, const std::string& mode, int threads) {
                 const Position copy = self;
                 const PerftMode how = mode_named(mode);
                 const PerftResult result = interruptibly([&](skep::Interruption interrupted) {
                     return copy.perft(depth, how, threads, interrupted);
                 });
                 return std::pair{result.leaves, result.checksum};
             })
        .def(
            "__eq__",
            [](const Position& self, nb::object other) {
                return nb::isinstance<Position>(other) && self == nb::cast<const Position&>(other);
            },
            nb::arg("other").none());
}
