"""A recorded game: headers, options, a tree of variations, and the result that was stated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from skep.errors import IllegalMoveError, InvalidOptionsError, RecordError
from skep.hive.moves import Move
from skep.hive.notation import GameState, parse_move, state_of
from skep.hive.options import HiveOptions, OpeningQueen, Repetition
from skep.hive.pieces import Bug
from skep.hive.position import Position
from skep.hive.records.result import Result
from skep.hive.records.tree import Node
from skep.hive.setup import Setup
from skep.hive.values import expect

__all__ = ["Game"]


class Game:
    r"""A game that is being recorded, read, or looked at again.

    It begins with an empty table, or with a set-up (`start`). `notes` are remarks of the reader.

    >>> game = Game("Base+MLP")
    >>> game.headers["White"] = "Anna"
    >>> first = game.play("wS1")
    >>> second = game.play("bS1 wS1-")
    >>> aside = game.play("bG1 wS1/", after=first)
    >>> [node.move.piece.name for node in game.main_line()]
    ['wS1', 'bS1']
    >>> aside.make_main_line()
    >>> [node.move.piece.name for node in game.main_line()]
    ['wS1', 'bG1']
    """

    def __init__(
        self,
        options: HiveOptions | Setup | str = "Base",
        *,
        headers: dict[str, str] | None = None,
        stated: Result | None = None,
    ) -> None:
        if isinstance(options, str):
            options = Setup.parse(options) if "@" in options else HiveOptions.parse(options)
        expect(options, (HiveOptions, Setup), "a game needs HiveOptions, a Setup or their text")
        self.start = options if isinstance(options, Setup) else None
        self.options = options.options if isinstance(options, Setup) else options
        self.headers: dict[str, str] = dict(headers or {})
        self.stated = stated
        self.root = Node()
        self.damage: RecordError | None = None  # why the record could not be read to its end
        self.notes: list[str] = []  # what the reader had to change or to leave out

    def main_line(self) -> Iterator[Node]:
        """The nodes of the main line, after the root."""
        return self.root.line()

    @property
    def end(self) -> Node:
        """The last node of the main line; the root while there is no move."""
        node = self.root
        while node.children:
            node = node.children[0]
        return node

    def walk(self) -> Iterator[Node]:
        """All nodes, the root first."""
        return self.root.walk()

    def position_at(self, node: Node | None = None) -> Position:
        """The position after a node's move; by default at the end of the main line."""
        path = self._path_to(self.end if node is None else node)
        position = self.start_position()
        for step in path:
            assert step.move is not None
            position.play_unchecked(step.move)
        return position

    def _path_to(self, node: Node) -> list[Node]:
        expect(node, Node, "a place in a game is a Node")
        path = node.path()
        top = path[0].parent if path else node
        if top is not self.root:
            raise InvalidOptionsError(
                f"expected a node of this game, found {node!r} of another one, or one that was"
                " deleted"
            )
        return path

    def start_position(
        self, *, opening_queen: OpeningQueen | None = None, repetition: Repetition | None = None
    ) -> Position:
        """The position before the first move, by the game's rules or by those that are given."""
        options = replace(
            self.options,
            opening_queen=opening_queen or self.options.opening_queen,
            repetition=repetition or self.options.repetition,
        )
        if self.start is None:
            return Position(options)
        return Position.from_setup(replace(self.start, options=options))

    def play(self, move: Move | str, *, after: Node | None = None) -> Node:
        """Play a legal move after a node (the end of the main line) and return its node.

        Where the node has a continuation already, another move becomes a variation.
        """
        node = self.end if after is None else after
        position = self.position_at(node)
        expect(move, (Move, str), "a move is a Move or its text, as in 'wA1 -bQ'")
        if isinstance(move, str):
            move = parse_move(position, move)
        elif not position.is_legal(move):
            raise IllegalMoveError(f"{move} is not legal after ply {position.ply}")
        return node.add(move)

    def state_at(self, node: Node | None = None) -> GameState:
        """What the board says after a node, the option on repetition applied."""
        return self.judge(self.position_at(node))

    def judge(self, position: Position) -> GameState:
        """What a position of this game says, the option on repetition applied."""
        return state_of(position, self.options.repetition)

    @property
    def state(self) -> GameState:
        """The stated result if there is one, else what the board says."""
        return self.stated.state if self.stated is not None else self.state_at()

    def merge(self, other: Game) -> None:
        """Take over all lines and words of another record of the same set.

        The own main line stays the main line; comments are joined, other words are kept where they
        exist and taken over where they do not.
        """
        if other.options.game_type != self.options.game_type:
            raise InvalidOptionsError(
                f"a game of {other.options.game_type} cannot be merged into one of"
                f" {self.options.game_type}"
            )
        if str(other.start) != str(self.start):
            raise InvalidOptionsError("games with different beginnings cannot be merged")
        pairs = [(self.root, other.root)]
        while pairs:
            mine, theirs = pairs.pop()
            _merge_words(mine, theirs)
            for child in theirs.children:
                assert child.move is not None
                pairs.append((mine.add(child.move), child))
        for key, value in other.headers.items():
            self.headers.setdefault(key, value)
        self.stated = self.stated or other.stated
        self.allow_opening_queen_if_played()

    def allow_opening_queen_if_played(self) -> None:
        """A record that opens with a Queen was played by that rule, whatever it says itself."""
        if self.start is not None:
            return
        opening = [node for first in self.root.children for node in (first, *first.children)]
        pieces = [node.move.piece for node in opening if node.move is not None]
        if any(piece is not None and piece.bug is Bug.QUEEN for piece in pieces):
            self.options = replace(self.options, opening_queen="allowed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.options == other.options
            and str(self.start) == str(other.start)  # the options are compared above
            and self.headers == other.headers
            and self.stated == other.stated
            and _same_tree(self.root, other.root)
        )

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the end of the main line."""
        return self.position_at()._repr_svg_()

    def __repr__(self) -> str:
        players = " - ".join(self.headers.get(side, "?") for side in ("White", "Black"))
        return f"<Game {self.options.game_type} {players}, {self.end.ply} plies>"


def _merge_words(mine: Node, theirs: Node) -> None:
    if theirs.comment and theirs.comment not in mine.comment:
        mine.comment = f"{mine.comment}\n{theirs.comment}" if mine.comment else theirs.comment
    mine.glyph = mine.glyph or theirs.glyph
    mine.marks += tuple(mark for mark in theirs.marks if mark not in mine.marks)
    mine.clock_ms = theirs.clock_ms if mine.clock_ms is None else mine.clock_ms
    mine.spent_ms = theirs.spent_ms if mine.spent_ms is None else mine.spent_ms
    mine.evaluation = mine.evaluation or theirs.evaluation


def _same_tree(mine: Node, theirs: Node) -> bool:
    pairs = [(mine, theirs)]
    while pairs:
        one, other = pairs.pop()
        if one.move != other.move or one.annotations() != other.annotations():
            return False
        if len(one.children) != len(other.children):
            return False
        pairs.extend(zip(one.children, other.children, strict=True))
    return True
