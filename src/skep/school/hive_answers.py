"""Why an answer about a position of Hive is not right, as far as the rules can tell.

What is said is a fact that anybody can see on the board, never the answer itself.
"""

from __future__ import annotations

from skep.geometry import Cell
from skep.hive import Bug, Color, Position
from skep.hive.notation import read_move
from skep.school import tasks
from skep.school.hive_goals import ring_of
from skep.school.hive_questions import answers_of

__all__ = ["not_meant", "not_so"]

Facts = dict[str, object]


def not_meant(task: tasks.TapPieces, position: Position, cell: Cell) -> Facts:
    """Why the bug on a cell is none of those to be tapped."""
    stack = position.stack_at(cell) if cell in position.occupied() else ()
    if not stack:
        return {"because": "NO_BUG"}
    own = stack[-1].color is position.turn
    if (task.of == "own" and not own) or (task.of == "other" and own):
        return {"because": "OTHER_SIDE"}
    match task.that:
        case "pinned":
            return {"because": "NOT_PINNED"}
        case "covered":
            return {"because": "NOT_COVERED"}
        case "beside the other queen":
            return {"because": "NOT_BESIDE"}
        case "copied":
            return {"because": "NOT_BESIDE_MOSQUITO"}
    return {}


def not_so(task: tasks.Task, position: Position, answer: int) -> Facts:
    """Why an answer is not the right one."""
    match task:
        case tasks.Which():
            return {"because": "ALLOWED"}
        case tasks.Outcome():
            white, black = (ring_of(position, color) for color in Color)
            return {"because": "SIDES", "white": white, "black": black}
        case tasks.Pass():
            return {"because": "CAN_PLAY" if position.legal_moves[0].piece else "CANNOT_PLAY"}
        case tasks.Why() if answer < len(answers_of(task)):
            return _not_by(task, position, answers_of(task)[answer])
    return {}


def _not_by(task: tasks.Why, position: Position, code: str) -> Facts:
    """A rule that does not forbid the move: what is to be seen of that."""
    move = read_move(position, task.move)
    piece, target, origin = move.piece, move.target, move.origin
    assert piece is not None
    assert target is not None
    beside = set(target.neighbours()) & (position.occupied() - {origin})
    match code:
        case "ONE_HIVE" if origin is None:
            return {"because": "COMES_IN"}
        case "ONE_HIVE" if piece not in position.pinned():
            return {"because": "NOT_PINNED"}
        case "COVERED" if origin is None or position.stack_at(origin)[-1] is piece:
            return {"because": "NOT_COVERED"}
        case "NOT_STRAIGHT" if piece.bug is not Bug.GRASSHOPPER:
            return {"because": "NO_GRASSHOPPER"}
        case "TOUCHES_ENEMY" if origin is not None:
            return {"because": "NOT_NEW"}
        case "TOUCHES_ENEMY" if not any(
            position.stack_at(cell)[-1].color is not piece.color for cell in beside
        ):
            return {"because": "NO_ENEMY_THERE"}
        case "TOUCHES_NO_FRIEND" if any(
            position.stack_at(cell)[-1].color is piece.color for cell in beside
        ):
            return {"because": "FRIEND_THERE"}
        case "ONE_STEP" if origin is not None and target in origin.neighbours():
            return {"because": "IS_ONE_STEP"}
        case "LOST_CONTACT" if beside:
            return {"because": "IN_TOUCH"}
        case "CELL_OCCUPIED" if target not in position.occupied():
            return {"because": "CELL_FREE"}
        case "CELL_OCCUPIED" if piece.bug is Bug.BEETLE:
            return {"because": "CLIMBS"}
        case "JUST_MOVED" if piece is not position.just_moved:
            return {"because": "NOT_JUST_MOVED"}
        case "QUEEN_BY_FOURTH":
            return {"because": "QUEEN_NOT_DUE"}
        case "GATE" if piece.bug is Bug.GRASSHOPPER:
            return {"because": "JUMPS"}
        case "GATE" if origin is None or _is_wide(position, origin, target):
            return {"because": "NO_GATE"}
    return {}


def _is_wide(position: Position, origin: Cell, target: Cell) -> bool:
    """Is there a way out of a cell, and one into another, that no two bugs narrow?"""
    taken = position.occupied() - {origin}

    def narrow(one: Cell, other: Cell) -> bool:
        return len(set(one.neighbours()) & set(other.neighbours()) & taken) > 1

    if target in origin.neighbours():
        return not narrow(origin, target)
    ways = (
        [beside for beside in cell.neighbours() if beside not in taken] for cell in (origin, target)
    )
    out, into = ways
    return any(not narrow(origin, cell) for cell in out) and any(
        not narrow(cell, target) for cell in into
    )
