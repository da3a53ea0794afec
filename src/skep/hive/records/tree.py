"""The tree of a game: one node per move, the main line first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from skep.errors import InvalidOptionsError
from skep.geometry import Cell
from skep.hive.moves import Move
from skep.hive.values import expect, expect_number

__all__ = ["GLYPHS", "Evaluation", "Glyph", "Mark", "Node"]

Glyph = Literal["", "!", "?", "!!", "??", "!?", "?!"]
GLYPHS: tuple[Glyph, ...] = get_args(Glyph)
_LONGEST_MS = 10**15  # some thousand years
_EVALUATION = re.compile(
    r"#(?P<plies>-?[1-9][0-9]{0,3})"
    r"|(?P<sign>[+-]?)(?P<whole>[0-9]{1,4})(?:\.(?P<part>[0-9]{1,2}))?"
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on the board: a highlighted cell, or an arrow when there is an end."""

    start: Cell
    end: Cell | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an engine thinks of a position, from White's view.

    `hundredths` of a clear advantage, or `win_in` so many plies by force; less than 0 is Black's.

    >>> str(Evaluation(-35)), str(Evaluation(win_in=3)), Evaluation.parse("#-4")
    ('-0.35', '#3', Evaluation(hundredths=0, win_in=-4))
    """

    hundredths: int = 0
    win_in: int | None = None

    @classmethod
    def parse(cls, text: str) -> Evaluation | None:
        """Read what `str` writes; None for anything else."""
        match = _EVALUATION.fullmatch(text)
        if match is None:
            return None
        if match["plies"] is not None:
            return cls(win_in=int(match["plies"]))
        sign = -1 if match["sign"] == "-" else 1
        part = (match["part"] or "").ljust(2, "0")
        return cls(sign * (100 * int(match["whole"]) + int(part)))

    def __str__(self) -> str:
        if self.win_in is not None:
            return f"#{self.win_in}"
        sign = "-" if self.hundredths < 0 else ""
        whole, part = divmod(abs(self.hundredths), 100)
        return f"{sign}{whole}.{part:02}"


class Node:
    """A move and what is said about it. The root has no move; its comment stands before the game.

    `children[0]` continues the line, the others are variations. `clock_ms` is the time left to the
    player after the move, `spent_ms` the time taken for it, `evaluation` an engine's view of the
    position after it.
    """

    __slots__ = (
        "_clock_ms",
        "_evaluation",
        "_glyph",
        "_spent_ms",
        "children",
        "comment",
        "marks",
        "move",
        "parent",
    )

    def __init__(self, parent: Node | None = None, move: Move | None = None) -> None:
        self.parent = parent
        self.move = move
        self.children: list[Node] = []
        self.comment = ""
        self.marks: tuple[Mark, ...] = ()
        self._glyph: Glyph = ""
        self._clock_ms: int | None = None
        self._spent_ms: int | None = None
        self._evaluation: Evaluation | None = None

    # What a file could not hold is refused when it is said, not when it is written.

    @property
    def glyph(self) -> Glyph:
        """What an annotator thinks of the move, such as `!` or `??`; empty: nothing."""
        return self._glyph

    @glyph.setter
    def glyph(self, glyph: Glyph) -> None:
        if glyph not in GLYPHS:
            raise InvalidOptionsError(f"a glyph is one of {' '.join(GLYPHS[1:])}, not {glyph!r}")
        self._glyph = glyph

    @property
    def clock_ms(self) -> int | None:
        """What the mover's clock showed after the move."""
        return self._clock_ms

    @clock_ms.setter
    def clock_ms(self, ms: int | None) -> None:
        self._clock_ms = _checked_ms("clock_ms", ms)

    @property
    def spent_ms(self) -> int | None:
        """How long the mover thought."""
        return self._spent_ms

    @spent_ms.setter
    def spent_ms(self, ms: int | None) -> None:
        self._spent_ms = _checked_ms("spent_ms", ms)

    @property
    def evaluation(self) -> Evaluation | None:
        """What an engine made of the position after the move."""
        return self._evaluation

    @evaluation.setter
    def evaluation(self, evaluation: Evaluation | None) -> None:
        expect(evaluation, (Evaluation, type(None)), "an evaluation is an Evaluation")
        self._evaluation = evaluation

    @property
    def next(self) -> Node | None:
        """The move that continues the line; None at its end."""
        return self.children[0] if self.children else None

    @property
    def ply(self) -> int:
        """How many moves lead here: 0 for the root."""
        return len(self.path())

    def path(self) -> list[Node]:
        """The nodes from the first move to this one."""
        nodes = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line(self) -> Iterator[Node]:
        """The nodes after this one, along the first children."""
        node = self.next
        while node is not None:
            yield node
            node = node.next

    def walk(self) -> Iterator[Node]:
        """This node and all below it, each line before its variations' next siblings."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    @property
    def siblings(self) -> list[Node]:
        """The other moves that the same position was given."""
        if self.parent is None:
            return []
        return [node for node in self.parent.children if node is not self]

    @property
    def is_main_line(self) -> bool:
        """Is this the first continuation all the way from the root?"""
        return all(node.parent is None or node.parent.children[0] is node for node in self.path())

    def child(self, move: Move) -> Node | None:
        """The node below that plays this move."""
        for node in self.children:
            if node.move == move:
                return node
        return None

    def add(self, move: Move) -> Node:
        """The node below for a move, made if there is none. Legality is the game's business."""
        node = self.child(move)
        if node is None:
            node = Node(self, move)
            self.children.append(node)
        return node

    def promote(self) -> None:
        """Move this variation one place up among its siblings."""
        if self.parent is not None:
            children = self.parent.children
            index = children.index(self)
            if index:
                children[index - 1 : index + 1] = [self, children[index - 1]]

    def make_main_line(self) -> None:
        """Make this node and all on the way to it first among their siblings."""
        for node in self.path():
            assert node.parent is not None
            node.parent.children.remove(node)
            node.parent.children.insert(0, node)

    def delete(self) -> None:
        """Take this node and all below it out of the tree."""
        if self.parent is None:
            raise InvalidOptionsError("the root cannot be deleted: start a new game instead")
        self.parent.children.remove(self)
        self.parent = None

    def annotations(self) -> tuple[object, ...]:
        """All that is said about the move, for comparisons."""
        times = self.clock_ms, self.spent_ms
        return self.comment, self.glyph, self.marks, *times, self.evaluation

    def __repr__(self) -> str:
        what = "root" if self.move is None else f"ply {self.ply}: {self.move.piece or 'pass'}"
        return f"<Node {what}>"


def _checked_ms(name: str, value: int | None) -> int | None:
    if value is not None:
        expect_number(name, value, 0, _LONGEST_MS)
    return value
