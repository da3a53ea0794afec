"""The numbers of OpenSpiel's game `hive`, for programs that were made for it."""

from __future__ import annotations

from skep import _core
from skep.errors import IllegalMoveError, InvalidOptionsError
from skep.hive.batch.actions import PASS_ACTION
from skep.hive.moves import Move
from skep.hive.position import Position

__all__ = ["openspiel_action_of", "openspiel_move_of"]


def openspiel_action_of(position: Position, move: Move | str) -> int:
    """The lowest of OpenSpiel's numbers of a legal move: it has one for each neighbour.

    >>> openspiel_action_of(Position("Base"), "wA1")
    209
    """
    if isinstance(move, str):
        move = position.parse_move(move)
    numbers = [action for action, each in _core.openspiel_actions(position) if each == move]
    if not numbers:
        raise IllegalMoveError(f"{move!r} is not legal here", text=repr(move))
    return min(numbers)


def openspiel_move_of(position: Position, action: int) -> Move:
    """The legal move of one of OpenSpiel's numbers.

    >>> openspiel_move_of(Position("Base"), 209)
    Move(wA1 -> (0, 0))
    """
    if not 0 <= action <= PASS_ACTION:
        raise InvalidOptionsError(f"an action is a number from 0 to {PASS_ACTION}, not {action}")
    for number, move in _core.openspiel_actions(position):
        if number == action:
            return move
    raise IllegalMoveError(f"action {action} is no legal move here", text=str(action))
