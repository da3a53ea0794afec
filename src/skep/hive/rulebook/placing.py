"""Placing: a new piece touches its own colour and not the other, and the Queen comes in time."""

from __future__ import annotations

from skep.geometry import ORIGIN, Cell
from skep.hive.arrangement import Arrangement
from skep.hive.pieces import Bug, Color, Piece
from skep.hive.reasons import Reason, RuleCode
from skep.hive.rulebook.terrain import Stacks, around

__all__ = [
    "next_in_reserve",
    "placement_targets",
    "queen_in_play",
    "queen_is_due",
    "why_not_placed",
    "why_not_there",
]

_LAST_PLY_WITHOUT_QUEEN = 5  # plies 6 and 7 are the fourth turns of the two sides


def queen_in_play(arrangement: Arrangement, color: Color) -> bool:
    """Has this side placed its queen?"""
    return arrangement.cell_of(Piece(color, Bug.QUEEN)) is not None


def queen_is_due(arrangement: Arrangement) -> bool:
    """Is nothing but placing the Queen allowed?"""
    return arrangement.ply > _LAST_PLY_WITHOUT_QUEEN and not queen_in_play(
        arrangement, arrangement.turn
    )


def next_in_reserve(arrangement: Arrangement, color: Color, bug: Bug) -> Piece | None:
    """The piece of a kind that comes into play next."""
    if not arrangement.options.has(bug):
        return None
    for number in range(1, bug.count + 1):
        piece = Piece(color, bug, number)
        if arrangement.cell_of(piece) is None:
            return piece
    return None


def why_not_placed(arrangement: Arrangement, piece: Piece) -> Reason | None:
    """Why this piece may not come into play now, wherever it is put."""
    color = arrangement.turn
    if arrangement.cell_of(piece) is not None:
        return Reason(RuleCode.NOT_IN_RESERVE, piece=piece)
    if piece.color is not color:
        return Reason(RuleCode.NOT_YOUR_TURN, piece=piece, color=color)
    if piece.bug is not Bug.QUEEN and queen_is_due(arrangement):
        return Reason(RuleCode.QUEEN_BY_FOURTH, color=color)
    first = next_in_reserve(arrangement, color, piece.bug)
    if first is not None and first != piece:
        return Reason(RuleCode.NUMBER_ORDER, piece=piece, next=first)
    if (
        piece.bug is Bug.QUEEN
        and arrangement.ply < 2
        and arrangement.options.opening_queen == "forbidden"
    ):
        return Reason(RuleCode.QUEEN_ON_FIRST_TURN, color=color)
    return None


def why_not_there(
    arrangement: Arrangement, stacks: Stacks, piece: Piece, target: Cell
) -> Reason | None:
    """Why no piece of this colour may be placed on this cell."""
    if not stacks:
        return None if target == ORIGIN else Reason(RuleCode.FIRST_AT_ORIGIN)
    if target in stacks:
        return Reason(RuleCode.CELL_OCCUPIED, piece=piece, occupant=stacks[target][-1])
    tops = [stacks[cell][-1] for cell in around(target) if cell in stacks]
    if arrangement.ply == 1:  # the one placement that touches the enemy, as it must
        return None if tops else Reason(RuleCode.TOUCHES_NOTHING, piece=piece)
    if not tops:
        return Reason(RuleCode.TOUCHES_NO_FRIEND, piece=piece, color=piece.color)
    enemies = tuple(sorted({top for top in tops if top.color is not piece.color}))
    if enemies:
        return Reason(RuleCode.TOUCHES_ENEMY, piece=piece, enemies=enemies)
    return None


def placement_targets(arrangement: Arrangement, stacks: Stacks) -> list[Cell]:
    """The cells on which the side to move may place, whatever is left in its reserve."""
    if not stacks:
        return [ORIGIN]
    queen = Piece(arrangement.turn, Bug.QUEEN)  # stands for any piece of its colour
    rim = {near: None for cell in stacks for near in around(cell) if near not in stacks}
    return [cell for cell in rim if why_not_there(arrangement, stacks, queen, cell) is None]
