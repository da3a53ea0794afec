"""The text of PGN cut into games, tags, moves and comments; what they mean is not asked here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from skep.errors import RecordError, Told
from skep.hive.notation import GameState
from skep.hive.records.escapes import escape, unescape
from skep.hive.records.tree import GLYPHS, Glyph

__all__ = ["PgnComment", "PgnMove", "PgnText", "format_tag", "split_pgn", "state_named"]

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"(.*)"\s*\]')
_NUMBER = re.compile(r"(?:^|\s)[0-9]+\.+(?=\s|$|[A-Za-z])")
_RESULTS = {
    "whitewins": GameState.WHITE_WINS,
    "blackwins": GameState.BLACK_WINS,
    "draw": GameState.DRAW,
    "inprogress": GameState.IN_PROGRESS,
    "notstarted": GameState.NOT_STARTED,
    "1-0": GameState.WHITE_WINS,
    "0-1": GameState.BLACK_WINS,
    "1/2-1/2": GameState.DRAW,
    "½-½": GameState.DRAW,
    "*": GameState.IN_PROGRESS,
}


@dataclass(frozen=True, slots=True)
class PgnMove:
    """A move as it is written."""

    text: str
    glyph: Glyph
    line: int


@dataclass(frozen=True, slots=True)
class PgnComment:
    """A comment in braces."""

    text: str
    line: int


@dataclass(slots=True)
class PgnText:
    """One game as it is written. `damage` tells where the text itself is broken."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    items: list[PgnMove | PgnComment] = field(default_factory=list)
    result: GameState | None = None
    damage: RecordError | None = None


def state_named(text: str) -> GameState | None:
    """The state that a result names, in any of the ways in use."""
    return _RESULTS.get(text.strip().lower())


def format_tag(key: str, value: str) -> str:
    """Write a tag.

    >>> format_tag("White", 'Anna "the ant"')
    '[White "Anna \\\\"the ant\\\\""]'
    """
    text = escape(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{key} "{text}"]'


def split_pgn(lines: Iterable[str]) -> Iterator[PgnText]:
    """Cut a collection into games, one at a time.

    A tag after moves starts the next game, and so does one that comes again after an empty line.
    """
    scanner = _Scanner()
    for number, line in enumerate(lines, start=1):
        finished = scanner.feed(number, line)
        if finished is not None:
            yield finished
    finished = scanner.close()
    if finished is not None:
        yield finished


class _Scanner:
    def __init__(self) -> None:
        self.game: PgnText | None = None
        self.comment: list[str] | None = None  # the lines of a comment that is still open
        self.comment_line = 0
        self.gap = False  # there was an empty line since the last tag

    def feed(self, number: int, line: str) -> PgnText | None:
        """Take one line; the game before, if this line starts another."""
        line = line.strip()
        if self.comment is None and line.startswith("["):
            return self._tag(number, line)
        if line and not (self.comment is None and line.startswith("%")):
            self._text(number, line)
        elif self.comment is not None:
            self.comment.append("")
        else:
            self.gap = True
        return None

    def close(self) -> PgnText | None:
        if self.comment is not None and self.game is not None:
            self._break(
                self.comment_line, Told("this comment is never closed: expected {brace}", brace="}")
            )
        return self.game

    def _tag(self, number: int, line: str) -> PgnText | None:
        finished = None
        match = _TAG.fullmatch(line)
        if self.game is None or self.game.items or self.game.result is not None:
            finished, self.game = self.game, PgnText(number)
        elif self.gap and match is not None and match[1] in self.game.tags:
            # The game before had neither moves nor a result after its tags.
            finished, self.game = self.game, PgnText(number)
        self.gap = False
        if match is None:
            self._break(
                number,
                Told('expected a tag such as [White "Anna"], found {found}', found=repr(line[:60])),
            )
        else:
            value = re.sub(r"\\([\\\"])", r"\1", match[2])
            self.game.tags[match[1]] = unescape(value)
        return finished

    def _text(self, number: int, line: str) -> None:
        if self.game is None:
            self.game = PgnText(number)
        at = 0  # the rest is not copied for every brace: a line may be all braces
        while at < len(line):
            brace = line.find("{" if self.comment is None else "}", at)
            words = line[at : len(line) if brace < 0 else brace]
            at += len(words) + 1
            if self.comment is None:
                self._moves(number, words)
                if brace >= 0:
                    self.comment, self.comment_line = [], number
            else:
                self.comment.append(words.strip())
                if brace >= 0:
                    text = "\n".join(self.comment).strip()
                    self.game.items.append(PgnComment(text, self.comment_line))
                    self.comment = None

    def _moves(self, number: int, text: str) -> None:
        game = self.game
        assert game is not None
        *_, last = text.split() or [""]
        result = state_named(last)
        if result is not None:
            game.result = result
            text = text.rstrip()[: -len(last)]
        for part in _NUMBER.split(text):
            if part.strip():
                bare = part.rstrip(" \t!?")
                tail = part[len(bare) :].strip()
                glyph: Glyph = next((known for known in GLYPHS if known == tail), "")
                game.items.append(PgnMove(bare.strip() if glyph else part.strip(), glyph, number))

    def _break(self, line: int, message: Told) -> None:
        assert self.game is not None
        if self.game.damage is None:
            self.game.damage = RecordError(message, line=line)
