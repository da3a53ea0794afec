// Bindings of Move and LegalMoves.
#include "bindings/module.h"
#include "bindings/python_values.h"

using namespace skep::bindings;
using skep::hive::LegalMoves;
using skep::hive::NoPiece;
using skep::hive::PlaneMove;

namespace {

PlaneMove make_move(nb::object piece, nb::object origin, nb::object target) {
    PlaneMove move;
    if (piece.is_none()) {
        if (!origin.is_none() || !target.is_none())
            refuse("InvalidOptionsError", "a pass has no piece, no origin and no target");
        return move;
    }
    if (target.is_none()) refuse("InvalidOptionsError", "a move needs a target");
    move.piece = piece_index(piece);
    move.is_placement = origin.is_none();
    if (!move.is_placement) move.from = place_of_cell(origin);
    move.to = place_of_cell(target);
    return move;
}

nb::object piece_of(const PlaneMove& move) {
    return move.is_pass() ? nb::none() : nb::borrow(python_piece(move.piece));
}
nb::object origin_of(const PlaneMove& move) {
    return move.is_pass() || move.is_placement ? nb::none() : python_cell(move.from);
}
nb::object target_of(const PlaneMove& move) {
    return move.is_pass() ? nb::none() : python_cell(move.to);
}

std::string describe(const PlaneMove& move) {
    if (move.is_pass()) return "Move(pass)";
    const auto text = [](skep::hive::Place place) {
        return "(" + std::to_string(place.q) + ", " + std::to_string(place.r) + ")";
    };
    const std::string piece = nb::cast<std::string>(python_piece(move.piece).attr("name"));
    return "Move(" + piece + " " + (move.is_placement ? "" : text(move.from) + " ") + "-> " +
           text(move.to) + ")";
}

// A text that needs no board, and that a position reads.
std::string write_move(const PlaneMove& move) {
    if (move.is_pass()) return "pass";
    const std::string piece = nb::cast<std::string>(python_piece(move.piece).attr("name"));
    return piece + "@" + std::to_string(move.to.q) + "," + std::to_string(move.to.r);
}

std::size_t checked_index(const LegalMoves& moves, nb::handle number) {
    const auto size = static_cast<Py_ssize_t>(moves.size());
    if (!PyIndex_Check(number.ptr())) refuse_type("an index is a whole number", number);
    Py_ssize_t index = PyNumber_AsSsize_t(number.ptr(), PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) throw nb::python_error();
    if (index < 0) index += size;
    if (index < 0 || index >= size) throw nb::index_error("there are fewer legal moves");
    return static_cast<std::size_t>(index);
}

}  // namespace

void bind_hive_moves(nb::module_& m) {
    nb::class_<PlaneMove>(
        m, "Move",
        "A move: `piece` goes from `origin` (None: from the reserve) to `target`.\n\n"
        "All three are None for a pass. A throw and the piece's own move to the same cell are "
        "equal.")
        .def(
            "__init__",
            [](PlaneMove* self, nb::object piece, nb::object origin, nb::object target) {
                new (self) PlaneMove(make_move(piece, origin, target));
            },
            nb::arg("piece").none(), nb::arg("origin").none(), nb::arg("target").none(),
            nb::sig("def __init__(self, piece: skep.hive.pieces.Piece | None, origin: "
                    "skep.geometry.cells.Cell | None, target: skep.geometry.cells.Cell | None) -> "
                    "None"))
        .def_prop_ro("piece", &piece_of,
                     nb::sig("def piece(self) -> skep.hive.pieces.Piece | None"))
        .def_prop_ro("origin", &origin_of,
                     nb::sig("def origin(self) -> skep.geometry.cells.Cell | None"))
        .def_prop_ro("target", &target_of,
                     nb::sig("def target(self) -> skep.geometry.cells.Cell | None"))
        .def_prop_ro("is_pass", &PlaneMove::is_pass)
        .def_prop_ro("is_placement", [](const PlaneMove& move) { return move.is_placement; })
        .def(
            "__eq__",
            [](const PlaneMove& move, nb::object other) {
                return nb::isinstance<PlaneMove>(other) && move == nb::cast<PlaneMove>(other);
            },
            nb::arg("other").none())
        .def("__hash__",
             [](const PlaneMove& move) {
                 const auto place = [](skep::hive::Place p) {
                     return static_cast<uint64_t>(static_cast<uint16_t>(p.q)) << 16 |
                            static_cast<uint16_t>(p.r);
                 };
                 const uint64_t cells = place(move.from) << 32 | place(move.to);
                 const uint64_t mixed =
                     (cells ^ move.piece * 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 +
                     move.is_placement;
                 return static_cast<Py_hash_t>(mixed >> 2);
             })
        .def_prop_ro("text", &write_move,
                     "The move without a board: `wA1@-1,0`, or `pass`; `Position.parse_move` reads "
                     "it. `Position.format_move` writes it as UHP does.")
        .def("__str__", &write_move)
        .def("__repr__", &describe)
        .def(
            "__reduce__",
            [](const PlaneMove& move) {
                return nb::make_tuple(
                    nb::type<PlaneMove>(),
                    nb::make_tuple(piece_of(move), origin_of(move), target_of(move)));
            },
            nb::sig("def __reduce__(self) -> tuple[object, ...]"));

    nb::class_<LegalMoves>(
        m, "LegalMoves",
        "The legal moves of one moment, as a sequence: each is made when it is asked for.")
        .def("__len__", &LegalMoves::size)
        .def("__bool__", [](const LegalMoves& moves) { return moves.size() > 0; })
        .def("__getitem__",
             [](const LegalMoves& moves, nb::slice slice) {
                 const auto [start, stop, step, length] = slice.compute(moves.size());
                 std::vector<PlaneMove> chosen;
                 for (std::size_t i = 0; i < length; ++i)
                     chosen.push_back(moves.at(
                         static_cast<std::size_t>(start + static_cast<Py_ssize_t>(i) * step)));
                 return chosen;
             })
        .def(
            "__getitem__",
            [](const LegalMoves& moves, nb::handle index) {
                return moves.at(checked_index(moves, index));
            },
            nb::arg("index").none(), nb::sig("def __getitem__(self, index: int) -> Move"))
        .def(
            "index",
            [](const LegalMoves& moves, const PlaneMove& move) {
                for (std::size_t i = 0; i < moves.size(); ++i)
                    if (moves.at(i) == move) return i;
                throw nb::value_error("the move is not among the legal ones");
            },
            nb::arg("move"), "Where a move stands among the legal ones.")
        .def(
            "count",
            [](const LegalMoves& moves, const PlaneMove& move) {
                return moves.contains(move) ? 1 : 0;
            },
            nb::arg("move"), "1 for a legal move, else 0.")
        .def(
            "__reversed__",
            [](const LegalMoves& moves) {
                nb::list reversed;
                for (std::size_t i = moves.size(); i-- > 0;) reversed.append(moves.at(i));
                return nb::iter(reversed);
            },
            nb::sig("def __reversed__(self) -> collections.abc.Iterator[Move]"))
        .def(
            "__contains__",
            [](const LegalMoves& moves, nb::object move) {
                return nb::isinstance<PlaneMove>(move) &&
                       moves.contains(nb::cast<PlaneMove&>(move));
            },
            nb::arg("move").none())
        .def(
            "__iter__", [](nb::handle self) { return nb::steal(PySeqIter_New(self.ptr())); },
            nb::sig("def __iter__(self) -> collections.abc.Iterator[Move]"))
        .def("__repr__", [](const LegalMoves& moves) {
            return "<" + std::to_string(moves.size()) + " legal moves>";
        });
}
