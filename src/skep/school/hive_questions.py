"""Tasks of Hive that are answered by pointing or choosing: what is meant, and what is right."""

from __future__ import annotations

from skep.errors import UnreadableError
from skep.hive import Bug, Piece, Position
from skep.school import tasks

__all__ = ["OUTCOMES", "YES_NO", "answers_of", "is_meant", "right_answer"]

OUTCOMES = ("own", "other", "draw", "nobody")
YES_NO = ("yes", "no")


def is_meant(task: tasks.TapPieces, position: Position, piece: Piece) -> bool:
    """Is a piece in play one of those to be tapped?"""
    own = piece.color is position.turn
    if (task.of == "own" and not own) or (task.of == "other" and own):
        return False
    cell = position.cell_of(piece)
    assert cell is not None
    stack = position.stack_at(cell)
    match task.that:
        case "pinned":
            return piece in position.pinned()
        case "can move":
            return bool(position.moves_of(piece))
        case "covered":
            return stack[-1] is not piece
        case "beside the other queen":
            queen = position.cell_of(Piece(position.turn.other, Bug.QUEEN, 1))
            return queen in tuple(cell.neighbours()) and stack[-1] is piece
        case "copied":
            mosquito = position.cell_of(Piece.parse(task.by))
            assert mosquito is not None
            return (
                cell in tuple(mosquito.neighbours())
                and stack[-1] is piece
                and piece.bug is not Bug.MOSQUITO
            )


def answers_of(task: tasks.Task) -> tuple[str, ...]:
    match task:
        case tasks.Which():
            return task.moves
        case tasks.Why():
            return task.rules
        case tasks.Outcome():
            return OUTCOMES
        case tasks.Pass():
            return YES_NO
    return ()


def right_answer(task: tasks.Task, position: Position) -> int:
    """Which of the answers the rules give."""
    match task:
        case tasks.Which():
            reasons = [position.why_illegal(text) for text in task.moves]
            illegal = [index for index, reason in enumerate(reasons) if reason is not None]
            if len(illegal) != 1:
                raise UnreadableError("one of the moves has to be illegal", text=str(task.moves))
            return illegal[0]
        case tasks.Why():
            reason = position.why_illegal(task.move)
            if reason is None or reason.code.value not in task.rules:
                raise UnreadableError(f"{task.move}: the rule is {reason!r}", text=task.move)
            return task.rules.index(reason.code.value)
        case tasks.Outcome():
            outcome = position.outcome()
            if outcome is None:
                return OUTCOMES.index("nobody")
            if outcome.winner is None:
                return OUTCOMES.index("draw")
            return OUTCOMES.index("own" if outcome.winner is position.turn else "other")
        case _:
            return YES_NO.index("yes" if position.choices().must_pass else "no")
