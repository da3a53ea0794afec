"""The book itself: for any move, None or the rule that forbids it; and the list of legal moves."""

from __future__ import annotations

from typing import Final

from skep.errors import IllegalMoveError
from skep.geometry import Cell
from skep.hive.arrangement import Arrangement
from skep.hive.moves import PASS, Move
from skep.hive.options import Repetition
from skep.hive.pieces import Bug, Color, Piece
from skep.hive.reasons import Reason, RuleCode
from skep.hive.rulebook.connection import why_not_lifted
from skep.hive.rulebook.placing import (
    next_in_reserve,
    placement_targets,
    queen_in_play,
    queen_is_due,
    why_not_placed,
    why_not_there,
)
from skep.hive.rulebook.terrain import Stacks, Terrain, around, stacks_of
from skep.hive.rulebook.throwing import able_throwers, throw, throwers_beside, why_not_thrown
from skep.hive.rulebook.ways import MoveKind, bugs_to_move_as, kind_of_way, paths_as, why_not_as

__all__ = [
    "is_drawn_by_repetition",
    "is_surrounded",
    "kinds_of",
    "legal_moves",
    "path_of",
    "pinned",
    "placement_cells",
    "throwers",
    "why_illegal",
]

# When a piece has several ways and none leads there, the reason that comes first here is told: it
# belongs to the way that came nearest.
_MOST_TELLING: Final = (
    RuleCode.THROWER_JUST_MOVED,
    RuleCode.THROWER_COVERED,
    RuleCode.GATE,
    RuleCode.LOST_CONTACT,
    RuleCode.NOT_THREE_STEPS,
    RuleCode.GAP_IN_LINE,
    RuleCode.NOTHING_TO_JUMP,
    RuleCode.NO_WAY,
    RuleCode.LADYBUG_STEPS,
    RuleCode.NOT_STRAIGHT,
    RuleCode.THROW_OF_STACK,
    RuleCode.MOSQUITO_ONLY_MOSQUITOES,
    RuleCode.CELL_OCCUPIED,
    RuleCode.ONE_STEP,
    RuleCode.THROW_TOO_FAR,
)


def is_surrounded(arrangement: Arrangement, color: Color) -> bool:
    """Are all six neighbours of a side's Queen occupied?"""
    cell = arrangement.cell_of(Piece(color, Bug.QUEEN))
    return cell is not None and all(arrangement.stack_at(near) for near in around(cell))


def is_drawn_by_repetition(arrangement: Arrangement, rule: Repetition | None = None) -> bool:
    """Does the position stand for the third time, in a game that this ends?

    `rule` takes the place of the arrangement's own, where a record was replayed by another.
    """
    return (rule or arrangement.options.repetition) == "draw" and arrangement.occurrences >= 3


def why_illegal(arrangement: Arrangement, move: Move) -> Reason | None:
    """None for a legal move, otherwise the rule that forbids it."""
    over = _why_over(arrangement)
    if over is not None:
        return over
    piece, target = move.piece, move.target
    if piece is None or target is None:
        if legal_moves(arrangement) == [PASS]:
            return None
        return Reason(RuleCode.CANNOT_PASS, color=arrangement.turn)
    if not arrangement.options.has(piece.bug):
        return Reason(RuleCode.NOT_IN_SET, piece=piece, game_type=arrangement.options.game_type)
    stacks = stacks_of(arrangement)
    if move.origin is None:
        return why_not_placed(arrangement, piece) or why_not_there(
            arrangement, stacks, piece, target
        )
    cell = arrangement.cell_of(piece)
    if cell is None:
        return Reason(RuleCode.NOT_IN_PLAY, piece=piece)
    if cell != move.origin:
        return Reason(RuleCode.NOT_THERE, piece=piece, cell=move.origin)
    return _why_not_lifted_now(arrangement, stacks, piece, cell) or _why_not_to(
        arrangement, stacks, piece, cell, target
    )


def _why_over(arrangement: Arrangement) -> Reason | None:
    lost = tuple(Piece(color, Bug.QUEEN) for color in Color if is_surrounded(arrangement, color))
    if lost or is_drawn_by_repetition(arrangement):
        return Reason(RuleCode.GAME_OVER, queens=lost)
    return None


def _why_not_lifted_now(
    arrangement: Arrangement, stacks: Stacks, piece: Piece, cell: Cell
) -> Reason | None:
    """Why a piece in play may go nowhere on this ply, neither by itself nor thrown."""
    color = arrangement.turn
    if piece.color is not color and not throwers_beside(stacks, cell, color):
        return Reason(RuleCode.NOT_YOUR_TURN, piece=piece, color=color)
    if queen_is_due(arrangement):
        return Reason(RuleCode.QUEEN_BY_FOURTH, color=color)
    if not queen_in_play(arrangement, color):
        return Reason(RuleCode.QUEEN_NOT_PLACED, color=color)
    if stacks[cell][-1] != piece:
        return Reason(RuleCode.COVERED, piece=piece, cover=stacks[cell][-1])
    if piece == arrangement.just_moved:
        return Reason(RuleCode.JUST_MOVED, piece=piece)
    return why_not_lifted(stacks, cell)


def _why_not_to(
    arrangement: Arrangement, stacks: Stacks, piece: Piece, cell: Cell, target: Cell
) -> Reason | None:
    """Why a piece that may be lifted does not get to a cell."""
    if target == cell:
        return Reason(RuleCode.SAME_CELL, piece=piece)
    terrain = Terrain(stacks, piece, cell)
    if target not in terrain and not terrain.touches_hive(target):
        return Reason(RuleCode.TOUCHES_NOTHING, piece=piece)
    reasons: list[Reason] = []
    if piece.color is arrangement.turn:
        bugs = bugs_to_move_as(terrain)
        for bug in bugs:
            if target in paths_as(bug, terrain):
                return None
            reasons.append(why_not_as(bug, terrain, target))
        if not bugs:
            reasons.append(Reason(RuleCode.MOSQUITO_ONLY_MOSQUITOES, piece=piece))
    able = dict(able_throwers(arrangement, stacks, cell))
    for thrower in throwers_beside(stacks, cell, arrangement.turn):
        if thrower in able and target in throw(terrain, able[thrower]):
            return None
        reasons.append(why_not_thrown(arrangement, terrain, target, thrower))
    return min(reasons, key=lambda reason: _MOST_TELLING.index(reason.code))


def legal_moves(arrangement: Arrangement) -> list[Move]:
    """All legal moves: [PASS] if there is no other, [] when the game is over.

    Slow and plain; `Position.legal_moves` is the fast one.
    """
    if _why_over(arrangement) is not None:
        return []
    stacks = stacks_of(arrangement)
    moves = _placements(arrangement, stacks)
    for cell, stack in stacks.items():
        if _why_not_lifted_now(arrangement, stacks, stack[-1], cell) is None:
            targets = _targets(arrangement, stacks, stack[-1], cell)
            moves.extend(Move(stack[-1], cell, target) for target in targets)
    return moves or [PASS]


def _placements(arrangement: Arrangement, stacks: Stacks) -> list[Move]:
    first = [next_in_reserve(arrangement, arrangement.turn, bug) for bug in Bug]
    pieces = [piece for piece in first if piece and why_not_placed(arrangement, piece) is None]
    if not pieces:
        return []
    cells = placement_targets(arrangement, stacks)
    return [Move(piece, None, cell) for piece in pieces for cell in cells]


def _targets(
    arrangement: Arrangement, stacks: Stacks, piece: Piece, cell: Cell
) -> dict[Cell, None]:
    """Where a piece that may be lifted gets to, each cell once."""
    terrain = Terrain(stacks, piece, cell)
    targets: dict[Cell, None] = {}
    if piece.color is arrangement.turn:
        for bug in bugs_to_move_as(terrain):
            targets.update(dict.fromkeys(paths_as(bug, terrain)))
    for _, place in able_throwers(arrangement, stacks, cell):
        targets.update(dict.fromkeys(throw(terrain, place)))
    return targets


def _own_ways(arrangement: Arrangement, move: Move) -> list[tuple[MoveKind, tuple[Cell, ...]]]:
    """The ways by which a piece makes a legal move itself."""
    if move.piece is None or move.origin is None or move.target is None:
        return []
    if move.piece.color is not arrangement.turn or why_illegal(arrangement, move):
        return []
    terrain = Terrain(stacks_of(arrangement), move.piece, move.origin)
    ways = []
    for bug in bugs_to_move_as(terrain):
        way = paths_as(bug, terrain).get(move.target)
        if way is not None:
            ways.append((kind_of_way(bug, terrain, way), way))
    return ways


def throwers(arrangement: Arrangement, move: Move) -> tuple[Piece, ...]:
    """The pieces that can make a legal move as a throw; none for most moves."""
    if move.piece is None or move.origin is None or why_illegal(arrangement, move):
        return ()
    stacks = stacks_of(arrangement)
    terrain = Terrain(stacks, move.piece, move.origin)
    return tuple(
        thrower
        for thrower, place in able_throwers(arrangement, stacks, move.origin)
        if move.target in throw(terrain, place)
    )


def path_of(arrangement: Arrangement, move: Move) -> tuple[Cell, ...]:
    """The cells that a legal move goes through, both ends included; none for a pass.

    The shortest of the piece's own ways, or the way over its thrower.
    """
    if move.piece is None or move.target is None:
        return ()
    if move.origin is None:
        return (move.target,)
    ways = [way for _, way in _own_ways(arrangement, move)]
    if ways:
        return min(ways, key=len)
    for thrower in throwers(arrangement, move):
        place = arrangement.cell_of(thrower)
        if place is not None:
            return (move.origin, place, move.target)
    raise IllegalMoveError(f"{move} is not legal here, so it has no path")


def kinds_of(arrangement: Arrangement, move: Move) -> frozenset[MoveKind]:
    """All the kinds that a legal move is of; none for a pass."""
    if move.is_placement:
        return frozenset({MoveKind.PLACE})
    kinds = {kind for kind, _ in _own_ways(arrangement, move)}
    if throwers(arrangement, move):
        kinds.add(MoveKind.THROW)
    return frozenset(kinds)


def pinned(arrangement: Arrangement) -> frozenset[Piece]:
    """The uncovered pieces whose lifting would split the hive, both colours."""
    stacks = stacks_of(arrangement)
    return frozenset(
        stack[-1] for cell, stack in stacks.items() if why_not_lifted(stacks, cell) is not None
    )


def placement_cells(arrangement: Arrangement) -> frozenset[Cell]:
    """The cells that are open to new pieces of the side to move, whatever its reserve holds.

    None when the game is over.
    """
    if _why_over(arrangement) is not None:
        return frozenset()
    return frozenset(placement_targets(arrangement, stacks_of(arrangement)))
