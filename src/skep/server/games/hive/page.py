"""What pages show of Hive: a game at its table, one to look through, the form for a new one."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from skep import protocol
from skep.errors import CommandRefusedError
from skep.hive import Position
from skep.hive.drawing import draw_svg
from skep.hive.notation import format_move
from skep.hive.records import Ending, Format, Game, format_record, parse_record
from skep.protocol.refusals import RefusalCode
from skep.server.games.hive.questions import look_at
from skep.server.games.hive.rules import HiveRules
from skep.server.rules.clocks import time_wished
from skep.server.rules.kind import Page

__all__ = [
    "game_page",
    "name_of",
    "picture_of",
    "picture_of_record",
    "record_page",
    "replay_page",
    "sample",
    "wish_of",
]

EXPANSIONS = {"mosquito": "M", "ladybug": "L", "pillbug": "P"}
# A whole game between two of our engines: what Hive looks like.
_SAMPLE = (
    r"Base+MLP;InProgress;White[1];wM;bG1 \wM;wA1 /wM;bP -bG1;wQ wM-;bM \bG1;wP wM\;"
    r"bQ -bM;wA1 \bQ;bB1 bG1/;wA2 /wM;bM wP\;wA2 /bQ;bM wQ\;wA3 /wP;wA2 bP\;wA3 /wA1;"
    r"wP bM/;wA2 bQ/;bA1 /bP;wB1 -wA1;bA1 wA2/;bM wP-;bA2 /bP;wS1 \wP;bA2 /wA3;"
    r"wS1 bB1/;bA3 /bP;wB1 wA3;bA3 \wA1;wB1 bA2;bS1 /bP;wS2 wS1/;bS1 wM\;wS2 \bA1;"
    r"bB2 bS1\;wB2 -wA3;bS2 /bP;wB2 /bA3;bB2 wQ\;wQ \wP;bA3 wS1\;wQ bA3-;bM wQ\;"
    "wM /bS2;bS1 bB1\\;wB2 wA3;bG2 bP\\;wB2 bQ;bG2 \\wA1;wB1 wA3\\;bA2 \\wQ;wB2 wA2\\"
)


def wish_of(form: Mapping[str, str]) -> protocol.CreateGame:
    """A game as the form asks for it; by itself one against the computer with the base set."""
    against = form.get("against", "computer")
    level = form.get("level", "1")
    if level not in {str(n) for n in range(1, 11)}:
        raise CommandRefusedError(RefusalCode.UNREADABLE, "A level is 1 to 10.")
    other: protocol.SeatRequest = protocol.Engine(int(level))
    if against == "screen":
        other = protocol.Me()
    elif against == "friend":
        other = protocol.Invited()
    elif against == "anyone":
        other = protocol.Anyone()
    is_between_two = against in ("friend", "anyone")
    color = form.get("color", "random" if is_between_two else "white")
    if against == "screen":
        color = "white"
    seats = [other, protocol.Me()] if color == "black" else [protocol.Me(), other]
    letters = "".join(letter for bug, letter in EXPANSIONS.items() if form.get(bug) == "on")
    return protocol.CreateGame(
        game="hive",
        seats=seats,
        options={
            "game_type": f"Base+{letters}" if letters else "Base",
            "opening_queen": "forbidden" if form.get("opening") == "tournament" else "allowed",
        },
        time=time_wished(form) if is_between_two else protocol.Untimed(),
        shuffle=color == "random",
        listed=against == "anyone",
    )


def game_page(rules: HiveRules, info: protocol.GameInfo, seats: Sequence[int]) -> Page:
    people = sum(seat.who != "engine" for seat in info.seats)
    return Page(
        "game.html",
        {
            "picture": _picture(rules),
            "private": not info.listed and people == 2 and list(seats) != [0, 1],
            "moves": list(rules.moves),
        },
        {},
    )


@cache
def sample() -> dict[str, Any]:
    return line_of_text(_SAMPLE)


def line_of_text(text: str) -> dict[str, Any]:
    """The moves of a GameString and what a board shows of its last position."""
    position = Position.from_game_string(text, opening_queen="allowed")
    return {
        "moves": position.move_texts(),
        "game_type": position.options.game_type,
        "opening_queen": "allowed",
        "look": look_at(position),
    }


def replay_page(rules: HiveRules, info: protocol.GameInfo) -> Page:
    record = parse_record(rules.game_string)
    for tag, seat in zip(("White", "Black"), info.seats, strict=True):
        record.headers[tag] = name_of(seat)
    started = time.gmtime((info.started_ms or info.created_ms) / 1000)
    record.headers["Date"] = time.strftime("%Y.%m.%d", started)
    page = _record_page(record, scored=rules.outcome() is not None)
    return page._replace(values={**page.values, "seats": info.seats})


def name_of(seat: protocol.SeatInfo) -> str:
    """Who sat there, as files call them; pages say it in the reader's language."""
    return seat.name or f"{seat.who} {seat.level}"


def record_page(text: str) -> Page:
    return _record_page(parse_record(text))


def _record_page(record: Game, *, scored: bool = True) -> Page:
    """`scored`: may the engine be asked? Not about a game that is still played."""
    data = {**_record_data(record), "scored": scored}
    return Page("replay.html", {"record": data, "seats": None}, data)


def _picture(rules: HiveRules) -> str:
    """The position as it stands, for the moment before the board is alive and without scripts."""
    if not rules.ply:
        return ""
    # The page around it speaks the reader's language; a name is the same in all of them.
    return draw_svg(rules.position(), background=False, labels="none", title="Hive")


def picture_of(rules: HiveRules, size: tuple[int, int]) -> str:
    """How a game stands; before its first move, what Hive looks like."""
    if not rules.ply:
        return picture_of_record(_SAMPLE, None, size)
    return _card(rules.position(), size)


def picture_of_record(text: str, ply: int | None, size: tuple[int, int]) -> str:
    record = parse_record(text)
    position = Position(record.options)
    for node in list(record.main_line())[:ply]:
        assert node.move is not None
        position.play_unchecked(node.move)
    return _card(position, size)


def _card(position: Position, size: tuple[int, int]) -> str:
    width, height = size
    return draw_svg(
        position,
        width=width,
        labels="none",
        last_move=position.last_move,
        proportion=width / height,
    )


def _record_data(record: Game) -> dict[str, Any]:
    position = Position(record.options)
    moves, notes = [], []
    for node in record.main_line():
        assert node.move is not None
        moves.append(format_move(position, node.move))
        notes.append((node.comment + (f" {node.glyph}" if node.glyph else "")).strip())
        position.play_unchecked(node.move)
    return {
        "moves": moves,
        "notes": notes,
        "game_type": record.options.game_type,
        "opening_queen": record.options.opening_queen,
        "names": [record.headers.get("White", ""), record.headers.get("Black", "")],
        "title": record.headers.get("Event", ""),
        "date": record.headers.get("Date", ""),
        "result": record.state.value,
        "ending": _ending(record),
        "game_string": format_record(record, Format.GAMESTRING).strip(),
        "look": look_at(position),
    }


def _ending(record: Game) -> str:
    ending = record.stated.ending if record.stated is not None else Ending.UNKNOWN
    return "" if ending is Ending.UNKNOWN else ending.value
