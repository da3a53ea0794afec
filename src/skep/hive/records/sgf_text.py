"""The text of SGF cut into games, nodes and properties; what they mean is not asked here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from skep.errors import RecordError, Told

__all__ = ["SgfProperty", "SgfText", "split_sgf"]

_LARGEST_VALUE = 100_000  # characters; longer is a bracket that was never closed
_NEVER_CLOSED = Told("this bracket is never closed: expected ]")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")  # players' notes are called P-1
_GAME_START = re.compile(r"\(\s*(?:;|$)")


@dataclass(frozen=True, slots=True)
class SgfProperty:
    """`name[value]`, unescaped, with the line it starts in."""

    name: str
    value: str
    line: int


@dataclass(slots=True)
class SgfText:
    """One game as it is written. `damage` tells where the text itself is broken."""

    line: int
    properties: list[SgfProperty] = field(default_factory=list)
    damage: RecordError | None = None


def split_sgf(lines: Iterable[str]) -> Iterator[SgfText]:
    """Cut a collection into its `( … )` games, one at a time.

    Where the text is broken, the rest is left out up to the next game.
    """
    scanner = _Scanner()
    for number, line in enumerate(lines, start=1):
        yield from scanner.feed(number, line)
    yield from scanner.close()


class _Scanner:
    def __init__(self) -> None:
        self.game: SgfText | None = None
        self.lost = False  # after an error, before the next game
        self.name = ""
        self.value: list[str] | None = None  # the parts of a value whose bracket is open
        self.value_line = 0
        self.length = 0

    def feed(self, number: int, line: str) -> Iterator[SgfText]:
        if self.value is not None and line.startswith("(;"):
            # No value has such a line in it: the bracket before was never closed.
            yield self._finish(self.value_line, _NEVER_CLOSED)
        at = 0
        while at < len(line):
            if self.value is not None:
                at = self._value(line, at)
                if self.length > _LARGEST_VALUE:
                    yield self._finish(self.value_line, _NEVER_CLOSED)
            elif self.game is None:
                at, garbage = self._between_games(number, line, at)
                if garbage:
                    self.game = SgfText(number)
                    yield self._finish(
                        number,
                        Told(
                            "expected a game that starts with (; found {found}",
                            found=repr(garbage[:40]),
                        ),
                    )
            else:
                at, found = self._in_game(number, line, at)
                if found is not None:
                    yield found
        if self.value is not None:
            self.value.append("\n")

    def _between_games(self, number: int, line: str, at: int) -> tuple[int, str]:
        """Look for the next game: where to go on, and what stands there instead of one."""
        start = _GAME_START.search(line, at)
        before = line[at : start.start()] if start is not None else line[at:]
        if start is not None:
            self.game = SgfText(number)
        garbage = "" if self.lost else before.strip(" \t)")
        self.lost = self.game is None and (self.lost or bool(garbage))
        return (len(line) if start is None else start.end()), garbage

    def _in_game(self, number: int, line: str, at: int) -> tuple[int, SgfText | None]:
        """Take one thing of a game: where to go on, and the game if that ends it."""
        character = line[at]
        if character == "[":
            self.value, self.value_line, self.length = [], number, 0
        elif character == ")":
            return at + 1, self._finish()
        elif character == "(":
            # It may well be the next one, after a ) that is missing.
            return at, self._finish(
                number, Told("a game within a game: expected ) before the next (")
            )
        elif name := _NAME.match(line, at):
            self.name = name[0].upper()
            return name.end(), None
        elif character != ";" and not character.isspace():
            return at, self._finish(
                number, Told("expected a property, found {found}", found=repr(line[at : at + 40]))
            )
        return at + 1, None

    def _value(self, line: str, at: int) -> int:
        """Collect a value up to its bracket; a backslash takes the next character as it is."""
        assert self.value is not None
        match = re.compile(r"(?:[^]\\]|\\.)*").match(line, at)
        assert match is not None
        part = re.sub(r"\\(.)", r"\1", match[0])
        self.value.append(part)
        self.length += len(part) + 1
        end = match.end()
        if end < len(line) and line[end] == "]":
            assert self.game is not None
            value = "".join(self.value).strip()
            self.game.properties.append(SgfProperty(self.name, value, self.value_line))
            self.value = None
        return end + 1

    def _finish(self, line: int = 0, message: Told | None = None) -> SgfText:
        assert self.game is not None
        game, self.game, self.value, self.name = self.game, None, None, ""
        if message is not None:
            game.damage = RecordError(message, line=line)
            self.lost = True
        return game

    def close(self) -> Iterator[SgfText]:
        if self.value is not None:
            yield self._finish(self.value_line, _NEVER_CLOSED)
        elif self.game is not None:
            yield self._finish(self.game.line, Told("this game is never closed: expected )"))
