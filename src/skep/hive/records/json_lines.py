"""Our own format: JSON, one game an object, which loses nothing.

A collection has one game a line. A single object that spans lines, or an array of games, is read
too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from skep.errors import (
    InvalidOptionsError,
    InvalidPositionError,
    RecordError,
    Told,
    UnreadableError,
)
from skep.geometry import Cell
from skep.hive.notation import GameState, format_move
from skep.hive.options import HiveOptions, OpeningQueen, Repetition
from skep.hive.position import Position
from skep.hive.records.game import Game
from skep.hive.records.replay import Replay
from skep.hive.records.result import FINAL_STATES, Ending, Result
from skep.hive.records.tree import GLYPHS, Evaluation, Mark, Node
from skep.hive.setup import Setup

__all__ = ["format_json", "read_json"]

_FORMAT = "skep-hive"
_VERSION = 1
_LARGEST = 10**15  # no clock runs longer, in milliseconds


def read_json(lines: Iterable[str]) -> Iterator[Game | RecordError]:
    """Read the games of a collection one by one; a damaged one gives its error instead."""
    waiting: list[str] = []  # lines that are no whole value yet
    start = 1
    for number, line in enumerate(lines, start=1):
        if not waiting:
            start = number
        if not line.strip():
            continue
        if not waiting and line.lstrip().startswith("{") and line.rstrip().endswith("}"):
            yield from _read_text(line, number)
            continue
        waiting.append(line)
        # A line that closes what the first one opened may complete a value of many lines.
        if line.rstrip() in ("}", "]") and line[:1] in "}]":
            text = "\n".join(waiting)
            waiting = []
            yield from _read_text(text, start)
    if waiting:
        yield from _read_text("\n".join(waiting), start)


def _read_text(text: str, line: int) -> Iterator[Game | RecordError]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        at_line = line + error.lineno - 1
        yield RecordError(
            Told("this is not JSON: {error}", error=error.msg), line=at_line, at=error.pos
        )
        return
    except (RecursionError, ValueError):
        yield RecordError(
            Told("this JSON is nested too deeply or has a number too large"), line=line
        )
        return
    for item in value if isinstance(value, list) else [value]:
        try:
            yield _Reader(line).read(item)
        except RecordError as error:
            yield error


class _Reader:
    def __init__(self, line: int) -> None:
        self.line = line
        self.replay = Replay(HiveOptions())

    def read(self, value: object) -> Game:
        record = self._object(value, "a game")
        if record.get("format") != _FORMAT or record.get("version") != _VERSION:
            raise self._error(
                Told(
                    "expected {wanted}, found {found}",
                    wanted=f'"format": "{_FORMAT}", "version": {_VERSION}',
                    found=f"{record.get('format')!r}, {record.get('version')!r}",
                )
            )
        self.replay = Replay(self._beginning(record))
        game = self.replay.game
        headers = self._object(record.get("headers", {}), "headers")
        game.headers = {key: self._text(text, f"header {key}") for key, text in headers.items()}
        game.stated = self._result(record.get("result"))
        self._annotate(game.root, record)
        try:
            self._line(record.get("moves", []))
        except RecursionError:
            raise self._error(Told("variations are nested too deeply")) from None
        game.allow_opening_queen_if_played()
        return game

    def _beginning(self, record: dict[str, Any]) -> HiveOptions | Setup:
        options = self._options(record.get("options", {}))
        setup = record.get("setup")
        if setup is None:
            return options
        try:
            return Setup.parse(self._text(setup, "setup"), options=options)
        except (InvalidPositionError, UnreadableError) as error:
            raise self._error(error.told) from None

    def _options(self, value: object) -> HiveOptions:
        options = self._object(value, "options")
        try:
            return HiveOptions.parse(
                self._text(options.get("game_type", "Base"), "game_type"),
                opening_queen=self._choice(options, "opening_queen", get_args(OpeningQueen)),
                repetition=self._choice(options, "repetition", get_args(Repetition)),
            )
        except InvalidOptionsError as error:
            raise self._error(error.told) from None

    def _choice(self, options: dict[str, Any], name: str, allowed: tuple[str, ...]) -> Any:
        value = options.get(name, allowed[0])
        if value not in allowed:
            raise self._error(
                Told(
                    "{name} is one of {names}, not {found}",
                    name=name,
                    names=", ".join(allowed),
                    found=repr(value),
                )
            )
        return value

    def _result(self, value: object) -> Result | None:
        if value is None:
            return None
        record = self._object(value, "result")
        states = {state.value: state for state in FINAL_STATES}
        endings = {ending.value: ending for ending in Ending}
        state: GameState = states[self._choice(record, "state", tuple(states))]
        return Result(state, endings[self._choice(record, "ending", tuple(endings))])

    def _line(self, value: object) -> None:
        """Play a list of moves with their variations and come back to where it starts."""
        moves = self._list(value, "moves")
        for item in moves:
            record = self._object(item, "a move")
            text = self._text(record.get("move"), "move")
            node = self.replay.play_text(text, self.line)
            self._annotate(node, record)
            for variation in self._list(record.get("variations", []), "variations"):
                self.replay.back()
                self._line(variation)
                self.replay.forward(node)
        for _ in moves:
            self.replay.back()

    def _annotate(self, node: Node, record: dict[str, Any]) -> None:
        node.comment = self._text(record.get("comment", ""), "comment")
        glyph = record.get("glyph", "")
        if glyph not in GLYPHS:
            raise self._error(
                Told(
                    "{name} is one of {names}, not {found}",
                    name="glyph",
                    names=" ".join(GLYPHS[1:]),
                    found=repr(glyph),
                )
            )
        node.glyph = glyph
        node.clock_ms = self._time(record.get("clock_ms"))
        node.spent_ms = self._time(record.get("spent_ms"))
        node.evaluation = self._evaluation(record.get("eval"))
        node.marks = tuple(map(self._mark, self._list(record.get("marks", []), "marks")))

    def _mark(self, value: object) -> Mark:
        numbers = self._list(value, "a mark")
        if len(numbers) not in (2, 4) or not all(
            type(number) is int and abs(number) < 10_000 for number in numbers
        ):
            raise self._error(
                Told("a mark is [q, r] or [q, r, q, r], not {found}", found=str(value)[:60])
            )
        cells = [Cell(*numbers[index : index + 2]) for index in range(0, len(numbers), 2)]
        return Mark(*cells)

    def _evaluation(self, value: object) -> Evaluation | None:
        if value is None:
            return None
        found = Evaluation.parse(value) if isinstance(value, str) else None
        if found is None:
            raise self._error(
                Told(
                    'eval is a text such as "0.35" or "#-4", not {found}',
                    found=repr(str(value)[:60]),
                )
            )
        return found

    def _time(self, value: object) -> int | None:
        if value is None or (type(value) is int and 0 <= value < _LARGEST):
            return value
        raise self._error(
            Told("a time is a number of milliseconds, not {found}", found=repr(str(value)[:60]))
        )

    def _object(self, value: object, what: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._error(
                Told(
                    "expected {what} as an object, found {found}",
                    what=what,
                    found=repr(str(value)[:60]),
                )
            )
        return value

    def _list(self, value: object, what: str) -> list[Any]:
        if not isinstance(value, list):
            raise self._error(
                Told(
                    "expected {what} as a list, found {found}",
                    what=what,
                    found=repr(str(value)[:60]),
                )
            )
        return value

    def _text(self, value: object, what: str) -> str:
        if not isinstance(value, str):
            raise self._error(
                Told(
                    "expected {what} as text, found {found}",
                    what=what,
                    found=repr(str(value)[:60]),
                )
            )
        return value

    def _error(self, message: str | Told) -> RecordError:
        if self.replay.node.parent is None:
            return RecordError(message, line=self.line, game=self.replay.game)
        return self.replay.damage(message, self.line)


def format_json(game: Game, *, indent: int | None = None) -> str:
    """Write a game, on one line unless an indent is given."""
    options = game.options
    record: dict[str, Any] = {
        "format": _FORMAT,
        "version": _VERSION,
        "options": {
            "game_type": options.game_type,
            "opening_queen": options.opening_queen,
            "repetition": options.repetition,
        },
        "headers": game.headers,
    }
    if game.start is not None:
        record["setup"] = str(game.start)
    if game.stated is not None:
        record["result"] = {"state": game.stated.state.value, "ending": game.stated.ending.value}
    record |= _words(game.root)
    try:
        record["moves"] = _line(game.start_position(), game.root.next)
        text = json.dumps(record, ensure_ascii=False, indent=indent)
    except RecursionError:
        raise RecordError(
            Told("variations are nested too deeply to be written"), game=game
        ) from None
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair, which only an escape can hold
        text = json.dumps(record, ensure_ascii=True, indent=indent)
    return text + "\n"


def _line(position: Position, node: Node | None) -> list[dict[str, Any]]:
    if node is None:
        return []
    records = []
    line = [node, *node.line()]
    for step in line:
        assert step.move is not None
        assert step.parent is not None
        record: dict[str, Any] = {"move": format_move(position, step.move)} | _words(step)
        if step.parent.children[0] is step and len(step.parent.children) > 1:
            record["variations"] = [_line(position, other) for other in step.parent.children[1:]]
        records.append(record)
        position.play_unchecked(step.move)
    for _ in line:
        position.undo()
    return records


def _words(node: Node) -> dict[str, Any]:
    words: dict[str, Any] = {}
    if node.comment:
        words["comment"] = node.comment
    if node.glyph:
        words["glyph"] = node.glyph
    if node.evaluation is not None:
        words["eval"] = str(node.evaluation)
    if node.marks:
        words["marks"] = [[*mark.start, *(mark.end or ())] for mark in node.marks]
    if node.clock_ms is not None:
        words["clock_ms"] = node.clock_ms
    if node.spent_ms is not None:
        words["spent_ms"] = node.spent_ms
    return words
