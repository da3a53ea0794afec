"""When a move of Hive fulfils the conditions of a `Make` task."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hive import Bug, Color, Move, Piece, Position
from skep.hive.engine.tactics import winning_moves
from skep.school.drawn import DrawnBoard
from skep.school.tasks import Make

__all__ = ["fulfils", "makers"]


def makers(task: Make, position: Position) -> Iterator[Move]:
    """The legal moves of the pieces that the task speaks of."""
    for move in position.legal_moves:
        piece = move.piece
        if piece is None or (task.piece and piece is not Piece.parse(task.piece)):
            continue
        if task.bug is not None and piece.bug.value != task.bug:
            continue
        yield move


def fulfils(task: Make, board: DrawnBoard, position: Position, move: Move) -> bool:
    """Asked before the move is played; the position is left as it was."""
    if not _is_meant(task, board, position, move):
        return False
    mover, piece = position.turn, move.piece
    assert piece is not None
    pinned = position.pinned()
    other_ring, own_ring = _ring(position, mover.other), _ring(position, mover)
    position.play_unchecked(move)
    try:
        now_pinned = position.pinned()
        return (
            (not task.covers or _lies_under(position, Piece.parse(task.covers), piece))
            and (not task.pins or _has_come(task.pins, pinned, now_pinned))
            and (not task.frees or _has_come(task.frees, now_pinned, pinned))
            and (not task.beside or _touch(position, piece, Piece.parse(task.beside)))
            and (not task.shuts or _ring(position, mover.other) > other_ring)
            and (not task.opens or _ring(position, mover) < own_ring)
            and (not task.safe or not winning_moves(position))
        )
    finally:
        position.undo()


def _is_meant(task: Make, board: DrawnBoard, position: Position, move: Move) -> bool:
    if move not in list(makers(task, position)):
        return False
    if task.to and move.target not in board.cells_of(task.to):
        return False
    return task.kind is None or task.kind in {kind.value for kind in position.kinds_of(move)}


def _has_come(name: str, before: frozenset[Piece], after: frozenset[Piece]) -> bool:
    return Piece.parse(name) in after - before


def _ring(position: Position, color: Color) -> int:
    cell = position.cell_of(Piece(color, Bug.QUEEN, 1))
    if cell is None:
        return 0
    return sum(1 for beside in cell.neighbours() if position.stack_at(beside))


def _lies_under(position: Position, piece: Piece, cover: Piece) -> bool:
    cell = position.cell_of(piece)
    return cell is not None and position.stack_at(cell)[-1] is cover and piece is not cover


def _touch(position: Position, one: Piece, other: Piece) -> bool:
    here, there = position.cell_of(one), position.cell_of(other)
    return here is not None and there is not None and there in here.neighbours()
