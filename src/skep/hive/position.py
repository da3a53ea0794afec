"""A position of Hive: what stands where, whose turn it is, what may be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal, Self, get_args

from skep._core import LegalMoves
from skep._core import Position as CorePosition
from skep.errors import (
    IllegalMoveError,
    InvalidOptionsError,
    InvalidPositionError,
    NothingToUndoError,
    WrongTypeError,
)
from skep.geometry import Cell, Symmetry
from skep.hive import rulebook
from skep.hive.choices import Choices
from skep.hive.drawing import draw_svg, draw_text
from skep.hive.moves import PASS, Move
from skep.hive.notation.games import format_game_string, replay_game, state_of
from skep.hive.notation.moves import format_move, parse_move
from skep.hive.options import HiveOptions, OpeningQueen, Repetition
from skep.hive.outcome import Cause, Outcome
from skep.hive.pieces import ALL_PIECES, Color, Piece
from skep.hive.reasons import Reason
from skep.hive.setup import Setup
from skep.hive.values import expect, expect_number

__all__ = ["PerftMode", "Position"]

PerftMode = Literal["list", "count", "full"]
_MOST_PERFT_DEPTH = 1000  # no machine gets there
_MOST_PERFT_THREADS = 256
_COLORS = (Color.WHITE, Color.BLACK)


class Position(CorePosition):
    r"""A position that can be played on, with the moves that led to it.

    >>> position = Position("Base+MLP")
    >>> position.play("wS1")
    Move(wS1 -> (0, 0))
    >>> position.play("bS1 wS1-")
    Move(bS1 -> (1, 0))
    >>> len(position.legal_moves), position.turn
    (24, <Color.WHITE>)
    >>> position.why_illegal("wS1 bS1-")
    Reason(QUEEN_NOT_PLACED: white may not move before its queen is in play)
    >>> print(position.game_string)
    Base+MLP;InProgress;White[2];wS1;bS1 wS1-
    """

    # The core keeps board and history; these two are what it does not know.
    _options: HiveOptions
    _start: Setup | None

    def __init__(
        self,
        options: HiveOptions | str = "Base",
        *,
        opening_queen: OpeningQueen = "forbidden",
        repetition: Repetition = "draw",
    ) -> None:
        if isinstance(options, str):
            options = HiveOptions.parse(options, opening_queen=opening_queen, repetition=repetition)
        if not isinstance(options, HiveOptions):
            raise WrongTypeError(
                f"a position needs HiveOptions or a game type such as 'Base+MLP', not {options!r}"
            )
        super().__init__(
            options.mosquito,
            options.ladybug,
            options.pillbug,
            options.opening_queen == "allowed",
            options.repetition == "draw",
        )
        self._options = options
        self._start = None

    @classmethod
    def from_game_string(
        cls,
        text: str,
        *,
        opening_queen: OpeningQueen = "forbidden",
        repetition: Repetition = "draw",
    ) -> Self:
        """Replay a GameString; a game type alone gives the start position.

        A game that went on after a third occurrence is not refused.
        """
        return replay_game(text, cls, opening_queen).copy(repetition=repetition)

    @classmethod
    def from_setup(cls, setup: Setup) -> Self:
        """Start from a set-up instead of an empty table."""
        expect(setup, Setup, "a set-up is a Setup; Setup.parse reads its text")
        setup.check()
        position = cls(setup.options)
        position._set_up(setup.pieces, _COLORS.index(setup.turn), setup.ply, setup.just_moved)
        position._start = setup
        return position

    @property
    def options(self) -> HiveOptions:
        """What the game is played with."""
        return self._options

    @property
    def turn(self) -> Color:
        """The side to move."""
        return _COLORS[self._turn]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led here, from the start or from the set-up."""
        return tuple(self._played(index) for index in range(self._plies_played))

    @property
    def last_move(self) -> Move | None:
        """The move that led here; None at the start.

        >>> position = Position("Base")
        >>> position.play("wS1") == position.last_move
        True
        """
        return self._played(self._plies_played - 1) if self._plies_played else None

    def move_texts(self) -> list[str]:
        """The same moves in UHP notation.

        >>> Position.from_game_string("Base;InProgress;White[2];wS1;bS1 wS1-").move_texts()
        ['wS1', 'bS1 wS1-']
        """
        replay = type(self)(self._options) if self._start is None else self.from_setup(self._start)
        texts = []
        for move in self.moves:
            texts.append(format_move(replay, move))
            replay.play_unchecked(move)
        return texts

    # What stands where.

    @property
    def pieces(self) -> Mapping[Piece, Cell]:
        """All pieces in play and their cells."""
        cells = ((piece, self.cell_of(piece)) for piece in ALL_PIECES)
        return {piece: cell for piece, cell in cells if cell is not None}

    def occupied(self) -> frozenset[Cell]:
        """The cells with at least one piece."""
        return frozenset(self.pieces.values())

    def reserve(self, color: Color) -> tuple[Piece, ...]:
        """The pieces that a side has yet to place."""
        expect(color, Color, "a side is Color.WHITE or Color.BLACK")
        return tuple(
            piece
            for piece in self._options.pieces
            if piece.color is color and self.cell_of(piece) is None
        )

    @property
    def setup(self) -> Setup:
        """This position without its history, as pieces on cells."""
        placed = tuple(
            (piece, cell) for cell in sorted(self.occupied()) for piece in self.stack_at(cell)
        )
        return Setup(self._options, placed, self.turn, self.ply, self.just_moved)

    def pinned(self) -> frozenset[Piece]:
        """The uncovered pieces, of both sides, whose lifting would split the hive."""
        return frozenset(self._pinned())

    def gates(self) -> frozenset[rulebook.Gate]:
        """The pairs of neighbouring empty cells between which no piece can slide."""
        return frozenset(rulebook.gates(self))

    # What may be played.

    def moves_of(self, piece: Piece | str) -> tuple[Move, ...]:
        """The legal moves of one piece, or of one that is named; throws included.

        >>> len(Position("Base").moves_of("wS1"))
        1
        """
        wanted = Piece.parse(piece) if isinstance(piece, str) else piece
        expect(wanted, Piece, "a piece is a Piece or its name, as in 'wA1'")
        return tuple(move for move in self.legal_moves if move.piece is wanted)

    def premoves(self) -> LegalMoves:
        """What the side that is not to move could play if the other side passed."""
        if not self.legal_moves:
            return self.legal_moves
        later = self.copy(repetition="offer")  # that pass is not part of the game
        later.play_unchecked(PASS)
        return later.legal_moves

    def choices(self, *, ahead: bool = False) -> Choices:
        """Where each piece may go and how, in one question to the core; nothing once it is over.

        `ahead`: what the side that waits could choose if the other one passed.

        >>> game = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
        >>> Position.from_game_string(game).choices().of(Piece.parse("wQ"))
        {<MoveKind.SLIDE>: (Cell(q=-1, r=1), Cell(q=0, r=-1))}
        """
        color = self.turn.other if ahead else self.turn
        pinned = tuple(sorted(self._pinned()))
        if self.outcome() is not None:
            return Choices(color, {}, (), (), pinned)
        moves, placeable, places, must_pass, queen_due = self._choices(ahead)
        return Choices(color, moves, placeable, places, pinned, must_pass, queen_due)

    def why_illegal(self, move: Move | str) -> Reason | None:
        """None for a legal move, otherwise the rule that forbids it."""
        _check_move(move)
        if isinstance(move, str):
            try:
                move = parse_move(self, move)
            except IllegalMoveError as error:
                reason = error.reason
                assert isinstance(reason, Reason)
                return reason
        return rulebook.why_illegal(self, move)

    def legal_texts(self) -> dict[str, Move]:
        """Every legal move by its text in UHP notation.

        >>> Position("Base").legal_texts()["wS1"]
        Move(wS1 -> (0, 0))
        """
        return {format_move(self, move): move for move in self.legal_moves}

    def parse_move(self, text: str) -> Move:
        """Read a legal move in UHP notation."""
        return parse_move(self, text)

    def format_move(self, move: Move) -> str:
        """Write a legal move in UHP notation, before it is played."""
        expect(move, Move, "a move to be written is a Move")
        return format_move(self, move)

    def path_of(self, move: Move) -> tuple[Cell, ...]:
        """The cells that a legal move goes through, both ends included."""
        return rulebook.path_of(self, move)

    def kinds_of(self, move: Move) -> frozenset[rulebook.MoveKind]:
        """All the kinds that a legal move is of: place, slide, climb, jump, throw."""
        return rulebook.kinds_of(self, move)

    def throwers(self, move: Move) -> tuple[Piece, ...]:
        """The pieces that can make a legal move as a throw."""
        return rulebook.throwers(self, move)

    # Playing.

    def play(self, move: Move | str) -> Move:
        """Play a move or its text, and return it. Refuses what is illegal."""
        _check_move(move)
        if isinstance(move, str):
            move = parse_move(self, move)
        elif not self.is_legal(move):
            reason = rulebook.why_illegal(self, move)
            raise IllegalMoveError(f"{move!r}: {reason}", text=repr(move), reason=reason)
        self.play_unchecked(move)
        return move

    def undo(self) -> Move:
        """Take the last move back, exactly, and return it."""
        try:
            return super().undo()
        except IndexError:
            raise NothingToUndoError("there is no move to undo") from None

    def outcome(self) -> Outcome | None:
        """None while the game goes on. Repetition counts if the options say that it draws."""
        white, black = self._is_surrounded(0), self._is_surrounded(1)
        if white and black:
            return Outcome(None, Cause.BOTH_SURROUNDED)
        if white or black:
            return Outcome(Color.BLACK if white else Color.WHITE, Cause.SURROUNDED)
        if rulebook.is_drawn_by_repetition(self):
            return Outcome(None, Cause.REPETITION)
        return None

    def perft(self, depth: int, mode: PerftMode = "count", *, threads: int = 1) -> int:
        """How many lines of play of a length there are; repetition ends none of them.

        >>> Position("Base").perft(4)
        21600
        """
        expect_number("depth", depth, 0, _MOST_PERFT_DEPTH)
        expect_number("threads", threads, 1, _MOST_PERFT_THREADS)
        if mode not in get_args(PerftMode):
            raise InvalidOptionsError(
                f"mode is one of {', '.join(get_args(PerftMode))}, not {mode!r}"
            )
        return self._perft(depth, mode, threads)[0]

    # Whole positions.

    @property
    def game_string(self) -> str:
        """The GameString of this position; one that was set up has none."""
        if self._start is not None:
            raise InvalidPositionError("a position that was set up has no GameString; see setup")
        return format_game_string(self._options, state_of(self), self.ply, self.move_texts())

    def transform(self, symmetry: Symmetry) -> Self:
        """The same game, rotated or mirrored."""
        expect(symmetry, Symmetry, "a symmetry is a Symmetry, as in SYMMETRIES")

        def of_move(move: Move) -> Move:
            origin, target = (
                None if cell is None else symmetry.of_cell(cell)
                for cell in (move.origin, move.target)
            )
            return Move(move.piece, origin, target)

        if self._start is None:
            position = type(self)(self._options)
        else:
            start = self._start
            placed = tuple((piece, symmetry.of_cell(cell)) for piece, cell in start.pieces)
            position = type(self).from_setup(
                Setup(start.options, placed, start.turn, start.ply, start.just_moved)
            )
        for move in self.moves:
            position.play_unchecked(of_move(move))
        return position

    def canonical_key(self) -> str:
        """A text that is the same for all twelve rotated and mirrored forms, wherever they lie.

        Kinds, colours, stacks, the side to move and the piece that just moved count; numbers of
        pieces and of plies do not.
        """
        body = self._canonical_cells()
        return f"{self._options.game_type} {self.turn.value} {body}"

    def copy(self, *, repetition: Repetition | None = None) -> Self:
        """An independent copy, history included; by another rule on repetition if one is given."""
        options = self._options
        if repetition is not None:
            options = replace(options, repetition=repetition)
        other = type(self)(options)
        other._become(self)
        other._start = None if self._start is None else replace(self._start, options=options)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """The same pieces on the same cells at the same ply; how it came about does not count."""
        return (
            isinstance(other, Position)
            and self._options == other._options
            and bool(CorePosition.__eq__(self, other))
        )

    __hash__ = None  # type: ignore[assignment]  # it changes; `hash` is a number for the moment

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self._options, self._start, self.moves)

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + self._history_bytes

    def __str__(self) -> str:
        return draw_text(self)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        return draw_svg(self, last_move=self.last_move)

    def __repr__(self) -> str:
        if self._start is not None:
            return f"<Position set up: {self.setup}>"
        return f"<Position {self.game_string}>"


def _check_move(move: object) -> None:
    expect(move, (Move, str), "a move is a Move or its text, as in 'wA1 -bQ'")


def _restore(
    cls: type[Position], options: HiveOptions, start: Setup | None, moves: Iterable[Move]
) -> Position:
    position = cls(options) if start is None else cls.from_setup(start)
    for move in moves:
        position.play_unchecked(move)
    return position
