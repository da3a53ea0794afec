r"""What a comment of our PGN holds beside words: times, marks and whole variations.

Readers of Hive's PGN take every line for a move or for one comment, so everything but the main line
stands in the comment after a move: first the words, then commands in brackets.

    {bold [%glyph !?] [%eval 0.35] [%clk 0:04:59] [%mark 1,-1 0,0>2,0] [%var 4. bA1 /bQ; 5. pass]}

A variation is a list of moves divided by `;`, each followed by its own commands, where `[%say …]`
holds its words. Other programs' commands are words to us and stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from skep.geometry import Cell
from skep.hive.records.escapes import escape, unescape
from skep.hive.records.tree import GLYPHS, Evaluation, Glyph, Mark, Node

__all__ = [
    "DEEPEST",
    "Annotation",
    "WrittenMove",
    "format_annotation",
    "parse_annotation",
]

DEEPEST = 200  # variations within variations

_COMMAND = re.compile(r"\[%(glyph|eval|clk|emt|mark|say|var)(?: |(?=\]))")
_CLOCK = re.compile(r"([0-9]{1,6}):([0-5]?[0-9]):([0-5]?[0-9])(?:\.([0-9]{1,3}))?")
_MARK = re.compile(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})(?:>(-?[0-9]{1,4}),(-?[0-9]{1,4}))?")
_NUMBER = re.compile(r"\s*[0-9]+\.+\s*")


@dataclass(slots=True)
class Annotation:
    """A comment taken apart."""

    comment: str = ""
    glyph: Glyph = ""
    evaluation: Evaluation | None = None
    marks: tuple[Mark, ...] = ()
    clock_ms: int | None = None
    spent_ms: int | None = None
    variations: list[list[WrittenMove]] = field(default_factory=list)

    def apply(self, node: Node) -> None:
        """Say it of a node; words that are there already stay before it."""
        if self.comment:
            node.comment = f"{node.comment}\n{self.comment}" if node.comment else self.comment
        node.glyph = self.glyph or node.glyph
        node.evaluation = self.evaluation or node.evaluation
        node.marks += self.marks
        node.clock_ms = node.clock_ms if self.clock_ms is None else self.clock_ms
        node.spent_ms = node.spent_ms if self.spent_ms is None else self.spent_ms


@dataclass(slots=True)
class WrittenMove:
    """A move of a variation, not yet read, and what is said about it."""

    text: str
    annotation: Annotation


def format_annotation(node: Node, variations: list[str], *, nested: bool = False) -> str:
    """Write all that is said of a node; `variations` are the bodies of its `%var` commands."""
    parts = []
    if node.comment and not nested:
        parts.append(escape(node.comment, r"[{}]|\[(?=%)"))
    if node.glyph:
        parts.append(f"[%glyph {node.glyph}]")
    if node.evaluation is not None:
        parts.append(f"[%eval {node.evaluation}]")
    if node.clock_ms is not None:
        parts.append(f"[%clk {_format_clock(node.clock_ms)}]")
    if node.spent_ms is not None:
        parts.append(f"[%emt {_format_clock(node.spent_ms)}]")
    if node.marks:
        parts.append(f"[%mark {' '.join(map(_format_mark, node.marks))}]")
    if node.comment and nested:
        text = escape(node.comment, r"[][{}]")
        parts.append(f"[%say {text}]")
    parts.extend(f"[%var {body}]" for body in variations)
    return " ".join(parts)


def parse_annotation(text: str) -> Annotation:
    """Take a comment apart. What is no command of ours is words; only too deep nesting is refused.

    >>> found = parse_annotation("well [%clk 0:01:02.500] played")
    >>> found.comment, found.clock_ms
    ('well played', 62500)
    """
    if text.count("[%var") > DEEPEST and _depth(text) > DEEPEST:
        raise RecursionError  # before it is tried: every level reads what is inside it once more
    return _parse(text)


def _depth(text: str) -> int:
    """How many variations stand within each other at most."""
    open_brackets: list[bool] = []
    depth = deepest = 0
    for match in re.finditer(r"(\[%var)|\[|\]", text):
        if match[0] != "]":
            open_brackets.append(match[1] is not None)
            depth += match[1] is not None
            deepest = max(deepest, depth)
        elif open_brackets:
            depth -= open_brackets.pop()
    return deepest


def _parse(text: str) -> Annotation:
    found = Annotation()
    words = []
    for piece, name, body in _split(text):
        if not name or not _read_command(found, name, body):
            words.append(piece.strip(" "))
    said = unescape(" ".join(word for word in words if word).strip())
    found.comment = "\n".join(part for part in (said, found.comment) if part)
    return found


def _split(text: str) -> Iterator[tuple[str, str, str]]:
    """Cut a comment into (whole, command name or "", command body)."""
    start = 0
    while match := _COMMAND.search(text, start):
        end = _closing_bracket(text, match.end())
        if end is None:
            break
        yield text[start : match.start()], "", ""
        yield text[match.start() : end + 1], match[1], text[match.end() : end]
        start = end + 1
    yield text[start:], "", ""


def _closing_bracket(text: str, start: int) -> int | None:
    depth = 1
    for match in re.compile(r"[][]").finditer(text, start):
        depth += 1 if match[0] == "[" else -1
        if depth == 0:
            return match.start()
    return None


def _read_command(found: Annotation, name: str, body: str) -> bool:
    """Read one command into `found`; False if it does not make sense."""
    body = body.strip(" \n")
    if name == "glyph":
        for glyph in GLYPHS:
            if glyph and glyph == body:
                found.glyph = glyph
                return True
        return False
    if name == "eval":
        found.evaluation = Evaluation.parse(body)
        return found.evaluation is not None
    if name in ("clk", "emt"):
        time_ms = _parse_clock(body)
        if time_ms is None:
            return False
        if name == "clk":
            found.clock_ms = time_ms
        else:
            found.spent_ms = time_ms
        return True
    if name == "mark":
        matches = [_MARK.fullmatch(word) for word in body.split()]
        if not matches or None in matches:
            return False
        found.marks += tuple(_mark(match) for match in matches if match is not None)
        return True
    if name == "say":
        found.comment = unescape(body)
        return True
    line = [_parse_written_move(part) for part in _moves(body)]
    found.variations.append([move for move in line if move.text])
    return True


def _moves(body: str) -> Iterator[str]:
    """Cut the body of a variation at the semicolons outside brackets."""
    depth = start = 0
    for match in re.finditer(r"[][;]", body):
        if match[0] == ";":
            if depth == 0:
                yield body[start : match.start()]
                start = match.end()
        else:
            depth += 1 if match[0] == "[" else -1
    yield body[start:]


def _parse_written_move(text: str) -> WrittenMove:
    move, bracket, commands = text.partition("[%")
    annotation = _parse(bracket + commands)
    return WrittenMove(_NUMBER.sub("", move, count=1).strip(), annotation)


def _format_clock(time_ms: int) -> str:
    seconds, rest_ms = divmod(time_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    text = f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return f"{text}.{rest_ms:03}" if rest_ms else text


def _parse_clock(text: str) -> int | None:
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    hours, minutes, seconds = (int(match[group]) for group in (1, 2, 3))
    return (hours * 3600 + minutes * 60 + seconds) * 1000 + int((match[4] or "0").ljust(3, "0"))


def _format_mark(mark: Mark) -> str:
    start = f"{mark.start.q},{mark.start.r}"
    return start if mark.end is None else f"{start}>{mark.end.q},{mark.end.r}"


def _mark(match: re.Match[str]) -> Mark:
    start = Cell(int(match[1]), int(match[2]))
    return Mark(start, None if match[3] is None else Cell(int(match[3]), int(match[4])))
