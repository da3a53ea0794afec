"""When a move of Hive fulfils the conditions of a `Make` task."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hive import PASS, Bug, Color, Move, MoveKind, Piece, Position
from skep.hive.engine.tactics import winning_moves
from skep.school.drawn import DrawnBoard
from skep.school.tasks import Make

__all__ = ["fulfils", "makers", "ring_of"]


def makers(task: Make, position: Position) -> Iterator[Move]:
    """The legal moves of the pieces that the task speaks of."""
    return (move for move in position.legal_moves if _speaks_of(task, move.piece))


def _speaks_of(task: Make, piece: Piece | None) -> bool:
    if piece is None or (task.piece and piece is not Piece.parse(task.piece)):
        return False
    return task.bug is None or piece.bug.value == task.bug


def fulfils(task: Make, board: DrawnBoard, position: Position, move: Move) -> bool:
    """Asked before the move is played; the position is left as it was."""
    if not _is_meant(task, board, position, move):
        return False
    mover, piece = position.turn, move.piece
    assert piece is not None
    pinned = position.pinned()
    other_ring, own_ring = ring_of(position, mover.other), ring_of(position, mover)
    position.play_unchecked(move)
    try:
        now_pinned = position.pinned()
        return (
            (not task.covers or _lies_under(position, Piece.parse(task.covers), piece))
            and (not task.pins or _has_come(task.pins, pinned, now_pinned))
            and (not task.frees or _has_come(task.frees, now_pinned, pinned))
            and (not task.beside or _touch(position, piece, Piece.parse(task.beside)))
            and (not task.shuts or ring_of(position, mover.other) > other_ring)
            and (not task.opens or ring_of(position, mover) < own_ring)
            and (not task.safe or _is_safe(position, mover))
            and (not task.draws or _is_draw(position))
            and (not task.stops or position.choices().must_pass)
            and (not task.queen_free or _can_step(position, Piece(mover, Bug.QUEEN, 1)))
            and (not task.threatens or _would_win(position))
        )
    finally:
        position.undo()


def _is_meant(task: Make, board: DrawnBoard, position: Position, move: Move) -> bool:
    if not _speaks_of(task, move.piece):
        return False
    if task.to and move.target not in board.cells_of(task.to):
        return False
    if task.kind == "place":
        return move.origin is None
    return task.kind is None or task.kind in {kind.value for kind in position.kinds_of(move)}


def _has_come(name: str, before: frozenset[Piece], after: frozenset[Piece]) -> bool:
    return Piece.parse(name) in after - before


def ring_of(position: Position, color: Color) -> int:
    """How many sides of a queen are taken; none while she is in the reserve."""
    cell = position.cell_of(Piece(color, Bug.QUEEN, 1))
    if cell is None:
        return 0
    return sum(1 for beside in cell.neighbours() if position.stack_at(beside))


def _is_safe(position: Position, mover: Color) -> bool:
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner is not mover.other
    return not winning_moves(position)


def _is_draw(position: Position) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.winner is None


def _can_step(position: Position, queen: Piece) -> bool:
    """Could she move by herself, if the other side passed?"""
    later = position.choices(ahead=True).of(queen)
    return any(kind is not MoveKind.THROW for kind in later)


def _would_win(position: Position) -> bool:
    """The other side is to move: if it passed, could the game be won at once?"""
    if position.outcome() is not None:
        return False
    position.play_unchecked(PASS)
    threats = winning_moves(position)
    position.undo()
    return bool(threats)


def _lies_under(position: Position, piece: Piece, cover: Piece) -> bool:
    cell = position.cell_of(piece)
    return cell is not None and position.stack_at(cell)[-1] is cover and piece is not cover


def _touch(position: Position, one: Piece, other: Piece) -> bool:
    here, there = position.cell_of(one), position.cell_of(other)
    return here is not None and there is not None and there in here.neighbours()
