"""What a board in a browser is told of a position of Hive: moves with their ways, and why not.

The browser knows no rules. It sends the moves played so far and gets the legal ones with the cells
they go through, the pinned pieces and the gates; or the rule that forbids a move, as a code with
the pieces and cells it is about. Nothing here is kept: every question carries its whole game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skep.errors import CommandRefusedError, RefusedError, SkepError
from skep.geometry import Cell
from skep.hive import PASS, Bug, Color, HiveOptions, Move, Piece, Position, ways
from skep.hive.drawing import draw_svg
from skep.hive.notation import format_move, parse_move, read_move
from skep.hive.records import Format, Game, format_record, parse_record
from skep.hive.ways import ways_of
from skep.server.http.api import error_response

__all__ = [
    "Line",
    "Look",
    "Way",
    "WhyNot",
    "answering",
    "board_routes",
    "look_at",
    "position_of_line",
    "read_body",
    "why_not",
]

MAX_PLIES = 1000
_encode = msgspec.json.Encoder().encode
_MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
_Coordinate = Annotated[int, msgspec.Meta(ge=-200, le=200)]


class Line(msgspec.Struct, frozen=True):
    """A game as far as it was played."""

    game_type: Annotated[str, msgspec.Meta(max_length=12)]
    moves: Annotated[list[_MoveText], msgspec.Meta(max_length=MAX_PLIES)]
    opening_queen: str = "allowed"
    passed: bool = False  # as if the side to move passed: what the other one may choose ahead


class WhyNot(Line, frozen=True):
    """POST /api/hive/why: why may this piece not go there?"""

    piece: Annotated[str, msgspec.Meta(max_length=4)] = ""
    to: tuple[_Coordinate, _Coordinate] = (0, 0)


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


def position_of_line(line: Line) -> Position:
    options = HiveOptions.parse(
        line.game_type, opening_queen=_queen(line.opening_queen), repetition="offer"
    )
    position = Position(options)
    for text in line.moves:
        move = read_move(position, text)
        if not position.is_legal(move):
            parse_move(position, text)  # says why
        position.play_unchecked(move)
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
    return _encode(look_at(position_of_line(Line(game_type, list(moves), opening_queen, passed))))


async def _look(request: Request) -> Response:
    line = read_body(request, Line, await request.body())
    body = _look_bytes(line.game_type, line.opening_queen, tuple(line.moves), line.passed)
    return Response(body, media_type="application/json")


async def _why(request: Request) -> Response:
    question = read_body(request, WhyNot, await request.body())
    answer = why_not(position_of_line(question), question.piece, question.to)
    return Response(_encode({"reason": answer}), media_type="application/json")


async def _export(request: Request) -> Response:
    """A pasted or finished game, given as a GameString, as PGN or as a picture."""
    game = parse_record(request.query_params.get("game", ""))
    wanted = request.query_params.get("format", "pgn")
    if wanted == "svg":
        return Response(
            _picture(game, request.query_params.get("ply", "")), media_type="image/svg+xml"
        )
    if wanted == "text":
        return Response(format_record(game, Format.GAMESTRING), media_type="text/plain")
    if wanted != "pgn":
        raise CommandRefusedError("NOT_FOUND", "A game is exported as text, pgn or svg.")
    for tag in ("White", "Black", "Event", "Date"):
        value = request.query_params.get(tag.lower(), "")[:80]
        if value.isprintable() and value:
            game.headers.setdefault(tag, value)
    headers = {"content-disposition": 'attachment; filename="hive.pgn"'}
    text = format_record(game, Format.PGN)
    return Response(text, media_type="application/x-hive-pgn", headers=headers)


def _picture(game: Game, ply: str) -> str:
    nodes = list(game.main_line())
    shown = min(int(ply), len(nodes)) if ply.isascii() and ply.isdigit() else len(nodes)
    position = game.position_at(nodes[shown - 1] if shown else game.root)
    move = nodes[shown - 1].move if shown else None
    last = None
    if move is not None and move.target is not None:
        last = (move.origin, move.target)
    return draw_svg(position, last_move=last, radius=48)


def read_body(request: Request, kind: Any, body: bytes) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise CommandRefusedError("UNREADABLE", "Send JSON, as content type application/json.")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        raise CommandRefusedError("UNREADABLE", f"The body is not as expected: {problem}") from None


def answering(handler: Any) -> Any:
    async def handle(request: Request) -> Response:
        try:
            response: Response = await handler(request)
        except RefusedError as problem:
            return error_response(problem)
        except SkepError as problem:  # a game that cannot be read or played
            return error_response(CommandRefusedError("UNREADABLE", str(problem)))
        return response

    return handle


def board_routes() -> list[Route]:
    return [
        Route("/api/hive/look", answering(_look), methods=["POST"]),
        Route("/api/hive/why", answering(_why), methods=["POST"]),
        Route("/api/hive/export", answering(_export)),
    ]
