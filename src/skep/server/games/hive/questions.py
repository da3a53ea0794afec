"""What a board in a browser is told of a position of Hive: moves with their ways, and why not.

The browser knows no rules. It sends the moves played so far and gets the legal ones with the cells
they go through, the pinned pieces and the gates; or the rule that forbids a move, as a code with
the pieces and cells it is about. Nothing here is kept: every question carries its whole game.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any

import msgspec

from skep.errors import CommandRefusedError
from skep.geometry import Cell
from skep.hive import PASS, Bug, Color, HiveOptions, Move, Piece, Position, ways
from skep.hive.drawing import draw_svg
from skep.hive.notation import format_move
from skep.hive.records import Format, Game, format_record, parse_record
from skep.hive.ways import ways_of
from skep.protocol.refusals import RefusalCode
from skep.server.games.hive.choices import throws_of
from skep.server.rules.kind import Asking, Export, Question
from skep.server.rules.turns import Turns
from skep.words import Words, words_in

__all__ = [
    "ExportWish",
    "Look",
    "PlayedLine",
    "Way",
    "Why",
    "WhyNot",
    "board_questions",
    "look_at",
    "position_of_line",
    "why_not",
]

MAX_PLIES = 1000
_encode = msgspec.json.Encoder().encode
_MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
_Header = Annotated[str, msgspec.Meta(max_length=80)]
_Coordinate = Annotated[int, msgspec.Meta(ge=-200, le=200)]


class PlayedLine(msgspec.Struct, frozen=True):
    """A game as far as it was played."""

    game_type: Annotated[str, msgspec.Meta(max_length=12)]
    moves: Annotated[list[_MoveText], msgspec.Meta(max_length=MAX_PLIES)]
    opening_queen: str = "allowed"
    passed: bool = False  # as if the side to move passed: what the other one may choose ahead


class WhyNot(PlayedLine, frozen=True):
    """POST /api/hive/why: why may this piece not go there?"""

    piece: Annotated[str, msgspec.Meta(max_length=4)] = ""
    to: tuple[_Coordinate, _Coordinate] = (0, 0)


class Why(msgspec.Struct, frozen=True):
    """The rule that forbids it, as a code with what it is about; missing when it is allowed.

    `throws`: the pieces that the one asked about can throw now, though it may not move itself.
    """

    reason: dict[str, Any] | None
    throws: list[str] = []


class ExportWish(msgspec.Struct, frozen=True):
    """GET /api/hive/export: a pasted or finished game as a file."""

    game: str = ""
    format: str = "pgn"
    ply: str = ""  # for a picture: after so many moves
    white: _Header = ""
    black: _Header = ""
    event: _Header = ""
    date: _Header = ""
    language: str = "en"  # of what a picture says to who cannot see it


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal move: its text, its cells, and the kind of mark it gets."""

    move: str
    piece: str
    to: tuple[int, int]
    kind: str
    path: tuple[Cell, ...] = ()
    by: str | None = None  # the thrower, where only a throw leads there


class Look(msgspec.Struct, frozen=True):
    """POST /api/hive/look: all that a board shows of a position beside the pieces."""

    ways: list[Way]
    pinned: list[str]
    gates: list[tuple[tuple[Cell, Cell], tuple[Cell, Cell]]]
    must_pass: bool
    queen_due: bool
    outcome: str | None


def position_of_line(line: PlayedLine) -> Position:
    """The position after a line."""
    options = HiveOptions.parse(
        line.game_type, opening_queen=_queen(line.opening_queen), repetition="offer"
    )
    position = Position(options)
    for text in line.moves:
        position.play(text)
    if line.passed:
        position.play_unchecked(PASS)
    return position


def _queen(text: str) -> Any:
    return "forbidden" if text == "forbidden" else "allowed"


def look_at(position: Position) -> Look:
    """The library's answer as the browser reads it."""
    choices = position.choices()
    outcome = position.outcome()
    return Look(
        ways=[_way(position, move, way) for move, way in ways_of(position, position.legal_moves)],
        pinned=sorted(piece.name for piece in choices.pinned),
        gates=[(gate.stacks, gate.passage) for gate in sorted(position.gates())],
        must_pass=choices.must_pass,
        queen_due=choices.queen_due,
        outcome=None if outcome is None else str(outcome),
    )


def _way(position: Position, move: Move, way: ways.Way) -> Way:
    assert move.piece is not None
    assert move.target is not None
    return Way(
        move=format_move(position, move),
        piece=move.piece.name,
        to=(move.target.q, move.target.r),
        kind=way.kind.value,
        path=() if move.origin is None else way.path,
        by=None if way.thrower is None else way.thrower.name,
    )


def why_not(position: Position, name: str, to: tuple[int, int]) -> dict[str, Any] | None:
    """The rule that forbids a piece to go to a cell, with everything it is about; None: it may."""
    piece = Piece.parse(name)
    origin = position.cell_of(piece)
    reason = position.why_illegal(Move(piece, origin, Cell(*to)))
    if reason is None:
        return None
    params = {key: _plain(value) for key, value in reason.arguments.items()}
    return {"code": reason.code.value, "params": params}


def _plain(value: Any) -> Any:
    match value:
        case Piece():
            return value.name
        case Color():
            return value.value
        case Bug():
            return value.value
        case Cell():
            return [value.q, value.r]
        case tuple():
            return [_plain(part) for part in value]
        case _:
            return value


@lru_cache(maxsize=512)
def _look_bytes(game_type: str, opening_queen: str, moves: tuple[str, ...], passed: bool) -> bytes:
    return _encode(
        look_at(position_of_line(PlayedLine(game_type, list(moves), opening_queen, passed)))
    )


class _Desk:
    """Answers the questions: whole games by one thread, after those of the pages."""

    def __init__(self, long_work: Turns) -> None:
        self._long_work = long_work

    async def look(self, line: PlayedLine, _asking: Asking) -> msgspec.Raw:
        known = (line.game_type, line.opening_queen, tuple(line.moves), line.passed)
        async with self._long_work:
            return msgspec.Raw(await asyncio.to_thread(_look_bytes, *known))

    async def why(self, question: WhyNot, _asking: Asking) -> Why:
        async with self._long_work:
            return await asyncio.to_thread(_why_of, question)

    async def export(self, wish: ExportWish, _asking: Asking) -> Export:
        async with self._long_work:
            return await asyncio.to_thread(_exported, wish)


def _why_of(question: WhyNot) -> Why:
    position = position_of_line(question)
    reason = why_not(position, question.piece, question.to)
    return Why(
        reason, throws_of(position, Piece.parse(question.piece)) if reason is not None else []
    )


def _exported(wish: ExportWish) -> Export:
    game = parse_record(wish.game)
    if wish.format == "svg":
        return Export(_picture(game, wish.ply, words_in(wish.language)), "image/svg+xml")
    if wish.format == "text":
        return Export(format_record(game, Format.GAMESTRING))
    if wish.format != "pgn":
        raise CommandRefusedError(RefusalCode.NOT_FOUND, "A game is exported as text, pgn or svg.")
    for tag in ("White", "Black", "Event", "Date"):
        value = getattr(wish, tag.lower())
        if value.isprintable() and value:
            game.headers.setdefault(tag, value)
    game.headers.setdefault("Date", "????.??.??")  # as PGN writes a day that nobody knows
    return Export(format_record(game, Format.PGN), "application/x-hive-pgn", "hive.pgn")


def _picture(game: Game, ply: str, words: Words) -> str:
    nodes = list(game.main_line())
    is_number = ply.isascii() and ply.isdigit() and len(ply) < 6
    shown = min(int(ply), len(nodes)) if is_number else len(nodes)
    position = game.position_at(nodes[shown - 1] if shown else game.root)
    move = nodes[shown - 1].move if shown else None
    return draw_svg(position, last_move=move, radius=48, words=words)


def board_questions(long_work: Turns) -> list[Question]:
    desk = _Desk(long_work)
    look = "All that a board shows of a position beside the pieces"
    export = "A game given as text, as PGN, text or a picture"
    return [
        Question("POST", "/api/hive/look", look, PlayedLine, desk.look, Look),
        Question(
            "POST", "/api/hive/why", "Why may this piece not go there?", WhyNot, desk.why, Why
        ),
        Question("GET", "/api/hive/export", export, ExportWish, desk.export),
    ]
