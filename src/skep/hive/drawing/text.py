"""The hive drawn as text: staggered rows of cells, then the stacks and what is still in hand."""

from __future__ import annotations

from skep.geometry import Cell
from skep.hive.arrangement import Arrangement
from skep.hive.pieces import Color, Piece
from skep.hive.rulebook import is_drawn_by_repetition, is_surrounded
from skep.hive.values import expect_board
from skep.words import ENGLISH, Words

__all__ = ["draw_text"]

_CELL_WIDTH = 6  # room for a name, the height of its stack, and a space; even, for the half steps


def draw_text(arrangement: Arrangement, words: Words = ENGLISH) -> str:
    """Draw a position for a terminal, in its language.

    A dot is an empty cell that touches the hive; `wB1×2` is a stack of two with wB1 on top.

    >>> from skep.hive.notation import parse_move
    >>> from skep.hive.options import HiveOptions
    >>> from skep.hive.reference import ReferencePosition
    >>> position = ReferencePosition(HiveOptions())
    >>> for text in ("wS1", "bG1 wS1-"):
    ...     position.play_unchecked(parse_move(position, text))
    >>> print(draw_text(position))
    Base, turn 2, white to move
       ·     ·     ·
    ·     wS1   bG1   ·
       ·     ·     ·
    white in hand: Q S2 B1 B2 G1 G2 G3 A1 A2 A3
    black in hand: Q S1 S2 B1 B2 G2 G3 A1 A2 A3
    """
    expect_board(arrangement)
    turn = 1 + arrangement.ply // 2
    lines = [
        words.say(
            "{set}, turn {turn}, {moment}",
            set=arrangement.options.game_type,
            turn=turn,
            moment=_moment(arrangement, words),
        ),
        *(_board(arrangement) or [words.say("(no piece in play)")]),
        *_stacks(arrangement, words),
        *(_hand(arrangement, color, words) for color in Color),
    ]
    return "\n".join(lines)


def _moment(arrangement: Arrangement, words: Words) -> str:
    """Whose move it is, or how the board says that the game ended."""
    lost = [color for color in Color if is_surrounded(arrangement, color)]
    if len(lost) == 1:
        return words.say("black wins") if lost[0] is Color.WHITE else words.say("white wins")
    if lost or is_drawn_by_repetition(arrangement):
        # NOTE: how a game ended, at the end of a line
        return words.say("draw")
    white = arrangement.turn is Color.WHITE
    return words.say("white to move") if white else words.say("black to move")


def _board(arrangement: Arrangement) -> list[str]:
    labels = {
        cell: _label(arrangement.stack_at(cell))
        for occupied in arrangement.occupied()
        for cell in (occupied, *occupied.neighbours())
    }
    left = min(map(_column, labels), default=0)
    rows: dict[int, str] = {}
    for cell in sorted(labels, key=lambda cell: (cell.r, cell.q)):
        row = rows.get(cell.r, "")
        rows[cell.r] = row.ljust(_column(cell) - left) + labels[cell]
    return list(rows.values())


def _column(cell: Cell) -> int:
    return cell.q * _CELL_WIDTH + cell.r * _CELL_WIDTH // 2


def _label(stack: tuple[Piece, ...]) -> str:
    if not stack:
        return "·"
    return stack[-1].name if len(stack) == 1 else f"{stack[-1]}×{len(stack)}"


def _stacks(arrangement: Arrangement, words: Words) -> list[str]:
    stacks = [arrangement.stack_at(cell) for cell in sorted(arrangement.occupied())]
    return [
        words.say("stack, bottom to top: {pieces}", pieces=" ".join(map(str, stack)))
        for stack in stacks
        if len(stack) > 1
    ]


def _hand(arrangement: Arrangement, color: Color, words: Words) -> str:
    names = [
        piece.name[1:]
        for piece in arrangement.options.pieces
        if piece.color is color and arrangement.cell_of(piece) is None
    ]
    # NOTE: the pieces that are not in play yet; none is left
    pieces = " ".join(names) or words.pgettext("in hand", "nothing")
    if color is Color.WHITE:
        return words.say("white in hand: {pieces}", pieces=pieces)
    return words.say("black in hand: {pieces}", pieces=pieces)
