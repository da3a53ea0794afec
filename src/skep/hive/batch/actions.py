"""The index of actions: a number for every move, the same wherever the hive lies."""

from __future__ import annotations

from typing import Final

from skep import _core
from skep.errors import IllegalMoveError, InvalidOptionsError
from skep.hive import rulebook
from skep.hive.moves import Move
from skep.hive.pieces import ALL_PIECES, Color, Piece
from skep.hive.position import Position

__all__ = [
    "ACTIONS",
    "DIRECTIONS_AND_TOP",
    "MASK_BYTES",
    "NO_ACTION",
    "PASS_ACTION",
    "VERSION",
    "action_of",
    "action_parts",
    "move_of",
]

VERSION: Final[int] = _core.ENCODING_VERSION
"""Of the meaning of actions and planes."""
ACTIONS: Final[int] = _core.ACTION_COUNT
"""How many actions there are: 28 pieces × 28 pieces × 7 directions, and the pass."""
PASS_ACTION: Final = ACTIONS - 1
NO_ACTION: Final = -1
"""What a game that is over takes and gives as its action."""
MASK_BYTES: Final[int] = _core.MASK_BYTES
"""The bytes of a mask of bits, filled up to whole words of 64."""
DIRECTIONS_AND_TOP: Final = 7


def action_of(position: Position, move: Move | str) -> int:
    """The index of a legal move.

    >>> position = Position("Base")
    >>> action_of(position, "wG1")
    1021
    >>> move_of(position, 1021)
    Move(wG1 -> (0, 0))
    """
    if isinstance(move, str):
        move = position.parse_move(move)
    if not isinstance(move, Move):
        raise InvalidOptionsError(f"a move is a Move or its text, not {move!r}")
    index = _core.action_of(position, move)
    if index < 0:
        reason = rulebook.why_illegal(position, move)
        raise IllegalMoveError(f"{move!r}: {reason}", text=repr(move), reason=reason)
    return index


def move_of(position: Position, action: int) -> Move:
    """The legal move of an index; an index that stands for none here is refused."""
    if not 0 <= action < ACTIONS:
        raise InvalidOptionsError(f"an action is a number from 0 to {PASS_ACTION}, not {action}")
    move = _core.move_of(position, int(action))
    if move is None:
        raise IllegalMoveError(f"action {action} is no legal move here", text=str(action))
    return move


def action_parts(action: int, turn: Color) -> tuple[Piece, Piece, int] | None:
    """What a number says: the piece that moves, the one beside its target, and the direction.

    The direction is where the target lies from that piece, counterclockwise from the east, and 6
    is on top of it. None for a pass. The piece of the very first move stands on itself.

    >>> action_parts(1021, Color.WHITE)
    (Piece(wG1), Piece(wG1), 6)
    """
    if not 0 <= action < ACTIONS:
        raise InvalidOptionsError(f"an action is a number from 0 to {PASS_ACTION}, not {action}")
    if action == PASS_ACTION:
        return None
    pair, direction = divmod(int(action), DIRECTIONS_AND_TOP)
    shift = 0 if turn is Color.WHITE else len(ALL_PIECES) // 2
    mover, beside = (
        ALL_PIECES[(seen + shift) % len(ALL_PIECES)] for seen in divmod(pair, len(ALL_PIECES))
    )
    return mover, beside, direction
