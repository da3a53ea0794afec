"""Single moves as text: a piece, and a neighbour with a sign for the direction."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from skep.errors import AmbiguousError, IllegalMoveError, NotationError, Told, UnreadableError
from skep.geometry import ORIGIN, Cell, Direction
from skep.hive.arrangement import Arrangement, Playable, Standing
from skep.hive.moves import PASS, Move
from skep.hive.pieces import Bug, Color, Piece
from skep.hive.reasons import Reason
from skep.hive.rulebook import why_illegal

__all__ = ["broken_rule", "format_move", "parse_move", "quoted", "read_move", "refusal"]

# Where the mover goes, seen from the reference piece.
_PREFIXES: Final = {
    "-": Direction.WEST,
    "/": Direction.SOUTH_WEST,
    "\\": Direction.NORTH_WEST,
}
_SUFFIXES: Final = {
    "-": Direction.EAST,
    "/": Direction.NORTH_EAST,
    "\\": Direction.SOUTH_EAST,
}
_WRITTEN: Final = {direction: (sign, "") for sign, direction in _PREFIXES.items()} | {
    direction: ("", sign) for sign, direction in _SUFFIXES.items()
}
# In which order the neighbours of the destination are looked at for a reference.
_REFERENCE_ORDER: Final = (
    Direction.NORTH_WEST,
    Direction.NORTH_EAST,
    Direction.EAST,
    Direction.SOUTH_EAST,
    Direction.SOUTH_WEST,
    Direction.WEST,
)

# Possessive quantifiers: a long run of spaces is looked at once.
_MOVE: Final = re.compile(
    r"\s*+(?P<piece>[^\s/\\-]++)"
    r"(?:\s++(?:(?P<before>[-/\\])\s*+)?(?P<reference>[^\s/\\-]++)\s*+(?P<after>[-/\\])?)?\s*+"
)
# As a move writes itself without a board, by the cell where it ends.
_BY_CELL: Final = re.compile(
    r"\s*(?P<piece>[a-z0-9]+)@(?P<q>-?[0-9]{1,4}),(?P<r>-?[0-9]{1,4})\s*", re.I | re.A
)
_PIECE: Final = re.compile(r"(?P<color>[wb])(?P<bug>[qsbgamlp])(?P<number>[0-9]?)", re.I | re.A)


def read_move(arrangement: Standing, text: str) -> Move:
    """Read a move without asking whether it is legal.

    >>> from skep.hive.options import HiveOptions
    >>> from skep.hive.reference import ReferencePosition
    >>> position = ReferencePosition(HiveOptions())
    >>> read_move(position, "wS1").target
    Cell(q=0, r=0)
    >>> read_move(position, "wS1@0,0") == read_move(position, "wS1")
    True
    """
    if by_cell := _BY_CELL.fullmatch(text):
        piece = _read_piece(text, by_cell, "piece")
        target = Cell(int(by_cell["q"]), int(by_cell["r"]))
        return Move(piece, arrangement.cell_of(piece), target)
    match = _MOVE.fullmatch(text)
    if match is None:
        raise UnreadableError(
            Told(
                "{text} is not a move: expected pass, or a piece and where it goes, as in wA1 -bQ",
                text=quoted(text),
            ),
            text=text,
            at=len(text) - len(text.lstrip()),
        )
    if match["reference"] is None and match["piece"].lower() == "pass":
        return PASS
    piece = _read_piece(text, match, "piece")
    origin = arrangement.cell_of(piece)
    if match["reference"] is not None:
        return Move(piece, origin, _read_target(arrangement, text, match, piece))
    if (example := _top_of_another(arrangement, piece)) is not None:
        raise AmbiguousError(
            Told(
                "{text} does not say where {mover} goes: expected a reference piece too,"
                " as in {mover} {top}-",
                text=quoted(text),
                mover=piece,
                top=example,
            ),
            text=text,
            at=match.end("piece"),
        )
    return Move(piece, origin, ORIGIN)


def _read_target(arrangement: Standing, text: str, match: re.Match[str], piece: Piece) -> Cell:
    reference = _read_piece(text, match, "reference")
    if match["before"] and match["after"]:
        raise AmbiguousError(
            Told(
                "{text} gives two directions: expected one sign, before or after {reference}",
                text=quoted(text),
                reference=reference,
            ),
            text=text,
            at=match.start("after"),
        )
    cell = arrangement.cell_of(reference)
    if cell is None:
        itself = Told(
            "{text} places {mover} by itself, which is not in play",
            text=quoted(text),
            mover=piece,
        )
        other = Told(
            "{text} places {mover} by {reference}, which is not in play",
            text=quoted(text),
            mover=piece,
            reference=reference,
        )
        raise UnreadableError(
            itself if reference == piece else other,
            text=text,
            at=match.start("reference"),
        )
    if match["before"]:
        return cell.step(_PREFIXES[match["before"]])
    if match["after"]:
        return cell.step(_SUFFIXES[match["after"]])
    return cell


def _read_piece(text: str, match: re.Match[str], group: str) -> Piece:
    name, at = match[group], match.start(group)
    with suppress(UnreadableError):
        return Piece.parse(name)
    found = _PIECE.fullmatch(name)
    if found is None:
        raise UnreadableError(
            Told(
                "{found} is not a piece: expected a colour (w, b), a bug"
                " (Q S B G A M L P) and its number, as in wA1",
                found=_within(name, text),
            ),
            text=text,
            at=at,
        )
    color, bug = Color(found["color"].lower()), Bug(found["bug"].upper())
    if not found["number"] and bug.count > 1:
        names = ", ".join(Piece(color, bug, number).name for number in range(1, bug.count + 1))
        raise AmbiguousError(
            Told(
                "{found} has no number: expected one of {names}",
                found=_within(name, text),
                names=names,
            ),
            text=text,
            at=at,
        )
    raise UnreadableError(
        Told(
            "{found} does not exist: each side has {count} of {letter}",
            found=_within(name, text),
            count=bug.count,
            letter=bug.value,
        ),
        text=text,
        at=at,
    )


def _top_of_another(arrangement: Standing, piece: Piece) -> Piece | None:
    tops = (arrangement.stack_at(cell)[-1] for cell in sorted(arrangement.occupied()))
    return next((top for top in tops if top != piece), None)


def parse_move(position: Playable, text: str) -> Move:
    """Read a legal move. The position says whether it is one, the rule book why it is not.

    >>> from skep.hive.options import HiveOptions
    >>> from skep.hive.reference import ReferencePosition
    >>> position = ReferencePosition(HiveOptions())
    >>> parse_move(position, "wQ")
    Traceback (most recent call last):
    skep.errors.IllegalMoveError: 'wQ': the queen may not be the first piece of white in this
    game (QUEEN_ON_FIRST_TURN)
    """
    move = read_move(position, text)
    if not position.is_legal(move):
        raise refusal(position, move, text)
    return move


def refusal(position: Arrangement, move: Move, text: str) -> IllegalMoveError:
    """The error that says which rule a move breaks."""
    reason = why_illegal(position, move)
    return IllegalMoveError(broken_rule(text, reason), text=text, at=0, reason=reason)


def broken_rule(text: str, reason: Reason | None) -> Told:
    """A move and the rule that it breaks, with the rule's code."""
    if reason is None:
        return Told("{move}: it is not legal", move=quoted(text.strip()))
    code = reason.code.name
    return Told("{move}: {reason} ({code})", move=quoted(text.strip()), reason=reason, code=code)


def format_move(arrangement: Arrangement, move: Move) -> str:
    """Write a move, before it is played.

    The reference is the first occupied neighbour of the destination, from the north-west
    clockwise, the mover lifted.
    """
    piece, target = move.piece, move.target
    if piece is None or target is None:
        return "pass"
    reference = _top_without(arrangement, target, piece)
    if reference is not None:
        return f"{piece} {reference}"
    for direction in _REFERENCE_ORDER:
        reference = _top_without(arrangement, target.step(direction), piece)
        if reference is not None:
            before, after = _WRITTEN[direction.opposite]
            return f"{piece} {before}{reference}{after}"
    if not arrangement.occupied():
        return piece.name
    raise NotationError(f"{piece} would touch no other piece there, so the move cannot be written")


def _top_without(arrangement: Arrangement, cell: Cell, mover: Piece) -> Piece | None:
    stack = arrangement.stack_at(cell)
    if stack and stack[-1] == mover:
        stack = stack[:-1]
    return stack[-1] if stack else None


def quoted(text: str, limit: int = 60) -> Told:
    r"""The input as it is quoted in a message, which stays short whatever comes in.

    A backslash is a direction, and stands as it was written.

    >>> print(quoted("wA1 bQ\\"))
    'wA1 bQ\'
    """
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    # NOTE: quotation marks around what was typed, as your language has them
    return Told("'{text}'", text=repr(shown)[1:-1].replace("\\\\", "\\"))


def _within(name: str, text: str) -> Told:
    """A part of the input, and the input if that is more."""
    if name == text.strip():
        return quoted(name)
    # NOTE: a part of a move that was typed, and the whole move: 'wZ1' in 'wA1 -wZ1'
    return Told("{name} in {text}", name=quoted(name), text=quoted(text))
